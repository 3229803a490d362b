"""An hour's load: questions, late labels, labels that never come, retries, pages. Memory is followed by the minute.

What may grow: the model, questions that wait, and questions that are remembered, up to their limits; a snapshot has
all of them, and what the process has beyond it must not grow: an hour that ends with more of it than its third quarter
had is an error. SQLite's cache is full, and the tables of what is remembered are as large as they get, by then.
Requests are sent at a rate, not as fast as it goes. At the end the log is replayed from its first event: one digest by
both ways.

python -m benchmarks.faults.soak --minutes 60 --rate 300
"""

import argparse
import asyncio
import heapq
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

from thresher.service.recovery import recover
from thresher.service.store import open_store

from .checking import live_digests
from .clients import Connection

MODEL = "mail"
CONFIG = {"labels": ["ham", "spam"], "timeout": 120, "remember": 50_000}  # forgotten when there are twice as many
SERVE = ("--snapshot-events", "20000", "--snapshot-seconds", "60", "--keep-days", "0", "--keep-snapshots", "2")
MEAN_DELAY = 30.0  # seconds from question to label
LABELLED = 0.95  # of all questions; the others run into the time-out
COLUMNS = ("minute", "requests", "resident MB", "own MB", "pending", "snapshot MB", "log MB", "p99 ms", "beyond MB")
GROWTH = 2.0  # MB beyond the snapshot that the last quarter of an hour may have more than the one before
WHOLE = 40  # minutes from which on that is asked: before, questions that are remembered still grow more


class Server:
    """`thresher serve` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "thresher", "serve", str(folder), "--port", "0", *SERVE]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        line = next(line for line in self.process.stderr if " on http://" in line)
        self.port = int(line.rpartition(":")[2])

    def memory(self) -> tuple[float, float]:
        """Resident, and of that what no file stands behind; in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        resident, own = (int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024 for name in ("VmRSS", "RssAnon"))  # type: ignore[index]
        return resident, own


class Load:
    """What is sent, and what came of it."""

    def __init__(self, port: int, rate: float, connections: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.port = port
        self.interval = connections / rate
        self.connections = connections
        self.due: list[tuple[float, str, str]] = []  # labels: when, of which question, which
        self.asked = 0
        self.done: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.last: tuple[bytes, bytes] = (b"", b"")  # a question and its answer

    async def run(self, until: float) -> None:
        """All connections, until a time of the monotonic clock."""
        await asyncio.gather(*(self._one(until, number) for number in range(self.connections)))

    async def _one(self, until: float, number: int) -> None:
        connection = Connection(self.port)
        moment = time.monotonic() + self.interval * number / self.connections
        while moment < until:
            await asyncio.sleep(max(0.0, moment - time.monotonic()))
            await self._request(connection)
            moment += self.interval
        connection.close()

    async def _request(self, connection: Connection) -> None:
        began = time.monotonic()
        if self.due and self.due[0][0] <= began:
            _, ticket, label = heapq.heappop(self.due)
            body = json.dumps({"ticket": ticket, "label": label}).encode()
            await self._sent(connection, "POST", "labels", body)
        elif self.rng.random() < 0.02:
            await self._other(connection)
        else:
            await self._ask(connection, began)
        self.seconds.append(time.monotonic() - began)

    async def _ask(self, connection: Connection, now: float) -> None:
        self.asked += 1
        ticket, words = f"q-{self.asked}", self.rng.sample(range(5000), 20)
        body = json.dumps({"x": {f"word{word}": 1 for word in words}, "id": ticket}).encode()
        said = await self._sent(connection, "POST", "ask", body)
        self.last = body, said
        if self.rng.random() < LABELLED:
            label = "spam" if min(words) < 150 else "ham"
            heapq.heappush(self.due, (now + self.rng.expovariate(1 / MEAN_DELAY), ticket, label))

    async def _other(self, connection: Connection) -> None:
        kind = self.rng.choice(("again", "predict", "ticket", "standing", "refused"))
        if kind == "again" and self.last[0]:
            body, before = self.last
            said = await self._sent(connection, "POST", "ask", body)
            assert said == before, f"{before!r} was said, and {said!r} when it was asked again"
        elif kind == "predict":
            await self._sent(connection, "POST", "predict", b'{"x":{"word1":1}}')
        elif kind == "ticket" and self.last[0]:  # the newest that was answered; a newer one may be under way
            await self._sent(connection, "GET", f"tickets/{json.loads(self.last[0])['id']}")
        elif kind == "standing":
            await self._sent(connection, "GET", "standing")
        else:
            await self._sent(connection, "POST", "ask", b'{"x": 3}', expected=422)

    async def _sent(
        self, connection: Connection, method: str, path: str, body: bytes = b"", expected: int = 200
    ) -> bytes:
        status, said = await connection.call(method, f"/v1/models/{MODEL}/{path}", body)
        self.done[f"{path.split('/')[0]} {status}"] += 1
        assert status == expected or (status == 410 and path != "ask"), f"{path}: {status} {said!r}"
        return said


async def _line(server: Server, load: Load, folder: Path, minute: int) -> list[Any]:
    """One line of the table. Whoever watches looks at the metrics and at the page too."""
    connection = Connection(server.port)
    _, text = await connection.call("GET", "/metrics")
    status, _ = await connection.call("GET", f"/models/{MODEL}")
    connection.close()
    assert status == 200, f"the page of the model: {status}"
    said = {name.decode(): float(value) for name, value in re.findall(rb"(?m)^(thresher_\w+)\S* (\S+)$", text)}
    seconds, load.seconds = sorted(load.seconds), []
    p99 = 1000 * seconds[len(seconds) * 99 // 100] if seconds else 0.0
    resident, own = server.memory()
    log = sum(file.stat().st_size for file in folder.glob("events.sqlite*")) / 2**20
    sizes = resident, own, int(said["thresher_pending"])
    snapshot = said.get("thresher_snapshot_bytes", 0.0) / 2**20
    return [minute, load.done.total(), *sizes, snapshot, log, p99, own - snapshot]


def growth(table: list[list[Any]]) -> float:
    """MB beyond model, pending and remembered by which the last quarter is above the third, on average."""
    beyond, quarter = [row[-1] for row in table], max(1, len(table) // 4)
    return fmean(beyond[-quarter:]) - fmean(beyond[-2 * quarter : -quarter] or beyond)


async def soak(server: Server, folder: Path, minutes: int, load: Load) -> list[list[Any]]:
    """The table, a line a minute, which is printed as it grows."""
    began = time.monotonic()
    body = json.dumps(CONFIG).encode()
    connection = Connection(server.port)
    status, said = await connection.call("PUT", f"/v1/models/{MODEL}", body)
    connection.close()
    assert status < 300, f"{status} {said!r}"
    loading = asyncio.create_task(load.run(began + 60 * minutes))
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|", flush=True)
    table = []
    for minute in range(1, minutes + 1):
        await asyncio.wait([loading], timeout=began + 60 * minute - time.monotonic())
        if loading.done():
            loading.result()
        table.append(await _line(server, load, folder, minute))
        print("| " + " | ".join(f"{one:,.1f}" if isinstance(one, float) else f"{one:,}" for one in table[-1]) + " |")
        sys.stdout.flush()
    await loading
    return table


def replayed_alike(folder: Path, live: tuple[int, str]) -> bool:
    """Whether the log, from its first event, comes to the digest that the service had."""
    store = open_store(folder, read_only=True)
    try:
        row = next(row for row in store.models() if row.name == MODEL)
        return recover(store, folder, row, until=live[0], snapshots=False).model.digest() == live[1]
    finally:
        store.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--rate", type=float, default=300.0, help="requests a second")
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    top = Path(tempfile.mkdtemp(prefix="thresher-soak-"))
    server = Server(top / "served")
    try:
        load = Load(server.port, given.rate, given.connections, given.seed)
        table = asyncio.run(soak(server, top / "served", given.minutes, load))
        live = asyncio.run(live_digests(server.port))[MODEL]
        server.process.terminate()
        assert server.process.wait() == 0
        assert replayed_alike(top / "served", live), "the log replayed comes to another digest"
        print(", ".join(f"{count:,} {what}" for what, count in sorted(load.done.items())))
        print(f"{live[0]:,} events, replayed from the first: the same digest")
        first, last = (f"{row[3]:.1f} MB after {row[0]} minutes" for row in (table[len(table) // 2], table[-1]))
        beyond = f"{growth(table):+.1f} MB beyond the snapshot from the third quarter to the last"
        print(f"own memory: {first}, {last}; {beyond}")
        if given.minutes >= WHOLE and growth(table) > GROWTH:
            raise SystemExit("memory beyond the model and what waits grew")
    finally:
        if server.process.poll() is None:
            server.process.kill()
        shutil.rmtree(top)


if __name__ == "__main__":
    main()

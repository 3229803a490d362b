"""The label service under load: requests a second and latencies, durable beside the same server without a store.

Needs wrk (Debian's package). Server and load share the machine's cores, so both are in the figures; the two servers run
by turns and the best of several rounds counts. A third measurement is of processor time: what one request costs the
server, whatever else the machine does. An hour of it, with memory by the minute, is benchmarks/faults/soak.py.

    python benchmarks/service.py                       # the table of docs/service-operate.md, three minutes
    python benchmarks/service.py --seconds 2 --rounds 1
    python benchmarks/service.py --snapshot            # p99 while a snapshot of 100 MB is made, and without
"""

import argparse
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

from benchmarks.claims import Claim, note  # noqa: E402
from benchmarks.service_parts.scripts import ASK, LINES, TURNS  # noqa: E402


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


PORT = _free_port()
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """What wrk said, and what the server used."""

    per_second: float
    p50: float
    p99: float
    errors: int
    microseconds: float  # of the server's processor, a request
    client: float  # microseconds of wrk's

    def __str__(self) -> str:
        used = f"{self.microseconds:.0f} | {self.client:.0f}"
        return f"{self.per_second:,.0f} | {self.p50:.1f} | {self.p99:.1f} | {used} | {self.errors}"


class Server:
    """A server in a process of its own, over a folder that goes with it."""

    def __init__(self, *options: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="thresher-load-"))
        command = [sys.executable, "-m", "benchmarks.service_parts.server", str(self.folder), str(PORT), *options]
        self.process = subprocess.Popen(command, cwd=ROOT)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/ready", timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server did not start")

    def processor_seconds(self) -> float:
        """Used so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def close(self) -> None:
        """Ends it, and its folder."""
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def loaded(server: Server, script: str, connections: int, seconds: float, run: str) -> Measured:
    """One run of wrk."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        before, client = server.processor_seconds(), _children_seconds()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--latency", "-s", file.name]
        done = subprocess.run(
            [*command, f"http://127.0.0.1:{PORT}", "--", run], capture_output=True, text=True, check=True
        ).stdout
        used, client = server.processor_seconds() - before, _children_seconds() - client
    requests = int(re.search(r"(\d+) requests in", done)[1])
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", done)
    return Measured(
        float(re.search(r"Requests/sec:\s+([\d.]+)", done)[1]),
        _milliseconds(re.search(r"(?m)^\s+50%\s+(\S+)", done)[1]),
        _milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)", done)[1]),
        int(bad[1]) if bad else 0,
        1e6 * used / max(requests, 1),
        1e6 * client / max(requests, 1),
    )


def _children_seconds() -> float:
    """Of processes that have ended: of wrk, as long as the server runs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _milliseconds(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unit]


WORK = (
    ("questions, 64 connections", ASK, 64, 1),
    ("question and label by turns, 64 connections", TURNS, 64, 1),
    ("questions, one connection", ASK, 1, 1),
    ("lines, 100 questions a request, 8 connections", LINES, 8, 100),
)


LEAST = {WORK[0][0]: 8_000, WORK[1][0]: 10_000, WORK[3][0]: 60_000}
"""Examples a second that are asked for."""


def table(seconds: float, rounds: int) -> None:
    """Durable beside the same server without a store."""
    columns = ("work", "server", "requests/s", "p50 ms", "p99 ms", "processor us a request", "wrk's us", "errors")
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for name, script, connections, each in WORK:
        best: dict[str, Measured] = {}
        for turn in range(rounds):
            for kind, options in (("without a store", ("--no-store",)), ("durable", ())):
                server = Server(*options)
                try:
                    found = loaded(server, script, connections, seconds, f"r{turn}")
                finally:
                    server.close()
                if kind not in best or found.per_second > best[kind].per_second:
                    best[kind] = found
        for kind, found in best.items():
            print(f"| {name} | {kind} | {found} |", flush=True)
        ratio = best["durable"].per_second / best["without a store"].per_second
        note(*_claims(name, best["durable"], best["without a store"], each))
        more = f"; {best['durable'].per_second * each:,.0f} examples/s" if each > 1 else ""
        print(f"| {name} | durable over without | x {ratio:.2f}{more} | | | | | |", flush=True)


def _claims(name: str, durable: Measured, without: Measured, each: int) -> list[Claim]:
    """What is asked of each kind of work."""
    found = []
    if (least := LEAST.get(name)) is not None:
        ours = durable.per_second * each
        found.append(Claim(f"service: {name}", ours, least, "a second", "the limit", 1.0, at_most=False))
    if name == WORK[0][0]:
        found.append(Claim(f"service: {name}, p99", durable.p99, 30.0, "ms", "the limit", 1.0))
        speeds = durable.per_second, without.per_second
        found.append(Claim(f"service: {name}", *speeds, "a second", "the same without a store", 0.45, at_most=False))
    if connections_of(name) == 1:
        found.append(Claim(f"service: {name}, p50", durable.p50, 2.0, "ms", "the limit", 1.0))
    return found


def connections_of(name: str) -> int:
    """How many connections a kind of work has."""
    return next(connections for work, _, connections, _ in WORK if work == name)


def snapshot(seconds: float) -> None:
    """p99 without a snapshot, and while one of about 100 MB is made."""
    server = Server()
    try:
        while (size := _snapshot_size(server)) < 100 * 2**20:  # questions wait, until all of it is large enough
            loaded(server, LINES, 8, 1, f"fill{time.time():.0f}")
            _make_snapshot()
            time.sleep(2)
        time.sleep(3)  # the disk has written what was filled in
        before = loaded(server, ASK, 64, seconds, f"a{time.time():.0f}")
        _make_snapshot()
        during = loaded(server, ASK, 64, seconds, f"b{time.time():.0f}")
        print(f"snapshot of {size / 2**20:.0f} MB: without {before}; during {during}", flush=True)
    finally:
        server.close()


def _make_snapshot() -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/v1/models/mail/snapshot", method="POST")
    urllib.request.urlopen(request).close()


def _snapshot_size(server: Server) -> int:
    """Bytes of the largest."""
    return max((file.stat().st_size for file in (server.folder / "snapshots").glob("*.thresher")), default=0)


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--snapshot", action="store_true")
    said = parser.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is not installed: apt-get install wrk")
    if said.snapshot:
        snapshot(said.seconds)
    else:
        table(said.seconds, said.rounds)


if __name__ == "__main__":
    main()

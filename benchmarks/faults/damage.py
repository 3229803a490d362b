"""Flipped bits, cut files and missing events: what is damaged is named, or does not matter; nothing is silently wrong.

A folder with snapshots and archives is made once. Each round damages a copy and opens it: it is refused, and the
sentence says where; or it opens with the digest and the answers that it had. Of the log the event is named by its seq.

    python -m benchmarks.faults.damage --rounds 2000
"""

import argparse
import asyncio
import json
import random
import re
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from thresher.errors import InputError, ThresherError
from thresher.service.config import ModelConfig
from thresher.service.looking import replayed
from thresher.service.running import Address, opened
from thresher.service.settings import Settings
from thresher.service.snapshots import write_snapshot

SETTINGS = Settings(
    reserve=0,
    models={"mail": ModelConfig(), "fixes": ModelConfig(learner="arow", labels=["a", "b"], order="replay:20")},
    snapshot_events=20,
    keep_snapshots=2,
    keep_days=0,
)
EVENTS = 150  # of each model, about
ASKED_AGAIN = 60


class WrongError(AssertionError):
    """Something damaged was taken for sound."""


class Base:
    """A sound folder, and what it says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: dict[tuple[str, str], tuple[Any, bytes]] = {}
        asyncio.run(self._filled())

    async def _filled(self) -> None:
        running = opened(self.folder, SETTINGS, Address())
        service = running.service
        await service.start()
        rng = random.Random(0)
        for number in range(EVENTS):
            for name, model in service.models.items():
                x, ticket = {"w": number % 7, "city": rng.choice(("Paris", "Rome"))}, f"q{number}"
                self.said[name, ticket] = x, await service.ask(model, x, ticket)
                if number % 3:
                    await service.label(model, f"q{number - 1}", rng.choice("ab"), 1.0)
            if number in (40, 60, 90):
                await service.upkeep._keep([write_snapshot(self.folder, model) for model in service.models.values()])
                if service.upkeep._archiving is not None:
                    await service.upkeep._archiving
        self.digests = {name: (model.seq, model.digest()) for name, model in service.models.items()}
        self.archived = {
            model.number: service.store.archives(model.number)[-1].last for model in service.models.values()
        }
        self.saved = {model.number: service.store.snapshots(model.number)[0].seq for model in service.models.values()}
        await service.close()
        # Only these: a file that the end of the service left behind is no part of the log, which has its events still.
        with closing(sqlite3.connect(self.folder / "events.sqlite")) as database:
            self.archives = [file for (file,) in database.execute("SELECT file FROM archives ORDER BY file")]
        running.close()

    def check(self, folder: Path) -> str:
        """What a damaged copy is: refused, or sound in all it says."""
        try:
            running = opened(folder, SETTINGS, Address())
        except (InputError, ThresherError) as error:
            return f"refused: {error}"
        try:
            return asyncio.run(self._answers(running))
        finally:
            running.close()

    async def _answers(self, running: Any) -> str:
        service = running.service
        try:
            found = {name: (model.seq, model.digest()) for name, model in service.models.items()}
            if found != self.digests:
                raise WrongError(f"opened as {found}, and was {self.digests}")
            await service.start()
            app, refused = running.app(), 0
            for (name, ticket), (x, said) in random.Random(0).sample(list(self.said.items()), ASKED_AGAIN):
                status, body = await _asked(app, name, x, ticket)
                if status == 200 and body != said:
                    raise WrongError(f"{said!r} was said, and now {body!r}")
                refused += status not in (200, 410)
            return "some answers refused" if refused else "no harm"
        finally:
            await service.upkeep.abandon()
            await service.writer.close()
            service.store.close()


async def _asked(app: Any, name: str, x: Any, ticket: str) -> tuple[int, bytes]:
    scope = {
        "type": "http", "method": "POST", "path": f"/v1/models/{name}/ask", "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }  # fmt: skip
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": json.dumps({"x": x, "id": ticket}).encode()}

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, receive, send)
    return said[0]["status"], b"".join(part.get("body", b"") for part in said[1:])


def flip(file: Path, rng: random.Random, *, first: int = 0) -> None:
    """One bit."""
    data = bytearray(file.read_bytes())
    data[rng.randrange(first, len(data))] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


def _any_event(base: Base, database: sqlite3.Connection, rng: random.Random) -> tuple[int, int]:
    rows = database.execute("SELECT model, seq FROM events").fetchall()
    found: tuple[int, int] = rng.choice(rows)
    return found


def _replay_names(folder: Path, seq: int) -> None:
    """The log alone does not come to an end, and the sentence has the event's number."""
    try:
        for _ in replayed(folder, None, None, until=None, snapshots=False, out=None):
            pass
    except ThresherError as error:
        if not re.search(rf"\bevent {seq}\b", str(error)):  # not 57 where it was 5
            raise WrongError(f"event {seq} was damaged, and it said: {error}") from None
        return
    raise WrongError(f"event {seq} was damaged, and nobody saw it")


def damaged_event(base: Base, folder: Path, rng: random.Random) -> str:
    """A bit of a column of an event."""
    with closing(sqlite3.connect(folder / "events.sqlite")) as database:
        model, seq = _any_event(base, database, rng)
        column = rng.choice(("body", "said", "id", "at", "kind", "checksum"))
        where = (model, seq)
        (value,) = database.execute(f"SELECT {column} FROM events WHERE model = ? AND seq = ?", where).fetchone()
        if isinstance(value, int):
            value ^= 1 << rng.randrange(3 if column == "kind" else 30)
        else:
            data = bytearray(value.encode() if isinstance(value, str) else value) or bytearray(b"\0")
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(7)
            value = data.decode("latin-1") if isinstance(value, str) else bytes(data)
        try:
            with database:
                database.execute(f"UPDATE events SET {column} = ? WHERE model = ? AND seq = ?", (value, *where))
        except sqlite3.IntegrityError:
            return "SQLite would not have it"
    _replay_names(folder, seq)
    return base.check(folder)


def missing_event(base: Base, folder: Path, rng: random.Random) -> str:
    """An event that was taken out."""
    with closing(sqlite3.connect(folder / "events.sqlite")) as database, database:
        model, seq = _any_event(base, database, rng)
        database.execute("DELETE FROM events WHERE model = ? AND seq = ?", (model, seq))
        (last,) = database.execute("SELECT max(seq) FROM events WHERE model = ?", (model,)).fetchone()
    _replay_names(folder, seq + 1 if last > seq else seq)
    return base.check(folder)


def flipped_database(base: Base, folder: Path, rng: random.Random) -> str:
    """A bit anywhere in the file of the log."""
    flip(folder / "events.sqlite", rng)
    return base.check(folder)


def cut_database(base: Base, folder: Path, rng: random.Random) -> str:
    """The end of the log's file is gone."""
    size = (folder / "events.sqlite").stat().st_size
    with (folder / "events.sqlite").open("r+b") as file:
        file.truncate(rng.randrange(size))
    return base.check(folder)


def _files(folder: Path, kind: str) -> list[Path]:
    return sorted((folder / kind).iterdir())


def damaged_snapshot(base: Base, folder: Path, rng: random.Random) -> str:
    """One or all: flipped, cut or gone. An older one, or the log, takes its place."""
    files = _files(folder, "snapshots")
    for file in files if rng.random() < 0.3 else [rng.choice(files)]:
        way = rng.randrange(3)
        if way == 0:
            flip(file, rng)
        elif way == 1:
            file.write_bytes(file.read_bytes()[: rng.randrange(file.stat().st_size)])
        else:
            file.unlink()
    found = base.check(folder)
    if found != "no harm":
        raise WrongError(f"without a snapshot: {found}")
    return found


def damaged_archive(base: Base, folder: Path, rng: random.Random) -> str:
    """Flipped, cut or gone. Served as before; a replay from nothing names the file and the event."""
    file = folder / "archive" / rng.choice(base.archives)
    way = rng.randrange(3)
    if way == 0:
        flip(file, rng)
    elif way == 1:
        file.write_bytes(file.read_bytes()[: rng.randrange(file.stat().st_size)])
    else:
        file.unlink()
    try:
        lines = list(replayed(folder, None, None, until=None, snapshots=False, out=None))
    except ThresherError as error:
        if file.name not in str(error):
            raise WrongError(f"{file.name} was damaged, and it said: {error}") from None
    else:
        if way or not all(digest in " ".join(lines) for _, digest in base.digests.values()):
            raise WrongError(f"{file.name} was damaged, and nobody saw it")
    return base.check(folder)


WAYS: tuple[Callable[[Base, Path, random.Random], str], ...] = (
    damaged_event,
    missing_event,
    flipped_database,
    cut_database,
    damaged_snapshot,
    damaged_archive,
)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began, counts = time.perf_counter(), {way.__name__: Counter[str]() for way in WAYS}
    with tempfile.TemporaryDirectory(prefix="thresher-damage-") as top:
        base = Base(Path(top) / "sound")
        for number in range(given.rounds):
            way, folder = WAYS[number % len(WAYS)], Path(top) / "damaged"
            shutil.copytree(base.folder, folder)
            try:
                found = way(base, folder, random.Random(given.seed + number))
            except Exception as error:
                raise WrongError(f"round {number}, {way.__name__}: {error!r}") from error
            counts[way.__name__][found.partition(":")[0]] += 1
            shutil.rmtree(folder)
    for name, found in counts.items():
        print(f"{name.replace('_', ' ')}: " + ", ".join(f"{count} {what}" for what, count in sorted(found.items())))
    print(f"{given.rounds:,} damages in {time.perf_counter() - began:.0f} s: none was silently wrong")


if __name__ == "__main__":
    main()

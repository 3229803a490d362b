"""The store in SQL, as far as SQLite and PostgreSQL agree. A question mark stands for a value in either.

Two connections: one writes, from one thread at a time; one reads, from another. Each append is one transaction, and
synced when it returns.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec

from ..._core import checksums
from ..events import Event, Kind
from .store import FORMAT, ArchiveRow, CheckRow, Damage, DamagedEvent, KeyRow, ModelRow, SnapshotRow

TABLES = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS models (model BIGINT PRIMARY KEY, name TEXT NOT NULL, made BIGINT NOT NULL, "
    "gone BIGINT, config {bytes} NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS models_served ON models (name) WHERE gone IS NULL",
    "CREATE TABLE IF NOT EXISTS events (model BIGINT NOT NULL, seq BIGINT NOT NULL, kind SMALLINT NOT NULL, "
    "at BIGINT NOT NULL, id TEXT NOT NULL, body {bytes} NOT NULL, said {bytes} NOT NULL, checksum BIGINT NOT NULL, "
    "PRIMARY KEY (model, seq)) {clustered}",
    "CREATE UNIQUE INDEX IF NOT EXISTS events_asked ON events (model, id) WHERE kind = 1",
    "CREATE INDEX IF NOT EXISTS events_told ON events (model, id) WHERE kind IN (2, 4)",
    "CREATE TABLE IF NOT EXISTS expired (model BIGINT NOT NULL, id TEXT NOT NULL, seq BIGINT NOT NULL, "
    "PRIMARY KEY (model, id, seq)) {clustered}",
    "CREATE TABLE IF NOT EXISTS archived (model BIGINT NOT NULL, id TEXT NOT NULL, seq BIGINT NOT NULL, "
    "PRIMARY KEY (model, id)) {clustered}",
    "CREATE TABLE IF NOT EXISTS archives (model BIGINT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL, "
    "file TEXT NOT NULL, checksum BIGINT NOT NULL, PRIMARY KEY (model, first))",
    "CREATE TABLE IF NOT EXISTS snapshots (model BIGINT NOT NULL, seq BIGINT NOT NULL, digest TEXT NOT NULL, "
    "bytes BIGINT NOT NULL, file TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (model, seq))",
    "CREATE TABLE IF NOT EXISTS checks (model BIGINT NOT NULL, seq BIGINT NOT NULL, digest TEXT NOT NULL, "
    "at BIGINT NOT NULL, PRIMARY KEY (model, seq, at))",
    "CREATE TABLE IF NOT EXISTS keys (hash TEXT PRIMARY KEY, name TEXT NOT NULL, scopes TEXT NOT NULL, "
    "made BIGINT NOT NULL, gone BIGINT)",
    "CREATE UNIQUE INDEX IF NOT EXISTS keys_valid ON keys (name) WHERE gone IS NULL",
)

COLUMNS = "model, seq, kind, at, id, body, said"
EXPIRED = "INSERT INTO expired (model, id, seq) VALUES (?, ?, ?)"
LISTED = frozenset({int(Kind.MADE), int(Kind.GONE), int(Kind.EXPIRE)})  # they stand in another table, too
OTHER = "its checksum is another"
ALONE = "the event before it is gone, so it can't be checked"
_model_of, _seq_of, _kind_of = itemgetter(0), itemgetter(1), itemgetter(2)
CHUNK = 4096  # events that are read at a time
CHUNK_BYTES = 16 * 2**20  # of their bodies, where there is more than one


class SqlStore(ABC):
    """What both databases do alike."""

    BYTES = "BLOB"
    CLUSTERED = ""

    def __init__(self) -> None:
        self._last: dict[int, tuple[int, int]] = {}  # of each model: last seq, and the checksum there
        self._lists_expired = False  # whether it is known by ticket which event gave it up

    # What a database does in its own way.

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Any]:
        """Of the writing connection; synced when it ends, undone by an exception."""

    def group(self, statements: int) -> AbstractContextManager[Any]:
        """The same around so many statements; one is a transaction by itself."""
        return nullcontext() if statements == 1 else self.transaction()

    def statements(self, rows: int) -> int:
        """How many it takes to insert so many events."""
        return 1

    @abstractmethod
    def write_one(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Executes a statement inside a transaction: how many rows it changed."""

    @abstractmethod
    def write_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Executes a statement for each row inside a transaction."""

    @abstractmethod
    def write_events(self, events: list[Event], checksums: list[int]) -> None:
        """Inserts events inside a transaction."""

    @abstractmethod
    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query on the reading connection."""

    def check_held(self) -> None:
        """Fails where the right to write was lost meanwhile, as an append would; a lock on a folder stays."""
        return

    def at_hand(self) -> bool:
        """Whether the next append waits for nothing but one write and its sync."""
        return False

    # Making it.

    def prepare(self) -> None:
        """Makes the tables where they are not there, and refuses those of a later version."""
        with self.transaction():
            for statement in TABLES:
                self.write_one(statement.format(bytes=self.BYTES, clustered=self.CLUSTERED))
        self.check_format()
        if not self._has_meta("format"):
            with self.transaction():
                self.write_one("INSERT INTO meta (name, value) VALUES (?, ?)", ("format", str(FORMAT)))
        if not self._has_meta("expired"):
            self._list_expired()

    def _has_meta(self, name: str) -> bool:
        return bool(self.read("SELECT 1 FROM meta WHERE name = ?", (name,)))

    def _list_expired(self) -> None:
        """Of a log that was written before this list was kept: by ticket, the event that gave it up."""
        found = self.read(f"SELECT {COLUMNS} FROM events WHERE kind = ?", (int(Kind.EXPIRE),))
        with self.transaction():
            self.write_many(EXPIRED, [row for one in found for row in _expired(_event(one))])
            self.write_one("INSERT INTO meta (name, value) VALUES (?, ?)", ("expired", "1"))

    def check_format(self) -> None:
        """Refuses tables of a later version."""
        for (value,) in self.read("SELECT value FROM meta WHERE name = ?", ("format",)):
            if int(value) > FORMAT:
                raise Damage(f"the log has format {value}, and this Thresher reads {FORMAT}: a later one wrote it.")

    # Writing.

    def append(self, events: Sequence[Event]) -> None:
        """Writes events, all or none, and returns when they are on disk."""
        last, events = dict(self._last), list(events)
        found = [one for model, part in groupby(events, _model_of) for one in self._checked(model, list(part), last)]
        kinds = set(map(_kind_of, events))
        listed = [] if LISTED.isdisjoint(kinds) else [event for event in events if event.kind in LISTED]
        with self.group(self.statements(len(events)) + len(listed)):
            self.write_events(events, found)
            for event in listed:
                self._list(event)
        self._last = last

    def _list(self, event: Event) -> None:
        """What is looked up otherwise than by place stands in a table of its own, too."""
        if event.kind == Kind.MADE:
            made = (event.model, event.id, event.at, event.body)
            self.write_one("INSERT INTO models (model, name, made, config) VALUES (?, ?, ?, ?)", made)
        elif event.kind == Kind.GONE:
            self.write_one("UPDATE models SET gone = ? WHERE model = ?", (event.at, event.model))
        else:
            self.write_many(EXPIRED, _expired(event))

    def _checked(self, model: int, events: list[Event], last: dict[int, tuple[int, int]]) -> list[int]:
        """The checksums of events of one model that follow each other; `last` goes on with them."""
        seq, before = last[model] if model in last else self._end(model)
        for place, own in enumerate(map(_seq_of, events), seq + 1):
            if own != place:
                raise Damage(f"event {own} of model {model} was to be written after event {place - 1}.")
        found = checksums(events, before)
        last[model] = events[-1].seq, found[-1]
        return found

    def _end(self, model: int) -> tuple[int, int]:
        """The last event of a model, and its checksum."""
        found = self.read("SELECT seq, checksum FROM events WHERE model = ? ORDER BY seq DESC LIMIT 1", (model,))
        found = found or self.read(
            "SELECT last, checksum FROM archives WHERE model = ? ORDER BY last DESC LIMIT 1", (model,)
        )
        return tuple(found[0]) if found else (0, 0)

    # Reading.

    def models(self) -> list[ModelRow]:
        """All that were ever made, oldest first."""
        found = self.read("SELECT model, name, made, gone, config FROM models ORDER BY model")
        return [ModelRow(number, name, made, gone, bytes(config)) for number, name, made, gone, config in found]

    def last_seq(self, model: int) -> int:
        """The place of the last event."""
        return self._end(model)[0]

    def last_event(self, model: int) -> Event | None:
        """The last event; None where the log has none, or none any more."""
        found = self.read(f"SELECT {COLUMNS} FROM events WHERE model = ? ORDER BY seq DESC LIMIT 1", (model,))
        return _event(found[0]) if found else None

    def numbers(self) -> list[int]:
        """The models that events are of."""
        numbers: list[int] = []
        while found := self.read("SELECT min(model) FROM events WHERE model > ?", (numbers[-1] if numbers else -1,)):
            if found[0][0] is None:
                break
            numbers.append(int(found[0][0]))
        return numbers

    def events(self, model: int, after: int = 0, until: int | None = None) -> Iterator[Event]:
        """The events of a model after a place, each checked against its checksum."""
        before = self._checksum_at(model, after)
        for events, sums in self._chunks(model, after, until):
            if not self._follow(events, sums, after, before):
                yield from self._until_damaged(events, sums, after, before)
            else:
                yield from events
            after, before = events[-1].seq, sums[-1]

    @staticmethod
    def _follow(events: list[Event], sums: list[int], after: int, before: int | None) -> bool:
        """Whether events follow one of a place and a checksum, all of them as they were written."""
        if events[0].seq != after + 1 or events[-1].seq != after + len(events):
            return False
        if before is None:
            return checksums(events[1:], sums[0]) == sums[1:]
        return checksums(events, before) == sums

    @staticmethod
    def _until_damaged(events: list[Event], sums: list[int], after: int, before: int | None) -> Iterator[Event]:
        """The same one by one, as far as they are as they were written."""
        for event, checksum in zip(events, sums, strict=True):
            if event.seq != after + 1:
                raise DamagedEvent(
                    event.model, after + 1, f"after event {after} comes event {event.seq}: some are missing"
                )
            if before is not None and event.check_after(before) != checksum:
                raise DamagedEvent(event.model, event.seq, OTHER)
            after, before = event.seq, checksum
            yield event

    def _chunks(self, model: int, after: int, until: int | None) -> Iterator[tuple[list[Event], list[int]]]:
        """Events and their checksums, in order."""
        limit = 2**62 if until is None else until
        where = "WHERE model = ? AND seq > ? AND seq <= ?"
        sql = f"SELECT {COLUMNS}, checksum FROM events {where} ORDER BY seq LIMIT ?"
        while room := self._room(where, (model, after, limit)):
            rows = self.read(sql, (model, after, limit, room))
            if not rows:
                return
            yield [_event(row) for row in rows], [row[7] for row in rows]
            after = rows[-1][1]

    def _room(self, where: str, values: Sequence[Any]) -> int:
        """How many of the next events are read in one go: rows may be as large as a request could once be."""
        first = f"SELECT seq, length(body) AS size FROM events {where} ORDER BY seq LIMIT {CHUNK}"
        summed = f"SELECT sum(size) OVER (ORDER BY seq) AS size FROM ({first}) AS first"
        ((there, fit),) = self.read(
            f"SELECT count(*), sum(CASE WHEN size <= {CHUNK_BYTES} THEN 1 ELSE 0 END) FROM ({summed}) AS summed", values
        )
        return max(1, int(fit)) if there else 0

    def _rows(self, model: int, after: int, until: int | None) -> Iterator[tuple[Event, int]]:
        """The same one by one."""
        for events, sums in self._chunks(model, after, until):
            yield from zip(events, sums, strict=True)

    def _checksum_at(self, model: int, seq: int) -> int | None:
        """Of one event; None where it is not here any more."""
        if not seq:
            return 0
        found = self.read("SELECT checksum FROM events WHERE model = ? AND seq = ?", (model, seq))
        found = found or self.read("SELECT checksum FROM archives WHERE model = ? AND last = ?", (model, seq))
        return int(found[0][0]) if found else None

    def with_checksums(self, model: int, after: int, until: int) -> Iterator[tuple[Event, int]]:
        """Events with their checksums, for an archive; each was checked."""
        checked = self.events(model, after, until)
        for (event, checksum), same in zip(self._rows(model, after, until), checked, strict=True):
            assert event == same
            yield event, checksum

    def question(self, model: int, ticket: str) -> Event | None:
        """The question of a ticket, if it is in the log."""
        sql = f"SELECT {COLUMNS}, checksum FROM events WHERE model = ? AND id = ? AND kind = 1"
        found = self.read(sql, (model, ticket))
        return self._sound(found[0]) if found else None

    def _sound(self, row: Sequence[Any]) -> Event:
        """An event that was looked up, checked like those that are read in order."""
        event = _event(row)
        before = self._checksum_at(event.model, event.seq - 1)
        if before is None:  # it can't be checked: nothing takes an event out of the middle but damage
            raise DamagedEvent(event.model, event.seq, ALONE)
        if event.check_after(before) != row[7]:
            raise DamagedEvent(event.model, event.seq, OTHER)
        return event

    def archived(self, model: int, ticket: str) -> int | None:
        """The place of a question that was moved into an archive."""
        found = self.read("SELECT seq FROM archived WHERE model = ? AND id = ?", (model, ticket))
        return int(found[0][0]) if found else None

    def of_ticket(self, model: int, ticket: str) -> list[Event]:
        """Everything about one question, in order."""
        sql = f"SELECT {COLUMNS}, checksum FROM events WHERE model = ? AND"
        asked = self.read(f"{sql} id = ? AND kind = 1", (model, ticket))
        told = self.read(f"{sql} id = ? AND kind IN (2, 4)", (model, ticket))
        for (seq,) in self._expiries(model, ticket):
            told += self.read(f"{sql} seq = ?", (model, seq))
        return [self._sound(row) for row in sorted((*asked, *told), key=lambda row: row[1])]

    def _expiries(self, model: int, ticket: str) -> list[Any]:
        """The places of the events that gave a question up; none where whoever wrote the log lists none."""
        self._lists_expired = self._lists_expired or self._has_meta("expired")
        if not self._lists_expired:
            return []
        return self.read("SELECT seq FROM expired WHERE model = ? AND id = ?", (model, ticket))

    # Snapshots, replays and archives.

    def add_snapshot(self, row: SnapshotRow) -> None:
        """A snapshot is whole and on disk."""
        with self.transaction():
            self.write_one("DELETE FROM snapshots WHERE model = ? AND seq = ?", row[:2])
            self.write_one("INSERT INTO snapshots (model, seq, digest, bytes, file, at) VALUES (?, ?, ?, ?, ?, ?)", row)

    def drop_snapshot(self, model: int, seq: int) -> None:
        """A snapshot is not there any more."""
        with self.transaction():
            self.write_one("DELETE FROM snapshots WHERE model = ? AND seq = ?", (model, seq))

    def snapshots(self, model: int) -> list[SnapshotRow]:
        """Of a model, newest first."""
        sql = "SELECT model, seq, digest, bytes, file, at FROM snapshots WHERE model = ? ORDER BY seq DESC"
        return [SnapshotRow(*row) for row in self.read(sql, (model,))]

    def add_check(self, row: CheckRow) -> None:
        """A replay came to the same state."""
        with self.transaction():
            self.write_one("INSERT INTO checks (model, seq, digest, at) VALUES (?, ?, ?, ?)", row)

    def checks(self, model: int) -> list[CheckRow]:
        """Replays of a model, newest first."""
        sql = "SELECT model, seq, digest, at FROM checks WHERE model = ? ORDER BY at DESC, seq DESC LIMIT 100"
        return [CheckRow(*row) for row in self.read(sql, (model,))]

    def old_enough(self, model: int, before: int) -> int:
        """The place of the last event that happened before a moment; 0 of none."""
        found = self.read("SELECT seq FROM events WHERE model = ? AND at >= ? ORDER BY seq LIMIT 1", (model, before))
        return int(found[0][0]) - 1 if found else self.last_seq(model)

    def archive(self, row: ArchiveRow) -> None:
        """Events are in a file, which is on disk, and leave the log; their tickets are remembered."""
        span = (row.model, row.first, row.last)
        checksum = self._checksum_at(row.model, row.last)
        with self.transaction():
            self.write_one(
                "INSERT INTO archived (model, id, seq) SELECT model, id, seq FROM events "
                "WHERE model = ? AND seq >= ? AND seq <= ? AND kind = 1",
                span,
            )
            self.write_one(
                "INSERT INTO archives (model, first, last, file, checksum) VALUES (?, ?, ?, ?, ?)", (*row, checksum)
            )
            self.write_one("DELETE FROM events WHERE model = ? AND seq >= ? AND seq <= ?", span)
            self.write_one("DELETE FROM expired WHERE model = ? AND seq >= ? AND seq <= ?", span)

    def archives(self, model: int) -> list[ArchiveRow]:
        """Of a model, oldest first."""
        sql = "SELECT model, first, last, file FROM archives WHERE model = ? ORDER BY first"
        return [ArchiveRow(*row) for row in self.read(sql, (model,))]

    # Keys.

    def valid_keys(self) -> list[KeyRow]:
        """Those that are valid."""
        found = self.read("SELECT hash, name, scopes, made, gone FROM keys WHERE gone IS NULL ORDER BY made, name")
        return [KeyRow(*row) for row in found]

    def had_keys(self) -> bool:
        """Whether there is any, valid or not."""
        return bool(self.read("SELECT 1 FROM keys LIMIT 1"))

    def add_key(self, row: KeyRow) -> None:
        """A key is valid from now on."""
        with self.transaction():
            self.write_one("INSERT INTO keys (hash, name, scopes, made, gone) VALUES (?, ?, ?, ?, ?)", row)

    def end_key(self, name: str, at: int) -> bool:
        """A key is not valid any more; whether there was one of that name."""
        with self.transaction():
            return self.write_one("UPDATE keys SET gone = ? WHERE name = ? AND gone IS NULL", (at, name)) > 0


def _expired(event: Event) -> list[tuple[int, str, int]]:
    """The rows of one expiry."""
    return [(event.model, ticket, event.seq) for ticket in msgspec.json.decode(event.body)["tickets"]]


def _event(row: Sequence[Any]) -> Event:
    model, seq, kind, at, ticket, body, said = row[:7]
    try:
        return Event(model, seq, kind, at, ticket, bytes(body), bytes(said))
    except TypeError:  # a column that holds another type than was written
        raise DamagedEvent(model, seq, "it holds values of other types") from None

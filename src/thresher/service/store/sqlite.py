"""The store in one SQLite file: WAL, synced at every commit.

Syncing a file that grew takes a file system many times as long as syncing one of which bytes were written over: where
it ends has to be on disk, too. SQLite writes the WAL over again and again, once it is as long as it gets; of a service
that is asked often it is made so long beforehand.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from ..._core import flat_events
from ...files import sync_data
from ..events import Event
from .sql import COLUMNS, SqlStore
from .store import Damage

SETTINGS = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 0,
    "wal_autocheckpoint": 4000,  # pages, 16 MB: a page that changes often is moved into the file once
    "cache_size": -8_000,  # KB: what is added to; looking up the tickets of questions takes no longer than with 32 MB
}
BUSY = 10.0  # seconds that another process may hold the file
AT_ONCE = 128  # events of one statement
GROWN = 2**20  # bytes of the WAL after which it is made as long as it gets
ROOM = 20 * 2**20  # bytes that it has then: the pages after which it is written over, and groups beside them
SPARE = 4 * ROOM  # bytes of disk that must be free for it
TIDY = 8 * 2**20  # bytes of events after which the WAL is moved into the file, before SQLite does it at some commit


class SqliteStore(SqlStore):
    """Events in a file.

    Parameters
    ----------
    path : Path
        The file; made where it is not there.
    read_only : bool, default False
        For those who only look.
    synced : bool, default True
        False loses acknowledged events when the power fails: only for showing that a test would see it.
    """

    CLUSTERED = "WITHOUT ROWID"

    def __init__(self, path: Path, *, read_only: bool = False, synced: bool = True) -> None:
        super().__init__()
        self._path = path
        self._wal = path.with_name(path.name + "-wal")
        self._has_room = False  # the WAL is as long as it gets, or can't be made so
        self._since = 0  # bytes of events since the WAL was moved into the file
        self._writing = None if read_only else self._opened(writing=True, synced=synced)
        if self._writing is not None:
            self._reading = self._writing
            with _telling(path):
                self.prepare()
        self._reading = self._opened(writing=False, synced=synced)
        with _telling(path):
            self.check_format()

    def _opened(self, *, writing: bool, synced: bool) -> sqlite3.Connection:
        with _telling(self._path):
            address = f"{self._path.absolute().as_uri()}?mode={'rwc' if writing else 'ro'}"
            found = sqlite3.connect(
                address,
                uri=True,
                timeout=BUSY,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=2 * AT_ONCE,
            )
            if writing:
                self._set(found, synced=synced)
        return found

    def _set(self, found: sqlite3.Connection, *, synced: bool) -> None:
        """Each setting is read back: an I/O error while it is changed may leave another one without a word."""
        wanted = SETTINGS | ({} if synced else {"synchronous": 0})
        for name, value in wanted.items():
            found.execute(f"PRAGMA {name} = {value}")
            (now,) = found.execute(f"PRAGMA {name}").fetchone()
            if now != value:
                raise Damage(f"{self._path}: {name} is {now!r} and could not be set to {value!r}.")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        assert self._writing is not None
        self._writing.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._writing.execute("COMMIT")
        except BaseException:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            raise

    def at_hand(self) -> bool:
        """Not where the WAL is made longer first, or moved into the file."""
        return self._since < TIDY and (self._has_room or self._since < GROWN)

    def append(self, events: Sequence[Event]) -> None:
        if self._since >= GROWN and not self._has_room:
            self._has_room = True
            with self.transaction():  # nobody else adds to the WAL now
                _lengthen(self._wal, ROOM)
        if self._since >= TIDY:
            self._tidy()
            self._since = 0
        super().append(events)
        self._since += sum([len(event.body) + len(event.said) for event in events])

    def _tidy(self) -> None:
        """Moves the WAL into the file. A full disk is no reason to end: the WAL may have room for labels."""
        assert self._writing is not None
        try:
            self._writing.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
                raise

    def write_one(self, sql: str, values: Sequence[Any] = ()) -> int:
        assert self._writing is not None
        return self._writing.execute(sql, values).rowcount

    def write_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        assert self._writing is not None
        self._writing.executemany(sql, rows)

    def statements(self, rows: int) -> int:
        return -(-rows // AT_ONCE)

    def write_events(self, events: list[Event], checksums: list[int]) -> None:
        """Many rows a statement: each step lets go of the interpreter and has to wait until it gets it again."""
        assert self._writing is not None
        for begin in range(0, len(events), AT_ONCE):
            part = events[begin : begin + AT_ONCE]
            self._writing.execute(_insert(len(part)), flat_events(part, checksums[begin : begin + AT_ONCE]))

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with _telling(self._path):
            return self._reading.execute(sql, values).fetchall()

    def size(self) -> int:
        """Bytes on disk."""
        return _size(self._path) + _size(self._wal)

    def back_up(self, path: Path) -> None:
        """A copy of the log as it is now, while others write."""
        with _telling(self._path), sqlite3.connect(path) as copy:
            self._reading.backup(copy, pages=1024)
        copy.close()

    def problems(self) -> list[str]:
        """What SQLite itself finds wrong."""
        found = [str(row[0]) for row in self.read("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found

    def close(self) -> None:
        """Lets the file go."""
        for connection in (self._reading, self._writing):
            if connection is not None:
                connection.close()


@cache
def _insert(rows: int) -> str:
    return f"INSERT INTO events ({COLUMNS}, checksum) VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * rows)}"


def _size(file: Path) -> int:
    """Bytes; none of a file that is not there."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _lengthen(wal: Path, size: int) -> None:
    """Zeros up to this size, as many as may be written. To SQLite they are what an older run left: no part of the WAL.

    They are written: space that is only given away has to be marked as written later, which is synced too.
    """
    with wal.open("r+b", buffering=0) as file:
        found = os.fstatvfs(file.fileno())
        if found.f_bavail * found.f_frsize < SPARE:
            return
        file.seek(0, os.SEEK_END)
        with suppress(OSError):  # a quota, for instance: the WAL grows bit by bit then
            file.write(bytes(max(0, size - file.tell())))
        sync_data(file.fileno())  # what fails here would fail where events are synced, too


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """What SQLite can't read is said of this file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise Damage(f"{path}: {error}.") from error

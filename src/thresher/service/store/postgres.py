"""The store in PostgreSQL: the same tables, and a lock that the session which writes holds.

A writer that lost its session can't commit: the lock, and with it the right to write, went with the session. A second
service waits for the lock (a standby) or is refused.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import InputError
from .sql import INSERT, SqlStore
from .store import Damage

LOCK = 0x7448_7253  # one for each database
EVERY = 0.5  # seconds between tries of a standby


class PostgresStore(SqlStore):
    """Events in a database.

    Parameters
    ----------
    address : str
        postgresql://user@host/database
    read_only : bool, default False
        For those who only look.
    shared : bool, default False
        Without the lock: for those who write no events.
    synced : bool, default True
        False loses acknowledged events when the power fails: only for showing that a test would see it.
    standby : bool, default False
        Wait until whoever writes has gone; default: refuse.
    """

    BYTES = "BYTEA"

    def __init__(
        self,
        address: str,
        *,
        read_only: bool = False,
        shared: bool = False,
        synced: bool = True,
        standby: bool = False,
    ) -> None:
        super().__init__()
        self._address = address
        self._writing = None if read_only else self._opened()
        self._reading = self._opened()
        if self._writing is None:
            self.check_format()
            return
        if not shared:
            self._take_lock(standby)
        self._writing.execute(f"SET synchronous_commit = {'on' if synced else 'off'}")
        self.prepare()

    def _opened(self) -> Any:
        try:
            import psycopg
        except ImportError:
            raise InputError("PostgreSQL needs psycopg: pip install 'thresher[postgres]'.") from None
        try:
            return psycopg.connect(self._address, autocommit=True)
        except psycopg.OperationalError as error:
            raise InputError(f"the database can't be reached: {' '.join(str(error).split())}.") from None

    def _take_lock(self, standby: bool) -> None:
        while True:
            assert self._writing is not None
            (got,) = self._writing.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchone()
            if got:
                return
            if not standby:
                raise InputError("the database is written by another service.", hint="wait for it: --standby")
            time.sleep(EVERY)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        assert self._writing is not None
        with self._writing.transaction():
            yield

    def write_one(self, sql: str, values: Sequence[Any] = ()) -> int:
        assert self._writing is not None
        return int(self._writing.execute(_spelled(sql), values or None).rowcount)

    def write_events(self, rows: Sequence[Sequence[Any]]) -> None:
        assert self._writing is not None
        with self._writing.cursor() as cursor:
            cursor.executemany(_spelled(INSERT), rows)

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        import psycopg

        try:
            return list(self._reading.execute(_spelled(sql), values or None).fetchall())
        except psycopg.errors.UndefinedTable as error:
            raise Damage(f"the database has no log of Thresher's: {error}") from None

    def size(self) -> int:
        """Bytes on disk."""
        return int(self.read("SELECT pg_database_size(current_database())")[0][0])

    def problems(self) -> list[str]:
        """What the database itself finds wrong: it is asked by its own tools."""
        return []

    def close(self) -> None:
        """Lets the sessions go, and the lock with them."""
        for connection in (self._reading, self._writing):
            if connection is not None:
                connection.close()


def _spelled(sql: str) -> str:
    return sql.replace("%", "%%").replace("?", "%s")

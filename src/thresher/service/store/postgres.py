"""The store in PostgreSQL: the same tables, and a lock that the session which writes holds.

A writer that lost its session can't commit: the lock, and with it the right to write, went with the session. A second
service waits for the lock (a standby) or is refused. The address must lead to the server itself: behind a pooler that
gives each transaction another session the lock would mean nothing.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import InputError
from ..events import Event
from .sql import COLUMNS, SqlStore
from .store import Damage, Unreachable

LOCK = 0x7448_7253  # one for each database
EVERY = 0.25  # seconds between tries of a standby
# A server that is cut off is noticed within these seconds, by us and, as far as it has them from us, by itself.
PATIENCE = {
    "connect_timeout": 10,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# One statement for a group of any size: an array for each column.
INSERT_MANY = (
    f"INSERT INTO events ({COLUMNS}, checksum) SELECT * FROM unnest("
    "%b::bigint[], %b::bigint[], %b::smallint[], %b::bigint[], %b::text[], %b::bytea[], %b::bytea[], %b::bigint[])"
)


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
        self._writing: Any = None
        self._reading = self._opened()
        try:
            if read_only:
                self.check_format()
                return
            self._writing = self._opened()
            if not shared:
                self._take_lock(standby)
            self._set_synced(synced)
            if shared and self.read("SELECT to_regclass('meta')")[0][0]:
                self.check_format()  # making tables again would wait for whoever writes
            else:
                self.prepare()
        except BaseException:
            self.close()
            raise

    def _opened(self) -> Any:
        try:
            import psycopg
        except ImportError:
            raise InputError("PostgreSQL needs psycopg: pip install 'thresher[postgres]'.") from None
        try:
            return psycopg.connect(self._address, autocommit=True, **PATIENCE)
        except psycopg.Error as error:
            raise InputError(f"the database can't be reached: {_sentence(error)}") from None

    def _take_lock(self, standby: bool) -> None:
        while True:
            (got,) = self._writing.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchone()
            if got:
                return
            if not standby:
                raise InputError("the database is written by another service.", hint="wait for it: standby=")
            time.sleep(EVERY)

    def _set_synced(self, synced: bool) -> None:
        """Each setting is read back: what was acknowledged must be on disk."""
        for name, wanted in {"synchronous_commit": "on" if synced else "off", "fsync": "on"}.items():
            if name != "fsync":
                self._writing.execute(f"SET {name} = {wanted}")
            (now,) = self._writing.execute(f"SHOW {name}").fetchone()
            if now != wanted and synced:
                raise InputError(
                    f"the database has {name} = {now}: it would lose events that were acknowledged.",
                    hint=f"set {name} = {wanted} in postgresql.conf",
                )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._writing.transaction():
            yield

    def check_held(self) -> None:
        self._writing.execute("SELECT 1").fetchone()

    def write_one(self, sql: str, values: Sequence[Any] = ()) -> int:
        return int(self._writing.execute(_spelled(sql), values).rowcount)

    def write_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        with self._writing.cursor() as cursor:
            cursor.executemany(_spelled(sql), rows)

    def write_events(self, events: list[Event], checksums: list[int]) -> None:
        self._writing.execute(INSERT_MANY, [*map(list, zip(*events, strict=True)), checksums])

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        import psycopg

        try:
            if self._reading.broken or self._reading.closed:
                self._reading = self._opened()  # a reading session holds nothing that could be lost
            return list(self._reading.execute(_spelled(sql), values).fetchall())
        except psycopg.errors.UndefinedTable as error:
            raise Damage(f"the database has no log of Thresher's: {_sentence(error)}") from None
        except (psycopg.OperationalError, psycopg.InterfaceError, InputError) as error:
            raise Unreachable(f"the database does not answer: {_sentence(error)}") from None

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


def _sentence(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") + "."

"""Where events are kept: SQLite in the folder of the service, or PostgreSQL where that is wanted."""

from pathlib import Path

from ...errors import ParameterError
from .store import ArchiveRow, CheckRow, Damage, DamagedEvent, KeyRow, ModelRow, SnapshotRow, Store, Unreachable

LOG = "events.sqlite"
SCHEMES = ("postgresql://", "postgres://")

__all__ = [
    "LOG",
    "ArchiveRow",
    "CheckRow",
    "Damage",
    "DamagedEvent",
    "KeyRow",
    "ModelRow",
    "SnapshotRow",
    "Store",
    "Unreachable",
    "open_store",
]


def open_store(
    folder: Path,
    address: str | None = None,
    *,
    read_only: bool = False,
    shared: bool = False,
    synced: bool = True,
    standby: bool = False,
) -> Store:
    """The store of a folder.

    Parameters
    ----------
    folder : Path
        Of the service.
    address : str, optional
        Of a PostgreSQL database, postgresql://...; default: a SQLite file in the folder.
    read_only : bool, default False
        For followers and for those who only look.
    shared : bool, default False
        For those who write something else than events, keys for instance, while another process writes these.
    synced : bool, default True
        False loses acknowledged events: only to show that a test would see it.
    standby : bool, default False
        Wait where another service writes into the database; a folder has a lock of its own.
    """
    _check_address(address)
    if address is None:
        from .sqlite import SqliteStore

        return SqliteStore(folder / LOG, read_only=read_only, synced=synced)
    from .postgres import PostgresStore

    return PostgresStore(address, read_only=read_only, shared=shared, synced=synced, standby=standby)


def _check_address(address: str | None) -> None:
    """Refuses what is no address of PostgreSQL's. Only the scheme is repeated: a password may follow."""
    if address is None or address.startswith(SCHEMES) or ("://" not in address and "=" in address):
        return
    scheme, found, _ = address.partition("://")
    said = f"{scheme}://" if found else "this"
    raise ParameterError(
        f"{said} is no store: events are kept in PostgreSQL, postgresql://user@host/database, or in SQLite in the "
        "folder itself.",
        hint="for SQLite leave store out",
    )

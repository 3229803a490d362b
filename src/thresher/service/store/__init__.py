"""Where events are kept: SQLite in the folder of the service, or PostgreSQL where that is wanted."""

from pathlib import Path

from .store import ArchiveRow, CheckRow, Damage, KeyRow, ModelRow, SnapshotRow, Store

LOG = "events.sqlite"

__all__ = ["LOG", "ArchiveRow", "CheckRow", "Damage", "KeyRow", "ModelRow", "SnapshotRow", "Store", "open_store"]


def open_store(
    folder: Path, address: str | None = None, *, read_only: bool = False, shared: bool = False, synced: bool = True
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
    """
    if address is None:
        from .sqlite import SqliteStore

        return SqliteStore(folder / LOG, read_only=read_only, synced=synced)
    from .postgres import PostgresStore

    return PostgresStore(address, read_only=read_only, shared=shared, synced=synced)

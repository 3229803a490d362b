"""Events that are older than every snapshot, as compressed JSON lines in a folder of their own."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ..errors import InputError
from .events import Event, Written
from .store import ArchiveRow, Damage, Store

FOLDER = "archive"


def write_archive(store: Store, folder: Path, model: int, first: int, last: int) -> ArchiveRow:
    """Writes events [first, last] of a model into a file, which is on disk when this returns. The log still has them.

    Parameters
    ----------
    store : Store
        The log.
    folder : Path
        Of the service.
    model : int
        Its number.
    first, last : int
        The events.
    """
    (folder / FOLDER).mkdir(exist_ok=True)
    row = ArchiveRow(model, first, last, f"{model}-{first:012d}-{last:012d}.ndjson.zst")
    partial = folder / FOLDER / (row.file + ".partial")
    with partial.open("wb") as file:
        with _zstd().ZstdCompressor(level=6, write_checksum=True).stream_writer(file, closefd=False) as packed:
            for event, checksum in store.with_checksums(model, first - 1, last):
                packed.write(msgspec.json.encode(event.to_plain() | {"check": checksum}) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    partial.rename(folder / FOLDER / row.file)
    _sync_folder(folder / FOLDER)
    return row


def archived_events(folder: Path, row: ArchiveRow) -> Iterator[Event]:
    """The events of a file, each checked.

    Raises
    ------
    Damage
        If the file is gone, or not as it was written.
    """
    path, wanted, before = folder / FOLDER / row.file, row.first, None
    try:
        with path.open("rb") as file:
            for line in _lines(file):
                written = msgspec.json.decode(line, type=Written)
                event = written.event(row.model)
                if event.seq != wanted:
                    raise Damage(f"{path}: event {event.seq} stands where event {wanted} should be.")
                if before is not None and event.check_after(before) != written.check:
                    raise Damage(f"{path}: event {event.seq} is damaged: its checksum is another.")
                before, wanted = written.check, wanted + 1
                yield event
    except (OSError, ValueError, KeyError, _zstd().ZstdError, msgspec.MsgspecError) as error:
        raise Damage(f"{path}: can't be read from event {wanted} on: {error}.") from None
    if wanted != row.last + 1:
        raise Damage(f"{path}: ends before event {wanted}.")


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a packed file. One that is cut anywhere is found out, even where only its own checksum is gone."""
    packed, rest = _zstd().ZstdDecompressor().decompressobj(), b""
    while chunk := file.read(1 << 16):
        *lines, rest = (rest + packed.decompress(chunk)).split(b"\n")
        yield from lines
    if not packed.eof or packed.unused_data or rest:
        raise ValueError("its end is not that with which it was written")


def _zstd() -> Any:
    try:
        import zstandard
    except ImportError:
        raise InputError("archives need zstandard: pip install 'thresher[serve]'.") from None
    return zstandard


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""How far each file was read: kept in the model, so that a run that was stopped goes on where it was."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..streams import Position, Source
from ..streams.formats import READ_TABLES

_TAIL = 4096


def to_progress(loop: Any, sources: Sequence[Source], stopped: bool) -> dict[str, Any]:
    """What goes into the model: the pass, and for each file where to go on."""
    files = {}
    for source in sources:
        position = loop.positions.get(source.name)
        if position is not None and source.repeatable:
            files[os.path.normpath(source.name)] = {
                "at": position.at,
                "lines": position.lines,
                "unit": _unit(source),
                "tail": _tail(source, position.at),
            }
    return {
        "passes": loop.passes,
        "stopped": stopped,
        "labelled": loop.labelled if loop.holdout else 0,
        "files": files,
    }


def passes_made(progress: Mapping[str, Any], wanted: int) -> tuple[int, bool]:
    """How many passes are complete, and whether the next one goes on inside the files.

    A pass that was stopped is finished first. Where all were made already, only what is new at the end of the files
    is left to read.
    """
    begun, stopped = int(progress.get("passes", 0)), bool(progress.get("stopped", False))
    if stopped:
        return begun - 1, True
    return (wanted - 1, True) if begun >= wanted else (begun, False)


def starts(progress: Mapping[str, Any], sources: Sequence[Source]) -> dict[str, Position]:
    """Where to go on in each file. A file that is no longer what it was is refused."""
    positions = {}
    for source in sources:
        known = progress.get("files", {}).get(os.path.normpath(source.name))
        if known is None:
            continue
        position = Position(int(known["at"]), int(known["lines"]))
        if known.get("unit") is None and source.found_format in READ_TABLES:  # 0.1.0 counted the rows of tables
            position = source.after_rows(position.at)
        if known["tail"] is not None and _tail(source, position.at) != known["tail"]:
            raise InputError(
                f"{source.name}: has changed before byte {position.at}, where the model stopped reading; "
                "learn from it anew, or leave --resume out."
            )
        if _torn(source, position.at):
            raise InputError(
                f"{source.name}: its last line had no end when it was read, and has grown since; learn from it anew."
            )
        positions[source.name] = position
    return positions


def _unit(source: Source) -> str:
    return "bytes" if source.is_text else "rows"


def _torn(source: Source, at: int) -> bool:
    """Whether a text was read to the middle of a line, and goes on there now."""
    if source.size is None or at == 0 or at >= source.size or not source.is_text:
        return False
    with open(source.name, "rb") as file:
        file.seek(at - 1)
        return file.read(1) != b"\n"


def _tail(source: Source, at: int) -> str | None:
    """A fingerprint of what stands before the position, of files that can be looked into."""
    if source.size is None or not source.is_text:
        return None
    if at > (source.size or 0):
        return ""
    import hashlib

    with open(source.name, "rb") as file:
        file.seek(max(0, at - _TAIL))
        return hashlib.sha256(file.read(at - file.tell())).hexdigest()[:16]

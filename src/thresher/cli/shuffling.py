"""How far files were read, in order or shuffled: a run that was stopped goes on with the same row either way."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..streams import Position
from . import resuming

_LOOKED_AT = 1 << 16  # bytes at each end of a file


def to_progress(loop: Any, sources: Sequence[Any], stopped: bool) -> dict[str, Any]:
    """What goes into the model. Of a shuffled run that was stopped: its order, and how many rows of it were taken."""
    (first, *_) = sources
    if not hasattr(first, "seed"):
        return resuming.to_progress(loop, sources, stopped)
    files = [stream for stream in first.streams if stream.repeatable]
    position = loop.positions.get(first.name, Position())
    if stopped:
        loop = _At(loop, {})
        order = {"seed": first.seed, "rows": position.at, "files": {_named(one): _fingerprint(one) for one in files}}
        known = {"shuffled": order} if len(files) == len(first.streams) else {}
        return resuming.to_progress(loop, files, stopped) | known
    return resuming.to_progress(_At(loop, first.ends), files, stopped)


def starts(progress: Mapping[str, Any], sources: Sequence[Any], *, inside: bool) -> dict[str, Position] | None:
    """Where to go on, if inside the files. A shuffled run goes on in its own order only."""
    (first, *_) = sources
    seed, stopped = getattr(first, "seed", None), progress.get("shuffled")
    if not inside:
        return None
    if stopped is None:
        if seed is None:
            return resuming.starts(progress, sources)
        if progress.get("stopped") and progress.get("files"):
            raise InputError(
                "the model was stopped while it read its files in their own order; leave --shuffle out to go on there."
            )
        first.starts = resuming.starts(progress, first.streams)  # what is new at the end of the files
        return None
    if seed != stopped["seed"]:
        raise InputError(
            f"the model was stopped while it read its files in random order; say --shuffle={stopped['seed']} to go on "
            "there."
        )
    _check_unchanged(stopped["files"], first.streams)
    return {first.name: Position(int(stopped["rows"]), int(stopped["rows"]))}


def _check_unchanged(known: Mapping[str, str], streams: Sequence[Any]) -> None:
    """The order is of these rows and no others."""
    named = {_named(stream): stream for stream in streams}
    if list(named) != list(known):
        raise InputError(
            f"the model was stopped while it read {', '.join(known)} in random order; it can only go on with the same "
            "files in the same order."
        )
    for name, stream in named.items():
        if _fingerprint(stream) != known[name]:
            raise InputError(
                f"{name}: has changed since the model read it in random order; learn from it anew, or leave --resume "
                "out."
            )


def _named(stream: Any) -> str:
    return os.path.normpath(str(stream.name))


def _fingerprint(stream: Any) -> str:
    """Of a file's size, its beginning and its end."""
    with open(stream.name, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        begin = file.read(_LOOKED_AT)
        file.seek(max(0, size - _LOOKED_AT))
        return hashlib.sha256(b"%d " % size + begin + file.read(_LOOKED_AT)).hexdigest()[:16]


class _At:
    """A loop that has come as far as these positions say."""

    def __init__(self, loop: Any, positions: Mapping[str, Position]) -> None:
        self._loop, self.positions = loop, positions

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

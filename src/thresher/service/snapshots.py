"""Snapshots: a model at one place of its log, in a file. Made in a forked child, so that nobody waits for it.

A file is whole or not there: written beside, synced, renamed. Its row in the store is written when every event before
it is on disk, so no snapshot is ever ahead of the log.
"""

import gc
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..errors import ModelFileError
from ..files import load_bytes, pack, unpack, write
from .config import ModelConfig
from .contestants import Contestant
from .duels import Duel
from .histograms import DELAYS, Histogram
from .model import ServedModel
from .tallies import Tally

KIND = "thresher-served"
FOLDER = "snapshots"
PIECE = 1 << 20  # bytes that are written before they are synced: so long may who syncs the log beside them wait


class Made(NamedTuple):
    """A snapshot that a child made."""

    model: int
    seq: int
    digest: str
    size: int
    file: str


def to_bytes(model: ServedModel) -> bytes:
    """Everything of a model: its learners, what waits, and its counts."""
    import numpy as np

    parts = list(model.learners)
    head = {
        "layout": 1,
        "name": model.name,
        "number": model.number,
        "seq": model.seq,
        "last_at": model.last_at,
        "delays": model.delays.to_saved(),
        "waiting": list(model.waiting.items()),  # a list, because the oldest come first, and a file sorts names
        "learners": [_head(one) for one in parts],
    }
    arrays = {
        f"learner_{place}": np.frombuffer(one.late.to_bytes(one.late.row_reader.to_plain()), dtype=np.uint8)
        for place, one in enumerate(parts)
    }
    return pack(KIND, head, arrays)


def _head(one: Contestant) -> dict[str, Any]:
    one.forget()
    return {
        "name": one.name,
        "config": msgspec.to_builtins(one.config),
        "since": one.since,
        "refused": one.refused,
        "tally": one.tally.to_saved(),
        "duel": one.duel.to_saved(),
    }


def from_bytes(data: bytes) -> ServedModel:
    """The model that was saved.

    Parameters
    ----------
    data : bytes
        What `to_bytes` gave.

    Raises
    ------
    ModelFileError
        If a bit of it is not as it was written.
    """
    head, arrays = unpack(KIND, data)
    try:
        learners = [_learner(one, arrays[f"learner_{place}"].tobytes()) for place, one in enumerate(head["learners"])]
        model = ServedModel(head["number"], head["name"], learners[0].config)
        model.learners.champion = learners[0]
        model.learners.challengers = {one.name: one for one in learners[1:]}
        model.seq, model.last_at = head["seq"], head["last_at"]
        model.waiting = dict(head["waiting"])
        model.delays = Histogram.from_saved(DELAYS, head.get("delays"))  # those of before had none
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
        raise ModelFileError(f"the snapshot does not fit together: {error!r}.") from None
    return model


def _learner(head: Any, data: bytes) -> Contestant:
    config = msgspec.convert(head["config"], ModelConfig)
    found = Contestant(head["name"], config, head["since"], load_bytes(data))
    found.refused = head["refused"]
    found.tally = Tally.from_saved(head["tally"])
    found.duel = Duel.from_saved(head.get("duel"))
    return found


def file_name(model: ServedModel) -> str:
    """Of a model at its place."""
    return f"{model.number}-{model.seq:012d}.thresher"


def write_snapshot(folder: Path, model: ServedModel) -> Made:
    """Writes one, here and now."""
    data = to_bytes(model)
    name = file_name(model)
    (folder / FOLDER).mkdir(exist_ok=True)
    write(folder / FOLDER / name, data, piece=PIECE)
    return Made(model.number, model.seq, model.digest(), len(data), name)


class Snapshotting:
    """A child that makes snapshots of models as they were when it was born."""

    def __init__(self, folder: Path, models: Iterable[ServedModel]) -> None:
        """Forks. Call it where no other thread of this process changes the models."""
        reading, writing = os.pipe()
        self.wanted = {model.number: model.seq for model in models}
        self.child = os.fork()
        if self.child == 0:
            _make(folder, list(models), writing)  # does not come back
        os.close(writing)
        os.set_blocking(reading, False)
        self.pipe = reading
        self._said = b""

    def read(self) -> bool:
        """Takes what the child says; whether it has ended."""
        try:
            while part := os.read(self.pipe, 65536):
                self._said += part
        except BlockingIOError:
            return False
        os.close(self.pipe)
        os.waitpid(self.child, 0)
        return True

    def made(self) -> list[Made]:
        """What it made, once it has ended."""
        return [Made(*msgspec.json.decode(line)) for line in self._said.splitlines()]


def _make(folder: Path, models: list[ServedModel], pipe: int) -> None:
    """The child's whole life: it touches no lock, no loop and no database, and ends without looking back.

    It closes what it inherited. Else it would hold the folder's lock, the port and the connections of a parent that
    was killed, and nobody could start in its place until the snapshot is made.
    """
    code = 1
    try:
        os.closerange(3, pipe)
        os.closerange(pipe + 1, os.sysconf("SC_OPEN_MAX"))
        os.nice(19)  # not before: on a busy machine it may be long until what comes last has a turn
        gc.disable()  # looking through all that was inherited would copy it
        for model in models:
            os.write(pipe, msgspec.json.encode(list(write_snapshot(folder, model))) + b"\n")
        code = 0
    finally:
        os._exit(code)

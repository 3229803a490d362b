"""A master as data: its parameters, weights and counts, and its experts as they save themselves."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ModelFileError, ParameterError
from ..files.snapshots import pack, unpack
from ..learners import Learner, load_bytes
from .master import Master

if TYPE_CHECKING:
    import numpy.typing as npt

KIND = "thresher-master"


def can_be_saved(master: Master) -> bool:
    """Whether all experts are Thresher's own learners, or masters over such."""
    return all(
        isinstance(expert, Learner) or (isinstance(expert, Master) and can_be_saved(expert))
        for expert in master.learners.values()
    )


def to_bytes(master: Master) -> bytes:
    """The same master gives the same bytes."""
    import numpy as np

    if not can_be_saved(master):
        raise ParameterError("only a master over Thresher's own learners, or over such masters, can be saved.")
    head = {
        "master": type(master).__name__,
        "options": master.options(),
        "names": list(master.learners),
        "masters": [isinstance(expert, Master) for expert in master.learners.values()],
        "counts": {name: getattr(master, name) for name in ("examples", "mistakes", "updates")},
    }
    state = {"loss": [master.loss], "losses": master._losses, "wrong": master._wrong, **master._state()}
    arrays: dict[str, npt.NDArray[Any]] = {f"state_{name}": _array(values) for name, values in state.items()}
    for place, expert in enumerate(master.learners.values()):
        arrays[f"expert_{place}"] = np.frombuffer(expert.to_bytes(), dtype=np.uint8)
    return pack(KIND, head, arrays)


def load_master(data: bytes) -> Master:
    """What these bytes are; whatever is wrong with them is a ModelFileError."""
    try:
        return _restore(*unpack(KIND, bytes(data)))
    except ModelFileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RuntimeError) as error:
        raise ModelFileError(f"the file does not describe a master over experts: {error}") from None


def load(path: str | os.PathLike[str]) -> Master:
    """Loads a saved master; it goes on as if never saved."""
    return load_master(Path(path).read_bytes())


def _restore(head: dict[str, Any], arrays: dict[str, Any]) -> Master:
    if head["master"] not in Master.kinds:
        raise ModelFileError(f"the file holds a {head['master']!r}, which this version of Thresher does not know.")
    experts = {
        name: (load_master if is_master else load_bytes)(arrays[f"expert_{place}"].tobytes())
        for place, (name, is_master) in enumerate(zip(head["names"], head["masters"], strict=True))
    }
    kind: Any = Master.kinds[head["master"]]
    master: Master = kind(experts, **head["options"])
    for name in ("examples", "mistakes", "updates"):
        setattr(master, name, int(head["counts"][name]))
    state = {name.removeprefix("state_"): array.tolist() for name, array in arrays.items() if name[:6] == "state_"}
    master.loss, master._losses, master._wrong = state["loss"][0], state["losses"], state["wrong"]
    if {len(master._losses), len(master._wrong)} != {len(experts)}:
        raise ModelFileError("the master's counts are not those of its experts; the file is damaged.")
    master._resume(state)
    return master


def _array(values: Any) -> "npt.NDArray[Any]":
    import numpy as np

    return np.array(values, dtype=np.int64 if all(isinstance(value, int) for value in values) else np.float64)

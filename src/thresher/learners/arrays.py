"""A learner's state as the core hands it out: arrays by name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._core import saved_arrays
from ..errors import ModelFileError
from ..protocols import Attribute

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_WORDS = {"numbers": "columns", "records": "duals"}
"""What arrays are called in files: the words people use."""


def arrays_of(taken: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """What a file holds of a state of some kind; weights follow from it."""
    return {_WORDS.get(name, name): taken[name] for name in saved_arrays(kind, taken["layout"])}


def state_of(tensors: Mapping[str, Any], kind: str, layout: int) -> dict[str, Any]:
    """Back again: what the core takes. What is not of this kind and layout is refused."""
    wanted = {_WORDS.get(name, name): (name, dtype) for name, dtype in saved_arrays(kind, layout).items()}
    if set(tensors) != set(wanted) or any(tensors[word].dtype != dtype for word, (_, dtype) in wanted.items()):
        raise ModelFileError("the model file does not hold the arrays of a model.")
    return {name: tensors[word] for word, (name, _) in wanted.items()}


def attributes_of(taken: Mapping[str, Any]) -> list[Attribute]:
    """The attributes of a state, columns first."""
    text = taken["names"].tobytes()
    ends = taken["name_ends"].tolist()
    starts = [0, *ends[:-1]]
    return [*taken["numbers"].tolist(), *(text[a:b].decode() for a, b in zip(starts, ends, strict=False))]


def records_of(taken: Mapping[str, Any], attributes: int) -> "npt.NDArray[np.float64]":
    """One row for each attribute, z first, and one for the bias."""
    records: npt.NDArray[np.float64] = taken["records"].reshape(attributes + 1, -1)
    return records

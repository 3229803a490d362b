"""A learner's state as the core hands it out: arrays by name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..protocols import Attribute

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ARRAYS = (
    "numbers",
    "names",
    "name_ends",
    "records",
    "vote_steps",
    "vote_survived",
    "vote_ends",
    "vote_attributes",
    "vote_values",
)
"""What is saved of a state; weights follow from it."""

ENSEMBLE = ("ensemble", "chronicle", "crossed", "crossed_records")
"""What is saved beside them of many learners under one master."""

_WORDS = {"numbers": "columns", "records": "duals"}


def arrays_of(taken: Mapping[str, Any]) -> dict[str, Any]:
    """What a file holds of a state, under the words that people use."""
    return {_WORDS.get(name, name): taken[name] for name in (*ARRAYS, *ENSEMBLE) if name in taken}


def state_of(tensors: Mapping[str, Any]) -> dict[str, Any]:
    """Back again: what the core takes."""
    spelled = {word: name for name, word in _WORDS.items()}
    return {spelled.get(name, name): tensor for name, tensor in tensors.items()}


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

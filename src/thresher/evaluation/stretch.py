"""A stretch of rows in the loop: which labels count, and how far it came."""

from typing import TYPE_CHECKING, NamedTuple

from ..streams import Block

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int32]


class Halted(NamedTuple):
    """Up to which row, and why not further: the learner's refusal, of the example or of its label."""

    row: int
    refusal: str
    bad_label: bool = False
    hint: str = ""


def labels_that_count(block: Block, first: int, numbers: "Numbers") -> "Numbers":
    """The labels that count: an importance weight of 0 is none."""
    weights = block.weights
    if weights is None:
        return numbers
    import numpy as np

    given = weights[first : first + len(numbers)]
    return numbers if given.all() else np.where(given == 0.0, -1, numbers).astype(np.int32)


def held_out(labelled: int, share: float, numbers: "Numbers") -> "npt.NDArray[np.bool_] | None":
    """Every so many labelled examples one is held out, evenly spread and the same in every pass.

    labelled: so many came before these.
    """
    if share == 0.0:
        return None
    import numpy as np

    with_label = numbers >= 0
    number = labelled + np.cumsum(with_label) - 1
    held: npt.NDArray[np.bool_] = with_label & (np.floor((number + 1) * share) > np.floor(number * share))
    return held


class Stopped(Exception):
    """The loop was asked to end in the middle of a block."""

"""What came of a block of examples."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Lesson(NamedTuple):
    """What came of a block: up to which row, why not further (if so), and what was said before each label."""

    row: int
    refusal: str
    predictions: "npt.NDArray[np.bool_]"
    scores: "npt.NDArray[np.float64] | None"
    probabilities: "npt.NDArray[np.float64] | None"


class Taught(NamedTuple):
    """What came of teaching rows of a block: up to which row, why not further (if so), and what was counted."""

    row: int
    refusal: str
    bad_label: bool
    last_prediction: bool
    unlabelled: int
    features: int
    weight_sum: float
    label_sum: float

"""What came of a block of examples."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class BlockAnswers(NamedTuple):
    """What was said of rows of a block before each label, up to a row that is refused.

    row: the first that was not learned.   refusal: why; "" at the end.   answers: class numbers, -1 for none.
    scores: a column for each class, or one of the positive side.   probabilities: a column for each class number.
    """

    row: int
    refusal: str
    answers: "npt.NDArray[np.int32]"
    scores: "npt.NDArray[np.float64] | None"
    probabilities: "npt.NDArray[np.float64] | None"


class BlockCounts(NamedTuple):
    """What came of learning rows of a block where nothing but counts was asked for.

    row: the first that was not learned.   refusal: why, if the learner refused it.   bad_label: if it is the label.
    """

    row: int
    refusal: str
    bad_label: bool
    last_answer: int
    unlabelled: int
    features: int
    weight_sum: float
    label_sum: float

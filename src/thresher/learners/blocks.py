"""What came of a block of examples."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class BlockAnswers(NamedTuple):
    """What was said of rows of a block before each label, up to a row that is refused.

    Attributes
    ----------
    row : int
        The first that was not learned.
    refusal : str
        Why; "" at the end.
    answers : npt.NDArray[np.int32]
        Class numbers, -1 for none.
    scores : npt.NDArray[np.float64] | None
        A column for each class, or one of the positive side.
    probabilities : npt.NDArray[np.float64] | None
        A column for each class number.
    stated : npt.NDArray[np.float64] | None
        Of many classes, in place of both: the probability of the one that was asked for in each row.
    """

    row: int
    refusal: str
    answers: "npt.NDArray[np.int32]"
    scores: "npt.NDArray[np.float64] | None"
    probabilities: "npt.NDArray[np.float64] | None"
    stated: "npt.NDArray[np.float64] | None" = None


class BlockCounts(NamedTuple):
    """What came of learning rows of a block where nothing but counts was asked for.

    Attributes
    ----------
    row : int
        The first that was not learned.
    refusal : str
        Why, if the learner refused it.
    bad_label : bool
        If it is the label.
    last_answer : int
        The class number of the last answer.
    unlabelled : int
        Rows without a label.
    features : int
        Values other than 0.
    weight_sum : float
        Of the importance weights.
    label_sum : float
        Of the labels as they are written, weighted.
    """

    row: int
    refusal: str
    bad_label: bool
    last_answer: int
    unlabelled: int
    features: int
    weight_sum: float
    label_sum: float

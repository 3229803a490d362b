"""What was said of rows before each label, in the form in which it is measured."""

from typing import TYPE_CHECKING, Any, NamedTuple

from ..learners import BlockAnswers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int32]


class Said(NamedTuple):
    """What came of some rows: up to which, why not further (if so), and what was said before each label.

    answers: class numbers.   scores: of the positive side, of two labels.   stated: probabilities, of two labels of the
    positive one, of many that of each row's label.
    """

    row: int
    refusal: str
    answers: Any
    scores: Any = None
    stated: Any = None


def said_of_block(
    answers: BlockAnswers, first: int, numbers: "Numbers", positive: int | None, *, scored: bool = True
) -> Said:
    """What a block came to.

    numbers: of the rows' labels, -1 without one.   positive: the number of the positive label; None of many.
    scored: scores and probabilities are to be measured.
    """
    import numpy as np

    rows = answers.row - first
    scores, stated = None, answers.stated
    if scored and answers.scores is not None and positive is not None:
        scores = answers.scores.reshape(-1)[:rows]
    if stated is not None:
        stated = stated[:rows]
    elif scored and answers.probabilities is not None:
        columns = answers.probabilities.reshape(len(answers.answers), -1)[:rows]
        chosen = np.where(numbers[:rows] < 0, 0, numbers[:rows]) if positive is None else positive
        outside = np.asarray(chosen) >= columns.shape[1]
        stated = np.where(outside, 0.0, columns[np.arange(rows), np.where(outside, 0, chosen)])
    return Said(answers.row, answers.refusal, answers.answers[:rows], scores, stated)

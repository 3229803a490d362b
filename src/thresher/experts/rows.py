"""Rows in turn: experts of Thresher's own say and learn them all in one go; then they are weighed row by row."""

from typing import TYPE_CHECKING, Any

from ..data.matrices import Matrix, as_matrix, as_weights
from ..errors import InputError
from ..late.pending import rows

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .master import Master


def learn_rows(master: "Master", X: Any, y: Any, weights: Any) -> "npt.NDArray[np.bool_]":
    """What the master predicts before each label, learning it; bad input is refused before anything is learned."""
    import numpy as np

    matrix = as_matrix(X)
    labels = master._labels.understand_many(y)
    importance = np.ones(len(labels)) if weights is None else as_weights(weights)
    if not len(labels) == len(importance) == matrix.rows:
        raise InputError(f"{matrix.rows} rows but {len(labels)} labels; there must be a label (and a weight) each.")
    wrong = ~((importance >= 0) & (importance <= 1e100))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(f"row {row}: the importance weight {importance[row]} is not a number from 0 to 1e100.")
    learn = _in_one_go if master._crew.are_ours else _by_row
    return np.array(learn(master, matrix, labels, importance), dtype=np.bool_)


def _in_one_go(
    master: "Master", matrix: Matrix, labels: "npt.NDArray[np.int8]", importance: "npt.NDArray[np.float64]"
) -> list[bool]:
    lessons = master._crew.teach_many(matrix, labels, importance)
    each = zip(lessons.statements, lessons.wrong, (labels > 0).tolist(), (importance > 0).tolist(), strict=True)
    return [
        master._note(statements, label, wrong)[0] if learned else master._says(statements)
        for statements, wrong, label, learned in each
    ]


def _by_row(
    master: "Master", matrix: Matrix, labels: "npt.NDArray[np.int8]", importance: "npt.NDArray[np.float64]"
) -> list[bool]:
    names = master._labels.names
    each = zip(rows(matrix), (labels > 0).tolist(), importance.tolist(), strict=True)
    return [bool(master.learn_one(x, names[label], weight).prediction == names[1]) for x, label, weight in each]

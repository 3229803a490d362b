"""Many examples at once: rows of a matrix, their labels and weights, checked before anything is learned."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ..data import Example, as_matrix, as_weights, labels_of
from ..errors import InputError
from ..learners import importance_of
from ..protocols import Label
from .labels import KnownLabels

if TYPE_CHECKING:
    import numpy.typing as npt


class Row(NamedTuple):
    """One labelled example."""

    x: dict[Any, float] | Example
    label: Label
    weight: float


def rows_of(X: Any, *, prepared: bool = False) -> Iterator[dict[Any, float] | Example]:
    """The rows of a matrix as examples, one by one. prepared: not as dicts, which might be taken for a table's rows."""
    matrix = as_matrix(X)
    for begin, end in pairwise(matrix.starts.tolist()):
        columns = matrix.indices[begin:end].tolist()
        attributes = columns if matrix.names is None else [matrix.names[column] for column in columns]
        example = Example((attributes, matrix.values[begin:end].tolist()))
        yield example if prepared else dict(example.items())


def labelled_rows(X: Any, y: Any, weights: Any, *, prepared: bool = False) -> list[Row]:
    """Rows with a label and a weight each; the first that can't be understood is named with its number."""
    matrix = as_matrix(X)
    labels = labels_of(y)
    given = [1.0] * len(labels) if weights is None else as_weights(weights).tolist()
    if not len(labels) == len(given) == matrix.rows:
        raise InputError(f"{matrix.rows} rows but {len(labels)} labels; there must be a label (and a weight) each.")
    rows = []
    for number, (x, label, weight) in enumerate(zip(rows_of(matrix, prepared=prepared), labels, given, strict=True)):
        try:
            rows.append(Row(x, label, importance_of(weight)))
        except InputError as error:
            raise InputError(f"row {number}: {error}") from None
    return rows


def answers_as_array(answers: Sequence[Label], labels: KnownLabels) -> "npt.NDArray[Any]":
    """Answers in the labels' own type if they have one in common, else as objects."""
    import numpy as np

    everything = [*answers, *labels.names]
    one_kind = len({type(label) for label in everything}) == 1
    return np.array(everything, dtype=None if one_kind else object)[: len(answers)]

"""The labels that are true of one example, or of each of many rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..data import as_class
from ..errors import InputError
from ..protocols import Label

BETWEEN = ","
"""What stands between several labels that are written as one text."""


def read_label_set(labels: Any) -> tuple[Label, ...]:
    """The labels of one example, each once: numbers before texts, in order, so that the order of a set can't show.

    Parameters
    ----------
    labels : collection of labels
        Those that are true; an empty one where none is.

    Raises
    ------
    InputError
        If it is no collection, or one of them is no label.
    """
    if isinstance(labels, (str, bytes, Mapping)) or not isinstance(labels, Iterable):
        raise InputError(
            f"the labels of an example are a collection, of those that are true; got {labels!r}.",
            field="labels",
            hint="write [label] for one of them, [] where none is true",
        )
    return tuple(sorted({as_class(label): None for label in labels}, key=_place))


def read_label_sets(labels: Any, known: Sequence[Label]) -> list[tuple[Label, ...]]:
    """The labels of many rows.

    Parameters
    ----------
    labels : list of collections, or matrix of 0 and 1
        For each row those that are true; a matrix has a column for each known label.
    known : sequence of labels
        In the order of the columns.

    Raises
    ------
    InputError
        As `read_label_set`, with the row; or if a matrix has other columns, or other numbers.
    """
    if getattr(labels, "ndim", 1) == 2:
        return _of_matrix(labels, known)
    if isinstance(labels, (str, bytes, Mapping)) or not isinstance(labels, Iterable):
        raise InputError(f"a collection of labels for each row was expected; got {labels!r}.", field="labels")
    found = []
    for row, each in enumerate(labels):
        try:
            found.append(read_label_set(each))
        except InputError as error:
            raise error.at(f"row {row}") from None
    return found


def labels_of_text(label: Any) -> tuple[Label, ...]:
    """The labels of an example as a file has them: nothing, one, or several as one text with commas between them.

    Parameters
    ----------
    label : label or None
        What stands there.

    Examples
    --------
    >>> labels_of_text("sports, 2,2.5"), labels_of_text(7), labels_of_text(None)
    ((2, 2.5, 'sports'), (7,), ())
    """
    if label is None or not isinstance(label, str):
        return () if label is None or label != label else read_label_set([label])
    return read_label_set(_number_or_text(piece.strip()) for piece in label.split(BETWEEN) if piece.strip())


def _number_or_text(piece: str) -> Label:
    """As a file's own label would be read: what is written as a number is one."""
    try:
        number = float(piece)
    except ValueError:
        return piece
    return number if abs(number) < float("inf") else piece


def _of_matrix(matrix: Any, known: Sequence[Label]) -> list[tuple[Label, ...]]:
    import numpy as np

    dense = np.asarray(matrix.todense() if hasattr(matrix, "todense") else matrix)
    if dense.shape[1] != len(known):
        raise InputError(
            f"a matrix of labels has a column for each label, and {len(known):,} are known; got {dense.shape[1]:,}.",
            field="labels",
            hint="name them when the learner is made: labels=[...]",
        )
    if not np.isin(dense, (0, 1)).all():
        raise InputError("a matrix of labels holds 0 and 1 alone.", field="labels")
    return [read_label_set(known[column] for column in np.flatnonzero(row).tolist()) for row in dense]


def _place(label: Label) -> tuple[bool, Any]:
    return isinstance(label, str), label

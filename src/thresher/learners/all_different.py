"""Labels that are ids or amounts, told from classes: nearly every row has one of its own, or there are very many in the
first rows, all whole numbers.

Whole numbers may be the codes of classes, and nothing in them tells codes from 0 to 999 from amounts of that size. So
more than two hundred in the first thousand rows are refused, forty are worth a warning, and both say how to call them
classes.
"""

from collections.abc import Collection, Sequence

from ..data import Labels
from ..errors import InputError, LabelWarning, warn_caller
from ..protocols import Label

FEW_HUNDRED = 200
"""Classes from which on labels must have come again."""

NEARLY_ALL = 0.97
"""The share of rows with a label of their own from which on labels are ids. Of a thousand classes, drawn evenly, 181
different ones turn up in 200 rows, a share of .9."""

FIRST_ROWS = 1000
"""Rows in which amounts show."""

SOME = 40
"""Whole numbers that are worth a warning. Of the 143 sets of KEEL none has more than 15 classes that are numbers."""

REMEDY = (
    "name the column of the label: label=; make classes of amounts, above or below a threshold for instance; if they "
    "are classes, say so by Multiclass(Auto())"
)


def check_that_labels_come_again(labels: Labels, label: Label, rows: int) -> None:
    """Refuses one more label where nearly every row had one of its own, or very many are whole numbers.

    Parameters
    ----------
    labels : Labels
        Those that were found so far. Where any number of classes was asked for nothing is refused.
    label : label
        The one that is new.
    rows : int
        Examples learned so far.

    Raises
    ------
    InputError
        With what to do instead.
    """
    if not _are_found(labels):
        return
    check_one_more_label(len(labels.came), label, rows)
    # Only the one that is too many: a model that has more of them already was told to go on.
    if len(labels.came) == FEW_HUNDRED and rows < FIRST_ROWS and _are_whole([*labels.came, label]):
        raise _amounts(label, FEW_HUNDRED, rows)


def check_one_more_label(classes: int, label: Label, rows: int) -> None:
    """Refuses one more label where nearly every row had one of its own.

    Parameters
    ----------
    classes : int
        Labels so far.
    label : label
        The one that is new.
    rows : int
        Rows so far.

    Raises
    ------
    InputError
        With what to do instead.
    """
    if classes < max(FEW_HUNDRED, NEARLY_ALL * rows):
        return
    raise InputError(
        f"the label {label!r} would be class {classes + 1:,} after {rows:,} rows: nearly every label is different, as "
        "ids and amounts are",
        field="label",
        hint=REMEDY,
    )


def check_labels_of_all_rows(labels: Sequence[Label], counts: Sequence[int]) -> None:
    """The same of rows that are all there, whatever their order: what their first thousand would show on average.

    Parameters
    ----------
    labels : sequence of label
        The different ones.
    counts : sequence of int
        How many rows each of them has.

    Raises
    ------
    InputError
        With what to do instead.
    """
    rows = sum(counts)
    check_one_more_label(len(labels) - 1, labels[-1], rows - 1)
    if not _are_whole(labels):
        return
    first = min(rows, FIRST_ROWS)
    shown = sum(1 - (1 - count / rows) ** first for count in counts) if rows > first else len(labels)
    if shown > FEW_HUNDRED:
        raise _amounts(labels[-1], len(labels) - 1, rows - 1)
    if shown >= SOME:
        _warn(len(labels), rows)


def are_suspect(before: Labels, after: Labels, rows: int) -> bool:
    """Whether labels have just become so many whole numbers that they may be amounts.

    Parameters
    ----------
    before, after : Labels
        Without the one that is new, and with it.
    rows : int
        Examples learned before it.
    """
    crossed = len(before.came) < SOME <= len(after.came)
    return crossed and rows < FIRST_ROWS and _are_found(after) and _are_whole(after.came)


def warn_of_amounts(labels: Labels, rows: int) -> None:
    """Says that labels may be amounts, and what to do.

    Parameters
    ----------
    labels : Labels
        Those that were found so far.
    rows : int
        Examples learned so far.
    """
    _warn(len(labels.came), rows)


def _are_found(labels: Labels) -> bool:
    return not (labels.fractions or labels.declared)


def _are_whole(labels: Collection[Label]) -> bool:
    return all(isinstance(label, int) or (isinstance(label, float) and label.is_integer()) for label in labels)


def _amounts(label: Label, classes: int, rows: int) -> InputError:
    return InputError(
        f"the label {label!r} would be class {classes + 1:,} after {rows:,} rows: so many different whole numbers are "
        "rather amounts or ids",
        field="label",
        hint=REMEDY,
    )


def _warn(classes: int, rows: int) -> None:
    message = f"the labels are {classes:,} different whole numbers after {rows:,} rows: are they amounts, or ids?"
    warn_caller(LabelWarning(f"{message} Each is learned as a class\nhint: {REMEDY}"))

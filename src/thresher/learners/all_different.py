"""Labels that are ids or amounts, told from classes: nearly every row has one of its own."""

from ..data import Labels
from ..errors import InputError
from ..protocols import Label

FEW_HUNDRED = 200
"""Classes from which on labels must have come again."""

NEARLY_ALL = 0.97
"""The share of rows with a label of their own from which on labels are ids. Of a thousand classes, drawn evenly, 181
different ones turn up in 200 rows, a share of .9."""


def check_that_labels_come_again(labels: Labels, label: Label, rows: int) -> None:
    """Refuses one more label where nearly every row had one of its own.

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
    if not (labels.fractions or labels.declared):
        check_one_more_label(len(labels.came), label, rows)


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
        hint="name the column of the label: label=; make classes of amounts, above or below a threshold for instance; "
        "if they are classes, say so by Multiclass(Auto())",
    )

"""Labels that stand beside rows: the rule for a cell of the label's column holds for them too.

A file's "1" is the number 1 and its empty cell no label; so are those that csv.DictReader gives, beside a row that is
read by roles.
"""

from typing import Any

from .cell_kinds import kind_of
from .rows import Rows


def label_of_row(label: Any, rows: Rows | None) -> Any:
    """A label as its cell would be read, where columns have roles; else as it is.

    Parameters
    ----------
    label : object
        The label, given beside a row.
    rows : Rows or None
        The roles of the columns; None: none has one.

    Returns
    -------
    object
        The label; None where it is missing.

    Examples
    --------
    >>> [label_of_row(label, Rows()) for label in ("1", "spam", "", "NA", 1)], label_of_row("1", None)
    ([1.0, 'spam', None, None, 1], '1')
    """
    if rows is None or not rows.label or not isinstance(label, str):
        return label
    return rows.head({rows.label: label})[0]


def is_unlabelled(label: Any) -> bool:
    """Whether something stands for no label: None, NaN, pandas' NA and NaT.

    Parameters
    ----------
    label : object
        What stands where a label would.

    Examples
    --------
    >>> [is_unlabelled(label) for label in (None, float("nan"), 0, "", "NA")]
    [True, True, False, False, False]
    """
    return not isinstance(label, str) and kind_of(label, ()) == "missing"

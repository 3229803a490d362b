"""What kind of thing a cell is: for whoever remembers columns. What it becomes is the core's rule."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

KINDS = ("missing", "numbers", "truths", "categories", "dates", "words", "other")
"""What cells are counted as, by the core and here."""

MISSING = (
    *("#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN"),
    *("<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"),
)
"""Words for a cell that is empty, those of pandas; an empty cell is one without any word."""

_TRUTHS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})
_DEEPEST = 8
_LARGEST = 1e150


def kind_of(cell: Any, missing: Collection[str]) -> str:
    """What a cell is, if its column has no role.

    Parameters
    ----------
    cell : object
        The cell.
    missing : collection of str
        Words for a cell that is empty.

    Returns
    -------
    str
        One of `KINDS`.

    Examples
    --------
    >>> [kind_of(cell, ("NA",)) for cell in (None, 3, "3", True, "NA", "Paris", ["a"])]
    ['missing', 'numbers', 'numbers', 'truths', 'missing', 'categories', 'words']
    """
    if cell is None:
        return "missing"
    if type(cell) is float or type(cell) is int:  # most cells are
        return "numbers" if cell == cell else "missing"
    if isinstance(cell, str):
        return _kind_of_text(cell.strip(), missing)
    if isinstance(cell, bool) or type(cell).__name__ in ("bool", "bool_"):
        return "truths"
    if isinstance(cell, (list, tuple, set, frozenset)):
        return "words"
    if hasattr(cell, "isoformat"):
        return "missing" if cell != cell else "dates"  # pandas' NaT is not itself
    if hasattr(cell, "start_time"):  # pandas' Period
        return "dates"
    if hasattr(cell, "left") and hasattr(cell, "closed"):  # pandas' Interval
        return "categories"
    try:
        return "missing" if cell != cell else "numbers" if hasattr(cell, "__float__") else "other"
    except (TypeError, ValueError):  # pandas' NA is neither
        return "missing"


def _kind_of_text(text: str, missing: Collection[str]) -> str:
    if not text or text in missing:
        return "missing"
    if text in _TRUTHS:
        return "truths"
    return "numbers" if is_number(text) else "categories"


def is_number(text: str) -> bool:
    """Whether a text is a number that can be computed with, as the core reads it.

    Parameters
    ----------
    text : str
        A text without space around it.
    """
    if "_" in text:
        return False
    try:
        number = float(text)
    except ValueError:
        return False
    return abs(number) <= _LARGEST


def columns_in(row: Mapping[Any, Any], prefix: str = "", depth: int = 1) -> Iterator[tuple[str, Any]]:
    """The columns of a row with their cells; an object within it has a column for each of its members, `a.b`.

    Parameters
    ----------
    row : mapping
        From columns to cells.
    prefix : str, default ""
        What stands before their names.
    depth : int, default 1
        Objects around it, and it.

    Yields
    ------
    (str, object)
        A column and its cell.
    """
    for key, cell in row.items():
        if isinstance(cell, Mapping) and depth <= _DEEPEST:
            top = depth == 1 and key == "features"
            yield from columns_in(cell, "" if top else f"{prefix}{key}.", depth + 1)
        else:
            yield f"{prefix}{key}" if prefix or not isinstance(key, str) else key, cell

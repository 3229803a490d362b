"""The rule that turns the cell of a table into attributes.

It is the same for CSV, JSON lines, Parquet and Arrow, and looks at one cell at a time, so that what a row
means does not depend on the rows before it. A number is the value of the attribute named after its column;
true is 1; false, zero, null and an empty cell are absent; any other text is a category, the attribute
`column=text` with the value 1. What can't be understood is refused with its column, never guessed.
"""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, TypeAlias

from ...data import Words
from .refusals import Refusal, shown

LARGEST = 1e150  # a value; the learners refuse larger ones too
LARGEST_WEIGHT = 1e100

Pairs: TypeAlias = tuple[tuple[str, float], ...]
Rule: TypeAlias = Callable[[str, Any], Pairs]
"""From the name of a column and a cell of it to the attributes that the cell gives. Words, and only they, have whole
numbers (int) as values."""

_TRUTHS = {"true": 1.0, "True": 1.0, "TRUE": 1.0, "false": 0.0, "False": 0.0, "FALSE": 0.0}
_NOTHING: Pairs = ()


def plain_cell(name: str, cell: Any) -> Pairs:
    """The rule for a column without a role.

    Parameters
    ----------
    name : str
        The column.
    cell : str, number, bool or None
        One cell of it.

    Returns
    -------
    tuple of (str, float)
        The attributes that the cell gives, with their values.

    Raises
    ------
    Refusal
        If the number is not finite or too large.

    Examples
    --------
    >>> plain_cell("age", "35"), plain_cell("colour", "red"), plain_cell("age", 0)
    ((('age', 35.0),), (('colour=red', 1.0),), ())
    """
    if cell is None:
        return _NOTHING
    try:
        number = float(cell)
    except ValueError:
        return _word(name, cell.strip())
    except OverflowError:
        raise _too_large(name, cell) from None
    if not -LARGEST <= number <= LARGEST:
        raise _too_large(name, cell)
    if type(cell) is str and "_" in cell:
        return _word(name, cell.strip())
    return ((name, number),) if number else _NOTHING


def _word(name: str, text: str) -> Pairs:
    """What a text means that is no number."""
    truth = _TRUTHS.get(text)
    if truth is None:
        return ((f"{name}={sound(name, text)}", 1.0),) if text else _NOTHING
    return ((name, truth),) if truth else _NOTHING


def category_cell(name: str, cell: Any) -> Pairs:
    """The rule for a column of categories.

    Parameters
    ----------
    name : str
        The column.
    cell : str, number, bool or None
        One cell of it.

    Examples
    --------
    >>> category_cell("zip", "10115"), category_cell("zip", 0), category_cell("zip", "")
    ((('zip=10115', 1.0),), (('zip=0', 1.0),), ())
    """
    text = as_text(name, cell)
    return ((f"{name}={text}", 1.0),) if text else _NOTHING


def text_cell(words: Words, name: str, cell: Any) -> Pairs:
    """The rule for a column of text.

    Parameters
    ----------
    words : Words
        How texts are split.
    name : str
        The column.
    cell : str, number, bool or None
        One cell of it.

    Examples
    --------
    >>> text_cell(Words(column="subject"), "subject", "Free money, free!")
    (('subject=free', 1), ('subject=money', 1))
    """
    return tuple(words(as_text(name, cell)).items())


def label_cell(name: str, cell: Any) -> Any:
    """A label as found: texts trimmed, an empty one is None.

    Parameters
    ----------
    name : str
        The column.
    cell : str, number, bool or None
        One cell of it.
    """
    if isinstance(cell, str):
        return sound(name, cell.strip()) or None
    if cell is not None:
        check_number(name, cell)
    return cell


def label_text(name: str, cell: str) -> Any:
    """A label where all cells are texts: a number if it is one; an empty one is None.

    Parameters
    ----------
    name : str
        The column.
    cell : str
        One cell of it.
    """
    text = cell.strip()
    number = number_in(text)
    if number is None:
        return text or None
    check_number(name, number)
    return int(text) if text.lstrip("+-").isdecimal() else number


def weight_cell(name: str, cell: Any) -> float:
    """The importance weight that a cell is.

    Parameters
    ----------
    name : str
        The column.
    cell : str or number
        One cell of it.

    Raises
    ------
    Refusal
        If it is no number from 0 to `LARGEST_WEIGHT`.
    """
    number = number_in(cell.strip()) if isinstance(cell, str) else cell
    if isinstance(number, (int, float, Decimal)) and not isinstance(number, bool) and 0 <= number <= LARGEST_WEIGHT:
        return float(number)
    raise Refusal(
        f"column {shown(name)}: the importance weight {shown(cell)} is not a number from 0 to {LARGEST_WEIGHT:g}",
        "write 1 for a row that counts as usual, 0 for one that does not count",
        name=name,
    )


def number_in(text: str) -> float | None:
    """The number that a text is, None where it is none: `1_000` and `0x10` are none.

    Parameters
    ----------
    text : str
        The text.
    """
    if "_" in text:
        return None
    try:
        return float(text)
    except ValueError:
        return None


def check_number(name: str, number: Any) -> None:
    """Refuses what is no finite number of a usual size.

    Parameters
    ----------
    name : str
        The column.
    number : object
        What was found in it.

    Raises
    ------
    Refusal
        If it is no number, or larger than `LARGEST` in size.
    """
    if not isinstance(number, (int, float, Decimal)):
        raise _neither(name, number)
    if not -LARGEST <= number <= LARGEST:
        raise _too_large(name, number)


def as_text(name: str, cell: Any) -> str:
    """A cell as the text it is in a file, trimmed; "" for None.

    Parameters
    ----------
    name : str
        The column.
    cell : str, number, bool or None
        One cell of it.
    """
    if isinstance(cell, str):
        return sound(name, cell.strip())
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        check_number(name, cell)
    if isinstance(cell, (int, float)):
        return str(cell)
    if isinstance(cell, Decimal):
        return format(cell, "f")
    raise _neither(name, cell)


def sound(name: str, text: str) -> str:
    """The text, if it can be written in UTF-8 (half of a surrogate pair can't).

    Parameters
    ----------
    name : str
        The column, for the message.
    text : str
        The text.
    """
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            message = f"column {shown(name)}: {shown(text)} is not valid Unicode (half of a surrogate pair)"
            raise Refusal(message, name=name) from None
    return text


def first_repeated(names: Iterable[str]) -> str | None:
    """The first name that occurred before; None if all are different.

    Parameters
    ----------
    names : iterable of str
        Names in order.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _too_large(name: str, cell: Any) -> Refusal:
    return Refusal(
        f"column {shown(name)} has the value {shown(cell)}; values are finite numbers of at most {LARGEST:g} in size",
        "leave the cell empty where a value is missing, or declare the column a category: categories=",
        name=name,
    )


def _neither(name: str, cell: Any) -> Refusal:
    kind = "a list" if isinstance(cell, list) else "an object" if isinstance(cell, dict) else type(cell).__name__
    return Refusal(f"column {shown(name)} holds {kind}, not a number or a text", name=name)

"""What the columns of a table mean, and what a row of it becomes."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...data import Rows, no_column
from ...errors import InputError
from .cells import Rule, category_cell, first_repeated, plain_cell, text_cell
from .refusals import shown

_HEADLESS = 'if no line names the columns, and each is a label, a tab and a text: format="text"'
_LABEL = "name the column of the label: label=; an empty name says that there is none"


Columns = Rows
"""What 0.1.0 called them."""


def rule_of(columns: Rows, name: str) -> Rule:
    """How the cells of a column are read.

    Parameters
    ----------
    columns : Rows
        The roles of columns.
    name : str
        The column.

    Returns
    -------
    function
        From the column's name and a cell to the attributes that it gives.
    """
    if name in columns.categories:
        return category_cell
    return text_rule(columns, name) if name in columns.text else plain_cell


def text_rule(columns: Rows, name: str) -> Rule:
    """How the cells of a column of text are read.

    Parameters
    ----------
    columns : Rows
        The roles of columns.
    name : str
        The column.

    Returns
    -------
    function
        From the column's name and a cell to its words.
    """
    return partial(text_cell, columns.words if len(columns.text) < 2 else replace(columns.words, column=name))


@dataclass(slots=True)
class TableRow:
    """One example.

    Parameters
    ----------
    x : dict of str -> float
        Its attributes with their values.
    label : str, number, bool or None
        As found, None where there is none.
    weight : float
        The importance weight; 1 without a column of weights.
    tag : str
        Its id; "" without a column of tags.
    line : int
        Where the row begins, from 1.
    raw : bytes
        Its bytes, line ends included.
    """

    x: dict[str, float]
    label: Any
    weight: float
    tag: str
    line: int
    raw: bytes


@dataclass(slots=True)
class BadRow:
    """A row that was refused.

    Parameters
    ----------
    line : int
        Where the row begins, from 1.
    column : int
        Where in the line, from 1: characters; bytes where the row is not UTF-8; 1 where the place is not known.
    message : str
        Why it was refused.
    hint : str
        What to do about it; "" if nothing.
    raw : bytes
        Its bytes, line ends included.
    """

    line: int
    column: int
    message: str
    hint: str
    raw: bytes


def check_names(names: list[str], columns: Columns, where: str, *, nested: bool = False) -> None:
    """Refuses a table whose columns can't be told apart or lack one that has a role.

    Parameters
    ----------
    names : list of str
        The columns of the table.
    columns : Columns
        What they mean.
    where : str
        Where the names stand, for the message.
    nested : bool, default False
        Whether columns can be objects, so that what has a role may be a member of one.

    Raises
    ------
    InputError
        If a column has no name, two have the same, or one is missing.
    """
    if "" in names:
        raise InputError(
            f"{where}: column {names.index('') + 1} has no name. Every column needs one (pandas: index=False)."
        )
    twice = first_repeated(names)
    if twice is not None:
        raise InputError(f"{where}: two columns have the name {shown(twice)}. Rename one of them.")
    known = set(names)
    for name, role in columns.roles() if not columns.lenient else []:
        member = nested and role in ("text", "categories", "ignore")
        if name not in known and not (member and ("features" in known or name.partition(".")[0] in known)):
            hints = [_LABEL] * (role == "label") + [_HEADLESS] * bool(columns.text and not nested)
            raise InputError(f"{where}: {no_column(name, role, names)}", field=role, hint="; ".join(hints))

"""Rows as the plain reference has them, and as tests compare them."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from thresher.data import Rows

from .cells import Rule, category_cell, plain_cell, text_cell


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

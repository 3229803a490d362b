"""A rule with a memory: what a cell meant a moment ago it means again, and a look-up is cheaper than the rule.

The rules are pure, so remembering changes nothing but the time. The memory has a fixed room.
"""

from collections.abc import Callable
from typing import Any

from .cells import first_repeated
from .refusals import Refusal, shown

LONGEST = 64  # characters of a cell or name worth remembering
LONGEST_NUMBER = 4  # one with more digits is seldom seen again


class Remembered(dict[Any, Any]):
    """`cells[cell]` is what the rule says of the cell. Forgets everything when its room is full.

    Parameters
    ----------
    rule : function
        From the name of a column and a cell to what the cell means.
    name : str
        The column.
    room : int
        How many cells are remembered at most.

    Notes
    -----
    Only texts are remembered: 1, 1.0 and True are equal as keys and need not mean the same.
    """

    __slots__ = ("_name", "_room", "_rule")

    def __init__(self, rule: Callable[[str, Any], Any], name: str, room: int) -> None:
        self._rule = rule
        self._name = name
        self._room = room if len(name) <= LONGEST else 0

    def __missing__(self, cell: Any) -> Any:
        meaning = self._rule(self._name, cell)
        if type(cell) is str and len(cell) <= (LONGEST if cell > "9" else LONGEST_NUMBER):
            if len(self) < self._room:
                self[cell] = meaning
            else:
                self.clear()
        return meaning


def attributes(pairs: list[tuple[str, float]], only_text: str = "") -> dict[str, float]:
    """An example made of attributes with their values, each given once.

    Parameters
    ----------
    pairs : list of (str, float)
        The attributes and their values.
    only_text : str, default ""
        The column whose words have their own names; where another attribute has it, the word is `column=word`.

    Returns
    -------
    dict of str -> float
        The example.

    Raises
    ------
    Refusal
        If an attribute is given twice.
    """
    x = dict(pairs)
    if len(x) != len(pairs) and only_text:
        pairs = _told_apart(pairs, only_text)
        x = dict(pairs)
    if len(x) != len(pairs):
        twice = first_repeated(name for name, _ in pairs)
        raise Refusal(
            f"the attribute {shown(twice)} is given twice", "rename one of its columns, or leave it out: ignore="
        )
    return x


def _told_apart(pairs: list[tuple[str, float]], column: str) -> list[tuple[str, float]]:
    others = {name for name, value in pairs if type(value) is not int}  # words have whole numbers
    return [(f"{column}={name}" if type(value) is int and name in others else name, value) for name, value in pairs]

"""Rows that are objects (a JSON line, a row of Parquet): their members, lists and objects within them included.

A list of texts gives `key=item` for each; an object gives `key.inner` for its members, except that the
members of the object called `features` keep their own names.
"""

from collections.abc import Iterator
from itertools import chain
from operator import getitem
from typing import Any

from .cells import Rule, as_text, label_cell, plain_cell, sound, weight_cell
from .columns import Columns, rule_of
from .refusals import Refusal, shown
from .remembered import Remembered, attributes

DEEPEST = 8  # objects within objects
MOST_NAMES = 2**16  # remembered names, of which the first FAVOURED also remember cells
FAVOURED = 2**10
ROOM = 2**8  # cells remembered of each


class Members:
    """Reads rows that are objects.

    Parameters
    ----------
    columns : Columns
        What their members mean.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._ignored = frozenset(columns.ignore)
        self._meanings = _Meanings(columns)

    def row(self, members: dict[str, Any]) -> tuple[dict[str, float], Any, float, str]:
        """What one object is as an example. Takes the members that have a role out of the object.

        Parameters
        ----------
        members : dict
            The object.

        Returns
        -------
        (dict, label, float, str)
            The example, its label, weight and tag.

        Raises
        ------
        Refusal
            If something in it can't be understood.
        """
        columns = self._columns
        label = label_cell(columns.label, members.pop(columns.label, None)) if columns.label else None
        weight = weight_cell(columns.weight, members.pop(columns.weight, None)) if columns.weight else 1.0
        tag = as_text(columns.tag, members.pop(columns.tag, None)) if columns.tag else ""
        for name in columns.ignore:
            members.pop(name, None)
        try:
            pairs = self._flat(members)
        except TypeError:  # a list or an object is no key of a memory
            nested = {key: cell for key, cell in members.items() if isinstance(cell, (list, dict))}
            pairs = self._flat({key: cell for key, cell in members.items() if key not in nested})
            pairs += self._walk(nested, "", 1)
        return attributes(pairs, columns.only_text), label, weight, tag

    def _flat(self, members: dict[str, Any]) -> list[tuple[str, float]]:
        """What _walk gives where nothing is nested, with a memory."""
        return list(chain.from_iterable(map(getitem, map(self._meanings.__getitem__, members), members.values())))

    def _walk(self, members: dict[str, Any], prefix: str, depth: int) -> Iterator[tuple[str, float]]:
        for key, cell in members.items():
            name = prefix + _checked(key)
            if name in self._ignored:
                continue
            if type(cell) is dict:
                if depth == DEEPEST:
                    raise Refusal(f"objects stand within objects more than {DEEPEST} deep", name=key)
                top = depth == 1 and key == "features"
                yield from self._walk(cell, "" if top else f"{name}.", depth + 1)
            elif type(cell) is list:
                yield from _items(rule_of(self._columns, name), name, cell, add=self._columns.words.counts)
            else:
                yield from rule_of(self._columns, name)(name, cell)


class _Meanings(dict[str, Remembered]):
    """What the cells of a member mean, by the name of the member."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def __missing__(self, name: str) -> Remembered:
        meaning = Remembered(rule_of(self._columns, name), _checked(name), ROOM if len(self) < FAVOURED else 0)
        if len(self) < MOST_NAMES:
            self[name] = meaning
        return meaning


def _items(rule: Rule, name: str, cells: list[Any], *, add: bool) -> Iterator[tuple[str, float]]:
    """A list; what it holds several times counts once. add: words do not, they are counted."""
    found: dict[str, float] = {}
    for cell in cells:
        if rule is not plain_cell:
            given = _scalar(rule, name, cell)
            found.update([(key, found.get(key, 0) + n if add and type(n) is int else n) for key, n in given])
        elif isinstance(cell, str):
            text = sound(name, cell.strip())
            found.update({f"{name}={text}": 1.0} if text else {})
        elif cell is not None:
            raise _no_text(name, cell)
    return iter(found.items())


def _scalar(rule: Rule, name: str, cell: Any) -> tuple[tuple[str, float], ...]:
    if isinstance(cell, (list, dict)):
        raise _no_text(name, cell)
    return rule(name, cell)


def _no_text(name: str, cell: Any) -> Refusal:
    return Refusal(
        f"the list {shown(name)} holds {shown(cell)}; a list holds texts",
        'give numbers a name each, {"first": 0.5, "second": 2}, or declare the column a category: categories=',
        name=name,
    )


def _checked(name: str) -> str:
    """A name that can be one."""
    if not name:
        raise Refusal("a member has an empty name", "every member needs a name", name=name)
    return sound(name, name)

"""Which attributes and columns mattered: the mean size of what each contributed to the answers while it learned."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..data import Rows
from ..protocols import Attribute

MOST = 2**31
"""More attributes than there are."""
MOST_KEPT = 500
"""Attributes that a file keeps, the most important ones."""
MOST_ADDED = 4000
"""Attributes that are added up, of learners that do not do so themselves."""

SAME = 0.8
"""Some of the examples stand for the others, and stand for so much of them at least; for less, nobody looked before."""

Sums = tuple[float, dict[Attribute, float]]
"""Examples, and the sum of the sizes of each attribute's shares."""


@dataclass(frozen=True)
class Importances:
    """The mean size of each attribute's share of the score, over the examples learned.

    Attributes
    ----------
    examples : int
        So many examples it is a mean over, of which some stand for the others: Auto looks at the first 1,024 and then
        at one of 32.
    attributes : Mapping[Attribute, float]
        Attribute -> mean size of its share, the largest first. An example without the attribute counts as 0.
    rows : Rows | None
        The columns that the attributes were made of, where they are known.
    """

    examples: int
    attributes: Mapping[Attribute, float]
    rows: Rows | None = field(default=None, repr=False, compare=False)

    @property
    def columns(self) -> Mapping[Attribute, float]:
        """Column -> the sum over its attributes, largest first: `column`, `column=...`, words of its text."""
        sums: dict[Attribute, float] = {}
        for attribute, size in self.attributes.items():
            column = column_of(attribute, self.rows)
            sums[column] = sums.get(column, 0.0) + size
        return dict(sorted(sums.items(), key=lambda one: -one[1]))

    def __bool__(self) -> bool:
        return bool(self.attributes)

    def __str__(self) -> str:
        """A table, the most important first."""
        lines = [f"mean size of contribution over {self.examples:,} examples"]
        return "\n".join([*lines, *(f"  {size:9.4f}  {name}" for name, size in self.attributes.items())])

    def to_plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "examples": self.examples,
            "attributes": [[name, size] for name, size in self.attributes.items()],
            "columns": [[name, size] for name, size in self.columns.items()],
        }


def column_of(attribute: Attribute, rows: Rows | None = None) -> Attribute:
    """The column that an attribute was made of, as far as its name and the known columns tell.

    Parameters
    ----------
    attribute : name or column
        The attribute.
    rows : Rows, optional
        What is known of the columns.

    Examples
    --------
    >>> column_of("job=clerk"), column_of("age"), column_of(7)
    ('job', 'age', 7)
    >>> known = Rows(text=("body",), kinds={"body": "text", "sent": "date"})
    >>> column_of("sent.hour=13", known), column_of("free", known)
    ('sent', 'body')
    """
    if not isinstance(attribute, str):
        return attribute
    column = attribute.partition("=")[0] or attribute
    if rows is None or column in rows.kinds:
        return column
    if (outer := column.rpartition(".")[0]) in rows.kinds:  # a part of a date
        return outer
    return rows.text[0] if len(rows.text) == 1 else column


def mean_sizes(
    examples: float, sums: Mapping[Attribute, float], learned: int, count: int | None = None, rows: Rows | None = None
) -> Importances:
    """Of sums over so many examples, the largest first.

    learned: how many were learned. Those looked at stand for about as many, unless some were learned by a version that
    did not look.
    """
    order = sorted((one for one in sums.items() if one[1] > 0.0), key=lambda one: (-one[1], str(one[0])))
    over = learned if examples >= SAME * learned else round(examples)
    return Importances(over, {name: total / examples for name, total in order[:count]}, rows)


def added(before: Sums, examples: int, sizes: Mapping[Attribute, float]) -> Sums:
    """The sums with one more example, which stands for so many. When they are too many, the smaller half goes."""
    sums = dict(before[1])
    for attribute, size in sizes.items():
        sums[attribute] = sums.get(attribute, 0.0) + examples * size
    if len(sums) > MOST_ADDED:
        sums = dict(sorted(sums.items(), key=lambda one: (-one[1], str(one[0])))[: MOST_ADDED // 2])
    return before[0] + examples, sums


def sums_in(saved: Any) -> Sums:
    """What a file keeps; nothing of one that keeps none, or nonsense."""
    if not isinstance(saved, Mapping):
        return 0.0, {}
    examples, pairs = saved.get("examples"), saved.get("sums")
    if not isinstance(examples, (int, float)) or not isinstance(pairs, list) or not 0 < examples < 2**63:
        return 0.0, {}
    sums = {}
    for pair in pairs[:MOST_KEPT]:
        known = isinstance(pair, list) and len(pair) == 2 and type(pair[0]) in (str, int)
        if known and type(pair[1]) in (int, float) and 0 < pair[1] < 1e300:
            sums[pair[0]] = float(pair[1])
    return float(examples), sums

"""Why a learner answers as it does: the score as a sum, each part with what it is about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from ..protocols import Attribute, Label

VALUE, RANGE, PAIR, CONSTANT = "value", "range", "pair", "constant"
BIAS, THRESHOLD, HABIT = "(bias)", "(threshold)", "(habit)"
"""What no attribute adds: biases and the share of positives; the threshold; how labels follow on one another."""


@dataclass(frozen=True)
class Reason:
    """One part of a score.

    Attributes
    ----------
    words : str
        What it is about: "free", "age = 31", "age from 28 to 34", "age from 28 to 40 & job=clerk", "(bias)".
    share : float
        What it adds to the score.
    kind : str
        "value": an attribute by itself; "range": the range that its value is in; "pair": two attributes together;
        "constant": what no attribute adds.
    attributes : tuple[Attribute, ...]
        The attributes it is about: one, two, or none.
    """

    words: str
    share: float
    kind: str = VALUE
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """A score as a sum.

    Attributes
    ----------
    label : Label
        Whose score it is.
    score : float
        The sum of all shares, but for rounding.
    reasons : Sequence[Reason]
        All parts, the largest first; those that add nothing are left out.
    shares : Mapping[Attribute, float]
        The same by attribute, the largest first; of a pair half is each one's. What no attribute adds is under (bias),
        (threshold), (habit).
    experts : Mapping[str, float]
        Of Auto: what each expert adds to the score, the most first; what the mixture adds by itself is under (bias).
    """

    label: Label
    score: float
    reasons: Sequence[Reason]
    shares: Mapping[Attribute, float]
    experts: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        """A table, the largest part first."""
        lines = [f"{self.label}: score {self.score:+.4f}"]
        return "\n".join([*lines, *(f"  {one.share:+9.4f}  {one.words}" for one in self.reasons)])

    def turned(self, label: Label) -> "Explanation":
        """The same of the other one of two labels."""
        return Explanation(
            label,
            -self.score,
            [Reason(one.words, -one.share, one.kind, one.attributes) for one in self.reasons],
            {key: -share for key, share in self.shares.items()},
            {name: -share for name, share in self.experts.items()},
        )


def explained(
    label: Label,
    score: float,
    reasons: Sequence[Reason],
    shares: Mapping[Attribute, float],
    experts: Mapping[str, float] | None = None,
) -> Explanation:
    """With everything in order, the largest first."""
    told = [one for one in reasons if one.share != 0.0]
    return Explanation(
        label,
        score,
        sorted(told, key=lambda one: (-abs(one.share), one.words)),
        dict(sorted(shares.items(), key=lambda share: -abs(share[1]))),
        dict(sorted((experts or {}).items(), key=lambda share: -abs(share[1]))),
    )


def named(attribute: Attribute) -> str:
    """An attribute in words: a whole number is a column."""
    return f"column {attribute}" if isinstance(attribute, int) else str(attribute)


def with_value(attribute: Attribute, value: Any) -> str:
    """An attribute and its value; one that is there has the value 1.

    >>> with_value("free", 1.0), with_value("age", 31.25), with_value(7, -2.0)
    ('free', 'age = 31.25', 'column 7 = -2')
    """
    return named(attribute) if value == 1 else f"{named(attribute)} = {value:.6g}"


def in_range(attribute: Attribute, low: float, high: float) -> str:
    """An attribute whose value is in a range.

    >>> in_range("age", 28.2, 34.0), in_range("age", -inf, 3.0), in_range("age", 70.0, inf), in_range("job", -inf, inf)
    ('age from 28.2 to 34', 'age below 3', 'age above 70', 'job')
    """
    name = named(attribute)
    if low == -inf:
        return name if high == inf else f"{name} below {high:.4g}"
    return f"{name} above {low:.4g}" if high == inf else f"{name} from {low:.4g} to {high:.4g}"

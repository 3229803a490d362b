"""Numbers as people read them: counts are whole, the rest has enough digits."""

import math
from typing import Any

from ...theory.bounds.formula import show

GUESSING = 0.5  # mistakes per trial of who throws a coin

_COUNTS = {
    *("mistakes", "updates", "promotions", "demotions", "corrections"),
    *("queries", "examples", "instances", "trials"),
}


def number(value: Any) -> str:
    """A value with enough digits; lists and pairs as they are written on the command line."""
    if value is None or isinstance(value, str):
        return value or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ",".join(f"{_bare(key)}:{_bare(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(map(_bare, value))
    if isinstance(value, float) and 1e4 <= abs(value) < 1e15:
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else _bare(value)


def whole(counts: str, relation: str, value: float) -> int | None:
    """The largest count that an upper bound allows, the smallest that a lower one does; None for what is no count.

    A value that rounding may have moved across a whole number is read so that the statement stays true.

    >>> whole("mistakes", "<=", 7.5), whole("mistakes", "<", 7), whole("mistakes", ">=", 7.5)
    (7, 6, 8)
    """
    words = counts.split()
    if "per" in words or words[0].strip(",") not in _COUNTS or not abs(value) < 1e15:
        return None
    slack = 0.0 if value == int(value) else 1e-12 * abs(value)
    if relation == ">=":
        return max(0, math.ceil(value - slack))
    return max(0, math.ceil(value + slack) - 1 if relation == "<" else math.floor(value + slack))


def in_words(counts: str, relation: str, value: float | None) -> str:
    """A promise as a sentence.

    >>> in_words("mistakes", "<=", 1234.5), in_words("expected mistakes", "<", 3.5)
    ('At most 1,234 mistakes', 'Less than 3.5 expected mistakes')
    >>> in_words("log loss", "<=", 3.5), in_words("mistakes per trial", "<=", 0.5)
    ('Log loss: at most 3.5', 'At most 0.5 mistakes per trial: vacuous, no better than guessing')
    """
    if value is None or not math.isfinite(value):
        return f"No finite bound on {counts}"
    count = whole(counts, relation, value)
    if count is not None:
        return f"At {'least' if relation == '>=' else 'most'} {count:,} {counts}"
    words = {"<=": "at most", "<": "less than", ">=": "at least"}[relation]
    if not set(counts.split()) & _COUNTS:
        return f"{counts[0].upper()}{counts[1:]}: {words} {number(value)}"
    vacuous = "per trial" in counts and relation != ">=" and value >= GUESSING
    said = f"{words.capitalize()} {number(value)} {counts}"
    return f"{said}: vacuous, no better than guessing" if vacuous else said


def _bare(value: Any) -> str:
    return value if isinstance(value, str) else show(value).strip("()")

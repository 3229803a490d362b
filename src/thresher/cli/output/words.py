"""Counts in words."""

import math


def some(count: int, noun: str, plural: str = "") -> str:
    """A count and what is counted.

    >>> some(1, "mistake"), some(1200, "mistake"), some(0, "class", "classes")
    ('1 mistake', '1,200 mistakes', '0 classes')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def rate(share: float) -> str:
    """An error or a share: four decimals, and three digits of what is rare; a dash where there is none.

    >>> rate(0.25), rate(0.00081234), rate(0.0), rate(float("nan"))
    ('0.2500', '0.000812', '0.0000', '-')
    """
    if math.isnan(share):
        return "-"
    return f"{share:.3g}" if 0 < share < 0.01 else f"{share:.4f}"

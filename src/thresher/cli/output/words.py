"""Counts in words."""


def some(count: int, noun: str, plural: str = "") -> str:
    """A count and what is counted.

    >>> some(1, "mistake"), some(1200, "mistake"), some(0, "class", "classes")
    ('1 mistake', '1,200 mistakes', '0 classes')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"

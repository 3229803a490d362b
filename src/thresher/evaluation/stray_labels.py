"""Labels that hardly ever come beside two that nearly always do: misspelled, or of another time."""

from collections import Counter
from collections.abc import Hashable, Mapping
from difflib import SequenceMatcher
from typing import Any

NEARLY_ALL = 0.99
"""The share of the two labels that were probably meant."""
MOST = 10
"""Labels; where there are more, classes were meant."""
ALIKE = 0.8
LEAST_LETTERS = 4


def stray_labels(confusion: Mapping[tuple[Any, Any], int]) -> str | None:
    """A sentence where all but a few examples have one of two labels: the few make it a matter of many classes.

    >>> stray_labels({("ok", "ok"): 430, ("fraud", "ok"): 170, ("frued", "ok"): 2}).partition(";")[0]
    "of 602 labelled examples all but 2 have one of two labels, 'ok' and 'fraud'"
    >>> stray_labels({("ok", "ok"): 430, ("fraud", "ok"): 170, ("theft", "ok"): 20})
    """
    counts: Counter[Hashable] = Counter()
    for (label, _), count in confusion.items():
        counts[label] += count
    if not 2 < len(counts) <= MOST:
        return None
    (first, most), (second, next_most), *others = counts.most_common()
    total = counts.total()
    if most + next_most < NEARLY_ALL * total:
        return None
    named = " and ".join(_told(label, count, (first, second)) for label, count in others)
    return (
        f"of {total:,} labelled examples all but {total - most - next_most:,} have one of two labels, {first!r} and "
        f"{second!r}; {named} make it many classes, without a positive label or a threshold. Were two meant, "
        "labels=(negative, positive) refuses the others, each with its line"
    )


def _told(label: Any, count: int, meant: tuple[Any, Any]) -> str:
    """A label, how often it came, and which of the two it looks like."""
    like = next((f", written much like {one!r}" for one in meant if _misspelled(label, one)), "")
    return f"{label!r} ({count:,}{like})"


def _misspelled(label: Any, meant: Any) -> bool:
    """Whether two texts are nearly the same, and neither is a part of the other, as 'spam' is of 'not spam'."""
    if not isinstance(label, str) or not isinstance(meant, str) or min(len(label), len(meant)) < LEAST_LETTERS:
        return False
    if label in meant or meant in label:
        return False
    return SequenceMatcher(None, label, meant, autojunk=False).ratio() >= ALIKE

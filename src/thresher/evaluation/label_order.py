"""Whether rows come sorted by label: then whoever repeats the last label is nearly always right, and an error that was
counted on the way says nothing of new rows.

Labels are called sorted if

1. no label comes back once another has come, so that there are as many stretches of equal labels as labels; and
2. that could hardly be so by chance if labels came in bursts: the number of times that the label changes is not above
   what bursts of ten rows on average would make with a probability of 1 in 10,000. (The most frequent label of an
   uneven stream comes in longer ones, as much longer as it is more frequent than all others together.) The number of
   changes is taken for Poisson, with mean (sum over labels of min(rows of it, rows of all others)) / 10.

So 60 rows of each of two labels, or 50 of each of three, are enough. A stream of rare positives is not sorted, nor one
that has a burst of positives and goes on; nor one that begins with a hundred rows of one label and is mixed afterwards.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

BURST = 10.0
"""Rows of equal labels on average that a stream may well have without being sorted."""
CHANCE = 1e-4


def chance_of_so_few_changes(counts: Sequence[int], changes: int) -> float:
    """How probable at most so many changes of label are in a stream whose labels come in bursts.

    Parameters
    ----------
    counts : sequence of int
        Rows of each label.
    changes : int
        How often a row has another label than the row before.

    Returns
    -------
    float
        A probability.

    Examples
    --------
    >>> chance_of_so_few_changes([50, 50, 50], 2) < 1e-4 < chance_of_so_few_changes([20, 20], 1)
    True
    """
    rows = sum(counts)
    mean = sum(min(count, rows - count) for count in counts) / BURST
    if changes >= mean:
        return 1.0
    term = total = math.exp(-mean)
    for number in range(1, changes + 1):
        term *= mean / number
        total += term
    return min(1.0, total)


def are_sorted(counts: Sequence[int], runs: int) -> bool:
    """Whether rows are sorted by label.

    Parameters
    ----------
    counts : sequence of int
        Rows of each label, of those that occur.
    runs : int
        Stretches of equal labels.
    """
    return 1 < len(counts) == runs and chance_of_so_few_changes(counts, runs - 1) < CHANCE


class LabelOrder:
    """Looks at the order of labels while a loop reads its streams for the first time."""

    def __init__(self) -> None:
        self._readings = 0
        self._name = ""
        self._parts = 0
        self._before: Counter[int] = Counter()
        self._notes: list[str] = []

    def begin_reading(self, tally: Any) -> None:
        """The streams are read, once more or for the first time. In a second pass every label comes back."""
        if self._readings == 1:
            self._end(tally)
        self._readings += 1

    def begin(self, name: str, tally: Any) -> None:
        """One of the streams is next."""
        if self._readings == 1:
            self._end_part(tally)
            tally.begin_part()
            self._name, self._before = name, _counts(tally)
            self._parts += 1

    def notes(self, tally: Any) -> list[str]:
        """What should be known of the order of labels, as sentences."""
        if self._readings == 1:
            self._end(tally)
            self._readings += 1
        return self._notes

    def _end_part(self, tally: Any) -> None:
        counts = _counts(tally) - self._before
        if are_sorted(list(counts.values()), tally.part_runs):
            self._notes.append(_sentence(self._name, counts))

    def _end(self, tally: Any) -> None:
        self._end_part(tally)
        counts = _counts(tally)
        if self._parts > 1 and are_sorted(list(counts.values()), tally.runs):
            self._notes = [_sentence("all files together", counts)]


def _counts(tally: Any) -> Counter[int]:
    """Rows of each label so far."""
    counts: Counter[int] = Counter()
    for label, _, count in tally.pairs():
        counts[label] += count
    return counts


def _sentence(name: str, counts: Counter[int]) -> str:
    return (
        f"{name}: sorted by label? Each of {len(counts):,} labels comes in one stretch, over {counts.total():,} rows: "
        "the error means nothing; take the rows in random order: shuffle="
    )

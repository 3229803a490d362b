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

Labels in blocks are looked at more carefully, for real streams have long bursts too. Stretches of fewer than 20 rows
are left aside; labels are said to come in blocks if

1. of each label at least 80 % of the rows lie in long stretches;
2. the long stretches change label so seldom as bursts of 200 rows would with a probability of 1 in 10,000; of 100 rows
   where no label comes back, which is a sorted file with some labels wrong; and
3. the learner is wrong far more often at the first row behind a change than elsewhere, by the rule of `are_apart`: it
   goes by the order. One that is as good there has learned from the rows, and its error can be believed.

Where some labels are wrong, few rows lie in long stretches of equal labels. So the same is asked of stretches in which
one label prevails: such a stretch goes on until ten rows more had other labels than had its own. Bursts of fewer than
ten rows do not show in them, which lowers the number of changes that bursts of 200 rows make by a tenth.

Not seen: blocks of a few dozen rows, which real bursts are like; sorted files of two stretches of which more than a few
percent of the labels are wrong; and files that are short beside their blocks. Six blocks of 500 rows of each of two
labels are enough, and 600 rows of each label where a file is nearly sorted; ten blocks of 500 rows of each of two
labels, where one label in ten is wrong. Real bursts of much more than 200 rows on average are called blocks: by their
labels alone they are.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .surprises import are_apart

BURST = 10.0
"""Rows of equal labels on average that a stream may well have without being sorted."""
NEARLY_SORTED_BURST = 100.0
"""The same where no label comes back, short stretches left aside."""
BLOCK_BURST = 200.0
"""The same of long stretches."""
REGIME_BURST = BLOCK_BURST / 0.9
"""The same of stretches in which one label prevails."""
IN_LONG_STRETCHES = 0.8
CHANCE = 1e-4


def chance_of_so_few_changes(counts: Sequence[int], changes: int, burst: float = BURST) -> float:
    """How probable at most so many changes of label are in a stream whose labels come in bursts.

    Parameters
    ----------
    counts : sequence of int
        Rows of each label.
    changes : int
        How often a row has another label than the row before.
    burst : float
        Rows of a burst on average.

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
    mean = sum(min(count, rows - count) for count in counts) / burst
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


def are_blocks(counts: Mapping[int, int], order: Any) -> bool:
    """Whether labels come in blocks, or nearly sorted, and the learner goes by that.

    Parameters
    ----------
    counts : mapping
        Rows of each label, of those that occur.
    order : NativeLabelRuns
        Their stretches, and the mistakes behind changes.
    """
    in_long = dict(order.long_rows())
    if len(counts) < 2 or any(in_long.get(label, 0) < IN_LONG_STRETCHES * rows for label, rows in counts.items()):
        return False
    burst = NEARLY_SORTED_BURST if order.long_runs == len(counts) else BLOCK_BURST
    if chance_of_so_few_changes(list(counts.values()), order.long_runs - 1, burst) >= CHANCE:
        return False
    changes = order.runs - 1
    behind = order.mistakes_behind, changes
    elsewhere = order.mistakes - order.mistakes_behind, sum(counts.values()) - changes
    return behind[0] * elsewhere[1] > elsewhere[0] * behind[1] and are_apart(behind, elsewhere)


def are_noisy_blocks(counts: Mapping[int, int], order: Any) -> bool:
    """Whether labels come in blocks with others among them, and the learner goes by that.

    Parameters
    ----------
    counts : mapping
        Rows of each label, of those that occur.
    order : NativeLabelRuns
        The stretches in which one label prevails, and the mistakes at their first rows.
    """
    own = dict(order.regime_rows())
    if len(counts) < 2 or any(own.get(label, 0) < IN_LONG_STRETCHES * rows for label, rows in counts.items()):
        return False
    changes = order.regimes - 1
    if chance_of_so_few_changes(list(counts.values()), changes, REGIME_BURST) >= CHANCE:
        return False
    first = order.mistakes_at_regimes, changes
    elsewhere = order.mistakes - order.mistakes_at_regimes, sum(counts.values()) - changes
    return first[0] * elsewhere[1] > elsewhere[0] * first[1] and are_apart(first, elsewhere)


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
        self._notes += _found(self._name, _counts(tally) - self._before, tally.part_order)

    def _end(self, tally: Any) -> None:
        self._end_part(tally)
        if self._parts > 1:
            self._notes = _found("all files together", _counts(tally), tally.order) or self._notes


def _counts(tally: Any) -> Counter[int]:
    """Rows of each label so far."""
    counts: Counter[int] = Counter()
    for label, _, count in tally.pairs():
        counts[label] += count
    return counts


def _found(name: str, counts: Counter[int], order: Any) -> list[str]:
    """What is to be said of the order of labels, if anything."""
    over = f"over {counts.total():,} rows: the error means nothing; take the rows in random order: shuffle="
    if are_sorted(list(counts.values()), order.runs):
        return [f"{name}: sorted by label? Each of {len(counts):,} labels comes in one stretch, {over}"]
    if not are_blocks(counts, order):
        if not are_noisy_blocks(counts, order):
            return []
        blocks = f"{len(counts):,} labels come in {order.regimes:,} stretches in which one of them prevails"
        return [f"{name}: sorted by label in blocks? {blocks}, {over}"]
    if order.long_runs == len(counts):
        return [f"{name}: nearly sorted by label? Each of {len(counts):,} labels comes in one long stretch, {over}"]
    blocks = f"{len(counts):,} labels come in {order.long_runs:,} long stretches"
    return [f"{name}: sorted by label in blocks? {blocks}, {over}"]

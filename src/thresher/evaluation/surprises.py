"""What should be known before an error is believed: rows sorted by label, labels that hardly ever come, a test that
came out wholly different, few labels of which one is rare.
"""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import EvaluationWarning, warn_caller
from .few_labels import few_of_a_rare_label
from .stray_labels import stray_labels

if TYPE_CHECKING:
    from .run import Run

SURE = 5.0
"""Standard errors that two errors must be apart."""
TIMES = 2.0
LEAST = 0.02


def are_apart(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two counts of (mistakes, examples) have wildly different shares: surely, by a factor of two, and by .02.

    >>> are_apart((2, 1000), (480, 1000)), are_apart((100, 1000), (120, 1000)), are_apart((0, 4), (2, 4))
    (True, False, False)
    """
    if not first[1] or not second[1]:
        return False
    (one, spread), (other, spread_of_other) = _share(*first), _share(*second)
    far = abs(one - other)
    if far < LEAST or far <= SURE * math.hypot(spread, spread_of_other):
        return False
    lower, upper = sorted((first[0] / first[1], second[0] / second[1]))
    return upper >= TIMES * lower


def _share(mistakes: int, examples: int) -> tuple[float, float]:
    """The share and its standard error, one mistake and one right answer added: few examples make nobody sure.

    References
    ----------
    Agresti, Caffo, Simple and effective confidence intervals for proportions and differences of proportions result from
    adding two successes and two failures, The American Statistician 54, 2000.
    """
    share = (mistakes + 1) / (examples + 2)
    return share, math.sqrt(share * (1 - share) / (examples + 2))


def test_surprise(run: "Run") -> str | None:
    """A sentence where a test came out wildly different from what was counted while learning.

    A worse test is compared with all that was counted; a better one with its later half, as a learner that knows
    nothing yet errs more.
    """
    test, progress = run.test, run.progress
    if test is None or not (test.answered and progress.answered):
        return None
    found = test.mistakes, test.examples
    if test.error > progress.error:
        counted, when = (progress.mistakes, progress.examples), "while learning it was"
        why = "its rows are unlike those that were learned from, or the order of those gave the labels away"
        if run.passes > 1:
            why = "rows that were learned from in an earlier pass are no test, so believe the file"
    else:
        half = len(run.curve.examples) // 2
        counted = sum(run.curve.mistakes[half:]), sum(run.curve.examples[half:])
        when, why = "in the later half of learning it was", "is it a file that was learned from?"
    if not are_apart(counted, found):
        return None
    return f"the error on the test file is {test.error:.4f}, {when} {counted[0] / counted[1]:.4f}: {why}"


def warn_of(runs: "Iterable[Run]", order: Iterable[str] = ()) -> None:
    """Puts into each run what should be known of it, and warns of it, once of what concerns several."""
    said: set[str] = set()
    for run in runs:
        few = few_of_a_rare_label(run.base_rate, run.asked)
        run.warnings = [*order, *filter(None, (stray_labels(run.progress.confusion), test_surprise(run), few))]
        for sentence in run.warnings:
            if sentence not in said:
                said.add(sentence)
                warn_caller(EvaluationWarning(sentence))

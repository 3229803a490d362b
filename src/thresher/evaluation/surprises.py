"""What should be known before an error is believed: rows sorted by label, a test that came out wholly different."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import EvaluationWarning, warn_caller

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
    (wrong, many), (missed, others) = first, second
    if not many or not others:
        return False
    one, other = wrong / many, missed / others
    both = (wrong + missed) / (many + others)
    spread = math.sqrt(both * (1 - both) * (1 / many + 1 / others))
    far = abs(one - other)
    return far >= LEAST and far > SURE * spread and max(one, other) >= TIMES * min(one, other)


def test_surprise(run: "Run") -> str | None:
    """A sentence where a test came out wildly different from what was counted while learning.

    A worse test is compared with all that was learned; a better one with the later half, as a learner that knows
    nothing yet errs more.
    """
    test, progress = run.test, run.progress
    if test is None:
        return None
    found = test.mistakes, test.examples
    if test.error > progress.error:
        error, counted = progress.error, (progress.mistakes, progress.examples)
    else:
        half = len(run.curve.examples) // 2
        counted = sum(run.curve.mistakes[half:]), sum(run.curve.examples[half:])
        error = counted[0] / max(1, counted[1])
    if not are_apart(counted, found):
        return None
    if run.passes > 1:
        why = "rows that are met again are no test, so believe the file"
    else:
        why = "its rows are unlike those that were learned from, or their order gave the labels away"
    lately = "" if test.error > progress.error else " in the later half"
    return f"the error on the test file is {test.error:.4f}, while learning it was {error:.4f}{lately}: {why}"


def warn_of(runs: "Iterable[Run]", order: Iterable[str] = ()) -> None:
    """Puts into each run what should be known of it, and warns of it, once of what concerns several."""
    said: set[str] = set()
    for run in runs:
        surprise = test_surprise(run)
        run.warnings = [*order, *([surprise] if surprise else [])]
        for sentence in run.warnings:
            if sentence not in said:
                said.add(sentence)
                warn_caller(EvaluationWarning(sentence))

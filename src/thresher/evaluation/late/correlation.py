"""Do delay and label depend on each other? A plain test, done while labels come.

Three things are looked at, each with at least `FEWEST` on either side; the first that stands out is told.

    1. the mean of log2(delay) of positive and of negative labels: more than 4 standard errors apart, and by 10% or more
    2. labels of one class alone came, while instances have waited longer than any label took
    3. the share of positive predictions, among instances that waited longer than any label took and among those whose
       label came: more than 4 standard errors apart

Logarithms, because a few very long delays would hide everything else in a plain mean. It is a hint: delays that come in
bursts look like more evidence than they are, and what never comes can only be judged by its prediction.
"""

import math
from collections.abc import Iterable

FEWEST = 30
STANDARD_ERRORS = 4.0
LEAST_RATIO = 1.1

CONSEQUENCE = (
    "the error of the labels that came is not that of all, and bounds for delays chosen beforehand do not hold"
)


class _Sums:
    """Count, mean and variance of one class's logarithms of delays."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> float:
        return self._sum / self.count

    @property
    def squared_error(self) -> float:
        """The square of the standard error of the mean."""
        spread = max(0.0, self._squares / self.count - self.mean**2) * self.count / (self.count - 1)
        return spread / self.count


class DelayMeter:
    """Takes in every label that comes: its delay in questions, what it was and what had been said.

    >>> meter = DelayMeter()
    >>> for i in range(100):
    ...     meter.add(10 if i % 2 else 500, positive=bool(i % 2), said=True)
    >>> meter.warning([]).partition(":")[0]
    'the delay depends on the label'
    """

    def __init__(self) -> None:
        self.longest = self.total = 0
        self._of = (_Sums(), _Sums())  # negative, positive
        self._said = [0, 0]

    @property
    def count(self) -> int:
        """Labels that came."""
        return self._of[0].count + self._of[1].count

    @property
    def mean(self) -> float | None:
        """The mean delay in questions; None without labels."""
        return self.total / self.count if self.count else None

    def add(self, delay: int, *, positive: bool, said: bool) -> None:
        """One label that came."""
        self.longest = max(self.longest, delay)
        self.total += delay
        self._of[positive].add(math.log2(delay))
        self._said[said] += 1

    def warning(self, overdue: Iterable[bool]) -> str | None:
        """A sentence, if delay and label depend on each other.

        overdue: what was said of the instances that have waited longer than any label took.
        """
        said = [0, 0]
        for positive in overdue:
            said[positive] += 1
        return self._means() or self._one_class(sum(said)) or self._shares(said)

    def _means(self) -> str | None:
        negative, positive = self._of
        if min(negative.count, positive.count) < FEWEST:
            return None
        apart = abs(positive.mean - negative.mean)
        error = math.sqrt(positive.squared_error + negative.squared_error)
        if apart <= STANDARD_ERRORS * error or apart < math.log2(LEAST_RATIO):
            return None
        took = f"positive labels take {2**positive.mean:,.3g} questions, negative ones {2**negative.mean:,.3g}"
        return f"the delay depends on the label: {took} (geometric means); {CONSEQUENCE}."

    def _one_class(self, overdue: int) -> str | None:
        negative, positive = self._of
        if min(negative.count, positive.count) or max(negative.count, positive.count) < FEWEST or overdue < FEWEST:
            return None
        word = "positive" if positive.count else "negative"
        return (
            f"only {word} labels come, and {overdue:,} instances have waited longer than any of them took: labels of "
            f"the other class may never come; {CONSEQUENCE}."
        )

    def _shares(self, said: list[int]) -> str | None:
        overdue, answered = sum(said), sum(self._said)
        if min(overdue, answered) < FEWEST:
            return None
        shares = said[1] / overdue, self._said[1] / answered
        pooled = (said[1] + self._said[1]) / (overdue + answered)
        error = math.sqrt(pooled * (1.0 - pooled) * (1.0 / overdue + 1.0 / answered))
        if abs(shares[0] - shares[1]) <= STANDARD_ERRORS * error:
            return None
        return (
            f"labels may be missing for a reason: {shares[0]:.1%} of the {overdue:,} instances that have waited longer "
            f"than any label took were called positive, {shares[1]:.1%} of those with a label; {CONSEQUENCE}."
        )

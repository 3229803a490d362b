"""Do delay and label depend on each other? A plain test, done while labels come.

Three things are looked at, each with at least `FEWEST` on either side; the first that stands out is told. Of two labels
it is about the positive and the negative one, of more about each label and all others.

    1. the mean of log2(delay) of a label and of the others: more than 4 standard errors apart, and by 10% or more
    2. labels of one class alone came, while instances have waited longer than any label took
    3. the share of predictions of a label, among instances that waited longer than any label took and among those whose
       label came: more than 4 standard errors apart

Logarithms, because a few very long delays would hide everything else in a plain mean. It is a hint: delays that come in
bursts look like more evidence than they are, and what never comes can only be judged by its prediction.
"""

import math
from collections import Counter
from collections.abc import Iterable

from ...protocols import Label

FEWEST = 30
STANDARD_ERRORS = 4.0
LEAST_RATIO = 1.1

CONSEQUENCE = (
    "the error of the labels that came is not that of all, and bounds for delays chosen beforehand do not hold"
)


class _Sums:
    """Count, mean and variance of the logarithms of some delays."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self._sum += value
        self._squares += value * value

    def without(self, other: "_Sums") -> "_Sums":
        """What is left when a part is taken out."""
        rest = _Sums()
        rest.count = self.count - other.count
        rest._sum, rest._squares = self._sum - other._sum, self._squares - other._squares
        return rest

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
    ...     meter.add(10 if i % 2 else 500, label=bool(i % 2), said=True)
    >>> meter.warning([], positive=True).partition(":")[0]
    'the delay depends on the label'
    """

    def __init__(self) -> None:
        self.longest = self.total = 0
        self._all = _Sums()
        self._of: dict[Label, _Sums] = {}
        self._said: Counter[Label] = Counter()

    @property
    def count(self) -> int:
        """Labels that came."""
        return self._all.count

    @property
    def mean(self) -> float | None:
        """The mean delay in questions; None without labels."""
        return self.total / self.count if self.count else None

    def add(self, delay: int, *, label: Label, said: Label) -> None:
        """One label that came."""
        self.longest = max(self.longest, delay)
        self.total += delay
        logarithm = math.log2(delay)
        self._all.add(logarithm)
        self._of.setdefault(label, _Sums()).add(logarithm)
        self._said[said] += 1

    def warning(self, overdue: Iterable[Label], positive: Label = None) -> str | None:
        """A sentence, if delay and label depend on each other.

        overdue: what was said of the instances that have waited longer than any label took.
        positive: the positive one of two labels; None where there are more.
        """
        said = Counter(overdue)
        labels = [positive] if positive is not None else sorted(self._of, key=str)
        for label in labels:
            if told := self._means(label, positive is not None):
                return told
        if told := self._one_class(sum(said.values()), positive):
            return told
        for label in labels:
            if told := self._shares(said, label, positive is not None):
                return told
        return None

    def _means(self, label: Label, two: bool) -> str | None:
        one = self._of.get(label, _Sums())
        rest = self._all.without(one)
        if min(one.count, rest.count) < FEWEST:
            return None
        apart = abs(one.mean - rest.mean)
        error = math.sqrt(one.squared_error + rest.squared_error)
        if apart <= STANDARD_ERRORS * error or apart < math.log2(LEAST_RATIO):
            return None
        names = ("positive labels take", "negative ones") if two else (f"labels {label!r} take", "all others")
        took = f"{names[0]} {2**one.mean:,.3g} questions, {names[1]} {2**rest.mean:,.3g}"
        return f"the delay depends on the label: {took} (geometric means); {CONSEQUENCE}."

    def _one_class(self, overdue: int, positive: Label) -> str | None:
        if len(self._of) != 1 or self.count < FEWEST or overdue < FEWEST:
            return None
        (label,) = self._of
        word = repr(label) if positive is None else "positive" if label == positive else "negative"
        return (
            f"only {word} labels come, and {overdue:,} instances have waited longer than any of them took: labels of "
            f"{'another' if positive is None else 'the other'} class may never come; {CONSEQUENCE}."
        )

    def _shares(self, said: "Counter[Label]", label: Label, two: bool) -> str | None:
        overdue, answered = sum(said.values()), sum(self._said.values())
        if min(overdue, answered) < FEWEST:
            return None
        shares = said[label] / overdue, self._said[label] / answered
        pooled = (said[label] + self._said[label]) / (overdue + answered)
        error = math.sqrt(pooled * (1.0 - pooled) * (1.0 / overdue + 1.0 / answered))
        if abs(shares[0] - shares[1]) <= STANDARD_ERRORS * error:
            return None
        return (
            f"labels may be missing for a reason: {shares[0]:.1%} of the {overdue:,} instances that have waited longer "
            f"than any label took were called {'positive' if two else repr(label)}, {shares[1]:.1%} of those with a "
            f"label; {CONSEQUENCE}."
        )

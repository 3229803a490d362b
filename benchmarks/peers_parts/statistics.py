"""What differences of error mean: an interval for each set, a test and a mean over sets.

Errors are paired: both contestants met the same examples in the same order, so only the examples where one was right
and the other wrong tell them apart (McNemar).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

LEVEL = 0.95
HALF = 0.5  # of a mistake: added to counts so that a ratio exists where somebody made none


@dataclass(frozen=True)
class Difference:
    """The error of one contestant less that of another, and between what it lies with 95 %."""

    value: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """win: surely fewer mistakes; loss: surely more; tie: it can't be told."""
        return "win" if self.high < 0 else "loss" if self.low > 0 else "tie"


def paired_difference(orders: Sequence[tuple[np.ndarray, np.ndarray]], level: float = LEVEL) -> Difference:
    """From which rows were wrong, (ours, theirs) for each order that was played.

    Wald's interval for paired proportions with half a mistake added to each count (Agresti and Min 2005). Where
    mistakes come in runs rows are not independent; the variance is then that of sums over stretches of sqrt(n) rows, if
    that is larger. Several orders of the same examples are no new examples: the interval is not made narrower.
    """
    values, errors = zip(*(_one_order(ours, theirs) for ours, theirs in orders), strict=True)
    middle = float(np.mean(values))
    width = NormalDist().inv_cdf(0.5 + level / 2) * float(np.mean(errors))
    raw = float(np.mean([ours.mean() - theirs.mean() for ours, theirs in orders]))
    return Difference(raw, middle - width, middle + width)


def _one_order(ours: np.ndarray, theirs: np.ndarray) -> tuple[float, float]:
    rows = len(ours)
    apart = ours.astype(np.int8) - theirs.astype(np.int8)
    worse, better = np.count_nonzero(apart > 0) + HALF, np.count_nonzero(apart < 0) + HALF
    size = rows + 4 * HALF
    independent = (worse + better) - (worse - better) ** 2 / size
    stretch = max(1, math.isqrt(rows))
    sums = np.add.reduceat(apart - apart.mean(), np.arange(0, rows, stretch))
    in_runs = float(np.sum(sums**2))
    return (worse - better) / size, math.sqrt(max(independent, in_runs)) / size


def ratio(ours: float, theirs: float, rows: int) -> float:
    """Error over error; half a mistake is added to both so that no set counts without end."""
    return (ours * rows + HALF) / (theirs * rows + HALF)


@dataclass(frozen=True)
class Together:
    """Ratios of several sets as one.

    mean: geometric.   low, high: 95 %, from Student's t on the logarithms.   p: Wilcoxon's signed-rank test that ratios
    are as often above 1 as below, two-sided; nan for fewer than six.   sets: how many origins there are.
    """

    mean: float
    low: float
    high: float
    p: float
    sets: int


def together(ratios: Mapping[str, Sequence[float]]) -> Together:
    """By origin: sets of one origin count as one, with the mean of their logarithms."""
    from scipy.stats import t, wilcoxon

    logs = np.array([float(np.mean(np.log(own))) for own in ratios.values()])
    if not len(logs):
        return Together(math.nan, math.nan, math.nan, math.nan, 0)
    mean = float(logs.mean())
    if len(logs) < 2:
        return Together(math.exp(mean), math.nan, math.nan, math.nan, len(logs))
    width = float(t.ppf(0.5 + LEVEL / 2, len(logs) - 1) * logs.std(ddof=1) / math.sqrt(len(logs)))
    some = len(logs) >= 6 and bool(np.any(logs != 0))
    p = float(wilcoxon(logs).pvalue) if some else math.nan
    return Together(math.exp(mean), math.exp(mean - width), math.exp(mean + width), p, len(logs))

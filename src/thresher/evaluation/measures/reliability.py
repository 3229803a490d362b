"""How far stated probabilities can be believed: plain numbers, over a whole stream and over parts of it.

If an event is given 30 % a thousand times, it should come to pass about three hundred times. A learner that once was
right about that need not be so after the concept has shifted; so what was stated is kept by time, in at most
`MOST_WINDOWS` windows of `FINE` bins each. `ReliabilityMeter` fills them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from ...parameters import one_of, real, whole

FINE = 100  # bins of equal width that are kept; they are joined for show
MOST_WINDOWS = 64
NORMAL_95 = 1.959963984540054  # 95 % of a normal distribution are within so many deviations of its mean
SHOWN = 10  # bins of a curve, unless said otherwise


class Point(NamedTuple):
    """One bin of a reliability curve: what was stated in it on average, and what came of it."""

    stated: float
    positive: float  # the share of positives
    examples: int
    interval: tuple[float, float]  # Wilson's, for the share of positives


class Bin(NamedTuple):
    """What fell into one of the fine bins."""

    examples: int
    positives: int
    stated: float  # the sum


@dataclass(frozen=True)
class Window:
    """Consecutive examples: sums of their losses, and the fine bins that are not empty by number."""

    examples: int
    log_sum: float
    square_sum: float
    bins: Mapping[int, Bin]


@dataclass(frozen=True)
class Reliability:
    """What probabilities were stated, and what came to pass, in windows over time.

    log_loss = mean of -ln(probability given to the label)         brier = mean of (probability - label)^2
        error = sum over bins  count/examples |share of positives - mean stated|        (10 bins of equal width)

    Attributes
    ----------
    first : int
        How many examples came before.
    width : int
        Examples in each window; the last one may hold fewer.
    windows : tuple[Window, ...]
        Counts by bins, window after window.
    log_loss : float
        Mean of -ln of the probability given to the label.
    brier : float
        Mean of the squared differences between probability and label.

    Examples
    --------
    >>> from thresher.evaluation.measures.reliability_meter import ReliabilityMeter
    >>> meter = ReliabilityMeter()
    >>> meter.see([0.2] * 10 + [0.9] * 10, [True, False, False, False, False] * 2 + [True] * 8 + [False] * 2)
    >>> for point in meter.result().curve():
    ...     print(f"stated {point.stated:.2f}, came true {point.positive:.2f}, {point.examples} examples")
    stated 0.20, came true 0.20, 10 examples
    stated 0.90, came true 0.80, 10 examples
    >>> round(meter.result().error, 3), round(meter.result().brier, 3)
    (0.05, 0.165)
    """

    first: int
    width: int
    windows: tuple[Window, ...]
    log_loss: float
    brier: float

    @cached_property
    def examples(self) -> int:
        """How many probabilities were stated."""
        return sum(window.examples for window in self.windows)

    @property
    def last(self) -> int:
        """The number of the last example, the first of the stream being 1."""
        return self.first + self.examples

    @cached_property
    def fine(self) -> list[Bin]:
        """The fine bins: number i holds the probabilities from i/100 to below (i + 1)/100, the last one also 1."""
        kept: list[list[Bin]] = [[] for _ in range(FINE)]
        for window in self.windows:
            for place, entry in window.bins.items():
                kept[place].append(entry)
        return [_joined(entries) for entries in kept]

    @property
    def error(self) -> float:
        """The expected calibration error, with 10 bins of equal width."""
        return self.calibration_error()

    @cached_property
    def chance(self) -> float:
        """About what `error` would be by chance alone if every stated probability were right.

        The share of positives of a bin then has variance sum p (1 - p) / count^2, and the mean size of a normal
        deviation is sqrt(2/pi) of its standard one. An error no larger than this says nothing against the learner.
        """
        deviations = []
        for group in _groups(self.fine, SHOWN, by_count=False):
            variance = math.fsum(b.stated * (1 - b.stated / b.examples) for b in group if b.examples)
            deviations.append(math.sqrt(max(0.0, variance)))
        return math.sqrt(2 / math.pi) * math.fsum(deviations) / self.examples

    def measures(self) -> dict[str, float]:
        """The three numbers by name."""
        return {"log_loss": self.log_loss, "brier": self.brier, "calibration_error": self.error}

    def to_plain(self) -> dict[str, Any]:
        """The curve, and the measures over time, as JSON holds them."""
        points = [(*point[:3], *point.interval) for point in self.curve()]
        parts = [{"last": part.last, "by_chance": part.chance} | part.measures() for part in self.over_time()]
        names = ("stated", "positive", "examples", "low", "high")
        curve = [dict(zip(names, point, strict=True)) for point in points]
        return {"by_chance": self.chance, "curve": curve, "over_time": parts}

    def calibration_error(self, bins: int = SHOWN, *, equal: str = "width") -> float:
        """The same for other bins; `equal` as for `curve`. The more bins, the more of it is chance."""
        gaps = [abs(b.positives - b.stated) for b in self._joined_bins(bins, equal)]
        return math.fsum(gaps) / self.examples

    def curve(self, bins: int = SHOWN, *, equal: str = "width") -> list[Point]:
        """A point for each bin that is not empty, by what was stated, with Wilson's interval of 95 %.

        bins: how many, 1 to 100.   equal: "width"; or "count", as far as the fine bins allow.
        """
        points = []
        for joined in self._joined_bins(bins, equal):
            share = joined.positives / joined.examples
            points.append(Point(joined.stated / joined.examples, share, joined.examples, wilson(joined)))
        return points

    def histogram(self, bins: int = 20) -> list[int]:
        """How often each range of probabilities was stated: counts in bins of equal width, empty ones included."""
        whole("bins", bins, at_least=1, at_most=FINE)
        return [sum(b.examples for b in group) for group in _groups(self.fine, bins, by_count=False)]

    def over_time(self, most: int = 16) -> "list[Reliability]":
        """The stream in at most so many parts of equal length, each measured alone.

        The last part takes what is left: from half the length of the others to one and a half times it.
        """
        each = -(-len(self.windows) // whole("most", most, at_least=1))
        starts = list(range(0, len(self.windows), each))
        if len(starts) > 1 and 2 * sum(w.examples for w in self.windows[starts[-1] :]) < each * self.width:
            starts.pop()  # a few examples alone would only show chance
        return [self._part(start, stop) for start, stop in pairwise([*starts, len(self.windows)])]

    def lately(self, share: float = 0.25) -> "Reliability":
        """The last windows alone: as few as hold this share of the examples, by default the last quarter."""
        wanted = real("share", share, above=0.0, at_most=1.0) * self.examples
        start, held = len(self.windows), 0
        while held < wanted:
            start -= 1
            held += self.windows[start].examples
        return self._part(start, len(self.windows))

    def _part(self, start: int, stop: int) -> "Reliability":
        windows = self.windows[start:stop]
        if len(windows) == len(self.windows):
            return self
        examples = sum(w.examples for w in windows)
        return Reliability(
            self.first + sum(w.examples for w in self.windows[:start]),
            self.width,
            windows,
            math.fsum(w.log_sum for w in windows) / examples,
            math.fsum(w.square_sum for w in windows) / examples,
        )

    def _joined_bins(self, bins: int, equal: str) -> list[Bin]:
        whole("bins", bins, at_least=1, at_most=FINE)
        by_count = one_of("equal", equal, ("width", "count")) == "count"
        joined = [_joined(group) for group in _groups(self.fine, bins, by_count=by_count)]
        return [b for b in joined if b.examples]


def wilson(counted: Bin, deviations: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval for a share: those shares for which what was counted is within so many deviations.

    >>> low, high = wilson(Bin(examples=10, positives=0, stated=0.0))
    >>> low, round(high, 3)
    (0.0, 0.278)
    """
    count, share, square = counted.examples, counted.positives / counted.examples, deviations**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = deviations / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    low = 0.0 if counted.positives == 0 else max(0.0, middle - half)
    return low, 1.0 if counted.positives == count else min(1.0, middle + half)


def _groups(fine: list[Bin], bins: int, *, by_count: bool) -> list[list[Bin]]:
    """Neighbours together: by place, or by how many examples lie below the middle of each."""
    groups: list[list[Bin]] = [[] for _ in range(bins)]
    total, below = sum(b.examples for b in fine), 0
    for place, entry in enumerate(fine):
        if not by_count:
            groups[place * bins // FINE].append(entry)
        elif entry.examples:
            groups[(2 * below + entry.examples) * bins // (2 * total)].append(entry)
            below += entry.examples
    return groups


def _joined(bins: Sequence[Bin]) -> Bin:
    return Bin(sum(b.examples for b in bins), sum(b.positives for b in bins), math.fsum(b.stated for b in bins))

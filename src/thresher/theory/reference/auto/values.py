"""What Auto knows of an attribute's values, and what it makes of one: three views."""

import math
from dataclasses import dataclass

from .numbers import clamp, single

LARGEST = 5.0
LARGEST_REMEMBERED = 1e15
MOST_SEEN = 2**24  # a count in single precision stays there


@dataclass
class Values:
    """Of one attribute: how often it was seen, the mean, the sum of squared deviations, the largest size.

    Single precision, and a restart leaves it as it is.
    """

    seen: float = 0.0
    mean: float = 0.0
    spread: float = 0.0
    largest: float = 0.0

    @property
    def variance(self) -> float:
        """Of the values; 0 for an attribute never seen."""
        return self.spread / self.seen if self.seen else 0.0

    def remember(self, x: float) -> None:
        """One more value (Welford's way)."""
        x = clamp(x, -LARGEST_REMEMBERED, LARGEST_REMEMBERED)
        self.seen = single(self.seen + 1)
        apart = x - self.mean
        mean = self.mean + apart / self.seen
        self.mean = single(mean)
        self.spread = single(self.spread + apart * (x - mean))
        self.largest = max(self.largest, single(abs(x)))

    def centred(self, learned: float) -> bool:
        """Whether the attribute varies and is nearly always there: then its mean is taken away."""
        return self.spread > 0 and self.seen > 0.9 * min(learned, MOST_SEEN)

    def scaled(self, x: float, learned: float) -> float:
        """v: (x - mean) / deviation if it is centred, else x / sqrt(mean square); at most 5 in size."""
        if not self.seen:
            return 1.0 if x > 0 else -1.0
        if self.centred(learned):
            above, below = x - self.mean, math.sqrt(self.variance)
        else:
            above, below = x, math.sqrt(self.mean * self.mean + self.variance)
        if below == 0:
            return math.copysign(LARGEST, above) if above else 0.0
        return clamp(above / below, -LARGEST, LARGEST)

    def share(self, x: float) -> float:
        """u = x / largest value so far."""
        return x / max(self.largest, abs(x))


@dataclass
class View:
    """An attribute of an example as the experts see it; lengths are not divided out yet.

    sifted = scaled (1/4 + |r|), r the attribute's naive Bayes log ratio
    """

    scaled: float
    share: float
    sifted: float

"""What Auto knows of an attribute's values, and what it makes of one: three views."""

import math
from dataclasses import dataclass

from .numbers import clamp, product, root, single

LARGEST = 5.0
LARGEST_KEPT = single(1e15)
MOST_SEEN = 2**24  # a count in single precision stays there
MOST_HALVINGS = 126
TRUSTED_AFTER, FARTHEST = 32, 10.0


@dataclass
class Values:
    """Of one attribute: how often it was seen, the mean, the sum of squared deviations, the largest size.

    Single precision, in the attribute's own unit: the power of two that brings its first value into [1, 2). A restart
    forgets values that vary, as units may have changed.
    """

    unit: float = 0.0
    seen: float = 0.0
    mean: float = 0.0
    spread: float = 0.0
    largest: float = 0.0

    @property
    def variance(self) -> float:
        """Of the values; 0 for an attribute never seen."""
        return single(self.spread / self.seen) if self.seen else 0.0

    def in_unit(self, x: float) -> float:
        """A value in the attribute's unit, at most 1e15 in size."""
        return single(clamp(x * self.unit, -LARGEST_KEPT, LARGEST_KEPT))

    def remember(self, x: float) -> None:
        """One more value (Welford's way); after 32 of them one at most 10 deviations from the mean."""
        if not self.seen:
            self.unit = 2.0 ** -clamp(math.frexp(x)[1] - 1, -MOST_HALVINGS, MOST_HALVINGS)
        value = self.in_unit(x)
        self.seen = single(self.seen + 1)
        apart = single(value - self.mean)
        far = self.spread < product(single(1 / FARTHEST**2), apart, apart, self.seen)
        if self.seen > TRUSTED_AFTER and self.spread > 0 and far:
            apart = math.copysign(single(FARTHEST * root(single(self.spread / self.seen))), apart)
        taken = single(self.mean + apart)
        self.mean = single(self.mean + single(apart / self.seen))
        self.spread = single(self.spread + single(apart * single(taken - self.mean)))
        self.largest = max(self.largest, abs(value))

    def centred(self, learned: float) -> bool:
        """Whether the attribute varies and is nearly always there: then its mean is taken away."""
        return self.spread > 0 and self.seen > single(single(0.9) * min(learned, MOST_SEEN))

    def size(self, learned: float) -> float:
        """What a value in the unit is divided by: the deviation if it is centred, else sqrt(mean square)."""
        if self.centred(learned):
            return root(self.variance)
        return root(single(single(self.mean * self.mean) + self.variance))

    def scaled(self, x: float, learned: float) -> float:
        """v: (x - mean) / deviation if it is centred, else x / sqrt(mean square); at most 5 in size."""
        if not self.seen:
            return 1.0 if x > 0 else -1.0
        value, size = self.in_unit(x), self.size(learned)
        above = single(value - self.mean) if self.centred(learned) else value
        if size == 0:
            return math.copysign(LARGEST, above) if above else 0.0
        return clamp(single(above / size), -LARGEST, LARGEST)

    def share(self, x: float) -> float:
        """u = x / largest value so far."""
        if not self.seen:
            return 1.0 if x > 0 else -1.0
        value = self.in_unit(x)
        most = max(self.largest, abs(value))
        return single(value / most) if most else 0.0  # a value may be too small for its unit


@dataclass
class View:
    """An attribute of an example as the experts see it; lengths are not divided out yet.

    sifted = scaled (1/4 + |r|), r the attribute's naive Bayes log ratio
    """

    scaled: float
    share: float
    sifted: float

"""How Auto rounds: cells in single precision, sums on a grid; and the coin that two of its rooms toss."""

import math
import struct
from dataclasses import dataclass

WEIGHT_LIMIT = 64.0
LEAST_LOSS = 0.03
MOST_TIMES = 10.0  # an importance weight, where a step that long would be a leap
GRID = 1.5 * 2.0**28


def single(value: float) -> float:
    """The nearest number of single precision: what a cell keeps.

    Examples
    --------
    >>> single(0.1)
    0.10000000149011612
    """
    (kept,) = struct.unpack("f", struct.pack("f", value))
    return float(kept)


def on_grid(term: float) -> float:
    """The nearest multiple of 2^-24: sums of such terms are exact, so their order can't show.

    Examples
    --------
    >>> on_grid(1 / 3) * 2**24
    5592405.0
    """
    return (term + GRID) - GRID


def clamp(value: float, low: float, high: float) -> float:
    """The nearest number from low to high."""
    return min(max(value, low), high)


def limited(weight: float) -> float:
    """A weight as a cell keeps it: at most 64 in size."""
    return single(clamp(weight, -WEIGHT_LIMIT, WEIGHT_LIMIT))


def inverse_root(squares: float) -> float:
    """1 / length, and 0 for nothing."""
    return 1.0 / math.sqrt(squares) if squares > 0 else 0.0


def logistic(y: float, score: float, pace: float) -> float:
    """The slope of the logistic loss, 1 / (1 + e^(y s)), and 0 where it is too small to be worth a step."""
    value = 1.0 / (1.0 + math.exp(clamp(y * score, -500.0, 500.0)))
    return value if value >= LEAST_LOSS * pace else 0.0


@dataclass
class Coin:
    """Coin betting on one coordinate: what it won so far decides how much it dares (Orabona and Tommasi 2017).

    told g:   L = max |g| so far,  G = sum |g|,  R = max(0, sum of g w),  Z = sum g
              w = Z / (L (G + L)) (L + R)
    """

    weight: float = 0.0
    bets: float = 0.0
    wagered: float = 0.0
    stake: float = 0.0
    won: float = 0.0

    def toss(self, g: float) -> None:
        """One round."""
        if g == 0:
            return
        most, everything = max(self.stake, abs(g)), self.wagered + abs(g)
        profit, total = max(self.won + g * self.weight, 0.0), self.bets + g
        self.stake, self.wagered, self.won, self.bets = single(most), single(everything), single(profit), single(total)
        self.weight = limited(total / (most * (everything + most)) * (most + profit))


@dataclass
class Confidence:
    """One coordinate of AROW: a weight, and how unsure of it.

    w += alpha y sigma x,   sigma -= beta sigma^2 x^2
    """

    weight: float = 0.0
    variance: float = 1.0

    def move(self, x: float, step: float, shrink: float) -> None:
        """step: alpha y.   shrink: beta."""
        sigma = self.variance
        self.weight = limited(self.weight + step * sigma * x)
        self.variance = single(max(sigma - shrink * sigma * sigma * x * x, 0.0))

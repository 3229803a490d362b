"""Does a count grow with ln n, with n, or not at all? Least squares, and which line explains more."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import Literal

Growth = Literal["logarithm", "line", "none"]
FLAT = 0.15  # a rise from the least n to the largest below this share of the mean is called none


@dataclass(frozen=True)
class Line:
    """y = at_zero + slope * x, and the share of the variance of y that it explains (R^2)."""

    at_zero: float
    slope: float
    explained: float

    def __call__(self, x: float) -> float:
        return self.at_zero + self.slope * x


@dataclass(frozen=True)
class Fits:
    """Counts against n: the best a + b ln n, the best a + b n.

    Attributes
    ----------
    rise : float
        What the better line says of the largest n less what it says of the least, as a share of the mean.
    """

    in_logarithm: Line
    in_number: Line
    rise: float

    @property
    def growth(self) -> Growth:
        if abs(self.rise) < FLAT:
            return "none"
        return "line" if self.in_number.explained > self.in_logarithm.explained else "logarithm"

    def curve(self, n: float) -> float:
        """What the better line says of n."""
        better_in_number = self.in_number.explained > self.in_logarithm.explained
        return self.in_number(n) if better_in_number else self.in_logarithm(log(n))


def fit(sizes: Sequence[float], counts: Sequence[float]) -> Fits:
    """Both lines through all points (n, count).

    Examples
    --------
    >>> fit([10, 100, 1000], [5, 10, 15]).growth, fit([10, 100, 1000], [1, 10, 100]).growth
    ('logarithm', 'line')
    >>> fit([10, 100, 1000], [50, 51, 50]).growth
    'none'
    """
    lines = least_squares([log(n) for n in sizes], counts), least_squares(sizes, counts)
    better = Fits(*lines, rise=0.0)
    mean = fsum(counts) / len(counts)
    rise = (better.curve(max(sizes)) - better.curve(min(sizes))) / mean if mean else 0.0
    return Fits(*lines, rise=rise)


def least_squares(x: Sequence[float], y: Sequence[float]) -> Line:
    """The line of the least sum of squares.

    Examples
    --------
    >>> least_squares([0, 1, 2], [1, 3, 5])
    Line(at_zero=1.0, slope=2.0, explained=1.0)
    """
    count = len(x)
    mean_x, mean_y = fsum(x) / count, fsum(y) / count
    spread = fsum((a - mean_x) ** 2 for a in x)
    slope = fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    at_zero = mean_y - slope * mean_x
    variance = fsum((b - mean_y) ** 2 for b in y)
    left = fsum((b - at_zero - slope * a) ** 2 for a, b in zip(x, y, strict=True))
    return Line(at_zero, slope, 1 - left / variance if variance else 1.0)

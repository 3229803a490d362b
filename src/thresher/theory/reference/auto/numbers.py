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
    return clamp(single(weight), -WEIGHT_LIMIT, WEIGHT_LIMIT)


def product(first: float, *others: float) -> float:
    """Of numbers of single precision, from the left, rounded to it each time: how cells are moved."""
    for other in others:
        first = single(first * other)
    return first


def root(value: float) -> float:
    """In single precision."""
    return single(math.sqrt(value))


def inverse_root(squares: float) -> float:
    """1 / length, and 0 for nothing."""
    return 1.0 / math.sqrt(squares) if squares > 0 else 0.0


def power_of_e(x: float) -> float:
    """e^x: x = k ln 2 + r, and the series of e^r up to r^12. To a few last bits, and the same bits everywhere.

    Examples
    --------
    >>> abs(power_of_e(1.0) - math.e) < 1e-15, power_of_e(0.0)
    (True, 1.0)
    """
    k = round(x * 1.4426950408889634)
    r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10
    total = 1.0 / math.factorial(12)
    for n in range(11, -1, -1):
        total = total * r + 1.0 / math.factorial(n)
    return math.ldexp(total, k)


def log_of_ratio(a: float, b: float) -> float:
    """ln a/b: with a = A 2^i, b = B 2^j, s = (A - B) / (A + B) it is (i - j) ln 2 + 2 (s + s^3/3 + ...).

    Examples
    --------
    >>> abs(log_of_ratio(3.0, 7.0) - math.log(3 / 7)) < 1e-15, log_of_ratio(5.0, 5.0)
    (True, 0.0)
    """
    (above, i), (below, j) = math.frexp(a), math.frexp(b)
    halvings = float(i - j)
    if above > math.sqrt(2) * below:
        below, halvings = 2 * below, halvings + 1
    elif below > math.sqrt(2) * above:
        above, halvings = 2 * above, halvings - 1
    s = (above - below) / (above + below)
    z = s * s
    z2 = z * z
    z4 = z2 * z2
    low = (1 + z * (1 / 3)) + z2 * (1 / 5 + z * (1 / 7))
    middle = (1 / 9 + z * (1 / 11)) + z2 * (1 / 13 + z * (1 / 15))
    high = (1 / 17 + z * (1 / 19)) + z2 * (1 / 21)
    return halvings * 0.6931471805599453 + 2.0 * s * (low + z4 * (middle + z4 * high))


def logistic(y: float, score: float, pace: float) -> float:
    """The slope of the logistic loss, 1 / (1 + e^(y s)), and 0 where it is too small to be worth a step."""
    value = 1.0 / (1.0 + power_of_e(clamp(y * score, -500.0, 500.0)))
    return value if value >= LEAST_LOSS * pace else 0.0


def least_stake(pace: float) -> float:
    """What a stake is at the least, for a value of 1: what a logistic gradient can be, as far as labels are rare.

    Nearly every gradient is tiny there. An attribute that met no rare example yet would take the largest of these for
    the most there can be, and bet all it has on them. pace: of the labels.
    """
    return single(1 - single(pace))


@dataclass
class Coin:
    """Coin betting on one coordinate: what it won so far decides how much it dares (Orabona and Tommasi 2017).

    told g:   L = max |g| so far, or `least`,  G = sum |g|,  R = max(0, sum of g w),  Z = sum g
              w = Z / (L (G + L)) (L + R)
    """

    weight: float = 0.0
    bets: float = 0.0
    wagered: float = 0.0
    stake: float = 0.0
    won: float = 0.0

    def toss(self, g: float, least: float) -> None:
        """One round. g: of single precision. least: what the stake is at the least."""
        if g == 0:
            return
        self.bets, self.wagered = single(self.bets + g), single(self.wagered + abs(g))
        self.stake, self.won = max(self.stake, least, abs(g)), max(single(self.won + single(g * self.weight)), 0.0)
        part = single(self.bets / single(self.stake * single(self.wagered + self.stake)))
        self.weight = limited(part * single(self.stake + self.won))


@dataclass
class Confidence:
    """One coordinate of AROW: a weight, and how unsure of it.

    w += alpha y sigma x,   sigma -= beta sigma^2 x^2
    """

    weight: float = 0.0
    variance: float = 1.0

    def move(self, x: float, step: float, shrink: float) -> None:
        """step: alpha y.   shrink: beta. All of single precision."""
        sigma = self.variance
        self.weight = limited(self.weight + product(step, sigma, x))
        self.variance = max(single(sigma - product(shrink, sigma, sigma, x, x)), 0.0)

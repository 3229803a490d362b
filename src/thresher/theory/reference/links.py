"""Links f: dual -> weight, increasing (E1, E4)."""

import math
from collections.abc import Callable
from typing import TypeAlias

Link: TypeAlias = Callable[[float], float]


def identity(z: float) -> float:
    """f(z) = z: the Perceptron."""
    return z


def two_sinh(z: float) -> float:
    """f(z) = 2 sinh z: Balanced Winnow in natural units. To a few last bits, and the same bits everywhere.

    z = k ln 2 + r;  2 sinh z = (2^k - 2^-k) cosh r + (2^k + 2^-k) sinh r, by their series up to r^12 and r^13.
    From 700 on it is that of 700.

    Examples
    --------
    >>> two_sinh(0.0), abs(two_sinh(1.0) / (2 * math.sinh(1.0)) - 1) < 1e-15
    (0.0, True)
    """
    z = min(max(z, -700.0), 700.0)
    k = round(z * 1.4426950408889634)
    r = (z - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10
    q = r * r
    odd, even = 1 / math.factorial(13), 1 / math.factorial(12)
    for n in (11, 9, 7, 5, 3):
        odd, even = odd * q + 1 / math.factorial(n), even * q + 1 / math.factorial(n - 1)
    sinh, cosh = r + r * (q * odd), 1 + q * even
    up, down = math.ldexp(1.0, k), math.ldexp(1.0, -k)
    return (up - down) * cosh + (up + down) * sinh


def exponential(promotion: float, initial: float) -> Link:
    """f(z) = initial * promotion^z: the Winnow forms; z counts in units of log(promotion)."""
    return lambda z: initial * math.pow(promotion, z)


def balanced(promotion: float, initial: float) -> Link:
    """f(z) = initial * (promotion^z - promotion^-z): Balanced Winnow, halves moving together."""
    return lambda z: initial * (math.pow(promotion, z) - math.pow(promotion, -z))


def p_norm(p: float) -> Link:
    """f(z) = sgn(z) p |z|^(p-1), p >= 2."""
    return lambda z: math.copysign(p * math.pow(abs(z), p - 1), z)


def interpolated(k: int) -> Link:
    """f_k(z) = (1 + z/k)^k - (1 - z/k)^k: 2z at k = 1 and 2, 2 sinh z in the limit."""
    return lambda z: math.pow(1 + z / k, k) - math.pow(1 - z / k, k)


def constant(value: float) -> Link:
    """f(z) = value: a fixed threshold, seen as a coordinate."""
    return lambda _: value

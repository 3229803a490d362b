"""Links f: dual -> weight, increasing (E1, E4)."""

import math
from collections.abc import Callable
from typing import TypeAlias

Link: TypeAlias = Callable[[float], float]


def identity(z: float) -> float:
    """f(z) = z: the Perceptron."""
    return z


def two_sinh(z: float) -> float:
    """f(z) = 2 sinh z: Balanced Winnow in natural units."""
    return 2 * math.sinh(z)


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

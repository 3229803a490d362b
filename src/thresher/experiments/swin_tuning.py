"""SWIN's parameters with the least bound B6, found numerically."""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ..bounds.swin import swin_mistakes

GOLDEN = (math.sqrt(5) - 1) / 2
MOST_PROMOTION = 20.0
NARROW = 1e-5  # of the interval, where the search stops


class Parameters(NamedTuple):
    """Of a SWIN: alpha and beta."""

    promotion: float
    floor_share: float


GENERIC = Parameters(1.3192, 0.02687)
"""Theorem 4's, for no prior knowledge (B9)."""


@cache
def tuned(
    *, n: int, literals_on: int, literals_off: int, attribute_errors: float, randomized: bool = False
) -> Parameters:
    """The promotion and floor share at which B6 is least for these Z+, Z- and A.

    In the floor share B6 is a convex function over a linear one, so that one valley is all there is.
    """

    def bound(promotion: float, floor_share: float) -> float:
        return swin_mistakes(
            n=n,
            promotion=promotion,
            floor_share=floor_share,
            literals_on=literals_on,
            literals_off=literals_off,
            attribute_errors=attribute_errors,
            randomized=randomized,
        )

    def best_share(promotion: float) -> float:
        most = min(math.log(promotion) / (promotion - 1), n / math.e)
        return math.exp(_lowest(lambda log: bound(promotion, math.exp(log)), math.log(most) - 30, math.log(most)))

    promotion = 1 + math.exp(
        _lowest(
            lambda log: bound(1 + math.exp(log), best_share(1 + math.exp(log))),
            math.log(1e-3),
            math.log(MOST_PROMOTION - 1),
        )
    )
    return Parameters(promotion, best_share(promotion))


def _lowest(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one valley between low and high is least: golden section."""
    end = NARROW * (high - low)
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    while high - low > end:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = function(right)
    return (low + high) / 2

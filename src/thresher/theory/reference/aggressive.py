"""Steps as long as the example needs: threshold-relative (C9) and passive-aggressive."""

import math
from collections.abc import Sequence
from math import fsum
from typing import Literal, TypeAlias

from .base import Linear, Values, sign_of
from .links import exponential, identity

Variant: TypeAlias = Literal["PA", "PA-I", "PA-II"]


def squared_length(x: Values) -> float:
    """x.x, correctly rounded from rounded squares; the bias coordinate counts."""
    return fsum(value * value for value in x.values())


class PassiveAggressive(Linear):
    """The least change of w that gives the example its margin (Crammer et al. 2006).

    l = max(0, margin - y s);  no step if l = 0 or x = 0;  C = aggressiveness
    PA: tau = l / x.x      PA-I: tau = min(C, l / x.x)      PA-II: tau = l / (x.x + 1/(2C))
    w += (tau * weight * y) x
    Bound: J7.
    """

    def __init__(
        self,
        *,
        variant: Variant = "PA",
        aggressiveness: float = 1.0,
        margin: float = 1.0,
        bias: bool = False,
    ) -> None:
        super().__init__(link=identity, bias=bias)
        self.variant: Variant = variant
        self.aggressiveness = aggressiveness
        self.margin = margin

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        loss = max(0.0, self.margin - sign_of(y) * self._score(x))
        length = squared_length(x)
        if loss == 0 or length == 0:
            return False
        if self.variant == "PA-II":
            tau = loss / (length + 1 / (2 * self.aggressiveness))
        else:
            tau = loss / length
        if self.variant == "PA-I":
            tau = min(self.aggressiveness, tau)
        self._move(x, tau * weight * sign_of(y))
        return True


class Aggressive(Linear):
    """Threshold-relative updating (C9): the step that puts w.x on theta + y gamma.

    trigger         wrong, or y (w.x - theta) < gamma = margin;  never for x = 0
    additive        r = (theta + y gamma - w.x) / x.x = (y gamma - s) / x.x,  w += r x,  from w = 0
    multiplicative  solve sum_i w_i c^(x_i) x_i = theta + y gamma for c (boolean x:
                    c = (theta + y gamma) / w.x),  w_i <- c^(x_i) w_i,  from w = initial;
                    x >= 0, and margin < threshold, or there is no such c

    No bound is known.
    """

    # The notes aim at theta itself, where a negative example is still wrong under ">=".
    def __init__(
        self,
        *,
        additive: bool,
        threshold: float,
        margin: float,
        promotion: float = 2.0,
        initial: float = 1.0,
    ) -> None:
        if not additive and margin >= threshold:
            raise ValueError("the multiplicative form needs margin < threshold.")
        super().__init__(
            link=identity if additive else exponential(promotion, initial),
            threshold=threshold,
        )
        self.additive = additive
        self.margin = margin
        self.promotion = promotion

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        s = self._score(x)
        wrong = (s >= 0) != y
        length = squared_length(x)
        if length == 0 or not (wrong or sign_of(y) * s < self.margin):
            return False
        if self.additive:
            step = (sign_of(y) * self.margin - s) / length
        else:
            goal = self.threshold + sign_of(y) * self.margin
            step = self._log_factor(x, goal) / math.log(self.promotion)
        self._move(x, step * weight)
        return True

    def _log_factor(self, x: Values, goal: float) -> float:
        return log_factor([(self._weight(i) * value, value) for i, value in x.items()], goal)


def log_factor(terms: Sequence[tuple[float, float]], goal: float) -> float:
    """log c, the root of sum_i w_i x_i c^(x_i) = goal, given every (w_i x_i, x_i); both above 0."""
    if all(value == 1 for _, value in terms):
        return math.log(goal / fsum(product for product, _ in terms))
    # At the root no term exceeds the goal and some term has at least its share of it.
    share = goal / len(terms)
    high = min(math.log(goal / product) / value for product, value in terms)
    low = min(math.log(share / product) / value for product, value in terms)
    while low < (middle := low + (high - low) / 2) < high:
        if fsum(product * math.exp(middle * value) for product, value in terms) < goal:
            low = middle
        else:
            high = middle
    return high

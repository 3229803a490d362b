"""Learners that ask for few labels (J1, J2), as plain loops.

A label is asked for with probability width/(width + distance). The coin of trial t = 1, 2, ... is `coins(t)`, a number
in [0, 1); the learner is taught what it asked for and nothing else.
"""

from collections.abc import Callable
from math import fsum
from typing import TypeAlias

from .base import Example, Linear

Reach: TypeAlias = Callable[[Linear, Example, float], tuple[float, float]]
"""From a learner, an example and the largest norm so far to width and distance."""

Norm: TypeAlias = Callable[[Example], float]


class Asking:
    """A learner, its rule, its coins; `asked` counts labels that were looked at."""

    def __init__(self, learner: Linear, norm: Norm, reach: Reach, coins: Callable[[int], float]) -> None:
        self.learner, self.norm, self.reach, self.coins = learner, norm, reach, coins
        self.trials = self.asked = self.mistakes = 0
        self.largest = 0.0

    def learn(self, x: Example, y: bool) -> tuple[bool, bool]:
        """What was predicted, and whether the label was asked for."""
        self.trials += 1
        self.largest = max(self.largest, self.norm(x))
        width, distance = self.reach(self.learner, x, self.largest)
        wants = self.coins(self.trials) < (1.0 if distance == 0 else width / (width + distance))
        said = self.learner.predict(x)
        self.asked += wants
        self.mistakes += said != y
        if wants:
            self.learner.learn(x, y)
        return said, wants


def p_norm_of(p: float) -> Norm:
    """|x|_p."""
    return lambda x: fsum(abs(v) ** p for v in x.values()) ** (1 / p)


def largest_value(x: Example) -> float:
    """|x|_inf."""
    return max((abs(v) for v in x.values()), default=0.0)


def total_value(x: Example) -> float:
    """|x|_1, of values that are not negative."""
    return fsum(x.values())


def p_norm_reach(p: float, rate: float) -> Reach:
    """J1: v = grad |z|_p^2/2, so v_i = w_i/(p |z|_p^(p-2)) where w_i = p sgn(z_i) |z_i|^(p-1); p = 2: w = z."""

    def reach(learner: Linear, x: Example, norm: float) -> tuple[float, float]:
        size = fsum(abs(z) ** p for z in learner.duals().values()) ** (1 / p)
        score = abs(learner.score(x))
        if p > 2 and score:
            score /= p * size ** (p - 2)
        return (p - 1) * norm**2 / 2, score / rate

    return reach


def majority_reach(rate: float, n: int) -> Reach:
    """J1: |w.x| as a share of all n weights, those that never moved are 1."""

    def reach(learner: Linear, x: Example, norm: float) -> tuple[float, float]:
        weights = list(learner.weights().values())
        return rate * norm**2 / 2, abs(learner.score(x)) / (fsum(weights) + n - len(weights))

    return reach


def tracking_reach(promotion: float, floor: float, separation: float) -> Reach:
    """J2, at threshold 1."""

    def reach(learner: Linear, x: Example, norm: float) -> tuple[float, float]:
        clear = 1 - floor * norm
        mu = 2 / (clear + promotion)
        g = (1 + separation) - mu * promotion
        s = learner.score(x)  # w.x - 1
        return g, mu * (s if s >= 0 else -promotion * s)

    return reach

"""The general rule (E1) and the learners that are only a choice of its link."""

import math
from math import inf
from typing import Literal, TypeAlias

from .base import Linear, Values, sign_of
from .links import Link, identity, interpolated, p_norm

Loss: TypeAlias = Literal["mistake", "margin", "logistic"]


def loss_at(loss: Loss, margin: tuple[float, float], s: float, y: bool) -> float:
    """How much to move, 0 for not at all.

    mistake   1 iff (s >= 0) != y
    margin    1 iff wrong or y s < the margin of y's side (positive side, negative side)
    logistic  1 / (1 + exp(y s)), in the form whose exponential cannot overflow
    """
    ys = sign_of(y) * s
    if loss == "logistic":
        small = math.exp(-abs(ys))
        return small / (1 + small) if ys >= 0 else 1 / (1 + small)
    wrong = (s >= 0) != y
    if loss == "mistake":
        return float(wrong)
    # C8: the notes print the demotion trigger as s > gamma; it is s > -gamma.
    return float(wrong or ys < margin[0 if y else 1])


class QuasiAdditive(Linear):
    """The quasi-additive rule (E1), with C8's margin and the logistic loss.

    z_i += (rate * loss * weight * y) x_i,  clamped to [low, high];  w_i = link(z_i).
    Negative examples may have a rate of their own, demotion.
    Bounds: E5-E8 by link, for mistake loss at a constant rate.
    """

    def __init__(
        self,
        *,
        link: Link,
        rate: float = 1.0,
        demotion: float | None = None,
        threshold: float = 0.0,
        initial_dual: float = 0.0,
        loss: Loss = "mistake",
        margin: tuple[float, float] = (0.0, 0.0),
        low: float = -inf,
        high: float = inf,
        bias: bool = False,
    ) -> None:
        super().__init__(
            link=link,
            threshold=threshold,
            initial_dual=initial_dual,
            low=low,
            high=high,
            bias=bias,
        )
        self.rate = rate
        self.demotion = rate if demotion is None else demotion
        self.loss: Loss = loss
        self.margin = margin

    def _loss(self, x: Values, y: bool) -> float:
        return loss_at(self.loss, self.margin, self._score(x), y)

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        loss = self._loss(x, y)
        if loss == 0:
            return False
        self._move(x, (self.rate if y else self.demotion) * loss * weight * sign_of(y))
        return True


class Perceptron(QuasiAdditive):
    """w += rate y x on a mistake, from w = 0 (C3). Bound: C3, E6."""

    # With bias, threshold theta = -bias_weight moves by theta <- theta - rate y: the notes print
    # theta + rate y theta_Init, which is this if theta_Init is a constant input of -1.
    def __init__(self, *, rate: float = 1.0, bias: bool = False) -> None:
        super().__init__(link=identity, rate=rate, bias=bias)


class PNormPerceptron(QuasiAdditive):
    """w_i = sgn(z_i) p |z_i|^(p-1), z += rate y x on a mistake, from z = 0 (E4). Bound: E8."""

    def __init__(self, *, p: float, rate: float = 1.0) -> None:
        super().__init__(link=p_norm(p), rate=rate)


class InterpolatedPerceptron(QuasiAdditive):
    """w_i = f_k(z_i), z += rate y x on a mistake, from z = 0 (E4). Bound: E8a, for odd k."""

    def __init__(self, *, k: int, rate: float = 1.0) -> None:
        super().__init__(link=interpolated(k), rate=rate)


class WeightedMajority(QuasiAdditive):
    """w_i = e^(z_i), z += rate y x on a mistake, from z = 0; threshold 0 (E4). Bound: E5."""

    def __init__(self, *, rate: float) -> None:
        super().__init__(link=math.exp, rate=rate)

"""A rate for every coordinate: adaptive in the dual, and second-order (diagonal AROW)."""

import math
from math import fsum

from .base import Linear, Values, sign_of
from .links import Link, identity
from .quasi_additive import Loss, QuasiAdditive


class AdaptiveDual(QuasiAdditive):
    """The quasi-additive rule with AdaGrad's rates, in the dual.

    g_i = (loss * weight * y) x_i;  G_i += g_i^2;  z_i += rate g_i / sqrt(G_i);  w_i = link(z_i).
    G_i starts at 0 and includes this example. No bound is known.
    """

    def __init__(
        self,
        *,
        link: Link,
        rate: float,
        loss: Loss = "logistic",
        margin: tuple[float, float] = (0.0, 0.0),
        bias: bool = False,
    ) -> None:
        super().__init__(link=link, rate=rate, loss=loss, margin=margin, bias=bias)
        self._squares: Values = {}

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        loss = self._loss(x, y)
        if loss == 0:
            return False
        for i, value in x.items():
            g = loss * weight * sign_of(y) * value
            total = self._squares.get(i, 0.0) + g * g
            if total > 0:  # g * g may underflow
                self._squares[i] = total
                self._add(i, self.rate * g / math.sqrt(total))
        return True


class Arow(Linear):
    """Adaptive regularisation of weights, diagonal (Crammer et al. 2009).

    trigger y s < 1;  v = fsum(sigma_i x_i^2);  beta = 1/(v + r);  alpha = (1 - y s) beta weight
    w_i += alpha y sigma_i x_i;  sigma_i -= beta sigma_i^2 x_i^2, with the old sigma, from 1.
    Squares are taken first, other products from left to right. No bound is known.
    """

    def __init__(self, *, r: float = 1.0, bias: bool = False) -> None:
        super().__init__(link=identity, bias=bias)
        self.r = r
        self._sigma: Values = {}

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        ys = sign_of(y) * self._score(x)
        if ys >= 1:
            return False
        sigma = {i: self._sigma.get(i, 1.0) for i in x}
        v = fsum(sigma[i] * (value * value) for i, value in x.items())
        beta = 1 / (v + self.r)
        alpha = (1 - ys) * beta * weight
        for i, value in x.items():
            self._add(i, alpha * sign_of(y) * sigma[i] * value)
            self._sigma[i] = sigma[i] - beta * (sigma[i] * sigma[i]) * (value * value)
        return True

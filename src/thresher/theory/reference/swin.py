"""SWIN: Winnow with a floor for disjunctions that shift, deterministic or randomised (B2)."""

import math
from collections.abc import Callable
from math import inf

from .base import Example, Linear, Values, sign_of
from .links import exponential
from .winnow import dual_bound


class Swin(Linear):
    """SWIN (B2), with alpha = promotion, beta = floor_share, w_0 = initial (beta/n if not given).

    DET   p(r) = 1 iff r >= theta,  theta = (alpha ln alpha + beta(alpha-1)) / (alpha^2-1)
    RAND  p(r) = 0 if r <= beta;  1 if r >= q;  (r-beta)/(q-beta) between,  q = ln(alpha)/(alpha-1)
    update iff y != p(r), whatever the coin said:  w_i <- max(w_i alpha^(x_i (2y-1)), beta/n)

    r = w.x; the score is r - theta (DET) or r - beta (RAND), and p is computed from it.
    RAND predicts positive iff coin(examples) < p(r), where examples counts those learned.
    expected_mistakes is the sum of |y - p(r)|. Bound: B6.
    """

    def __init__(
        self,
        *,
        n: int,
        promotion: float,
        floor_share: float,
        initial: float | None = None,
        randomized: bool = False,
        coin: Callable[[int], float] | None = None,
    ) -> None:
        floor = floor_share / n
        initial = floor if initial is None else initial
        log = math.log(promotion)
        theta = (promotion * log + floor_share * (promotion - 1)) / (promotion * promotion - 1)
        super().__init__(
            link=exponential(promotion, initial),
            threshold=floor_share if randomized else theta,
            # beta = 0 is Winnow without a floor (B8).
            low=dual_bound(floor, initial=initial, promotion=promotion) if floor > 0 else -inf,
        )
        self.randomized = randomized
        self.coin = coin
        self.ramp = log / (promotion - 1) - floor_share
        self.expected_mistakes = 0.0

    def probability(self, x: Example) -> float:
        """p(r), the probability of predicting positive."""
        return self._probability(self._values(x))

    def predict(self, x: Example) -> bool:
        if not self.randomized:
            return super().predict(x)
        if self.coin is None:
            raise ValueError("a randomized Swin needs a coin to predict with.")
        return self.coin(self.examples) < self.probability(x)

    def _probability(self, x: Values) -> float:
        s = self._score(x)
        if not self.randomized:
            return float(s >= 0)
        if s <= 0:
            return 0.0
        return 1.0 if s >= self.ramp else s / self.ramp

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        p = self._probability(x)
        self.expected_mistakes += abs(y - p)
        if y == p:
            return False
        self._move(x, weight * sign_of(y))
        return True

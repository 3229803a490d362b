"""ALMA and the tracking p-norm learner, whose link is normalised and not coordinatewise (G1).

The dual theta = f_q(w) is what is kept, and w = f_p(theta):

    w_i = scale * v_i,   v_i = sgn(theta_i) |theta_i|^(p-1),   scale = |theta|_p^-(p-2)

(scale = 1 at theta = 0). |w|_q = |theta|_p, so scaling w back scales theta by the same factor.
"""

import math
from math import fsum

from .base import Coordinate, Example, Key, Linear, Values, attributes, sign_of
from .instances import length, unit_length


class Normalised(Linear):
    """The link f_p of G1; s = scale * fsum(v_i x_i)."""

    def __init__(self, *, p: float) -> None:
        super().__init__(link=lambda theta: math.copysign(math.pow(abs(theta), p - 1), theta))
        self.p = p

    def weights(self) -> dict[Key, float]:
        scale = self._scale()
        return attributes({i: scale * self.link(theta) for i, theta in self._z.items()})

    def _weight(self, i: Coordinate) -> float:
        return self._scale() * self.link(self._dual(i))

    def _score(self, x: Values) -> float:
        return self._scale() * fsum(self.link(self._dual(i)) * value for i, value in x.items())

    def _norm(self) -> float:
        return length(self._z, self.p)

    def _scale(self) -> float:
        norm = self._norm()
        return math.pow(norm, -(self.p - 2)) if norm > 0 else 1.0


class Alma(Normalised):
    """ALMA_p(a; B, C), a = alpha (G2): an approximately maximal margin, without knowing it.

    k = 1;  x^ = x / |x|_p  (no step for x = 0)
    trigger  y w.x^ <= (1-a) B sqrt(p-1) / sqrt(k)
    step     theta += C / sqrt((p-1) k) * weight * y x^;  theta /= max(1, |theta|_p);  k += 1

    B is sqrt(8)/a when not given. Bound on updates: G2.
    """

    def __init__(
        self,
        *,
        p: float = 2.0,
        alpha: float = 0.9,
        B: float | None = None,
        C: float = math.sqrt(2),
    ) -> None:
        super().__init__(p=p)
        self.alpha = alpha
        self.B = math.sqrt(8) / alpha if B is None else B
        self.C = C
        self.k = 1

    def _values(self, x: Example) -> Values:
        return unit_length(super()._values(x), self.p)

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        margin = (1 - self.alpha) * self.B * math.sqrt(self.p - 1) / math.sqrt(self.k)
        if not x or sign_of(y) * self._score(x) > margin:
            return False
        self._move(x, self.C / math.sqrt((self.p - 1) * self.k) * weight * sign_of(y))
        divisor = max(1.0, self._norm())
        self._z = {i: theta / divisor for i, theta in self._z.items()}
        self.k += 1
        return True


class TrackingPNorm(Normalised):
    """The p-norm learner that tracks: a constant rate and a ball of radius R (G3).

    trigger  y w.x <= margin
    step     theta += rate * weight * y x;  theta *= min(1, R / |theta|_p)
    Bound: G4, for margin 0.
    """

    def __init__(self, *, p: float = 2.0, rate: float, margin: float = 0.0, radius: float = 1.0) -> None:
        super().__init__(p=p)
        self.rate = rate
        self.margin = margin
        self.radius = radius

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        if sign_of(y) * self._score(x) > self.margin:
            return False
        self._move(x, self.rate * weight * sign_of(y))
        norm = self._norm()
        if norm > 0:
            factor = min(1.0, self.radius / norm)
            self._z = {i: theta * factor for i, theta in self._z.items()}
        return True

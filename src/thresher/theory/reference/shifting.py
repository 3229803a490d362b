"""The shifting Perceptron (J7b): the Perceptron that forgets a little with every mistake."""

from .base import Linear, Values, sign_of
from .links import identity


class ShiftingPerceptron(Linear):
    """At the k-th mistake w <- (1 - s) w + s y x, s = forgetting / (forgetting + k), from w = 0 (J7b).

    forgetting = 1 makes the predictions of the Perceptron: k w is then the sum of y x. A larger one counts about the
    last k/forgetting mistakes. It has no quick form in the package: bound J7b, the Perceptron beside it.
    """

    def __init__(self, *, forgetting: float = 1.0, bias: bool = False) -> None:
        super().__init__(link=identity, bias=bias)
        self.forgetting = forgetting

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        if (self._score(x) >= 0) == y:
            return False
        k = self.updates + 1
        share = self.forgetting / (self.forgetting + k)
        for i in self._z:
            self._z[i] *= 1 - share
        self._move(x, share * weight * sign_of(y))
        return True

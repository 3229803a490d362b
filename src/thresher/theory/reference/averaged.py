"""The voted and the averaged Perceptron (C7), keeping every vector there ever was."""

from math import fsum

from .base import BIAS, Coordinate, Key, Reference, Values, attributes, sign_of


class AveragedPerceptron(Reference):
    """All vectors v_i with a count c_i, from 1, of the examples each survived (C7; Freund and Schapire's count).

    start      one vector, v = 0 with c = 0
    example    the current v_k wrong: append v_k + rate y x with c = 1;  otherwise c_k += 1
    averaged   s = fsum over attributes of (sum_i c_i v_i) x
    voted      s = sum_i c_i sgn(v_i.x),  sgn(0) = +1

    Mistakes are those of the prediction; updates those of the current vector. weights() is
    sum_i c_i v_i, undivided; duals() the current vector. No bound is known (E8b).
    """

    def __init__(self, *, rate: float = 1.0, voted: bool = False, bias: bool = False) -> None:
        super().__init__(bias=bias)
        self.rate = rate
        self.voted = voted
        self.vectors: list[tuple[Values, int]] = [({}, 0)]

    def weights(self) -> dict[Key, float]:
        return attributes({i: self._total(i) for i in self.vectors[-1][0]})

    def duals(self) -> dict[Key, float]:
        return attributes(self.vectors[-1][0])

    @property
    def bias_weight(self) -> float:
        return self._total(BIAS)

    def _score(self, x: Values) -> float:
        if self.voted:
            return float(sum(count * _vote(v, x) for v, count in self.vectors))
        return fsum(self._total(i) * value for i, value in x.items())

    def _total(self, i: Coordinate) -> float:
        return fsum(count * v.get(i, 0.0) for v, count in self.vectors)

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        v, count = self.vectors[-1]
        if (_vote(v, x) > 0) == y:
            self.vectors[-1] = (v, count + 1)
            return False
        step = self.rate * weight * sign_of(y)
        moved = {i: v.get(i, 0.0) + step * value for i, value in x.items()}
        self.vectors.append(({**v, **moved}, 1))
        return True


def _vote(v: Values, x: Values) -> int:
    """sgn(v.x), with sgn(0) = +1."""
    return 1 if fsum(v.get(i, 0.0) * value for i, value in x.items()) >= 0 else -1

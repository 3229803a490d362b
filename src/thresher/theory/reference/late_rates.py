"""Rates of their own for labels that come late (J5): logistic learners that know what is still outstanding.

Both are told a question and, later, its label: `ask(number, x)` gives the score, `label(number, y)` learns. The
gradient is that of the answer that was given, as in the papers, and not of the state when the label comes (which is
what the order Immediate takes, around any learner).
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import fsum

from .base import BIAS, Coordinate, Example, Values
from .links import Link, identity


def probability(score: float) -> float:
    """1/(1 + e^-score), without overflow."""
    return 1 / (1 + math.exp(-score)) if score >= 0 else math.exp(score) / (1 + math.exp(score))


class LateLogistic(ABC):
    """What the two share: pending instances, the probability that was stated, a weight for every coordinate."""

    def __init__(self, *, rate: float, link: Link = identity, bias: bool = False) -> None:
        self.rate = rate
        self.link = link
        self.bias = bias
        self._waiting: dict[int, tuple[Values, float, dict[Coordinate, float]]] = {}

    def ask(self, number: int, x: Example) -> float:
        """Keeps an instance and gives its score."""
        values = self._values(x)
        kept = {i: self._asked(i, abs(value)) for i, value in values.items()}
        score = self._score(values)
        self._waiting[number] = (values, probability(score), kept)
        return score

    def score(self, x: Example) -> float:
        """The score of an instance that is not kept."""
        return self._score(self._values(x))

    def label(self, number: int, y: bool) -> None:
        """Learns the label of an instance that was asked about."""
        values, stated, kept = self._waiting.pop(number)
        for i, value in values.items():
            self._told(i, (float(y) - stated) * value, abs(value), kept[i])

    def weights(self) -> dict[Coordinate, float]:
        """The weight of every coordinate that was asked about."""
        return {i: self.link(self._dual(i)) for i in self._coordinates()}

    def _values(self, x: Example) -> Values:
        values: Values = {i: float(value) for i, value in x.items() if value != 0}
        return {**values, BIAS: 1.0} if self.bias else values

    def _score(self, values: Values) -> float:
        return fsum(self.link(self._dual(i)) * value for i, value in values.items())

    @abstractmethod
    def _coordinates(self) -> list[Coordinate]:
        """Those that have a state."""

    @abstractmethod
    def _dual(self, i: Coordinate) -> float:
        """z_i now."""

    @abstractmethod
    def _asked(self, i: Coordinate, size: float) -> float:
        """A question with a value of this size; gives what must be remembered until its label comes."""

    @abstractmethod
    def _told(self, i: Coordinate, g: float, size: float, kept: float) -> None:
        """The label came: g is minus the gradient of the log loss."""


@dataclass
class Sums:
    """Of one coordinate: what has come, what is out, and D, which says how far the rate must be down."""

    come: float = 0.0  # sum of g
    sizes: float = 0.0  # A, the sum of |g|
    paid: float = 0.0  # C, the sum of g^2 + 2 |g| (what came while it was out)
    out: float = 0.0  # O, the sum of |x| of what is out
    out_when: float = 0.0  # the sum of |x| A, A as it was at the question
    largest: float = 0.0  # of all D so far


class DelayedAveraging(LateLogistic):
    """Dual averaging whose rate counts what is outstanding (J5): z_i = rate G_i / sqrt(D_i), G the gradients that came.

    D = sum of squares of the sizes of gradients, and twice the products of those that were out together: |g| where the
    label came, |x| >= |g| where it is out. D = C + O^2 + 2 (A O - sum_out |x| A_asked); it is not let fall.

    Without delay it is AdaGrad's dual averaging. Bound, with the identity link: J5.
    """

    def __init__(self, *, rate: float, link: Link = identity, bias: bool = False) -> None:
        super().__init__(rate=rate, link=link, bias=bias)
        self.sums: dict[Coordinate, Sums] = {}

    def spreads(self) -> dict[Coordinate, float]:
        """D of every coordinate."""
        return {i: sums.largest for i, sums in self.sums.items()}

    def _coordinates(self) -> list[Coordinate]:
        return list(self.sums)

    def _dual(self, i: Coordinate) -> float:
        sums = self.sums.get(i)
        return self.rate * sums.come / math.sqrt(sums.largest) if sums and sums.largest > 0 else 0.0

    def _asked(self, i: Coordinate, size: float) -> float:
        sums = self.sums.setdefault(i, Sums())
        sums.out += size
        sums.out_when += size * sums.sizes
        now = sums.paid + sums.out**2 + 2 * (sums.sizes * sums.out - sums.out_when)
        sums.largest = max(sums.largest, now)
        return sums.sizes

    def _told(self, i: Coordinate, g: float, size: float, kept: float) -> None:
        sums = self.sums[i]
        sums.paid += g * g + 2 * abs(g) * (sums.sizes - kept)
        sums.out -= size
        sums.out_when -= size * kept
        sums.sizes += abs(g)
        sums.come += g


@dataclass
class Revised:
    """Of one coordinate: z, the sum of g, and the sums whose root is the rate's denominator."""

    dual: float = 0.0
    come: float = 0.0
    spread: float = 0.0
    largest: float = 0.0


class AdaptiveRevision(LateLogistic):
    """McMahan and Streeter's rule (2014), as recalled: the step is revised for what came while the label was out.

    back = G - G_asked;  S += g^2 + 2 g back;  S' = max(S', S);  z += r g - (r_before - r) back,  r = rate / sqrt(S')

    S starts at 0, so that without delay it is AdaptiveDual. No bound of ours.
    """

    def __init__(self, *, rate: float, link: Link = identity, bias: bool = False) -> None:
        super().__init__(rate=rate, link=link, bias=bias)
        self.revised: dict[Coordinate, Revised] = {}

    def _coordinates(self) -> list[Coordinate]:
        return list(self.revised)

    def _dual(self, i: Coordinate) -> float:
        return self.revised[i].dual if i in self.revised else 0.0

    def _asked(self, i: Coordinate, size: float) -> float:
        return self.revised.setdefault(i, Revised()).come

    def _told(self, i: Coordinate, g: float, size: float, kept: float) -> None:
        state = self.revised[i]
        back = state.come - kept
        before = self.rate / math.sqrt(state.largest) if state.largest > 0 else None
        state.spread += g * g + 2 * g * back
        state.largest = max(state.largest, state.spread)
        state.come += g
        if state.largest > 0:
            rate = self.rate / math.sqrt(state.largest)
            state.dual += rate * g - ((before - rate) * back if before is not None else 0.0)

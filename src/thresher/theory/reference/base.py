"""What every reference learner shares: the loop predict -> step with its counts, and the score."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum
from math import fsum, inf
from typing import Final, TypeAlias

from .links import Link

Key: TypeAlias = int | str
Example: TypeAlias = Mapping[int, float] | Mapping[str, float] | Mapping[Key, float]


class Bias(Enum):
    """The extra coordinate, of constant value 1, that no attribute's name can collide with."""

    BIAS = "bias"


BIAS: Final = Bias.BIAS
Coordinate: TypeAlias = int | str | Bias
Values: TypeAlias = dict[Coordinate, float]


def sign_of(y: bool) -> float:
    """The label as a number: +1 or -1."""
    return 1.0 if y else -1.0


def attributes(values: Values) -> dict[Key, float]:
    """The same values without the bias coordinate."""
    return {i: value for i, value in values.items() if not isinstance(i, Bias)}


class Reference(ABC):
    """A learner as a loop: predict, be told the label, perhaps step.

    Counts: examples, mistakes (prediction != label), updates (the trigger fired), of which
    promotions (label positive) and demotions (label negative).
    """

    def __init__(self, *, bias: bool = False) -> None:
        self.bias = bias
        self.examples = 0
        self.mistakes = 0
        self.updates = 0
        self.promotions = 0
        self.demotions = 0

    def score(self, x: Example) -> float:
        """s = w.x - theta."""
        return self._score(self._values(x))

    def predict(self, x: Example) -> bool:
        """Positive iff s >= 0."""
        return self.score(x) >= 0

    def learn(self, x: Example, y: bool, weight: float = 1.0) -> bool:
        """Predict, step, count; return the prediction made before the label."""
        prediction = self.predict(x)
        if weight == 0:
            return prediction
        updated = self._step(self._values(x), y, weight)
        self.examples += 1
        self.mistakes += prediction != y
        self.updates += updated
        self.promotions += updated and y
        self.demotions += updated and not y
        return prediction

    @abstractmethod
    def weights(self) -> dict[Key, float]:
        """The weight of every attribute ever updated (the bias is `bias_weight`)."""

    @abstractmethod
    def duals(self) -> dict[Key, float]:
        """The dual z of every attribute ever updated."""

    @property
    @abstractmethod
    def bias_weight(self) -> float:
        """The weight of the constant coordinate; meaningful when bias is on."""

    @abstractmethod
    def _score(self, x: Values) -> float:
        """The score of prepared values."""

    @abstractmethod
    def _step(self, x: Values, y: bool, weight: float) -> bool:
        """Learn from prepared values; say whether the trigger fired."""

    def _values(self, x: Example) -> Values:
        values: Values = {i: float(value) for i, value in x.items() if value != 0}
        if self.bias:
            values[BIAS] = 1.0
        return values


class Linear(Reference):
    """A dual vector z and weights w_i = f(z_i), coordinate by coordinate.

    s = fsum(w_i x_i, -threshold);  every z_i starts at initial_dual and is kept in [low, high].
    """

    def __init__(
        self,
        *,
        link: Link,
        threshold: float = 0.0,
        initial_dual: float = 0.0,
        low: float = -inf,
        high: float = inf,
        bias: bool = False,
    ) -> None:
        super().__init__(bias=bias)
        self.link = link
        self.threshold = threshold
        self.initial_dual = initial_dual
        self.low = low
        self.high = high
        self._z: Values = {}

    def weights(self) -> dict[Key, float]:
        return attributes({i: self._weight(i) for i in self._z})

    def duals(self) -> dict[Key, float]:
        return attributes(self._z)

    @property
    def bias_weight(self) -> float:
        return self._weight(BIAS)

    def _score(self, x: Values) -> float:
        return fsum([*(self._weight(i) * value for i, value in x.items()), -self.threshold])

    def _dual(self, i: Coordinate) -> float:
        return self._z.get(i, self.initial_dual)

    def _weight(self, i: Coordinate) -> float:
        return self.link(self._dual(i))

    def _clamp(self, z: float) -> float:
        return min(self.high, max(self.low, z))

    def _add(self, i: Coordinate, amount: float) -> None:
        self._z[i] = self._clamp(self._dual(i) + amount)

    def _move(self, x: Values, step: float) -> None:
        """z_i += step x_i, clamped."""
        for i, value in x.items():
            self._add(i, step * value)

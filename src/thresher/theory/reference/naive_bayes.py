"""Naive Bayes, multinomial, as it is usually stated: two classes, counts, smoothing."""

from math import fsum

from .auto.numbers import log_of_ratio
from .base import Key, Reference, Values, attributes


class NaiveBayes(Reference):
    """P(y | x) ~ P(y) prod_i P(i | y)^(x_i), with smoothed frequencies.

    P(i | y) = (c_yi + a) / (T_y + aV);   P(y) ~ N_y + 1
    s = ln of the odds, positive against negative
    every example   c_yi += weight x_i for its own y; N_y += weight

    c_yi is the count of attribute i in examples of class y, T_y the sum of c_yi over i, V the number of attributes
    counted so far, a the smoothing. With a half life h, all counts and N_y are first multiplied by 2^(-1/h).

    Examples
    --------
    >>> model = NaiveBayes()
    >>> model.learn({"free": 1}, True), model.learn({"lunch": 1}, False), model.predict({"free": 1})
    (True, True, True)
    """

    def __init__(self, *, smoothing: float = 1.0, prior: bool = True, half_life: float | None = None) -> None:
        super().__init__()
        self.smoothing = smoothing
        self.prior = prior
        self.half_life = half_life
        self._counts: dict[bool, Values] = {True: {}, False: {}}
        self._totals = {True: 0.0, False: 0.0}
        self._seen = {True: 0.0, False: 0.0}

    def weights(self) -> dict[Key, float]:
        """ln P(i | positive) / P(i | negative), of the attributes counted."""
        known = {**self._counts[True], **self._counts[False]}
        return attributes({i: self._odds(*(self._counts[y].get(i, 0.0) for y in (True, False))) for i in known})

    def duals(self) -> dict[Key, float]:
        """The counts in positive examples."""
        return attributes({i: self._counts[True].get(i, 0.0) for i in {**self._counts[True], **self._counts[False]}})

    @property
    def bias_weight(self) -> float:
        """ln P(positive) / P(negative)."""
        return log_of_ratio(self._seen[True] + 1, self._seen[False] + 1) if self.prior else 0.0

    def _score(self, x: Values) -> float:
        """The odds of counts and those of totals kept apart, as fewer roundings have it."""
        a = self.smoothing
        positive, negative = self._counts[True], self._counts[False]
        parts = [log_of_ratio(positive.get(i, 0.0) + a, negative.get(i, 0.0) + a) * value for i, value in x.items()]
        return fsum([*parts, self._per_unit() * fsum(x.values()), self.bias_weight])

    def _odds(self, positive: float, negative: float) -> float:
        return log_of_ratio(positive + self.smoothing, negative + self.smoothing) + self._per_unit()

    def _per_unit(self) -> float:
        mass = self.smoothing * len({**self._counts[True], **self._counts[False]})
        return log_of_ratio(self._totals[False] + mass, self._totals[True] + mass) if mass else 0.0

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        if self.half_life is not None:
            left = 2 ** (-1 / self.half_life)
            for side in (True, False):
                self._counts[side] = {i: left * count for i, count in self._counts[side].items()}
                self._totals[side] *= left
                self._seen[side] *= left
        counts = self._counts[y]
        for i, value in x.items():
            counts[i] = counts.get(i, 0.0) + weight * value
        self._totals[y] = fsum([self._totals[y], *(weight * value for value in x.values())])
        self._seen[y] += weight
        return True

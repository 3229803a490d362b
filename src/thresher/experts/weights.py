"""Weights of experts: positive numbers of which only the ratios matter, kept where no float could hold them.

An expert that is a thousand mistakes behind has a weight of 2^-1000 of the best, and the bound counts on it: one day it
may be the best. So a weight is a mantissa and a whole exponent of 2 (as floats are, but without an end), and products
are rounded as those of floats are.
"""

from collections.abc import Iterable, Sequence
from math import frexp, fsum, ldexp


class Weights:
    """Equal at first."""

    def __init__(self, count: int) -> None:
        self.mantissas = [0.5] * count
        self.exponents = [1] * count
        self._values: list[float] | None = None

    def __len__(self) -> int:
        return len(self.mantissas)

    def values(self) -> list[float]:
        """The weights over the power of two next above the largest: 0 only for what no sum would notice."""
        if self._values is None:
            top = max(self.exponents)
            self._values = [ldexp(m, e - top) for m, e in zip(self.mantissas, self.exponents, strict=True)]
        return self._values

    def shares(self) -> list[float]:
        """Each weight's part of the sum."""
        values = self.values()
        total = fsum(values)
        return [value / total for value in values]

    def multiply(self, factors: Iterable[float]) -> None:
        """Each weight by its own factor, above 0."""
        products = [frexp(m * factor) for m, factor in zip(self.mantissas, factors, strict=True)]
        self.exponents = [e + more for e, (_, more) in zip(self.exponents, products, strict=True)]
        self.mantissas = [mantissa for mantissa, _ in products]
        self._values = None

    def share(self, share: float) -> None:
        """w_i <- (1 - share) w_i + share/(N - 1) times the sum of the others; nothing where share is 0."""
        if share:
            values = self.values()
            total, part = fsum(values), share / (len(values) - 1)
            self.become([(1 - share) * value + part * (total - value) for value in values])

    def become(self, values: Sequence[float]) -> None:
        """Takes on other weights, all above 0."""
        parts = [frexp(value) for value in values]
        self.mantissas = [mantissa for mantissa, _ in parts]
        self.exponents = [exponent for _, exponent in parts]
        self._values = None

    def resume(self, mantissas: Sequence[float], exponents: Sequence[int]) -> None:
        """From a file."""
        if {len(mantissas), len(exponents)} != {len(self)}:
            raise ValueError("the weights are not those of the experts")
        if not all(isinstance(m, float) and 0.5 <= m < 1 for m in mantissas):
            raise ValueError("the weights are not finite, or not positive")
        if not all(isinstance(e, int) and abs(e) < 2**62 for e in exponents):
            raise ValueError("the exponents of the weights are no whole numbers")
        self.mantissas, self.exponents = list(mantissas), list(exponents)
        self._values = None

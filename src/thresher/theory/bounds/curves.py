"""Links as curves: the area under f and how steep it gets, in plain Python, for Theorems 4.1 and 4.2 (E3)."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...errors import ParameterError

MOST_STEPS = 10**6  # that are gone one by one
_HALVINGS = 80
_TINY = 1e-100
_ROUNDING = 1e-9  # of sums of up to a million terms; to count a mistake too many is safe


@dataclass(frozen=True)
class Curve:
    """A link f with what E3 needs of it.

    `steepness`: the largest f' up to z, over 0 <= v <= z where f is odd and over all v <= z else. `quotient`: that over
    f(z), for z > 0; it falls, to `limit`, which is c. `area`: g, the integral of f from its zero or from minus
    infinity; `place`: g^-1.
    """

    quotient: Callable[[float], float]
    steepness: Callable[[float], float]
    area: Callable[[float], float]
    place: Callable[[float], float]
    limit: float

    def settled(self, quotient: float) -> float:
        """The least z from which steepness(z)/f(z) <= quotient, which must be above the limit."""
        if self.quotient(_TINY) <= quotient:
            return 0.0
        low, high = _TINY, 1.0
        while self.quotient(high) > quotient:
            low, high = high, 2 * high
        for _ in range(_HALVINGS):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if self.quotient(middle) <= quotient else (middle, high)
        return high

    def reached(self, n: int, step: float, mistakes: int) -> float:
        """At most what g^-1(G) is after so many mistakes from z = 0, none of which moves a z_i by more than `step`."""
        *_, last = self._places(n, step, mistakes)
        return last

    def lasting(self, n: int, step: float, gain: float, mistakes: int) -> int:
        """How many of so many mistakes there can be, if each raises u.z/|u|_1, never above g^-1(G), by `gain`."""
        number = 0
        for number, place in enumerate(self._places(n, step, mistakes)):
            if number * gain > place * (1 + _ROUNDING):
                return number - 1
        return number

    def _places(self, n: int, step: float, mistakes: int) -> Iterator[float]:
        """After no mistake, after one, ...

        G rises by at most n step^2/2 times the steepness where it ends; |z_i| is at most g^-1(G), and mistakes * step.
        """
        if mistakes > MOST_STEPS:
            raise ParameterError(
                f"{mistakes:,} mistakes may go by before the measure of progress falls, which says nothing of use; a "
                "smaller rate has a smaller number, or fewer attributes, or a larger separation."
            )
        total = n * self.area(0.0)
        try:
            yield (place := self.place(total))
            for number in range(1, mistakes + 1):
                far = min(number * step, place + step)
                total += n * step**2 / 2 * self.steepness(far)
                yield (place := self.place(total))
        except OverflowError:
            raise ParameterError("the numbers on the way are too large for floats; take a smaller rate.") from None


def interpolated(k: int) -> Curve:
    """f_k = (1 + z/k)^k - (1 - z/k)^k, k = 1 the Perceptron: E3 needs no odd k."""

    def area(z: float) -> float:
        return k / (k + 1) * ((1 + z / k) ** (k + 1) + (1 - z / k) ** (k + 1) - 2)

    def place(total: float) -> float:
        low, high = 0.0, 1.0
        while area(high) < total:
            low, high = high, 2 * high
        for _ in range(60):  # to the last bit but a few, upwards
            middle = (low + high) / 2
            low, high = (low, middle) if area(middle) >= total else (middle, high)
        return high

    def steepness(z: float) -> float:
        return (1 + z / k) ** (k - 1) + (1 - z / k) ** (k - 1)

    def quotient(z: float) -> float:
        if z < 1e-4:  # f = 2 z (1 + z^2 (k-1)(k-2)/(6 k^2) + ...), where the difference of powers would lose digits
            return 1 / z
        # divided by (1 + z/k)^k, so that nothing overflows
        share = (1 - z / k) / (1 + z / k)
        return (1 + share ** (k - 1)) / ((1 + z / k) * (1 - share**k))

    return Curve(
        quotient,
        steepness,
        area,
        place,
        0.0,
    )


def p_norm(p: float) -> Curve:
    """f = p z^(p-1)."""
    return Curve(
        lambda z: (p - 1) / z,
        lambda z: p * (p - 1) * z ** (p - 2),
        lambda z: z**p,
        lambda total: total ** (1 / p),
        0.0,
    )


TWO_SINH = Curve(
    lambda z: 1 / math.tanh(z),
    lambda z: 2 * math.cosh(z),
    lambda z: 4 * math.sinh(z / 2) ** 2,
    lambda total: 2 * math.asinh(math.sqrt(total) / 2),
    1.0,
)
"""Balanced Winnow."""

EXPONENTIAL = Curve(lambda z: 1.0, math.exp, math.exp, math.log, 1.0)
"""Weighted Majority: not odd, Theorem 4.2."""

"""Winnow: plain, with elimination, with a floor, and balanced.

In all of them z counts in units of log(promotion), so that boolean attributes give whole numbers:
w_i = initial * promotion^(z_i), and a mistake moves z_i by weight y x_i.
"""

import math
from math import fsum, inf

from .aggressive import log_factor
from .base import Coordinate, Key, Values, attributes, sign_of
from .instances import lifted
from .links import balanced, exponential
from .quasi_additive import QuasiAdditive


def dual_bound(weight: float, *, initial: float, promotion: float) -> float:
    """The z at which initial * promotion^z is the given weight."""
    return math.log(weight / initial) / math.log(promotion)


class Multiplicative(QuasiAdditive):
    """w_i = initial * promotion^(z_i), z from 0: what Winnow's forms with a threshold share.

    update      wrong, or y (w.x - theta) < the margin of y's side (C8)
    promotion   w_i <- promotion^(x_i) w_i
    demotion    w_i <- demotion^(x_i) w_i, demotion = 1/promotion when not given
    aggressive  either way w_i <- c^(x_i) w_i, with the c that puts w.x on theta + y margin (C9); never for x = 0
    Then clamped to the floor; with discard, a weight below that share of the initial one becomes 0 for good.
    discard_relative  (share, every): at every so many updates, weights below the initial one and below that share of
                      the largest (those never seen have the initial one) become 0 for good
    Bounds are about margin 0, demotion 1/promotion, steps that are not aggressive, and nothing discarded.
    """

    def __init__(
        self,
        *,
        promotion: float,
        initial: float,
        threshold: float,
        floor: float | None = None,
        demotion: float | None = None,
        margin: tuple[float, float] = (0.0, 0.0),
        aggressive: bool = False,
        discard: float | None = None,
        discard_relative: tuple[float, int] | None = None,
    ) -> None:
        super().__init__(
            link=exponential(promotion, initial),
            demotion=None if demotion is None else -math.log(demotion) / math.log(promotion),
            threshold=threshold,
            low=-inf if floor is None else dual_bound(floor, initial=initial, promotion=promotion),
            loss="margin" if any(margin) else "mistake",
            margin=margin,
        )
        self.promotion = promotion
        self.aggressive = aggressive
        self.least = -inf if discard is None else math.log(discard) / math.log(promotion)
        self.discard_relative = discard_relative

    def _add(self, i: Coordinate, amount: float) -> None:
        if self._dual(i) > -inf:
            super()._add(i, amount)
        if self._dual(i) < self.least:
            self._z[i] = -inf

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        if not self._step_alone(x, y, weight):
            return False
        if self.discard_relative is not None and (self.updates + 1) % self.discard_relative[1] == 0:
            self._discard_small(self.discard_relative[0])
        return True

    def _discard_small(self, share: float) -> None:
        largest = max([0.0, *self._z.values()])
        for i, z in self._z.items():
            if z < 0 and z < largest + math.log(share) / math.log(self.promotion):
                self._z[i] = -inf

    def _step_alone(self, x: Values, y: bool, weight: float) -> bool:
        if not self.aggressive:
            return super()._step(x, y, weight)
        if not x or self._loss(x, y) == 0:
            return False
        goal = self.threshold + sign_of(y) * self.margin[0 if y else 1]
        terms = [(self._weight(i) * value, value) for i, value in x.items() if self._weight(i) > 0]
        if not terms:
            return False
        self._move(x, log_factor(terms, goal) / math.log(self.promotion) * weight)
        return True


class Winnow(Multiplicative):
    """Winnow for a fixed concept (C4, A11); Winnow1 with elimination (C5).

    predict positive iff w.x >= threshold (n when not given)
    promotion  w_i <- promotion^(x_i) w_i
    demotion   w_i <- promotion^(-x_i) w_i;  with elimination, w_i <- 0 for good where x_i > 0
    Bounds: C4, A11; with elimination C5.
    """

    def __init__(
        self,
        *,
        n: int,
        promotion: float = 2.0,
        threshold: float | None = None,
        initial: float = 1.0,
        elimination: bool = False,
        discard: float | None = None,
        discard_relative: tuple[float, int] | None = None,
        demotion: float | None = None,
        margin: tuple[float, float] = (0.0, 0.0),
        aggressive: bool = False,
    ) -> None:
        super().__init__(
            promotion=promotion,
            initial=initial,
            threshold=float(n) if threshold is None else threshold,
            demotion=demotion,
            margin=margin,
            aggressive=aggressive,
            discard=discard,
            discard_relative=discard_relative,
        )
        self.elimination = elimination

    def _move(self, x: Values, step: float) -> None:
        if self.elimination and step < 0:
            # promotion^-inf = 0, and no later promotion brings -inf back.
            self._z.update({i: -inf for i, value in x.items() if value > 0})
        else:
            super()._move(x, step)


class WinnowR(Multiplicative):
    """Winnow whose demotions stop at a floor: w_i <- max(floor, promotion^(-x_i) w_i) (C6).

    Bound: C6, for the defaults. (The notes print v < 4(u+1); it is v <= 4u + 2.)
    """

    def __init__(
        self,
        *,
        n: int,
        promotion: float = 2.0,
        threshold: float | None = None,
        initial: float = 1.0,
        floor: float = 0.5,
        demotion: float | None = None,
        margin: tuple[float, float] = (0.0, 0.0),
        aggressive: bool = False,
    ) -> None:
        super().__init__(
            promotion=promotion,
            initial=initial,
            threshold=float(n) if threshold is None else threshold,
            floor=floor,
            demotion=demotion,
            margin=margin,
            aggressive=aggressive,
        )


class TrackingWinnow(Multiplicative):
    """Winnow that tracks a concept that shifts (A1).

    w_i = floor * promotion^(z_i), z from 0;  z_i <- max(0, z_i + y x_i) on a mistake.
    With lift_above and lift_least (A9): in the update alone, an attribute whose weight exceeds
    lift_above has its value lifted by A7 with m = lift_least. No bound is known with lifting.
    Bounds: A4, A5, A13.
    """

    def __init__(
        self,
        *,
        promotion: float,
        floor: float,
        threshold: float = 1.0,
        lift_above: float | None = None,
        lift_least: float | None = None,
        demotion: float | None = None,
        margin: tuple[float, float] = (0.0, 0.0),
        aggressive: bool = False,
    ) -> None:
        if (lift_above is None) != (lift_least is None):
            raise ValueError("lift_above and lift_least go together: give both or neither.")
        super().__init__(
            promotion=promotion,
            initial=floor,
            threshold=threshold,
            floor=floor,
            demotion=demotion,
            margin=margin,
            aggressive=aggressive,
        )
        self.lift_above = lift_above
        self.lift_least = lift_least

    def _move(self, x: Values, step: float) -> None:
        values = {i: self._monitored(i, value) for i, value in x.items()}
        super()._move({i: value for i, value in values.items() if value != 0}, step)

    def _monitored(self, i: Coordinate, value: float) -> float:
        if self.lift_above is None or self.lift_least is None:
            return value
        return lifted(value, self.lift_least) if self._weight(i) > self.lift_above else value


class BalancedWinnow(QuasiAdditive):
    """Two halves, w = w+ - w-, so that weights have a sign (C12).

    on a mistake  z+_i += y x_i,  z-_i -= y x_i
    no range      the halves mirror each other:  w_i = initial * (promotion^z - promotion^-z)
    with a range  each half is initial * promotion^(z+ or z-), kept in [floor, ceiling]
    with demotion the half that falls is multiplied by demotion^|x_i|, the one that rises by promotion^|x_i|
    with a margin it also moves where it is right by less (C8)
    aggressive    both halves move by the t that puts w.x on theta + y margin (C9), never for x = 0
    A dual is (z+ - z-) / 2, which is z+ while the halves mirror each other.
    Bound: E7, without a range and at threshold 0.
    """

    def __init__(
        self,
        *,
        promotion: float = 2.0,
        initial: float = 1.0,
        floor: float | None = None,
        ceiling: float | None = None,
        threshold: float = 0.0,
        bias: bool = False,
        demotion: float | None = None,
        margin: tuple[float, float] = (0.0, 0.0),
        aggressive: bool = False,
    ) -> None:
        def bound(weight: float | None, otherwise: float) -> float:
            if weight is None:
                return otherwise
            return dual_bound(weight, initial=initial, promotion=promotion)

        super().__init__(
            link=balanced(promotion, initial),
            threshold=threshold,
            low=bound(floor, -inf),
            high=bound(ceiling, inf),
            bias=bias,
            loss="margin" if any(margin) else "mistake",
            margin=margin,
        )
        self.apart = floor is not None or ceiling is not None or demotion is not None
        self.fall = 1.0 if demotion is None else -math.log(demotion) / math.log(promotion)
        self.aggressive = aggressive
        self._half = exponential(promotion, initial)
        self._minus: Values = {}
        self._plus: Values = {}

    def halves(self) -> dict[Key, tuple[float, float]]:
        """(z+, z-) of every attribute ever updated."""
        return {i: (z, self._minus[i]) for i, z in attributes(self._plus).items()}

    def _weight(self, i: Coordinate) -> float:
        if not self.apart:
            return super()._weight(i)
        return self._half(self._plus.get(i, 0.0)) - self._half(self._minus.get(i, 0.0))

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        if not self.aggressive:
            return super()._step(x, y, weight)
        if not x or self._loss(x, y) == 0:
            return False
        self._move(x, self._root(x, self.threshold + sign_of(y) * self.margin[0 if y else 1]) * weight)
        return True

    def _root(self, x: Values, goal: float) -> float:
        """The t at which sum_i f(z_i + t x_i) x_i, which grows with t, is the goal; of two neighbours the farther."""

        def short(t: float) -> float:
            return goal - fsum(self.link(self._dual(i) + t * value) * value for i, value in x.items())

        towards = 1.0 if short(0.0) > 0 else -1.0
        near, far = 0.0, towards
        while towards * short(far) > 0:
            far *= 2
        while (middle := near + (far - near) / 2) not in (near, far):
            if towards * short(middle) > 0:
                near = middle
            else:
                far = middle
        return far

    def _add(self, i: Coordinate, amount: float) -> None:
        self._plus[i] = self._clamp(self._plus.get(i, 0.0) + self._signed(amount))
        self._minus[i] = self._clamp(self._minus.get(i, 0.0) + self._signed(-amount))
        self._z[i] = (self._plus[i] - self._minus[i]) / 2

    def _signed(self, amount: float) -> float:
        return self.fall * amount if amount < 0 else amount

"""The Winnow family with a threshold: values in [0, 1], positive weights, multiplicative updates."""

import math
from typing import Self, Unpack

from ..choices.links import Exponential
from ..choices.losses import Mistake, Ramp
from ..choices.ranges import Unlimited, WeightRange
from ..choices.rates import Constant, Eliminating
from ..errors import ParameterError
from ..parameters import real, whole, yes_or_no
from .base import Learner
from .choice import Choice, Options


class Winnow(Learner):
    """Winnow for a concept that does not change (C4, A11); Winnow1 with elimination (C5).

        predict positive iff w.x >= threshold
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- promotion^(-x_i) w_i;  with elimination, w_i <- 0 for good where x_i > 0

    n: number of attributes; only sets the default threshold.
    promotion: alpha > 1. Default 2.
    threshold: theta > 0. Default n.
    initial: w_0 > 0, the weight of every attribute at first. Default 1.
    elimination: True for Winnow1; not noise tolerant. Default False.

    Bound: k-literal monotone disjunctions at the defaults, 3k ceil(lg n) + 1 mistakes (C4), with
    elimination 2k ceil(lg n) + 1 (C5); linear thresholds with separation at promotion 1 + delta and
    threshold 1 (A11, A12).

    >>> model = Winnow(n=4)
    >>> [model.learn_one({"a", "c"}, True).mistake for _ in range(3)]
    [True, False, False]
    >>> model.weights()
    {'a': 2.0, 'c': 2.0}
    """

    def __init__(
        self,
        n: int | None = None,
        *,
        promotion: float = 2.0,
        threshold: float | None = None,
        initial: float = 1.0,
        elimination: bool = False,
        **options: Unpack[Options],
    ) -> None:
        self.n = None if n is None else whole("n", n, at_least=1)
        self.promotion = real("promotion", promotion, above=1, at_most=1e6)
        self.threshold = threshold if threshold is None else real("threshold", threshold, above=0)
        self.initial = real("initial", initial, above=0, at_most=1e100)
        self.elimination = yes_or_no("elimination", elimination)
        self._begin(
            Choice(
                link=Exponential(self.promotion, self.initial),
                loss=Mistake(),
                rate=Eliminating() if elimination else Constant(1.0),
                threshold=_threshold(self.n, self.threshold),
                unit_interval=True,
            ),
            options,
        )


class WinnowR(Learner):
    """Winnow whose demotions stop at a floor, for disjunctions whose literals come and go (C6).

        predict positive iff w.x >= threshold
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- max(floor, promotion^(-x_i) w_i)

    n: number of attributes; only sets the default threshold.
    promotion: alpha > 1. Default 2.   threshold: theta. Default n.   initial: w_0. Default 1.
    floor: the least weight, at most initial. Default 1/2.

    Bound (at the defaults): 5c(ceil(lg n) + 1) + 2 mistakes, c the literals ever added (C6).

    >>> WinnowR(n=8).predict_one({"a"})
    False
    """

    def __init__(
        self,
        n: int | None = None,
        *,
        promotion: float = 2.0,
        threshold: float | None = None,
        initial: float = 1.0,
        floor: float = 0.5,
        **options: Unpack[Options],
    ) -> None:
        self.n = None if n is None else whole("n", n, at_least=1)
        self.promotion = real("promotion", promotion, above=1, at_most=1e6)
        self.threshold = threshold if threshold is None else real("threshold", threshold, above=0)
        self.initial = real("initial", initial, above=0, at_most=1e100)
        self.floor = real("floor", floor, above=0, at_most=self.initial)
        self._begin(
            Choice(
                link=Exponential(self.promotion, self.initial),
                range=WeightRange(floor=self.floor),
                threshold=_threshold(self.n, self.threshold),
                unit_interval=True,
            ),
            options,
        )


class TrackingWinnow(Learner):
    """Winnow that tracks a concept that shifts (A1).

        predict positive iff w.x >= threshold;  every weight starts at the floor
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- max(floor, promotion^(-x_i) w_i)

    promotion: alpha > 1. Default 2, good for disjunctions (A13, Cor 11); 1 + separation for linear
        thresholds. Larger follows faster and tolerates less noise.
    floor: epsilon > 0, small against 1/lambda (lambda: the largest sum of an example's values). Default
        0.001, which is 1/(50 lambda) for examples of 20 active attributes. Too large: everything is
        positive; too small: a new attribute takes longer to matter, by log(1/floor).
    threshold: theta. Default 1.
    lift_above, lift_least: in the update, lift small values of attributes whose weight exceeds lift_above
        to lift_least (A9). Default none; no bound is known with it.

    Bound: A4 for any parameters, A5 for those of `for_separation`, A13 for disjunctions; they hold for
    shifting concepts, with noise, and for any number of attributes.

    >>> model = TrackingWinnow(promotion=2, floor=0.01)
    >>> sum(model.learn_one({"free", "now"}, True).mistake for _ in range(10))
    6
    """

    def __init__(
        self,
        promotion: float = 2.0,
        floor: float = 0.001,
        *,
        threshold: float = 1.0,
        lift_above: float | None = None,
        lift_least: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.promotion = real("promotion", promotion, above=1, at_most=1e6)
        self.threshold = real("threshold", threshold, above=0, at_most=1e100)
        self.floor = real("floor", floor, at_least=1e-100, below=self.threshold)
        if (lift_above is None) != (lift_least is None):
            raise ParameterError("lift_above and lift_least go together: give both or neither.")
        self.lift_above = lift_above if lift_above is None else real("lift_above", lift_above, above=0)
        self.lift_least = lift_least if lift_least is None else real("lift_least", lift_least, above=0, at_most=1)
        monitor = None
        if self.lift_above is not None and self.lift_least is not None:
            monitor = (self.lift_above, self.lift_least)
        self._begin(
            Choice(
                link=Exponential(self.promotion, self.floor),
                range=WeightRange(floor=self.floor),
                threshold=self.threshold,
                unit_interval=True,
                monitor=monitor,
            ),
            options,
        )

    @classmethod
    def for_separation(cls, separation: float, *, norm: float, **options: Unpack[Options]) -> Self:
        """The parameters of Theorem 1 (A5): promotion 1 + delta, floor delta / (50 lambda).

        separation: delta in (0, 1], how far the concept keeps from the threshold.
        norm: lambda, the largest sum of an example's values.

        >>> TrackingWinnow.for_separation(0.25, norm=100)
        TrackingWinnow(promotion=1.25, floor=5e-05)
        """
        delta = real("separation", separation, above=0, at_most=1)
        norm = real("norm", norm, above=0)
        return cls(promotion=1 + delta, floor=delta / (50 * norm), **options)


class Swin(Learner):
    """SWIN, for disjunctions of n attributes that shift, deterministic or randomised (B2).

        r = w.x;   update iff y != p(r):   w_i <- max(w_i promotion^(x_i (2y-1)), floor_share / n)
        deterministic  p(r) = 1 iff r >= theta,  theta = (a ln a + b(a-1)) / (a^2 - 1)
        randomised     p(r) rises from 0 at r = b to 1 at r = ln a / (a-1); predicts 1 with that
                       probability, but updates by p(r), not by the coin
        where a = promotion, b = floor_share.

    n: number of attributes; more are refused.
    promotion: alpha > 1. Default 1.3192 and floor_share 0.02687: Theorem 4's, for no prior knowledge (B9).
    floor_share: beta, 0 <= beta < ln(alpha)/(alpha-1); weights never fall below beta/n.
    initial: w_0. Default beta/n.
    randomized: False by default.   seed: of its coins.

    Bound: B6-B9; for the randomised form in expected mistakes (`expected_mistakes` measures them).

    >>> Swin(n=10).predict_one({3: 1})
    False
    """

    def __init__(
        self,
        n: int,
        promotion: float = 1.3192,
        floor_share: float = 0.02687,
        *,
        initial: float | None = None,
        randomized: bool = False,
        seed: int = 0,
        **options: Unpack[Options],
    ) -> None:
        self.n = whole("n", n, at_least=1, at_most=2**31)
        self.promotion = a = real("promotion", promotion, above=1, at_most=1e6)
        certain = math.log(a) / (a - 1)
        self.floor_share = b = real("floor_share", floor_share, at_least=0, below=certain)
        floor = b / self.n
        if initial is None and b == 0:
            raise ParameterError("with floor_share 0 give the initial weight, 1/n or k/n for instance.")
        self.initial = initial if initial is None else real("initial", initial, at_least=floor, at_most=a)
        self.randomized = yes_or_no("randomized", randomized)
        self.seed = whole("seed", seed, at_most=2**63 - 1)
        if options.get("bias"):
            raise ParameterError("Swin is made for n attributes and a threshold; it has no bias.")
        threshold = b if randomized else (a * math.log(a) + b * (a - 1)) / (a * a - 1)
        self._begin(
            Choice(
                link=Exponential(a, floor if self.initial is None else self.initial),
                loss=Ramp(certain - b) if randomized else Mistake(),
                range=WeightRange(floor=floor) if b > 0 else Unlimited(),
                threshold=threshold,
                unit_interval=True,
                seed=self.seed,
                n=self.n,
            ),
            options,
        )

    @property
    def expected_mistakes(self) -> float:
        """The sum of |y - p(r)| of a randomised learner: what its bound is about."""
        return float(self._native.scalars()["expected_mistakes"])


def _threshold(n: int | None, threshold: float | None) -> float:
    if threshold is not None:
        return threshold
    if n is None:
        raise ParameterError("give n, the number of attributes, or a threshold (it is n by default).")
    return float(n)

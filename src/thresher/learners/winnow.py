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

    Parameters
    ----------
    n : int or None, optional
        The number of attributes; it only sets the default threshold.
    promotion : float, default 2.0
        The factor by which an update multiplies a weight; above 1 (alpha).
    threshold : float or None, optional
        Positive from this sum of weights on (theta); n if it is not given.
    initial : float, default 1.0
        The weight that every attribute begins with; above 0 (w_0).
    elimination : bool, default False
        Winnow1: a demotion sets weights to 0 for good, which noise does not forgive.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: k-literal monotone disjunctions at the defaults, 3k ceil(lg n) + 1 mistakes (C4), with
    elimination 2k ceil(lg n) + 1 (C5); linear thresholds with separation at promotion 1 + delta and
    threshold 1 (A11, A12).

    Examples
    --------
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
            bound=self._theorem(),
        )

    def _theorem(self) -> str | None:
        if _is_classic(self):
            return "C5" if self.elimination else "C4"
        return "A11" if not self.elimination and self.initial < _threshold(self.n, self.threshold) else None


class WinnowR(Learner):
    """Winnow whose demotions stop at a floor, for disjunctions whose literals come and go (C6).

        predict positive iff w.x >= threshold
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- max(floor, promotion^(-x_i) w_i)

    Parameters
    ----------
    n : int or None, optional
        The number of attributes; it only sets the default threshold.
    promotion : float, default 2.0
        The factor by which an update multiplies a weight; above 1 (alpha).
    threshold : float or None, optional
        Positive from this sum of weights on (theta); n if it is not given.
    initial : float, default 1.0
        The weight that every attribute begins with (w_0).
    floor : float, default 0.5
        The least weight, at most the initial one.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound (at the defaults): 5c(ceil(lg n) + 1) + 2 mistakes, c the literals ever added (C6).

    Examples
    --------
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
            bound="C6" if _is_classic(self) and self.floor == 0.5 else None,
        )


class TrackingWinnow(Learner):
    """Winnow that tracks a concept that shifts (A1).

        predict positive iff w.x >= threshold;  every weight starts at the floor
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- max(floor, promotion^(-x_i) w_i)

    Parameters
    ----------
    promotion : float, default 2.0
        The factor by which an update multiplies a weight; above 1 (alpha). 2 is good for disjunctions (A13, Corollary
        11), 1 + separation for linear thresholds. Larger follows faster and tolerates less noise.
    floor : float, default 0.001
        The least weight, small against 1/lambda, lambda the largest sum of an example's values (epsilon). The default
        is 1/(50 lambda) for examples of 20 active attributes. Too large: everything is positive; too small: a new
        attribute takes longer to matter, by log(1/floor).
    threshold : float, default 1.0
        Positive from this sum of weights on (theta).
    lift_above : float or None, optional
        In the update, lift small values of attributes whose weight exceeds this (A9); no bound is known with it.
    lift_least : float or None, optional
        What they are lifted to.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: A4 for any parameters, A5 for those of `for_separation`, A13 for disjunctions; they hold for
    shifting concepts, with noise, and for any number of attributes.

    Examples
    --------
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
            bound="A4" if monitor is None else None,
        )

    @classmethod
    def for_separation(cls, separation: float, *, norm: float, **options: Unpack[Options]) -> Self:
        """The parameters of Theorem 1 (A5): promotion 1 + delta, floor delta / (50 lambda).

        Parameters
        ----------
        separation : float
            How far the concept keeps from the threshold, in (0, 1] (delta).
        norm : float
            The largest sum of an example's values (lambda).

        Examples
        --------
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

    Parameters
    ----------
    n : int
        The number of attributes; more are refused.
    promotion : float, default 1.3192
        The factor by which an update multiplies a weight; above 1 (alpha). The defaults of it and of floor_share are
        Theorem 4's, for no prior knowledge (B9).
    floor_share : float, default 0.02687
        Weights never fall below floor_share/n; from 0 to below ln(alpha)/(alpha - 1) (beta).
    initial : float or None, optional
        The weight that every attribute begins with (w_0); floor_share/n if it is not given.
    randomized : bool, default False
        Whether it predicts with a coin.
    seed : int, default 0
        Of its coins.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: B6-B9; for the randomised form in expected mistakes (`expected_mistakes` measures them).

    Examples
    --------
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
            bound=self._theorem(floor),
        )

    def _theorem(self, floor: float) -> str | None:
        if not self.floor_share:
            return "B8"
        starts_there = self.initial is None or self.initial == floor
        return "B6" if starts_there and self.floor_share < self.n / math.e else None

    @property
    def expected_mistakes(self) -> float:
        """The sum of |y - p(r)| of a randomised learner: what its bound is about."""
        return float(self._native.scalars()["expected_mistakes"])


def _is_classic(learner: Winnow | WinnowR) -> bool:
    """Whether its parameters are those of C4, C5 and C6."""
    if learner.n is None:
        return False
    return (learner.promotion, learner.initial, _threshold(learner.n, learner.threshold)) == (2.0, 1.0, float(learner.n))


def _threshold(n: int | None, threshold: float | None) -> float:
    if threshold is not None:
        return threshold
    if n is None:
        raise ParameterError("give n, the number of attributes, or a threshold (it is n by default).")
    return float(n)

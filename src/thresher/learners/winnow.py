"""The Winnow family with a threshold: values in [0, 1], positive weights, multiplicative updates."""

from typing import Self, Unpack

from ..choices.links import Exponential
from ..choices.ranges import WeightRange
from ..choices.rates import Eliminating
from ..errors import ParameterError
from ..parameters import real, whole, yes_or_no
from .base import Learner
from .choice import Choice, Options
from .moves import DISCARDING, refuse_parameters, winnow_moves

FLOOR_KEEPS = dict.fromkeys(
    DISCARDING,
    "its floor is there so that an attribute can come back, and what is discarded never does; Winnow discards",
)


class Winnow(Learner):
    """Winnow for a concept that does not change (C4, A11); Winnow1 with elimination (C5).

        predict positive iff w.x >= threshold
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- promotion^(-x_i) w_i, or demotion^(x_i) w_i;
                    with elimination, w_i <- 0 for good where x_i > 0

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
    discard : float or None, optional
        An attribute whose weight falls below this share of the initial one is discarded: its weight is 0 for good.
    discard_relative : float or None, optional
        So is, at every `discard_every`-th update, one whose weight is below this share of the largest weight and has
        fallen below the initial one.
    discard_every : int, default 1000
        Updates from one look at all weights to the next.
    demotion : float or None, optional
        The factor of a demotion, between 0 and 1 (beta); 1/promotion if it is not given.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less (C8); one number, or (positive, negative), that below the threshold.
    aggressive : bool, default False
        A step is as long as the example needs: the score lands on y * margin (C9), so
        that a margin of negative examples must be given.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: k-literal monotone disjunctions at the defaults, 3k ceil(lg n) + 1 mistakes (C4), with
    elimination 2k ceil(lg n) + 1 (C5); linear thresholds with separation at promotion 1 + delta and
    threshold 1 (A11, A12). With a margin, a demotion factor of its own, aggressive steps or
    discarded weights none is known.

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
        discard: float | None = None,
        discard_relative: float | None = None,
        discard_every: int = 1000,
        demotion: float | None = None,
        margin: float | tuple[float, float] = 0.0,
        aggressive: bool = False,
        **options: Unpack[Options],
    ) -> None:
        self.n = None if n is None else whole("n", n, at_least=1)
        self.promotion = real("promotion", promotion, above=1, at_most=1e6)
        self.threshold = threshold if threshold is None else real("threshold", threshold, above=0)
        self.initial = real("initial", initial, above=0, at_most=1e100)
        self.elimination = yes_or_no("elimination", elimination)
        self.discard = discard if discard is None else real("discard", discard, above=0, at_most=1)
        self.discard_relative = (
            None if discard_relative is None else real("discard_relative", discard_relative, above=0, at_most=1)
        )
        self.discard_every = whole("discard_every", discard_every, at_least=1, at_most=2**53)
        discards = (self.discard, self.discard_relative) != (None, None)
        theta = _threshold(self.n, self.threshold)
        moves = winnow_moves(self.promotion, threshold=theta, margin=margin, demotion=demotion, aggressive=aggressive)
        self.margin, self.demotion, self.aggressive = moves.margin, moves.demotion, moves.aggressive
        if self.elimination and (self.demotion is not None or discards or self.aggressive):
            raise ParameterError("elimination sets weights to 0: leave demotion, discard and aggressive out.")
        self._begin(
            Choice(
                link=Exponential(self.promotion, self.initial),
                loss=moves.loss,
                rate=Eliminating() if self.elimination else moves.rate,
                threshold=theta,
                unit_interval=True,
                discard=self.discard,
                discard_relative=None if self.discard_relative is None else (self.discard_relative, self.discard_every),
            ),
            options,
            bound=self._theorem() if moves.plain and not discards else None,
        )

    def _theorem(self) -> str | None:
        if _is_classic(self):
            return "C5" if self.elimination else "C4"
        return "A11" if not self.elimination and self.initial < _threshold(self.n, self.threshold) else None


class WinnowR(Learner):
    """Winnow whose demotions stop at a floor, for disjunctions whose literals come and go (C6).

        predict positive iff w.x >= threshold
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- max(floor, promotion^(-x_i) w_i), or with demotion^(x_i)

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
    demotion : float or None, optional
        The factor of a demotion, between 0 and 1 (beta); 1/promotion if it is not given.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less (C8); one number, or (positive, negative), that below the threshold.
    aggressive : bool, default False
        A step is as long as the example needs: the score lands on y * margin (C9), or as near
        as the floor lets it.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound (at the defaults): 5c(ceil(lg n) + 1) + 2 mistakes, c the literals ever added (C6). With a margin, a
    demotion factor of its own or aggressive steps none is known.

    Examples
    --------
    >>> WinnowR(n=8).predict_one({"a"})
    False
    """

    without = FLOOR_KEEPS

    def __init__(
        self,
        n: int | None = None,
        *,
        promotion: float = 2.0,
        threshold: float | None = None,
        initial: float = 1.0,
        floor: float = 0.5,
        demotion: float | None = None,
        margin: float | tuple[float, float] = 0.0,
        aggressive: bool = False,
        **options: Unpack[Options],
    ) -> None:
        refuse_parameters(options, self.without)
        self.n = None if n is None else whole("n", n, at_least=1)
        self.promotion = real("promotion", promotion, above=1, at_most=1e6)
        self.threshold = threshold if threshold is None else real("threshold", threshold, above=0)
        self.initial = real("initial", initial, above=0, at_most=1e100)
        self.floor = real("floor", floor, above=0, at_most=self.initial)
        theta = _threshold(self.n, self.threshold)
        moves = winnow_moves(self.promotion, threshold=theta, margin=margin, demotion=demotion, aggressive=aggressive)
        self.margin, self.demotion, self.aggressive = moves.margin, moves.demotion, moves.aggressive
        self._begin(
            Choice(
                link=Exponential(self.promotion, self.initial),
                loss=moves.loss,
                rate=moves.rate,
                range=WeightRange(floor=self.floor),
                threshold=theta,
                unit_interval=True,
            ),
            options,
            bound="C6" if _is_classic(self) and self.floor == 0.5 and moves.plain else None,
        )


class TrackingWinnow(Learner):
    """Winnow that tracks a concept that shifts (A1).

        predict positive iff w.x >= threshold;  every weight starts at the floor
        promotion   w_i <- promotion^(x_i) w_i
        demotion    w_i <- max(floor, promotion^(-x_i) w_i), or with demotion^(x_i)

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
    demotion : float or None, optional
        The factor of a demotion, between 0 and 1 (beta); 1/promotion if it is not given.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less (C8); one number, or (positive, negative), that below the threshold.
    aggressive : bool, default False
        A step is as long as the example needs: the score lands on y * margin (C9), or as near
        as the floor lets it.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: A4 for any parameters, A5 for those of `for_separation`, A13 for disjunctions; they hold for
    shifting concepts, with noise, and for any number of attributes. With a margin, a demotion factor of its own or
    aggressive steps none is known.

    Examples
    --------
    >>> model = TrackingWinnow(promotion=2, floor=0.01)
    >>> sum(model.learn_one({"free", "now"}, True).mistake for _ in range(10))
    6
    """

    without = FLOOR_KEEPS

    def __init__(
        self,
        promotion: float = 2.0,
        floor: float = 0.001,
        *,
        threshold: float = 1.0,
        lift_above: float | None = None,
        lift_least: float | None = None,
        demotion: float | None = None,
        margin: float | tuple[float, float] = 0.0,
        aggressive: bool = False,
        **options: Unpack[Options],
    ) -> None:
        refuse_parameters(options, self.without)
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
        moves = winnow_moves(
            self.promotion, threshold=self.threshold, margin=margin, demotion=demotion, aggressive=aggressive
        )
        self.margin, self.demotion, self.aggressive = moves.margin, moves.demotion, moves.aggressive
        if self.aggressive and monitor is not None:
            raise ParameterError("an aggressive step is made for the values as they are: leave lift_above out.")
        self._begin(
            Choice(
                link=Exponential(self.promotion, self.floor),
                loss=moves.loss,
                rate=moves.rate,
                range=WeightRange(floor=self.floor),
                threshold=self.threshold,
                unit_interval=True,
                monitor=monitor,
            ),
            options,
            bound="A4" if monitor is None and moves.plain else None,
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


def _is_classic(learner: Winnow | WinnowR) -> bool:
    """Whether its parameters are those of C4, C5 and C6."""
    if learner.n is None:
        return False
    return (learner.promotion, learner.initial, _threshold(learner.n, learner.threshold)) == (
        2.0,
        1.0,
        float(learner.n),
    )


def _threshold(n: int | None, threshold: float | None) -> float:
    if threshold is not None:
        return threshold
    if n is None:
        raise ParameterError("give n, the number of attributes, or a threshold (it is n by default).")
    return float(n)

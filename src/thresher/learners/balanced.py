"""Multiplicative learners with signed weights or signed values; no threshold is needed."""

from typing import Unpack

from ..choices.links import Exponential, Halves, Link, TwoSinh
from ..choices.losses import Logistic
from ..choices.ranges import Range, Unlimited, WeightRange
from ..choices.rates import Adaptive, Constant
from ..data.features import UnitLength
from ..errors import ParameterError
from ..parameters import real
from .base import Learner
from .choice import DEFAULTS, Choice, Options
from .moves import DISCARDING, refuse_parameters, winnow_moves

BEGINS_SMALL = dict.fromkeys(
    DISCARDING,
    "its weights begin at 0, so that a small one is one that has not been learned yet; say max_attributes and "
    "when_full='forget', which drop such first",
)


class BalancedWinnow(Learner):
    """Two weights per attribute, w = w+ - w-, so that an attribute may speak for or against (C12).

        predict positive iff w.x >= threshold
        on a mistake   w+_i <- promotion^(y x_i) w+_i,   w-_i <- promotion^(-y x_i) w-_i
        with demotion  the half that falls is multiplied by demotion^(x_i) instead of promotion^(-x_i)

    Parameters
    ----------
    promotion : float, default 2.0
        The factor by which an update multiplies a weight; above 1 (alpha). The rate of E7 is a = ln(promotion).
    initial : float, default 1.0
        The weight that each half begins with.
    floor : float or None, optional
        The least weight of each half, so that it can track.
    ceiling : float or None, optional
        The largest weight of each half.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less, y s < margin (C8); one number, or (positive, negative).
    threshold : float, default 0.0
        Positive from this score on.
    demotion : float or None, optional
        The factor by which an update multiplies the half that falls, between 0 and 1; 1/promotion if it is not given.
    aggressive : bool, default False
        A step is as long as the example needs: the score lands on y * margin (C9), so
        that a margin of negative examples must be given.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. Bound: E7, without range and margin and at threshold 0: any sign of weights, any
    values. With a floor, a demotion factor of its own or aggressive steps none is known.

    Examples
    --------
    >>> model = BalancedWinnow()
    >>> model.learn_one({"ham": 1}, False).mistake, model.weight("ham")
    (True, -1.5)
    """

    without = BEGINS_SMALL

    def __init__(
        self,
        promotion: float = 2.0,
        *,
        initial: float = 1.0,
        floor: float | None = None,
        ceiling: float | None = None,
        margin: float | tuple[float, float] = 0.0,
        threshold: float = 0.0,
        demotion: float | None = None,
        aggressive: bool = False,
        **options: Unpack[Options],
    ) -> None:
        refuse_parameters(options, self.without)
        self.promotion = real("promotion", promotion, above=1, at_most=1e6)
        self.initial = real("initial", initial, at_least=1e-100, at_most=1e100)
        self.floor = floor if floor is None else real("floor", floor, above=0, at_most=self.initial)
        self.ceiling = ceiling if ceiling is None else real("ceiling", ceiling, at_least=self.initial, at_most=1e100)
        self.threshold = real("threshold", threshold, at_least=-1e100, at_most=1e100)
        moves = winnow_moves(self.promotion, margin=margin, demotion=demotion, aggressive=aggressive)
        self.margin, self.demotion, self.aggressive = moves.margin, moves.demotion, moves.aggressive
        link: Link = TwoSinh(self.promotion, self.initial)
        range_: Range = Unlimited()
        if (self.floor, self.ceiling, self.demotion) != (None, None, None):
            link = Halves(self.promotion, self.initial)
        if self.floor is not None or self.ceiling is not None:
            range_ = WeightRange(self.floor, self.ceiling)
        if self.aggressive and range_ != Unlimited():
            raise ParameterError("an aggressive step moves both halves together: leave floor and ceiling out.")
        proved = isinstance(link, TwoSinh) and not self.threshold and moves.plain
        self._begin(
            Choice(link=link, loss=moves.loss, rate=moves.rate, range=range_, threshold=self.threshold),
            options,
            bound="E7" if proved else None,
        )


class WeightedMajority(Learner):
    """Weighted majority over attributes (E4): w_i = e^(z_i), z += rate * y x on a mistake.

    Parameters
    ----------
    rate : float, default 0.5
        How far an update moves; above 0 (a). With separation delta and |x_i| <= S the best is delta/(|u|_1 S^2).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Weights are positive, so attributes vote by the sign of their values: use -1 and 1 (SignMap).
    Bound: E5, for a target of weights >= 0.

    Examples
    --------
    >>> model = WeightedMajority(rate=0.5)
    >>> model.learn_one({"expert 1": 1, "expert 2": -1}, False).mistake
    True
    """

    def __init__(self, rate: float = 0.5, **options: Unpack[Options]) -> None:
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self._begin(Choice(link=Exponential(), rate=Constant(self.rate)), options, bound="E5")


class AdaptiveWinnow(Learner):
    """Balanced Winnow's link with the logistic loss and a rate per attribute: the practical default.

        w_i = 2 sinh z_i;   g_i = -y x_i / (1 + exp(y s));   z_i -= rate * g_i / sqrt(sum of g_i^2)

    Parameters
    ----------
    rate : float, default 0.3
        How far an update moves; above 0 (a). The default is good on most text.
    **options
        What every learner takes: see `Learner`.

    Examples
    --------
    >>> model = AdaptiveWinnow()
    >>> for _ in range(20):
    ...     _ = model.learn_one({"free": 1}, True), model.learn_one({"lunch": 1}, False)
    >>> model.predict_one({"free": 1}), model.predict_one({"lunch": 1})
    (True, False)
    """

    def __init__(self, rate: float = 0.3, **options: Unpack[Options]) -> None:
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self._begin(
            Choice(link=TwoSinh(), loss=Logistic(), rate=Adaptive(self.rate)),
            {"bias": True, "transform": UnitLength(), **options},
        )

    @classmethod
    def _default(cls, option: str) -> object:
        return {**DEFAULTS, "bias": True, "transform": (UnitLength(),)}[option]

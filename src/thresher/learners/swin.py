"""SWIN: Winnow for disjunctions of n attributes that shift, with a floor and, if wanted, coins."""

import math
from typing import Unpack

from ..choices.links import Exponential
from ..choices.losses import Mistake, Ramp
from ..choices.ranges import Unlimited, WeightRange
from ..errors import ParameterError
from ..parameters import real, whole, yes_or_no
from .base import Learner
from .choice import Choice, Options
from .moves import DISCARDING, MOVES, refuse_parameters

TIED = dict.fromkeys(
    (*MOVES, *DISCARDING),
    "Swin's threshold follows from promotion and floor_share, and its bound from both (B2, B6): a step of another "
    "length, or one where it is right, is another algorithm, which TrackingWinnow is with a threshold of your own",
)


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
        for no prior knowledge. The pair of Theorem 4 is lost; rounded, this one gives the constants that are quoted of
        it (B9). `tune_swin` finds better ones where something is known.
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
    Bound: B6-B9; for the randomised form in expected mistakes (`expected_mistakes` measures them). It has no margin,
    aggressive steps, demotion factor or discarding, as the other forms of Winnow have: theta is the one number at which
    what a promotion gains and what a demotion gains balance for these factors, so that any of them voids the theorem
    that Swin is there for. The randomised form has a thick separator of its own, the ramp of p(r).

    Examples
    --------
    >>> Swin(n=10).predict_one({3: 1})
    False
    """

    without = TIED

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
        refuse_parameters(options, self.without)
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

"""ALMA and the tracking p-norm: p-norm learners whose weights are kept in a ball (section G)."""

import math
from typing import Unpack

from ..choices.links import PNorm
from ..choices.losses import Margin
from ..choices.rates import Alma as AlmaRate
from ..choices.rates import Constant
from ..parameters import real, whole
from .base import Learner
from .choice import Choice, Options
from .perceptron import norm_exponent


class Alma(Learner):
    """ALMA_p(a; B, C) (G2): approximates the maximal margin without knowing it.

        x^ = x / |x|_p;   k = 1 + updates
        if y w.x^ <= (1-a) B sqrt(p-1)/sqrt(k):  w <- f_p(f_q(w) + C y x^/sqrt((p-1)k)), scaled to |w|_q <= 1

    Parameters
    ----------
    p : float or str, default 2.0
        The exponent of the norm, from 2 to 64, or "log" for 2 ln n.
    n : int or None, optional
        The number of attributes, for p="log"; at least 3.
    alpha : float, default 0.9
        1 - alpha is the share of the maximal margin aimed at; in (0, 1] (a).
    trigger_scale : float or None, optional
        The scale of the margin below which it updates (B); sqrt(8)/a if it is not given.
    step_scale : float, default math.sqrt(2)
        The scale of the steps (C).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. Bound on updates: 2(p-1)/g^2 (2/a - 1)^2 + 8/a - 4 at margin g (G2, recalled).

    Examples
    --------
    >>> model = Alma()
    >>> model.learn_one({"x": 3.0}, True).updated, model.weight("x")
    (True, 1.0)
    """

    def __init__(
        self,
        p: float | str = 2.0,
        *,
        n: int | None = None,
        alpha: float = 0.9,
        trigger_scale: float | None = None,
        step_scale: float = math.sqrt(2),
        **options: Unpack[Options],
    ) -> None:
        self.n = n if n is None else whole("n", n, at_least=3)
        self.p, exponent = norm_exponent(p, self.n)
        self.alpha = real("alpha", alpha, above=0, at_most=1)
        self.trigger_scale = trigger_scale
        self.step_scale = real("step_scale", step_scale, above=0, at_most=1e100)
        self._begin(
            Choice(
                link=PNorm(exponent, normalised=True),
                loss=Margin(0.0, inclusive=True),
                rate=AlmaRate(exponent, self.alpha, self.trigger_scale, self.step_scale),
                radius=1.0,
                unit_length=exponent,
            ),
            options,
            bound=self._theorem(bool(options.get("bias"))),
        )

    def _theorem(self, bias: bool) -> str | None:
        if bias:  # examples would be longer than 1
            return None
        return "G2" if self.trigger_scale is None and self.step_scale == math.sqrt(2) else "G2a"


class TrackingPNorm(Learner):
    """The p-norm learner that tracks (G3): a constant rate, and weights kept in a ball.

        if y w.x <= margin:  w <- f_p(f_q(w) + rate y x), scaled to |w|_q <= radius

    Parameters
    ----------
    p : float or str, default 2.0
        The exponent of the norm, from 2 to 64, or "log" for 2 ln n.
    n : int or None, optional
        The number of attributes, for p="log"; at least 3.
    rate : float, default 0.1
        How far an update moves; above 0 (eta). For a bound delta/((p-1) X^2).
    margin : float, default 0.0
        It also updates when it is right by so little or less; not below 0 (rho).
    radius : float, default 1.0
        The largest norm |w|_q of the weights; at least |u_t|_q of the concepts to track (R).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. Bound: G4, for margin 0.

    Examples
    --------
    >>> model = TrackingPNorm(rate=0.5)
    >>> model.learn_one({"x": 1.0}, False).mistake, model.weight("x")
    (True, -0.5)
    """

    def __init__(
        self,
        p: float | str = 2.0,
        *,
        n: int | None = None,
        rate: float = 0.1,
        margin: float = 0.0,
        radius: float = 1.0,
        **options: Unpack[Options],
    ) -> None:
        self.n = n if n is None else whole("n", n, at_least=3)
        self.p, exponent = norm_exponent(p, self.n)
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self.margin = real("margin", margin, at_least=0, at_most=1e100)
        self.radius = real("radius", radius, above=0, at_most=1e100)
        self._begin(
            Choice(
                link=PNorm(exponent, normalised=True),
                loss=Margin(self.margin, inclusive=True),
                rate=Constant(self.rate),
                radius=self.radius,
            ),
            options,
            bound=None if self.margin else "G4",
        )

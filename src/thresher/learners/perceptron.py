"""The Perceptron, and what became of it."""

import math
from typing import Unpack

from ..choices.links import Identity, Interpolated, PNorm
from ..choices.losses import Margin, Mistake
from ..choices.rates import Constant, SecondOrder
from ..choices.rates import PassiveAggressive as PassiveAggressiveRate
from ..errors import ParameterError
from ..parameters import one_of, real, whole, yes_or_no
from .base import Learner
from .choice import Choice, Options
from .moves import checked_margin, margin_loss


class Perceptron(Learner):
    """The Perceptron (C3): w += rate * y x on a mistake, from w = 0.

    Parameters
    ----------
    rate : float, default 1.0
        How far an update moves; above 0 (r). From w = 0 it only sets the size of the weights.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less, y s < margin (C8); bounds then count updates (E8b). One number, or
        (positive, negative).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Bound: |u|^2 R^2 / delta^2 mistakes (C3, E6).

    Examples
    --------
    >>> model = Perceptron()
    >>> model.learn_one({"x": 2.0}, False).mistake, model.weights()
    (True, {'x': -2.0})
    """

    def __init__(
        self,
        rate: float = 1.0,
        *,
        margin: float | tuple[float, float] = 0.0,
        **options: Unpack[Options],
    ) -> None:
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self.margin = checked_margin(margin)
        loss = margin_loss(self.margin)
        bound = "C3" if loss == Mistake() else "E8b"  # which counts updates, mistakes among them
        self._begin(Choice(link=Identity(), loss=loss, rate=Constant(self.rate)), options, bound=bound)


class AveragedPerceptron(Learner):
    """A Perceptron that answers with all its past vectors v_i, each counted c_i examples long (C7).

        averaged  sign of sum_i c_i v_i.x          voted  sign of sum_i c_i sgn(v_i.x)

    Parameters
    ----------
    rate : float, default 1.0
        How far an update moves; above 0.
    voted : bool, default False
        Keep every vector and let them vote: memory grows with the updates, and so does the time of every prediction.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    mistakes are the predictor's, updates the underlying Perceptron's. No bound is known (E8b).

    c_i counts the example that made v_i too, as Freund and Schapire do; the notes (C7) count only those it survived.

    Examples
    --------
    >>> model = AveragedPerceptron()
    >>> model.learn_one({"x": 1}, False).mistake
    True
    """

    def __init__(self, rate: float = 1.0, *, voted: bool = False, **options: Unpack[Options]) -> None:
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self.voted = yes_or_no("voted", voted)
        self._begin(
            Choice(link=Identity(), rate=Constant(self.rate), averaging="voted" if voted else "averaged"),
            options,
        )


class PassiveAggressive(Learner):
    """The smallest step that gives the example its margin (Crammer et al. 2006).

        l = max(0, margin - y s);   w += tau y x
        PA: tau = l/|x|^2    PA-I: min(C, l/|x|^2)    PA-II: l / (|x|^2 + 1/(2C))

    Parameters
    ----------
    variant : str, default 'PA-I'
        "PA", "PA-I" or "PA-II".
    aggressiveness : float, default 1.0
        How far a step may go; above 0 (C).
    margin : float, default 1.0
        What every example is to be right by.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. Mistakes of PA-I, for every u (J7): M <= max(R^2/m^2, 1/(C m)) (|u|^2 + 2 C L), m the margin,
    |x| <= R, L the sum of what examples miss of the margin by u. PA-II: with squares. PA: only where none misses it.

    Examples
    --------
    >>> model = PassiveAggressive()
    >>> model.learn_one({"x": 2.0}, True).updated, model.weight("x")
    (True, 0.5)
    """

    def __init__(
        self,
        variant: str = "PA-I",
        *,
        aggressiveness: float = 1.0,
        margin: float = 1.0,
        **options: Unpack[Options],
    ) -> None:
        self.variant = one_of("variant", variant, ("PA", "PA-I", "PA-II"))
        self.aggressiveness = real("aggressiveness", aggressiveness, above=0, at_most=1e100)
        self.margin = real("margin", margin, at_least=0, at_most=1e100)
        self._begin(
            Choice(
                link=Identity(),
                loss=Margin(self.margin),
                rate=PassiveAggressiveRate(self.variant, self.aggressiveness, self.margin),
            ),
            options,
        )


class Arow(Learner):
    """Adaptive regularisation of weights, diagonal (Crammer et al. 2009).

        if y s < 1:  v = sum sigma_i x_i^2,  beta = 1/(v + r),  alpha = (1 - y s) beta
                     w_i += alpha y sigma_i x_i,   sigma_i -= beta sigma_i^2 x_i^2

    Parameters
    ----------
    r : float, default 1.0
        Regularisation, above 0; larger moves less.
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. No mistake bound of ours.

    Examples
    --------
    >>> model = Arow(r=1.0)
    >>> model.learn_one({"x": 1.0}, True).updated, model.weight("x")
    (True, 0.5)
    """

    def __init__(self, r: float = 1.0, **options: Unpack[Options]) -> None:
        self.r = real("r", r, above=0, at_most=1e100)
        self._begin(Choice(link=Identity(), loss=Margin(1.0), rate=SecondOrder(self.r)), options)


class PNormPerceptron(Learner):
    """The p-norm Perceptron: w_i = sgn(z_i) p |z_i|^(p-1), z += rate * y x on a mistake (E4, E8).

    Parameters
    ----------
    p : float or str, default 2.0
        From 2 (the Perceptron) to 64, or "log" for 2 ln n, which behaves like Winnow.
    n : int or None, optional
        The number of attributes, for p="log"; at least 3.
    rate : float, default 1.0
        How far an update moves; from z = 0 it only sets the size of the weights.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less; one number, or (positive, negative).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. Bound: (p-1) |u|_q^2 X_p^2 / delta^2 mistakes (E8), with noise E9.

    Examples
    --------
    >>> PNormPerceptron("log", n=1000)
    PNormPerceptron(p='log', n=1000)
    """

    def __init__(
        self,
        p: float | str = 2.0,
        *,
        n: int | None = None,
        rate: float = 1.0,
        margin: float | tuple[float, float] = 0.0,
        **options: Unpack[Options],
    ) -> None:
        self.n = n if n is None else whole("n", n, at_least=3)
        self.p = norm_exponent(p, self.n)[0]
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self.margin = checked_margin(margin)
        link = PNorm(norm_exponent(p, self.n)[1])
        loss = margin_loss(self.margin)
        bound = "E8" if loss == Mistake() else None
        self._begin(Choice(link=link, loss=loss, rate=Constant(self.rate)), options, bound=bound)


class InterpolatedPerceptron(Learner):
    """Between the Perceptron and Balanced Winnow: w_i = (1 + z_i/k)^k - (1 - z_i/k)^k (E4, E8a).

    Parameters
    ----------
    k : int, default 3
        A whole number; 1 and 2 are the Perceptron, a large k is Balanced Winnow.
    rate : float, default 1.0
        How far an update moves; above 0.
    margin : float or (float, float), default 0.0
        It also updates when it is right by less; one number, or (positive, negative).
    **options
        What every learner takes: see `Learner`.

    Notes
    -----
    Any finite values. Bound: E8a, for odd k and its rate.

    Examples
    --------
    >>> model = InterpolatedPerceptron(k=1)
    >>> model.learn_one({"x": 1}, False).mistake, model.weight("x")
    (True, -2.0)
    """

    def __init__(
        self,
        k: int = 3,
        *,
        rate: float = 1.0,
        margin: float | tuple[float, float] = 0.0,
        **options: Unpack[Options],
    ) -> None:
        self.k = whole("k", k, at_least=1, at_most=10**6)
        self.rate = real("rate", rate, above=0, at_most=1e100)
        self.margin = checked_margin(margin)
        loss = margin_loss(self.margin)
        bound = "C3" if self.k <= 2 else "E8a" if self.k % 2 else None  # f_1 and f_2 are 2z
        choice = Choice(link=Interpolated(self.k), loss=loss, rate=Constant(self.rate))
        self._begin(choice, options, bound=bound if loss == Mistake() else None)


def norm_exponent(p: float | str, n: int | None) -> tuple[float | str, float]:
    """p as given, checked, and as a number: "log" is 2 ln n (at least 2)."""
    if p == "log":
        if n is None:
            raise ParameterError('p="log" is 2 ln n: give n, the number of attributes.')
        return "log", max(2.0, 2 * math.log(n))
    if isinstance(p, str):
        raise ParameterError(f'p must be a number from 2 to 64, or "log"; got {p!r}.')
    exponent = real("p", p, at_least=2, at_most=64)
    return exponent, exponent

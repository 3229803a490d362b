"""Logistic learners whose labels come very late: J5, dual averaging whose rate counts what is outstanding."""

import math
from collections.abc import Sequence

from ....errors import ParameterError
from ....parameters import real, whole
from ..sources import MCMAHAN_STREETER_2014, OURS
from ..theorem import Theorem

J5 = Theorem(
    "J5",
    "Long delays: dual averaging that counts what is outstanding",
    f"{OURS}, after {MCMAHAN_STREETER_2014}",
    "derived",
    [
        "the rule DelayedAveraging of docs/theory.md with the identity link, from w = 0, at a rate fixed beforehand; "
        "no importance weights",
        "log loss of the probabilities that were stated when the questions were asked; labels may come in any order, "
        "or never",
        "`best_loss` is the log loss of one fixed u over the same questions; `target` has u_i for every attribute that "
        "was asked about, 0 included",
        "`spread` has D_i for each of them, as the rule counts it; `squares` has the sum of x_i^2",
        "with a `delay`: every label comes before the question after `delay - 1` others, as in D1",
    ],
)


@J5.states(
    "L + sum((u**2/(2*a) + a)*sqrt(D) for u, D in zip(us, Ds))",
    counts="log loss",
    using={"zip": zip},
    L="best_loss",
    a="rate",
    us="target",
    Ds="spread",
)
def delayed_averaging_log_loss(
    *, best_loss: float, rate: float, target: Sequence[float], spread: Sequence[float]
) -> float:
    """Log loss of dual averaging with late labels, by what was outstanding (J5).

    Parameters
    ----------
    best_loss : float
        The log loss of the comparator (L).
    rate : float
        How far an update moves (a).
    target : sequence of float
        The comparator's weights, for every attribute that was asked about (u).
    spread : sequence of float
        D for each of them, as the learner counts it.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    J5: log loss <= L + sum_i ( u_i^2/(2a) + a ) sqrt(D_i).
    """
    return _sum(best_loss, rate, target, spread, 1)


@J5.states(
    "L + sum((u**2/(2*a) + a)*sqrt((2*k - 1)*X) for u, X in zip(us, Xs))",
    counts="log loss",
    using={"zip": zip},
    L="best_loss",
    a="rate",
    us="target",
    Xs="squares",
    k="delay",
)
def delayed_averaging_log_loss_for_delay(
    *, best_loss: float, rate: float, target: Sequence[float], squares: Sequence[float], delay: int
) -> float:
    """Log loss of dual averaging with late labels, known before the labels are (J5).

    Parameters
    ----------
    best_loss : float
        The log loss of the comparator (L).
    rate : float
        How far an update moves (a).
    target : sequence of float
        The comparator's weights, for every attribute that was asked about (u).
    squares : sequence of float
        The sum of squared values of each of them (X).
    delay : int
        The largest delay; 1 is none (k).

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    J5: log loss <= L + sum_i ( u_i^2/(2a) + a ) sqrt( (2k - 1) sum_t x_i^2 ).

    An instance is out together with at most k - 1 before it and as many after it.
    """
    return _sum(best_loss, rate, target, squares, 2 * whole("delay", delay, at_least=1) - 1)


def _sum(best_loss: float, rate: float, target: Sequence[float], sizes: Sequence[float], times: int) -> float:
    a = real("rate", rate, above=0)
    if len(target) != len(sizes):
        raise ParameterError(
            f"every attribute has one of each: {len(target)} of the target, {len(sizes)} of the other."
        )
    terms = [
        (real("target weight", u) ** 2 / (2 * a) + a) * math.sqrt(times * real("a spread", d, at_least=0))
        for u, d in zip(target, sizes, strict=True)
    ]
    return real("best_loss", best_loss, at_least=0) + math.fsum(terms)

"""Logistic mixing: a weighted sum of the experts' logits, its weights moved along the gradient of the log loss (F3)."""

import math

from ....errors import ParameterError
from ....parameters import real, whole
from ..sources import OURS, ZINKEVICH_2003
from ..theorem import Theorem

F3 = Theorem(
    "F3",
    "Logistic mixing: nearly as good as the best fixed weights of the experts' logits",
    f"{ZINKEVICH_2003}; {OURS} where the losses bound the gradients",
    "derived",
    [
        "of two labels expert i states a logit z_i = ln(q_i/(1 - q_i)), |z_i| <= largest_logit; the master states the "
        "probability 1/(1 + e^-(w.z)), and loses its log loss",
        "of any number of labels c the master states e^s(c) / sum of e^s, s(c) = sum_i w_i ln q_i(c), and no expert "
        "finds one label more than e^largest_logit times as probable as another",
        "on every trial w moves by -rate times the gradient of the log loss, of two labels (p - y) z, and back to the "
        "nearest point of its ball, which has the start as its centre",
        "the comparator is any fixed w in the ball; an expert alone is the w with a single 1",
        "adaptive: the rate of a trial is sqrt(2) R/sqrt(the sum of the squared norms of the gradients so far, its own "
        "among them), R the radius of the ball",
    ],
)

SELF_BOUND = 0.4073
"""(1 - e^-f)^2 <= 0.4073 f for f >= 0: the squared slope of a log loss by the loss itself."""


@F3.states("L + d**2/(2*eta) + eta*S/2", counts="log loss", L="best_loss", d="distance", eta="rate", S="gradients")
def logistic_mixing_log_loss(*, best_loss: float, distance: float, rate: float, gradients: float) -> float:
    """Log loss of logistic mixing, from the gradients of the run (F3).

    Parameters
    ----------
    best_loss : float
        L, the log loss of the comparator.
    distance : float
        d, Euclidean, of the comparator from the start.
    rate : float
        How far an update moves (eta).
    gradients : float
        S, the sum of the squared norms of the gradients, which the master counts.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F3: log loss <= L + d^2/(2 eta) + eta S/2.
    """
    eta = real("rate", rate, above=0)
    d, s = real("distance", distance, at_least=0), real("gradients", gradients, at_least=0)
    return real("best_loss", best_loss, at_least=0) + d * d / (2 * eta) + eta * s / 2


@F3.states(
    "L + d**2/(2*eta) + eta*T*N*c**2/2",
    counts="log loss",
    L="best_loss",
    d="distance",
    eta="rate",
    T="trials",
    N="experts",
    c="largest_logit",
)
def logistic_mixing_log_loss_for_trials(
    *, best_loss: float, distance: float, rate: float, trials: int, experts: int, largest_logit: float
) -> float:
    """Log loss of logistic mixing, known before the run (F3).

    Parameters
    ----------
    best_loss : float
        L, the log loss of the comparator.
    distance : float
        d, Euclidean, of the comparator from the start.
    rate : float
        How far an update moves (eta).
    trials : int
        How many examples there are (T).
    experts : int
        How many experts there are (N).
    largest_logit : float
        The largest logit ln(q/(1 - q)) that an expert states (c).

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F3: the same before the run, as no gradient is longer than c sqrt(N).
    """
    n, c = whole("experts", experts, at_least=1), real("largest_logit", largest_logit, above=0)
    longest = whole("trials", trials) * n * c * c
    return logistic_mixing_log_loss(best_loss=best_loss, distance=distance, rate=rate, gradients=longest)


@F3.states(
    "(L + d**2/(2*eta))/(1 - 0.4073*eta*N*c**2/2)",
    counts="log loss",
    L="best_loss",
    d="distance",
    eta="rate",
    N="experts",
    c="largest_logit",
)
def logistic_mixing_log_loss_for_any_trials(
    *, best_loss: float, distance: float, rate: float, experts: int, largest_logit: float
) -> float:
    """Log loss of logistic mixing, whatever the number of trials (F3).

    Parameters
    ----------
    best_loss : float
        The loss of the best expert, or of whatever the master is compared with.
    distance : float
        How far the comparator's weights of the experts are from the first ones.
    rate : float
        How far an update moves.
    experts : int
        How many experts there are.
    largest_logit : float
        The largest logit ln(q/(1 - q)) that an expert states.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F3: (L + d^2/(2 eta))/(1 - 0.4073 eta N c^2/2): no term in the trials, if the rate is below 2/(0.4073 N c^2).

    Parameters as in `logistic_mixing_log_loss_for_trials`.
    """
    n, c = whole("experts", experts, at_least=1), real("largest_logit", largest_logit, above=0)
    eta, limit = real("rate", rate, above=0), 2 / (SELF_BOUND * n * c * c)
    if eta >= limit:
        raise ParameterError(f"F3: without the number of trials the rate must be below {limit:.4g}; got {eta}.")
    start = logistic_mixing_log_loss(best_loss=best_loss, distance=distance, rate=eta, gradients=0)
    return start / (1 - SELF_BOUND * eta * n * c * c / 2)


@F3.states("L + 2*R*sqrt(2*S)", counts="log loss", L="best_loss", R="radius", S="gradients")
def adaptive_logistic_mixing_log_loss(*, best_loss: float, radius: float, gradients: float) -> float:
    """Log loss of logistic mixing with an adaptive rate (F3).

    Parameters
    ----------
    best_loss : float
        L, the log loss of the comparator.
    radius : float
        The largest norm that the comparator has (R, of the ball).
    gradients : float
        S, the sum of the squared norms of the gradients.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F3 (adaptive rate): log loss <= L + 2 R sqrt(2 S) against every w in the ball, and no rate to choose.
    """
    s = real("gradients", gradients, at_least=0)
    return real("best_loss", best_loss, at_least=0) + 2 * real("radius", radius, above=0) * math.sqrt(2 * s)

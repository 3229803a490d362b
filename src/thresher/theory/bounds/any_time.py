"""Valid at any time: what the mistakes so far say of the risk so far, however often one looks (J6).

The risk of a trial is the probability of a mistake at it, given all that came before: every trial may have its own
distribution. What is bounded is the mean of these risks, from the first trial to now, at all times at once.
"""

import math

from ...parameters import real, whole
from .sources import HOWARD_2021, OURS
from .theorem import Theorem

J6 = Theorem(
    "J6",
    "The risk so far, at any time",
    f"Robbins' mixture as in {HOWARD_2021}; the form for rare mistakes is {OURS}",
    "derived",
    [
        "each example and its label are drawn from a distribution that may depend on all that came before: drift is "
        "allowed, an opponent who knows the next coin is not",
        "the answer was given before the label was seen; `prior` is chosen before the run",
    ],
)
COUNTS = "mean risk so far, at all times except with probability q"


@J6.states(
    "min(1, M/T + sqrt((T/4 + rho)*ln((T/4 + rho)/(rho*q**2)))/T)",
    counts=COUNTS,
    M="mistakes",
    T="trials",
    q="failure",
    rho="prior",
)
def risk_so_far(*, mistakes: int, trials: int, failure: float, prior: float = 100.0) -> float:
    """The mean risk of the trials so far, however often one looks (J6).

    Parameters
    ----------
    mistakes : int
        The learner's mistakes so far (M).
    trials : int
        How many examples there are so far (T).
    failure : float
        The probability with which it may fail, once or more (q).
    prior : float, default 100.0
        Narrowest after about 40 times as many trials (rho).

    Returns
    -------
    float
        An upper bound on the mean risk.

    Notes
    -----
    J6: |sum (risk_i - mistake_i)| <= sqrt((T/4 + rho) ln((T/4 + rho)/(rho q^2))) for all T at once.
    `likely_average_risk` is narrower, and holds for one T that was fixed beforehand.
    """
    wrong, t, q = _counted(mistakes, trials, failure)
    spread = t / 4 + real("prior", prior, above=0)
    return min(1.0, wrong / t + math.sqrt(spread * math.log(spread / (prior * q**2))) / t)


def _evidence(total: float, mistakes: int, prior: float) -> float:
    """The logarithm of the wealth against `total` being the sum of the risks; convex in it, least at the mistakes."""
    shape = prior + mistakes
    return total + prior * math.log(prior) - math.lgamma(prior) + math.lgamma(shape) - shape * math.log(prior + total)


def largest_total(mistakes: int, failure: float, prior: float) -> float:
    """The largest sum of risks that the mistakes do not speak against."""
    low, high = float(mistakes), 2.0 * mistakes + 1.0
    while _evidence(high, mistakes, prior) < -math.log(failure):
        low, high = high, 2 * high
    return _crossing(low, high, mistakes, failure, prior)


def least_total(mistakes: int, failure: float, prior: float) -> float:
    """The least sum of risks that the mistakes do not speak against."""
    if _evidence(0.0, mistakes, prior) < -math.log(failure):
        return 0.0
    return _crossing(float(mistakes), 0.0, mistakes, failure, prior)


def _crossing(inside: float, outside: float, mistakes: int, failure: float, prior: float) -> float:
    """Where the evidence reaches 1/q, rounded outwards."""
    while abs(outside - inside) > 1e-12 * max(1.0, inside, outside):
        middle = (inside + outside) / 2
        if _evidence(middle, mistakes, prior) < -math.log(failure):
            inside = middle
        else:
            outside = middle
    return outside


@J6.states(
    "min(1, largest_total(M, q, rho)/T)",
    counts=COUNTS,
    using={"largest_total": largest_total},
    M="mistakes",
    T="trials",
    q="failure",
    rho="prior",
)
def rare_risk_so_far(*, mistakes: int, trials: int, failure: float, prior: float = 10.0) -> float:
    """The mean risk of the trials so far where mistakes are rare, however often one looks (J6).

    Parameters
    ----------
    mistakes : int
        The learner's mistakes so far (M).
    trials : int
        How many examples there are so far (T).
    failure : float
        The probability with which this or `least_risk_so_far` may fail, once or more (q).
    prior : float, default 10.0
        Narrowest after about ten times as many mistakes (rho).

    Returns
    -------
    float
        An upper bound on the mean risk.

    Notes
    -----
    J6: E theta^(mistake) <= exp(risk (theta - 1)) for every theta > 0. So theta^M exp(R (1 - theta)), R the sum of the
    risks, averaged over a gamma prior of shape and rate rho, stays below 1/q at all times except with probability q.
    Narrower than `risk_so_far` where less than a quarter are mistakes.
    """
    wrong, t, q = _counted(mistakes, trials, failure)
    return min(1.0, largest_total(wrong, q, real("prior", prior, above=0)) / t)


@J6.states(
    "least_total(M, q, rho)/T",
    relation=">=",
    counts=COUNTS,
    using={"least_total": least_total},
    M="mistakes",
    T="trials",
    q="failure",
    rho="prior",
)
def least_risk_so_far(*, mistakes: int, trials: int, failure: float, prior: float = 10.0) -> float:
    """The least mean risk of the trials so far, however often one looks (J6).

    Parameters
    ----------
    mistakes : int
        The learner's mistakes so far (M).
    trials : int
        How many examples there are so far (T).
    failure : float
        The probability with which this or `rare_risk_so_far` may fail, once or more (q).
    prior : float, default 10.0
        Narrowest after about ten times as many mistakes (rho).

    Returns
    -------
    float
        A lower bound on the mean risk.

    Notes
    -----
    J6: the other end of `rare_risk_so_far`; both hold together except with probability q.
    """
    wrong, t, q = _counted(mistakes, trials, failure)
    return least_total(wrong, q, real("prior", prior, above=0)) / t


def _counted(mistakes: int, trials: int, failure: float) -> tuple[int, int, float]:
    t = whole("trials", trials, at_least=1)
    return whole("mistakes", mistakes, at_most=t), t, real("failure", failure, above=0, below=1)

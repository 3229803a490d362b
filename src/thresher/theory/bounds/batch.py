"""On line to batch: what the mistakes of a run say about the risk of its hypotheses (end of F).

The risk of a hypothesis is its probability of a mistake on one more example of the same distribution. A run of T
trials has T hypotheses, one before each trial; they change only at updates.
"""

import math

from ...parameters import real, whole
from .experts.majority import F


@F.states("M/T", counts="expected risk", M="mistakes", T="trials")
def average_risk(*, mistakes: float, trials: int) -> float:
    """Expected risk of a hypothesis drawn from those of a run (F).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them.
    trials : int
        How many examples there are (T).

    Returns
    -------
    float
        An upper bound on the expected risk.

    Notes
    -----
    F: a hypothesis drawn uniformly from those before the T trials has expected risk E M/T at most.
    """
    t = whole("trials", trials, at_least=1)
    return real("mistakes", mistakes, at_least=0) / t


@F.states("M/T + sqrt(ln(1/q)/(2*T))", counts="risk, except with probability q", M="mistakes", T="trials", q="failure")
def likely_average_risk(*, mistakes: float, trials: int, failure: float) -> float:
    """Average risk of the hypotheses of a run, except with a small probability (F).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (M, as counted on the run).
    trials : int
        T, fixed before the run.
    failure : float
        The probability with which it may fail (q).

    Returns
    -------
    float
        An upper bound on the risk, except with probability q.

    Notes
    -----
    F (derived, by Hoeffding and Azuma): except with probability q the average of the T risks is at most this.

    (risk_1 + ... + risk_T)/T <= M/T + sqrt(ln(1/q)/(2 T)): given the past, risk_t minus the t-th mistake has mean 0 and
    lies in an interval of length 1. It is the risk of predicting with a hypothesis drawn anew for each example; the
    majority vote of the T has at most twice this risk. Nothing is said of a hypothesis with averaged weights.
    """
    t = whole("trials", trials, at_least=1)
    q = real("failure", failure, above=0, below=1)
    return real("mistakes", mistakes, at_least=0, at_most=t) / t + math.sqrt(-math.log(q) / (2 * t))


@F.states(
    "1 - (q/H)**(1/s) if s else 1",
    counts="risk, except with probability q",
    s="survived",
    H="hypotheses",
    q="failure",
)
def risk_of_survivor(*, survived: int, hypotheses: int, failure: float) -> float:
    """Risk of a hypothesis that survived many trials unchanged, except with a small probability (F).

    Parameters
    ----------
    survived : int
        s, the right predictions in a row from the trial after it was made.
    hypotheses : int
        H, how many the run can have, fixed before it: a mistake bound + 1 for a learner that changes only on mistakes.
        Where none is known, judge the i-th hypothesis (i = 1, 2, ...) with H = i (i + 1).
    failure : float
        The probability with which it may fail (q).

    Returns
    -------
    float
        An upper bound on the risk, except with probability q.

    Notes
    -----
    F: except with probability q, every hypothesis that survived s trials unchanged has risk 1 - (q/H)^(1/s) at most.

    It holds for all hypotheses of the run at once, each with its own s: the longest survivor may be picked afterwards.
    """
    s, h = whole("survived", survived), whole("hypotheses", hypotheses, at_least=1)
    q = real("failure", failure, above=0, below=1)
    return -math.expm1((math.log(q) - math.log(h)) / s) if s else 1.0


@F.states("min(1, H*(1 - r)**s)", counts="probability of a worse survivor", s="survived", H="hypotheses", r="risk")
def probability_of_bad_survivor(*, survived: int, hypotheses: int, risk: float) -> float:
    """Probability that a bad hypothesis survives many trials (F).

    Parameters
    ----------
    survived : int
        s, fixed before the run.
    hypotheses : int
        How many hypotheses the run can have (H), as in `risk_of_survivor`.
    risk : float
        The probability of a mistake on a new example (r).

    Returns
    -------
    float
        An upper bound on the probability of a worse survivor.

    Notes
    -----
    F: the probability that any of H hypotheses has more than this risk and survives s trials is H (1 - r)^s at most.
    """
    s, h = whole("survived", survived), whole("hypotheses", hypotheses, at_least=1)
    return min(1.0, h * (1 - real("risk", risk, at_least=0, at_most=1)) ** s)

"""Masters that follow experts: weighted majority, with a floor, and the Bayes mixture (F), with a share too (F4)."""

import math

from ....errors import ParameterError
from ....parameters import real, whole
from ..sources import HERBSTER_WARMUTH_1998, LITTLESTONE_WARMUTH_1994
from ..theorem import Theorem

F = Theorem(
    "F",
    "Experts: nearly as good as the best of them, or the best sequence of them",
    f"{LITTLESTONE_WARMUTH_1994}; {HERBSTER_WARMUTH_1998}; the on-line to batch forms are standard",
    "recalled",
    [
        "all mistake bounds: every expert votes for one label, of two or of any number, on every trial with its whole "
        "weight; who has no answer is wrong; votes weighted by confidence break them",
        "all mistake bounds: the label is predicted for which the most weight votes (a tie: any of them; if it is "
        "wrong, at most half of the weight is for the right one), or it is drawn by the weight that votes for it",
        "all mistake bounds: a wrong expert's weight is multiplied by `discount`",
        "deterministic weighted majority: weights change on every trial, or on the master's own mistakes only",
        "randomised forms: weights change on every trial; an outcome does not depend on the coin of its own trial",
        "with a floor: on the master's own mistakes, and only weights above least_share W/N (W the sum, N the "
        "experts); segments are contiguous and may be chosen afterwards",
        "fixed share: weights are discounted and shared on every trial, in this order; `loss` is that of the best "
        "sequence of experts with `switches` changes of expert, in hindsight",
        "share on mistakes: weights are discounted and shared on the master's own mistakes only, both (our derivation)",
        "log loss: the experts state probabilities of two labels or of any number, and the mixture their weighted mean",
        "on line to batch: the examples are independent and all from one distribution; the learner is deterministic, "
        "or its coins are independent of the examples",
    ],
)


def discounting(discount: float) -> float:
    """b, the factor of a wrong expert's weight."""
    return real("discount", discount, above=0, below=1)


def price(experts: int, b: float, best_mistakes: float) -> float:
    """ln N + m ln(1/b): how far the sum of the weights can fall."""
    return math.log(whole("experts", experts, at_least=1)) - real(
        "best_mistakes", best_mistakes, at_least=0
    ) * math.log(b)


@F.states("(ln(N) + m*ln(1/b))/ln(2/(1 + b))", N="experts", b="discount", m="best_mistakes")
def expert_majority_mistakes(*, experts: int, discount: float, best_mistakes: float) -> float:
    """Mistakes of weighted majority over experts (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of a wrong expert's weight (b).
    best_mistakes : float
        Mistakes of the best expert (m).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F (WMA): M <= (ln N + m ln(1/b))/ln(2/(1 + b)).

    Examples
    --------
    >>> round(expert_majority_mistakes(experts=2, discount=0.5, best_mistakes=0), 2)
    2.41
    """
    b = discounting(discount)
    return price(experts, b, best_mistakes) / math.log(2 / (1 + b))


@F.states("(ln(N) + m*ln(1/b))/(1 - b)", counts="expected mistakes", N="experts", b="discount", m="best_mistakes")
def randomized_expert_majority_mistakes(*, experts: int, discount: float, best_mistakes: float) -> float:
    """Expected mistakes of randomised weighted majority over experts (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of a wrong expert's weight (b).
    best_mistakes : float
        Mistakes of the best expert (m).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    F (WMR): E M <= (ln N + m ln(1/b))/(1 - b); the prediction is 1 with probability the part of the weight for 1.
    """
    b = discounting(discount)
    return price(experts, b, best_mistakes) / (1 - b)


@F.states(
    "(S*ln(N/(b*g)) + L*ln(1/b))/ln(1/u)",
    where={"u": "(1 + b)/2 + (1 - b)*g"},
    N="experts",
    b="discount",
    g="least_share",
    S="segments",
    L="loss",
)
def floored_expert_majority_mistakes(
    *, experts: int, discount: float, least_share: float, loss: float, segments: int = 1
) -> float:
    """Mistakes of weighted majority with a least weight, over segments of a run (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of a wrong expert's weight (b).
    least_share : float
        g in (0, 1/2); a weight of g W/N or less is not discounted.
    loss : float
        The sum over segments of the mistakes m_s of the best expert of the segment.
    segments : int, default 1
        How many; 1 for the bound of one segment anywhere in the run.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F (WML): in one segment M_s <= (ln(N/(b g)) + m_s ln(1/b))/ln(1/u), u = (1 + b)/2 + (1 - b) g; the sum of them.
    """
    n, b = whole("experts", experts, at_least=1), discounting(discount)
    g = real("least_share", least_share, above=0, below=0.5)
    loss = real("loss", loss, at_least=0)
    start = whole("segments", segments, at_least=1) * math.log(n / (b * g))
    return (start - loss * math.log(b)) / -math.log((1 + b) / 2 + (1 - b) * g)


@F.states("L + ln(N)", counts="log loss", N="experts", L="best_loss")
def bayes_mixture_log_loss(*, experts: int, best_loss: float) -> float:
    """Log loss of the Bayes mixture of experts (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    best_loss : float
        The sum of -ln(what the best expert gave the outcome), in nats.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F: the Bayes mixture's log loss is at most the best expert's plus ln N.
    """
    return real("best_loss", best_loss, at_least=0) + math.log(whole("experts", experts, at_least=1))


@F.states("L/ln(2)", L="loss")
def log_loss_mistakes(*, loss: float) -> float:
    """Mistakes of whoever states probabilities and predicts the more probable outcome (F).

    Parameters
    ----------
    loss : float
        The log loss, in nats, or a bound on it.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F: who states probabilities and predicts the more probable outcome, 1 at a tie: M <= L/ln 2.
    """
    return real("loss", loss, at_least=0) / math.log(2)


F4 = Theorem(
    "F4",
    "Bayes' rule with a share of the prior, and restarts",
    "our derivation: the weight of an expert after a trial is at least (1 - share) times what Bayes' rule gives it",
    "derived",
    [
        "log loss: the experts state probabilities, and the master their weighted mean",
        "the weights of a trial are (1 - share) times the last posterior plus share times the prior",
        "at a restart the weights go back to the prior; experts may do what they like",
        "examples have importance weight 1",
        "the comparator is one expert over the whole run",
    ],
)


@F4.states(
    "L + (R + 1)*ln(1/p) + (T - 1 - R)*ln(1/(1 - al))",
    counts="log loss",
    L="best_loss",
    p="prior",
    al="share",
    T="trials",
    R="restarts",
)
def shared_prior_log_loss(*, best_loss: float, prior: float, share: float, trials: int, restarts: int = 0) -> float:
    """Log loss of Bayes' rule with a share of the prior and restarts: what Auto's master does (F4).

    Parameters
    ----------
    best_loss : float
        L, the expert's own log loss.
    prior : float
        p in (0, 1], its weight at first and after every restart.
    share : float
        How much weight goes to the other experts (al in [0, 1)).
    trials : int
        How many examples there are (T).
    restarts : int, default 0
        R, fewer than trials.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F4: log loss <= L + (R + 1) ln(1/p) + (T - 1 - R) ln(1/(1 - al)).
    """
    t, r = whole("trials", trials, at_least=1), whole("restarts", restarts)
    if r >= t:
        raise ParameterError(f"F4: {t} trials leave room for {t - 1} restarts at most; got {r}.")
    p = real("prior", prior, above=0, at_most=1)
    al = real("share", share, at_least=0, below=1)
    return real("best_loss", best_loss, at_least=0) - (r + 1) * math.log(p) - (t - 1 - r) * math.log1p(-al)

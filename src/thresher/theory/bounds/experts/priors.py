"""Bayes' rule with a share that goes back to the prior, and restarts: what Auto's master does (F4)."""

import math

from ....errors import ParameterError
from ....parameters import real, whole
from ..theorem import Theorem

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
    """F4: log loss <= L + (R + 1) ln(1/p) + (T - 1 - R) ln(1/(1 - al)).

    best_loss: L, the expert's own log loss.   prior: p in (0, 1], its weight at first and after every restart.
    share: al in [0, 1).   trials: T.   restarts: R, fewer than trials.
    """
    t, r = whole("trials", trials, at_least=1), whole("restarts", restarts)
    if r >= t:
        raise ParameterError(f"F4: {t} trials leave room for {t - 1} restarts at most; got {r}.")
    p = real("prior", prior, above=0, at_most=1)
    al = real("share", share, at_least=0, below=1)
    return real("best_loss", best_loss, at_least=0) - (r + 1) * math.log(p) - (t - 1 - r) * math.log1p(-al)

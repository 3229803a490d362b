"""Log loss on every interval, not only from the start: J4."""

import math

from ....parameters import real, whole
from ..theorem import Theorem

J4 = Theorem(
    "J4",
    "Every interval",
    "our derivation, after Hazan and Seshadhri (2009) and Adamskiy, Koolen, Chernov and Vovk (2012) as recalled: "
    "what goes back keeps every expert's weight from sinking too low, so each interval is like a new start",
    "derived",
    [
        "log loss: the experts state probabilities, and the master their weighted mean",
        "the weights of a trial are (1 - share) times the last posterior plus what goes back to the experts",
        "in the interval no share is larger than said, and at a restart the weights go back to the prior",
        "the examples of the interval have importance weight 1; what was before it may have had any",
        "the comparator is one expert over the interval, with all that it learned before",
    ],
)


@J4.states(
    "L + ln(1/(b*p)) + R*ln(1/p) + (n - 1)*ln(1/(1 - al))",
    counts="log loss",
    L="best_loss",
    p="prior",
    b="returned",
    al="share",
    n="trials",
    R="restarts",
)
def interval_log_loss(
    *, best_loss: float, prior: float, share: float, returned: float, trials: int, restarts: int = 0
) -> float:
    """Log loss on any interval of Bayes' rule with a share of the prior: what Auto's master does (J4).

    Parameters
    ----------
    best_loss : float
        L, the expert's own log loss on the interval.
    prior : float
        p in (0, 1], its weight at first and after every restart.
    share : float
        al in [0, 1), the largest share that went back after a trial of the interval.
    returned : float
        b in (0, 1], the part of p that the expert got back just before the interval: the share itself where it is
        shared by the prior, and 1 where a run begins or began anew there.
    trials : int
        How many examples the interval has (n).
    restarts : int, default 0
        R, made in the interval.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    J4: log loss on the interval <= L + ln(1/(b p)) + R ln(1/p) + (n - 1) ln(1/(1 - al)).
    """
    n, r = whole("trials", trials, at_least=1), whole("restarts", restarts)
    p, b = real("prior", prior, above=0, at_most=1), real("returned", returned, above=0, at_most=1)
    al = real("share", share, at_least=0, below=1)
    return real("best_loss", best_loss, at_least=0) - math.log(b) - (r + 1) * math.log(p) - (n - 1) * math.log1p(-al)


@J4.states("L + ln(1/p) + ln(s)", counts="log loss", L="best_loss", p="prior", s="last")
def fading_share_interval_log_loss(*, best_loss: float, prior: float, last: int) -> float:
    """Log loss on any interval where the share before trial t is 1/t (J4).

    Parameters
    ----------
    best_loss : float
        L, the expert's own log loss on the interval.
    prior : float
        p in (0, 1], its weight at first.
    last : int
        s, the number of the interval's last trial, counted from the start of the run.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    J4: log loss on trials r to s <= L + ln(1/p) + ln s, however long the interval is.
    """
    s = whole("last", last, at_least=1)
    return real("best_loss", best_loss, at_least=0) - math.log(real("prior", prior, above=0, at_most=1)) + math.log(s)

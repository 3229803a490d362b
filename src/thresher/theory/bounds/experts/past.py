"""Mixing past posteriors: experts that were good once are found again quickly (F2)."""

import math

from ....errors import ParameterError
from ....parameters import real, whole
from ..sources import BOUSQUET_WARMUTH_2002
from ..theorem import Theorem

F2 = Theorem(
    "F2",
    "Mixing past posteriors: sequences of experts that return",
    f"{BOUSQUET_WARMUTH_2002}; the decaying past as a sum of moving averages is our derivation",
    "recalled",
    [
        "log loss: the experts state probabilities of two labels or of any number, and the master their weighted mean",
        "the weights of a trial are (1 - share) times the last posterior plus share times a mean of the earlier ones, "
        "the uniform prior among them",
        "uniform past: the plain mean of all earlier ones; decaying past: the mean of J moving averages of all "
        "posteriors, with the rates 2^-1 ... 2^-J, J = ceil(lg(horizon)), and no more than 2^J + 1 trials",
        "the comparator is any sequence of experts with `switches` changes of expert and `pool` different experts",
    ],
)


def _check(experts: int, pool: int, switches: int, trials: int, share: float) -> tuple[int, int, int, int, float]:
    n, s = whole("experts", experts, at_least=1), whole("switches", switches)
    t, m = whole("trials", trials, at_least=1), whole("pool", pool, at_least=1)
    if s > t - 1:
        raise ParameterError(f"F2: {t} trials leave room for {t - 1} switches at most; got {s}.")
    if m > min(n, s + 1):
        raise ParameterError(f"F2: {s} switches among {n} experts use {min(n, s + 1)} at most; got a pool of {m}.")
    return n, m, s, t, real("share", share, above=0, below=1)


@F2.states(
    "L + n*ln(N) + (s*ln((T - 1)/al) if s else 0) + (T - 1 - s)*ln(1/(1 - al))",
    counts="log loss",
    L="loss",
    n="pool",
    N="experts",
    s="switches",
    T="trials",
    al="share",
)
def past_posteriors_log_loss(
    *, experts: int, pool: int, switches: int, trials: int, share: float, loss: float
) -> float:
    """Log loss of mixing past posteriors, all of the past alike (F2).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    pool : int
        n, how many of them the sequence uses.
    switches : int
        How often the best expert changes (s).
    trials : int
        How many examples there are (T).
    share : float
        How much weight goes to the other experts (al in (0, 1)).
    loss : float
        L, the log loss of the sequence.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F2 (uniform past): log loss <= L + n ln N + s ln((T - 1)/al) + (T - 1 - s) ln(1/(1 - al)).
    """
    size, n, s, t, al = _check(experts, pool, switches, trials, share)
    code = n * math.log(size) + (s * math.log((t - 1) / al) if s else 0.0) - (t - 1 - s) * math.log1p(-al)
    return real("loss", loss, at_least=0) + code


@F2.states(
    "L + n*ln(N) + (s*ln(8*J*n*(T - 1)/(al*s)) if s else 0) + (T - 1 - s)*ln(1/(1 - al))",
    counts="log loss",
    where={"J": "ceil(lg(h))"},
    L="loss",
    n="pool",
    N="experts",
    s="switches",
    T="trials",
    al="share",
    h="horizon",
)
def decaying_past_log_loss(
    *, experts: int, pool: int, switches: int, trials: int, share: float, horizon: int, loss: float
) -> float:
    """Log loss of mixing past posteriors, the recent past more (F2).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    pool : int
        n, how many of them the sequence uses.
    switches : int
        How often the best expert changes (s).
    trials : int
        How many examples there are (T).
    share : float
        How much weight goes to the other experts (al in (0, 1)).
    horizon : int
        For how many trials it was made, J = ceil(lg(horizon)).
    loss : float
        L, the log loss of the sequence.

    Returns
    -------
    float
        An upper bound on the log loss.

    Notes
    -----
    F2 (decaying past, derived): log loss <= L + n ln N + s ln(8 J n (T - 1)/(al s)) + (T - 1 - s) ln(1/(1 - al)).
    """
    size, n, s, t, al = _check(experts, pool, switches, trials, share)
    averages = averages_for(horizon)
    if t - 1 > 2**averages:
        raise ParameterError(f"F2: {t} trials are more than 2^{averages} + 1; make it with a longer horizon.")
    back = s * math.log(8 * averages * n * (t - 1) / (al * s)) if s else 0.0
    return real("loss", loss, at_least=0) + n * math.log(size) + back - (t - 1 - s) * math.log1p(-al)


def averages_for(horizon: int) -> int:
    """J: how many moving averages a horizon needs.

    Parameters
    ----------
    horizon : int
        For how many trials the moving averages are made.

    Examples
    --------
    >>> averages_for(1000), averages_for(1024), averages_for(1025)
    (10, 10, 11)
    """
    return (whole("horizon", horizon, at_least=2) - 1).bit_length()

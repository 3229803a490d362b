"""Late labels on a stream from a distribution: what OD3 promises. D7 and D8 (Mesterharm 2005)."""

from ....errors import ParameterError
from ....parameters import real, whole
from ..sources import MESTERHARM_2005
from ..theorem import Theorem
from .adversary import MODEL
from .multisets import whole_or_endless

ORDER = "OD3 (D7) around a learner B: every instance in its order, one update a trial, none awaited beyond `horizon`"

D7 = Theorem(
    "D7",
    "OD3 never falls far behind",
    f"{MESTERHARM_2005}, Fig. 3 and section 4.1",
    "corrected",
    [ORDER, MODEL],
    "the figure starts at `current` 0 and waits for an instance that does not exist; it is 1 here. The instances kept "
    "are printed as min(k', k); an instance awaited for k' trials is kept beside the newest: min(k' + 1, k).",
)


@D7.states("h + 1", counts="trials behind", h="horizon")
def od3_lag(*, horizon: int) -> float:
    """How old the instance is that OD3 learns next, at most (D7).

    Parameters
    ----------
    horizon : int
        How long a label is waited for (k').

    Returns
    -------
    float
        An upper bound on the trials behind.

    Notes
    -----
    D7: the instance to be learned next is at most k' + 1 trials old, and only those later than k' are skipped.
    """
    return whole("horizon", horizon, at_least=1) + 1


@D7.states("min(h + 1, k)", counts="instances kept", h="horizon", k="longest_delay")
def od3_stored_instances(*, horizon: int, longest_delay: float) -> float:
    """Instances that OD3 must keep (D7).

    Parameters
    ----------
    horizon : int
        How long a label is waited for (k').
    longest_delay : float
        k; math.inf where a label never comes.

    Returns
    -------
    float
        An upper bound on the instances kept.

    Notes
    -----
    D7: the instances that OD3 must keep, the newest included: min(k' + 1, k).
    """
    return min(whole("horizon", horizon, at_least=1) + 1, whole_or_endless("longest_delay", longest_delay, at_least=1))


D8 = Theorem(
    "D8",
    "Lemma 3 and Theorem 4: OD3 on a distribution that may shift",
    f"{MESTERHARM_2005}, Lemma 3 and Theorem 4",
    "paper",
    [
        ORDER,
        MODEL,
        "`late` counts the instances with a delay above `horizon`; Lemma 3 asks no more than this",
        "Theorem 4: instances are independent, each from the distribution of its trial; `drift` is the sum of the "
        "variational distances between the distributions of successive trials, each at most 1",
        "Theorem 4: delays are chosen before the instances. Where a delay depends on the label (a click comes, a "
        "non-click never does) it does not apply",
        "Theorem 4: `mistakes` is what B expects, without delay, on as many instances: any subsequence of the trials "
        "chosen beforehand, then further instances of the last distribution",
        "with a coin: two labels; a hypothesis used for a second time predicts by an unbiased coin",
    ],
)


def repeated(late: int, horizon: int, longest_delay: float) -> float:
    """mu + min(k', k) - 1: how many trials can repeat a hypothesis."""
    k_prime, k = whole("horizon", horizon, at_least=1), whole_or_endless("longest_delay", longest_delay, at_least=1)
    mu = whole("late", late)
    if mu and k <= k_prime:
        raise ParameterError(
            f"D8 counts as late what comes after the horizon; with longest_delay {k} and horizon {k_prime} "
            f"late must be 0, not {mu}."
        )
    return mu + min(k_prime, k) - 1


@D8.states("mu + min(h, k)", counts="trials without an update", mu="late", h="horizon", k="longest_delay")
def od3_idle_trials(*, late: int, horizon: int, longest_delay: float) -> float:
    """Trials in which OD3 performs no update (D8).

    Parameters
    ----------
    late : int
        mu, the instances with a delay above the horizon.
    horizon : int
        How long a label is waited for (k').
    longest_delay : float
        k; math.inf where a label never comes.

    Returns
    -------
    float
        An upper bound on the trials without an update.

    Notes
    -----
    D8 (Lemma 3): at most mu + min(k', k) trials perform no update.
    """
    return repeated(late, horizon, longest_delay) + 1


@D8.states(
    "M + (mu + min(h, k) - 1)*(Psi + 1)",
    counts="expected mistakes",
    M="mistakes",
    mu="late",
    h="horizon",
    k="longest_delay",
    Psi="drift",
)
def od3_mistakes(*, mistakes: float, late: int, horizon: int, longest_delay: float, drift: float = 0.0) -> float:
    """Expected mistakes under OD3 where instances come from a distribution that may drift (D8).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (M_B).
    late : int
        Instances with a delay above the horizon (mu).
    horizon : int
        How long a label is waited for (k').
    longest_delay : float
        How many examples later the last label comes (k), or math.inf.
    drift : float, default 0.0
        How far the distribution moves, added up (Psi).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    D8 (Theorem 4): E Mist(OD3-B(k')) <= M_B + (mu + min(k', k) - 1)(Psi + 1).
    """
    m, psi = real("mistakes", mistakes, at_least=0), real("drift", drift, at_least=0)
    return m + repeated(late, horizon, longest_delay) * (psi + 1)


@D8.states(
    "M + (mu + min(h, k) - 1)*(Psi + 1/2)",
    counts="expected mistakes",
    M="mistakes",
    mu="late",
    h="horizon",
    k="longest_delay",
    Psi="drift",
)
def od3_coin_mistakes(*, mistakes: float, late: int, horizon: int, longest_delay: float, drift: float = 0.0) -> float:
    """Expected mistakes under OD3 with a coin on repeated hypotheses (D8).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them.
    late : int
        Labels that come later than the horizon, or never (mu).
    horizon : int
        How long a label is waited for.
    longest_delay : float
        How many examples later the last label comes.
    drift : float, default 0.0
        How much the distribution moves, added up (Psi).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    D8: with a coin on repeated hypotheses, M_B + (mu + min(k', k) - 1)(Psi + 1/2).

    Parameters as in `od3_mistakes`.
    """
    m, psi = real("mistakes", mistakes, at_least=0), real("drift", drift, at_least=0)
    return m + repeated(late, horizon, longest_delay) * (psi + 0.5)


@D8.states("M + k - 1", counts="expected mistakes", M="mistakes", k="longest_delay")
def od3_fixed_distribution_mistakes(*, mistakes: float, longest_delay: int) -> float:
    """Expected mistakes under OD3 where instances are drawn alike and no label is too late (D8).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (M_B).
    longest_delay : int
        How many examples later the last label comes (k).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    D8: a fixed distribution and a horizon that no delay exceeds: M_B + k - 1.
    """
    k = whole("longest_delay", longest_delay, at_least=1)
    return od3_mistakes(mistakes=mistakes, late=0, horizon=k, longest_delay=k)

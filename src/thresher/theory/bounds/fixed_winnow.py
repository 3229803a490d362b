"""Winnow without a floor on a linear threshold that does not change: A11, A12 (Mesterharm 2003)."""

import math
from collections.abc import Sequence

from ...errors import ParameterError
from ...parameters import real, whole
from .sources import MESTERHARM_2003
from .theorem import Theorem

SETTING = (
    "Winnow without floor or elimination, mistake-driven, no bias, no margin, no importance weights",
    "attribute values in [0, 1]",
    "one target u >= 0 for the whole stream: at threshold 1, positives have u.x >= 1 + separation, "
    "negatives u.x <= 1 - separation",
)

A11 = Theorem(
    "A11",
    "Winnow on a fixed concept",
    f"{MESTERHARM_2003}, section 5; the form with noise and any promotion is our derivation",
    "paper",
    [
        *SETTING,
        "every one of the n attributes starts at `initial`; a threshold other than 1 divides it",
        "first form: promotion = 1 + separation and no noise; second form: what the examples miss is `noise` (A2)",
    ],
)

_DISTANCE = "n*w0 + sum(w*ln(w) for w in u if w > 0) - (ln(w0) + 1)*sum(u)"


@A11.states(
    "(2 + d)/d**2*dist",
    where={"w0": "w/theta", "dist": _DISTANCE},
    u="target",
    n="n",
    d="separation",
    w="initial",
    theta="threshold",
)
def fixed_winnow_mistakes(
    *, target: Sequence[float], n: int, separation: float, initial: float, threshold: float = 1.0
) -> float:
    """Mistakes of Winnow on a fixed concept that separates (A11).

    Parameters
    ----------
    target : sequence of float
        u >= 0 at threshold 1, its nonzero weights are enough.
    n : int
        How many attributes there are.
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    initial : float
        The weight that every attribute begins with; w0 = initial/threshold.
    threshold : float, default 1.0
        The learner says yes from this sum on.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A11 at promotion 1 + d, no noise: M <= (2 + d)/d^2 * d(u, w0).

    d(u, w0) = n w0 + sum u_i ln u_i + ln(1/w0) sum u_i - sum u_i, with 0 ln 0 = 0; least at w0 = sum(u)/n.
    """
    d = real("separation", separation, above=0, at_most=1)
    return (2 + d) / d**2 * distance_from_start(target=target, n=n, initial=initial, threshold=threshold)


@A11.states(
    "(dist + N*ln(a))/min(c_P, c_D)",
    where={
        "w0": "w/theta",
        "dist": _DISTANCE,
        "c_P": "(1 + d)*ln(a) - (a - 1)",
        "c_D": "(1 - 1/a) - (1 - d)*ln(a)",
    },
    u="target",
    n="n",
    a="promotion",
    d="separation",
    w="initial",
    theta="threshold",
    N="noise",
)
def noisy_winnow_mistakes(
    *,
    target: Sequence[float],
    n: int,
    promotion: float,
    separation: float,
    initial: float,
    threshold: float = 1.0,
    noise: float = 0.0,
) -> float:
    """Mistakes of Winnow on a fixed concept, with noise (A11).

    Parameters
    ----------
    target : sequence of float
        u >= 0 at threshold 1, its nonzero weights are enough.
    n : int
        How many attributes there are.
    promotion : float
        The factor by which an update multiplies a weight (a).
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    initial : float
        The weight that every attribute begins with; w0 = initial/threshold.
    threshold : float, default 1.0
        The learner says yes from this sum on.
    noise : float, default 0.0
        N of the target at this separation (A2).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A11, any promotion, with noise: c_P P + c_D D <= d(u, w0) + N ln a, so M <= (d(u, w0) + N ln a)/min(c_P, c_D).

    c_P = (1 + d) ln a - (a - 1) is what a promotion gains, c_D = (1 - 1/a) - (1 - d) ln a a demotion; both must be
    positive, as they are at promotion 1 + d.
    """
    a = real("promotion", promotion, above=1)
    d = real("separation", separation, above=0, at_most=1)
    distance = distance_from_start(target=target, n=n, initial=initial, threshold=threshold)
    errors = real("noise", noise, at_least=0)
    gain = least_gain(promotion=a, separation=d)
    if not gain > 0:
        raise ParameterError(
            f"A11 needs a promotion at which every mistake gains; at {a:g} the least gain is {gain:.4g}. "
            f"1 + separation = {1 + d:g} is one."
        )
    return (distance + errors * math.log(a)) / gain


def least_gain(*, promotion: float, separation: float) -> float:
    """A11's min(c_P, c_D): what a mistake brings the weights nearer to the target, if it is positive."""
    log = math.log(promotion)
    return min((1 + separation) * log - (promotion - 1), (1 - 1 / promotion) - (1 - separation) * log)


def distance_from_start(*, target: Sequence[float], n: int, initial: float, threshold: float = 1.0) -> float:
    """A11's d(u, w0), the relative entropy between the target and the weights at first.

    Parameters
    ----------
    target : sequence of float
        The comparator's weights, those that are not 0.
    n : int
        How many attributes there are.
    initial : float
        The weight that every attribute begins with.
    threshold : float, default 1.0
        The learner says yes from this sum on.

    Examples
    --------
    >>> round(distance_from_start(target=[2.0], n=2, initial=1.0), 6)
    1.386294
    """
    weights = [real("target weight", w, at_least=0) for w in target]
    n = whole("n", n, at_least=max(1, sum(w > 0 for w in weights)))
    start = real("initial", initial, above=0) / real("threshold", threshold, above=0)
    own = math.fsum(w * math.log(w) for w in weights if w > 0)
    return n * start + own - (math.log(start) + 1) * math.fsum(weights)


A12 = Theorem(
    "A12",
    "Theorem 10: Winnow on sparse examples",
    f"{MESTERHARM_2003}, Theorem 10",
    "corrected",
    [
        *SETTING,
        "no noise; `norm` is at least the largest sum of values in one example",
        "promotion = 1 + separation, threshold 1, initial = separation/(50 norm)",
    ],
    "the paper sums over the relevant attributes; its proof needs those with u_i above the initial weight only, as "
    "smaller u_i make summands negative and the number too small; printed with <, which fails where both sides are 0",
)


@A12.states(
    "(2.09 + 1.05*d)*((ln(lam/d) + 3.92)*sum(w for w in u if w > w0) + sum(w*ln(w) for w in u if w > w0))/d**2",
    where={"w0": "d/(50*lam)"},
    u="target",
    d="separation",
    lam="norm",
)
def sparse_winnow_mistakes(*, target: Sequence[float], separation: float, norm: float) -> float:
    """Mistakes of Winnow where few attributes are active, whatever their number (A12).

    Parameters
    ----------
    target : sequence of float
        The comparator's weights, those that are not 0 (u >= 0).
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    norm : float
        lam, the largest |x|_1. Where 50 lam/d >= n, A11 at initial 1/n promises less.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A12 (Theorem 10): Winnow at promotion 1 + d, initial d/(50 lam); the number of attributes does not matter.

    M <= (2.09 + 1.05 d)((ln(lam/d) + 3.92) sum_S u_i + sum_S u_i ln u_i)/d^2, S: the i with u_i > d/(50 lam).
    """
    d = real("separation", separation, above=0, at_most=1)
    lam = real("norm", norm, above=0)
    weights = [real("target weight", w, at_least=0) for w in target]
    large = [w for w in weights if w > d / (50 * lam)]
    entropy = math.fsum(w * math.log(w) for w in large)
    return (2.09 + 1.05 * d) * ((math.log(lam / d) + 3.92) * math.fsum(large) + entropy) / d**2

"""Weighted majority and Balanced Winnow: E5 and E7 (Grove, Littlestone, Schuurmans 2001)."""

import math
from collections.abc import Sequence

from ...errors import ParameterError
from ...parameters import real, whole
from .sources import GROVE_2001, OURS
from .theorem import Theorem

SETTING = (
    "mistake-driven, at a constant rate below 2 separation/(|u|_1 largest_value^2), threshold 0, all weights equal at "
    "first, no range, no margin, no importance weights",
    "|x_i| <= `largest_value`",
    "y u.x >= `separation` for every example, or `noise` is the sum over the mistakes of max(0, separation - y u.x) "
    "(the term for noise is our derivation)",
)

E5 = Theorem(
    "E5",
    "Weighted Majority as a linear learner",
    f"{GROVE_2001}, section 6",
    "paper",
    [*SETTING, "the target's weights are not negative"],
)
E7 = Theorem(
    "E7",
    "Balanced Winnow",
    f"{OURS}, by doubling the attributes as in {GROVE_2001}",
    "derived",
    [*SETTING, "the rate is ln(promotion)"],
)


@E5.states(
    "(U*E + a*L)/(a*d - a**2*U*S**2/2)",
    where={"U": "sum(u)", "E": "ln(n) + sum(v/U*ln(v/U) for v in u if v > 0)"},
    u="target",
    n="n",
    a="rate",
    d="separation",
    S="largest_value",
    L="noise",
)
def weighted_majority_mistakes(
    *, target: Sequence[float], n: int, rate: float, separation: float, largest_value: float, noise: float = 0.0
) -> float:
    """Mistakes of weighted majority, with noise (E5).

    Parameters
    ----------
    target : sequence of float
        u >= 0, its nonzero weights are enough.
    n : int
        How many attributes there are.
    rate : float
        How far an update moves (a, 0 < a < 2 delta/(|u|_1 S^2)).
    separation : float
        How far clean examples stay from the comparator's threshold (delta > 0).
    largest_value : float
        The largest attribute value (S >= |x_i|).
    noise : float, default 0.0
        L, over the mistakes of the run.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E5: M <= (|u|_1 E + a L)/(a delta - a^2 |u|_1 S^2/2), E = ln n + sum (u_i/|u|_1) ln(u_i/|u|_1).

    Without noise the rate delta/(|u|_1 S^2) gives the paper's 2 |u|_1^2 S^2 E/delta^2. The measure of progress
    |u|_1 ln(sum e^z) + sum u_i ln(u_i/|u|_1) - u.z >= 0 starts at |u|_1 E, and a mistake lowers it by at least
    a y u.x - a^2 |u|_1 S^2/2, where y u.x >= delta - its noise.
    """
    weights = [real("target weight", w, at_least=0) for w in target]
    return _mistakes("E5", weights, whole("n", n, at_least=1), 1, rate, separation, largest_value, noise)


@E7.states(
    "(U*E + a*L)/(a*d - a**2*U*S**2/2)",
    where={"U": "sum(abs(v) for v in u)", "E": "ln(2*n) + sum(abs(v)/U*ln(abs(v)/U) for v in u if v)"},
    u="target",
    n="n",
    a="rate",
    d="separation",
    S="largest_value",
    L="noise",
)
def balanced_winnow_mistakes(
    *, target: Sequence[float], n: int, rate: float, separation: float, largest_value: float, noise: float = 0.0
) -> float:
    """Mistakes of Balanced Winnow, with noise (E7).

    Parameters
    ----------
    target : sequence of float
        The comparator's weights, those that are not 0.
    n : int
        How many attributes there are.
    rate : float
        How far an update moves.
    separation : float
        How far clean examples stay from the comparator's threshold.
    largest_value : float
        The largest attribute value.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E7: E5 on the doubled attributes (x, -x): 2n of them, and |u_i|. Weights of any sign; rate = ln(promotion).

    Parameters as in `weighted_majority_mistakes`.
    """
    weights = [abs(real("target weight", w)) for w in target]
    return _mistakes("E7", weights, whole("n", n, at_least=1), 2, rate, separation, largest_value, noise)


def _mistakes(
    entry: str,
    weights: list[float],
    n: int,
    copies: int,
    rate: float,
    separation: float,
    largest_value: float,
    noise: float,
) -> float:
    total = math.fsum(weights)
    relevant = [w / total for w in weights if w > 0]
    if not relevant:
        raise ParameterError(f"{entry} needs a target with a weight that is not 0.")
    if len(relevant) > n:
        raise ParameterError(f"{entry} is about n = {n} attributes; the target has {len(relevant)} nonzero weights.")
    delta = real("separation", separation, above=0)
    s = real("largest_value", largest_value, above=0)
    a = real("rate", rate, above=0, below=2 * delta / (total * s**2))
    missed = real("noise", noise, at_least=0)
    entropy = math.log(copies * n) + math.fsum(share * math.log(share) for share in relevant)
    return (total * entropy + a * missed) / (a * delta - a**2 * total * s**2 / 2)

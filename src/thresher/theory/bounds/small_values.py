"""Tracking Winnow where attribute values may be tiny: A6 (Mesterharm 2003 and our derivations)."""

import math

from ...errors import ParameterError
from ...parameters import real
from .sources import MESTERHARM_2003, OURS
from .theorem import Theorem
from .tracking_winnow import SETTING

A6 = Theorem(
    "A6",
    "Tracking Winnow with arbitrarily small values",
    f"{OURS}, and {MESTERHARM_2003}, section 4 for the closed form",
    "derived",
    [
        *SETTING,
        "floor * norm < 1",
        "(1 + separation)(1 - floor norm) > (1 - separation) promotion",
        "nothing is asked of the smallest value: weights are capped by the promotions, w_max <= eps + (alpha - 1) P",
        "with a budget: no weight of the comparator exceeds `largest_target_weight` in any trial",
    ],
)

_GAIN = "(1 + d) - (1 - d)*a/(1 - eps*lam)"


def largest_root(gain: float, rise: float, growth: float, noise: float) -> float:
    """The largest P with gain P = rise ln(1 + growth P) + noise.

    The difference of the sides is convex in P and not positive at 0, so Newton's steps from the right of the largest
    root come down to it and never jump over it.

    Parameters
    ----------
    gain : float
        What a promotion gains.
    rise : float
        What the comparator's rise costs.
    growth : float
        By how much a promotion lets weights grow.
    noise : float
        What must be gained in any case.

    Examples
    --------
    >>> round(largest_root(gain=1, rise=2, growth=3, noise=4), 6)
    11.06398
    """

    def difference(p: float) -> float:
        return gain * p - rise * math.log1p(growth * p) - noise

    if noise == 0 and gain >= rise * growth:
        return 0.0  # the right side begins no steeper than the left, and bends away from it
    p = 1.0 + noise / gain
    while difference(p) <= 0:
        p *= 2
    while True:
        slope = gain - rise * growth / (1 + growth * p)
        lower = p - difference(p) / slope if slope > 0 else p
        if not lower < p * (1 - 1e-15):
            return max(p, 0.0)
        if lower <= 0:
            return 0.0
        p = lower


@A6.states(
    "(1 + a/(1 - eps*lam))*P",
    where={"c": _GAIN, "P": "largest_root(c, H/ln(a), (a - 1)/eps, N)"},
    using={"largest_root": largest_root},
    a="promotion",
    eps="floor",
    d="separation",
    lam="norm",
    H="total_rise",
    N="noise",
)
def small_values_mistakes(
    *, promotion: float, floor: float, separation: float, norm: float, total_rise: float, noise: float = 0.0
) -> float:
    """Mistakes of tracking Winnow, however small the values are (A6).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor : float
        The least weight that an attribute can have (eps < 1/lam).
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    norm : float
        The largest sum of attribute values in one example (lam).
    total_rise : float
        The sum of all increases of the comparator's weights, from zero (H(C)).
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up (N).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A6 (a): any parameters, values as small as you like. M <= (1 + a/(1 - eps lam)) P*.

    P* is the largest root of c P = H log_a(1 + (a - 1) P/eps) + N, with c = (1 + d) - (1 - d) a/(1 - eps lam) > 0.
    """
    a, eps, ratio, c = _parts(promotion, floor, separation, norm)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    return (1 + ratio) * largest_root(c, h / math.log(a), (a - 1) / eps, n)


@A6.states(
    "(1 + a/(1 - eps*lam))*(A*ln(A)**2 + B*ln(A))",
    where={
        "c": _GAIN,
        "A": "max(e**3, H/(c*ln(a)))",
        "B": "(H*ln(a/eps)/ln(a) + N)/c",
    },
    a="promotion",
    eps="floor",
    d="separation",
    lam="norm",
    H="total_rise",
    N="noise",
)
def small_values_mistakes_in_closed_form(
    *, promotion: float, floor: float, separation: float, norm: float, total_rise: float, noise: float = 0.0
) -> float:
    """The same in closed form (A6).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    floor : float
        The least weight that an attribute can have.
    separation : float
        How far clean examples stay from the comparator's threshold.
    norm : float
        The largest sum of attribute values in one example.
    total_rise : float
        The sum of all increases of the comparator's weights, from zero.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A6 (b), the paper's way: M <= (1 + a/(1 - eps lam)) (A (ln A)^2 + B ln A), never below (a).

    A = max(e^3, H/(c ln a)), B = (H log_a(a/eps) + N)/c, c as in (a); floor <= 1, so that w_max <= a P.
    """
    a, eps, ratio, c = _parts(promotion, floor, separation, norm)
    real("floor", eps, at_most=1)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    slope = max(math.e**3, h / (c * math.log(a)))
    start = (h * math.log(a / eps) / math.log(a) + n) / c
    return (1 + ratio) * (slope * math.log(slope) ** 2 + start * math.log(slope))


@A6.states(
    "(1 + a/(1 - eps*lam))*P",
    where={"c": _GAIN, "P": "largest_root(c, H/ln(a), (a - 1)*U/(H*eps) if H else 0, N)"},
    using={"largest_root": largest_root},
    a="promotion",
    eps="floor",
    d="separation",
    lam="norm",
    H="total_rise",
    U="largest_target_weight",
    N="noise",
)
def small_values_mistakes_by_budget(
    *,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    total_rise: float,
    largest_target_weight: float,
    noise: float = 0.0,
) -> float:
    """The same, as promotions cannot make all weights heavy at once (A6).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    floor : float
        The least weight that an attribute can have.
    separation : float
        How far clean examples stay from the comparator's threshold.
    norm : float
        The largest sum of attribute values in one example.
    total_rise : float
        The sum of all increases of the comparator's weights, from zero (H(C) >= U).
    largest_target_weight : float
        The largest of the comparator's weights in any trial (U).
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A6 (c): promotions can't make all weights heavy at once. M <= (1 + a/(1 - eps lam)) P*, never above (a).

    P* is the largest root of c P = H log_a(1 + (a - 1) U P/(H eps)) + N, c as in (a).

    Cut u into layers, one for each stretch of trials in which u_i is above a height; their total size is H. Lemma 7
    before its last step says (1 + d)P - (1 - d)D <= N + the sum over layers of log_a(w_i at its end/w_i at its
    beginning). In a layer w_i, at least eps, rises by promotions only, so this is at most log_a(1 + G/eps), where G is
    what promotions add to w_i meanwhile. A promotion adds (a^x_i - 1) w_i <= (a - 1) x_i w_i, and the sum of x_i w_i is
    below 1: over all layers that is at most U (a - 1) P. The logarithm is concave, so the sum over layers is largest
    where all G are equal, which is the right side above. D <= P a/(1 - eps lam) (Lemma 5) gives the rest.

    So M = O(H ln(lam U/delta)/delta^2 + N/delta): the order of A7 (where nu >= U), without a transformation.

    Examples
    --------
    >>> known = dict(promotion=1.5, floor=0.0005, separation=0.5, norm=20, total_rise=30)
    >>> [round(small_values_mistakes_by_budget(largest_target_weight=u, **known)) for u in (1.5, 30)]
    [2733, 3549]
    """
    a, eps, ratio, c = _parts(promotion, floor, separation, norm)
    u = real("largest_target_weight", largest_target_weight, at_least=0)
    h = real("total_rise", total_rise, at_least=u)
    n = real("noise", noise, at_least=0)
    return (1 + ratio) * largest_root(c, h / math.log(a), (a - 1) * u / (h * eps) if h else 0.0, n)


def _parts(promotion: float, floor: float, separation: float, norm: float) -> tuple[float, float, float, float]:
    """a, eps, a/(1 - eps lam) and c: what a promotion gains beyond the demotions it pays for."""
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    eps = real("floor", floor, above=0, below=1 / lam)
    d = real("separation", separation, above=0, at_most=1)
    ratio = a / (1 - eps * lam)
    c = (1 + d) - (1 - d) * ratio
    if not c > 0:
        raise ParameterError(
            f"A6 needs (1 + separation)(1 - floor norm) > (1 - separation) promotion; "
            f"the difference is {c * (1 - eps * lam):.4g}."
        )
    return a, eps, ratio, c

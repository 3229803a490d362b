"""Tracking Winnow at the parameters for a separation: A5, with small values lifted (A7), on a fixed concept (A10)."""

import math
from collections.abc import Sequence

from ...parameters import real
from .sources import MESTERHARM_2003
from .theorem import Theorem
from .tracking_winnow import SETTING

A5 = Theorem(
    "A5",
    "Theorem 1: tracking Winnow at the parameters for a separation",
    f"{MESTERHARM_2003}, Theorem 1",
    "paper",
    [
        *SETTING,
        "promotion = 1 + separation and floor = separation/(50 norm), as TrackingWinnow.for_separation sets them",
    ],
    "printed with <; where nothing rises and nothing is noisy both sides are 0, so we say <=",
)


_FOR_SEPARATION = "(2.05 + d)*(zeta*d + ln(lam/(d*zeta)) + 3.92)/d**2"


@A5.states(
    f"H*{_FOR_SEPARATION} + (2.05 + d)*N/(d + d**2)",
    d="separation",
    lam="norm",
    H="total_rise",
    N="noise",
    zeta="smallest_value",
)
def tracking_winnow_mistakes_for_separation(
    *, separation: float, norm: float, total_rise: float, noise: float = 0.0, smallest_value: float = 1.0
) -> float:
    """Mistakes of tracking Winnow at the parameters for a separation (A5, Theorem 1).

    Parameters
    ----------
    separation : float
        How far clean examples stay from the comparator's threshold.
    norm : float
        The largest sum of attribute values in one example.
    total_rise : float
        The sum of all increases of the comparator's weights, from zero.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.
    smallest_value : float, default 1.0
        The smallest attribute value above zero; 1 for yes/no attributes.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A5 (Theorem 1): promotion 1 + d, floor d/(50 lam), as TrackingWinnow.for_separation sets them.

    M <= H (2.05 + d)(zeta d + ln(lam/(d zeta)) + 3.92)/d^2 + (2.05 + d) N/(d + d^2)
    """
    d = real("separation", separation, above=0, at_most=1)
    lam = real("norm", norm, above=0)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    zeta = real("smallest_value", smallest_value, above=0, at_most=1)
    rise = h * (2.05 + d) * (zeta * d + math.log(lam / (d * zeta)) + 3.92) / d**2
    return rise + (2.05 + d) * n / (d + d**2)


A10 = Theorem(
    "A10",
    "Corollary 9: tracking Winnow on a fixed concept",
    f"{MESTERHARM_2003}, Corollary 9",
    "paper",
    [*A5.assumptions[:2], A5.assumptions[-1], "one target u >= 0 for the whole stream, no noise at this separation"],
)


@A10.states(
    f"sum(u)*{_FOR_SEPARATION}",
    d="separation",
    lam="norm",
    u="target",
    zeta="smallest_value",
)
def tracking_winnow_mistakes_on_fixed_concept(
    *, separation: float, norm: float, target: Sequence[float], smallest_value: float = 1.0
) -> float:
    """The same on a concept that stays, without noise (A10).

    Parameters
    ----------
    separation : float
        How far clean examples stay from the comparator's threshold.
    norm : float
        The largest sum of attribute values in one example.
    target : sequence of float
        u >= 0, its nonzero weights are enough.
    smallest_value : float, default 1.0
        The smallest attribute value above zero; 1 for yes/no attributes.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A10 (Corollary 9): A5 with H = sum_i u_i and N = 0.
    """
    return tracking_winnow_mistakes_for_separation(
        separation=separation,
        norm=norm,
        total_rise=math.fsum(real("target weight", w, at_least=0) for w in target),
        smallest_value=smallest_value,
    )


A7 = Theorem(
    "A7",
    "Corollary 8: tracking Winnow on rounded values",
    f"{MESTERHARM_2003}, Corollary 8 (an order of growth); the constants are our derivation",
    "derived",
    [
        *SETTING,
        "before learning, values up to m/2 become 0 and values from m/2 to m become m; m = separation/largest_total",
        "promotion = 1 + separation/2 and floor = separation/(200 norm)",
        "norm, separation, total_rise and noise are those of the stream before values are rounded",
    ],
)


@A7.states(
    "4*H*(2.05 + d/2)*(d**2/(2*nu) + ln(4*nu*lam/d**2) + 3.92)/d**2 + (2.05 + d/2)*N/(d/2 + d**2/4)",
    d="separation",
    lam="norm",
    H="total_rise",
    nu="largest_total",
    N="noise",
)
def rounded_values_mistakes(
    *, separation: float, norm: float, total_rise: float, largest_total: float, noise: float = 0.0
) -> float:
    """Mistakes of tracking Winnow where small values are lifted (A7).

    Parameters
    ----------
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    norm : float
        The largest sum of attribute values in one example (lam).
    total_rise : float
        The sum of all increases of the comparator's weights, from zero (H(C)).
    largest_total : float
        nu >= d, the largest sum of the comparator's weights on one trial.
    noise : float, default 0.0
        N; all of the stream as it was.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A7 (Corollary 8): A5 at half the separation, twice the norm, and no value below m = d/nu.

    M <= 4 H (2.05 + d/2)(d^2/(2 nu) + ln(4 nu lam/d^2) + 3.92)/d^2 + (2.05 + d/2) N/(d/2 + d^2/4)
    """
    d = real("separation", separation, above=0, at_most=1)
    nu = real("largest_total", largest_total, at_least=d)
    return tracking_winnow_mistakes_for_separation(
        separation=d / 2,
        norm=2 * real("norm", norm, above=0),
        total_rise=total_rise,
        noise=noise,
        smallest_value=d / nu,
    )

"""Tracking Winnow on concepts that shift: A4, A5 (Mesterharm 2003)."""

import math

from ..errors import ParameterError
from ..parameters import real
from .sources import MESTERHARM_2003
from .theorem import Theorem

SETTING = (
    "tracking Winnow (A1) from its floor, mistake-driven, threshold 1, no bias, no margin, no importance weights",
    "attribute values in [0, 1]; `norm` is at least the largest sum of values in one example",
    "`total_rise` and `noise` are those of one comparator sequence u >= 0 at this separation (A2)",
)

A4 = Theorem(
    "A4",
    "Tracking Winnow at any parameters",
    f"{MESTERHARM_2003}, inside the proof of Theorem 1",
    "paper",
    [
        *SETTING,
        "promotion <= e, or all values are 0 or 1",
        "floor * norm < 1",
        "(1 + separation)(1 - floor norm) > (1 - separation) promotion",
    ],
)


@A4.states(
    "(1 - eps*lam + a)/den*(H*ln(w_max/eps)/ln(a) + N)",
    where={
        "den": "(1 + d)*(1 - eps*lam) - (1 - d)*a",
        "w_max": "w_seen if w_seen else max(eps, a**zeta/zeta)",
    },
    a="promotion",
    eps="floor",
    d="separation",
    lam="norm",
    H="total_rise",
    N="noise",
    zeta="smallest_value",
    w_seen="largest_weight",
)
def tracking_winnow_mistakes(
    *,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    total_rise: float,
    noise: float = 0.0,
    smallest_value: float = 1.0,
    largest_weight: float | None = None,
) -> float:
    """A4: any parameters. M <= (1 - eps lam + a)/den * (H log_a(w_max/eps) + N).

    den = (1 + d)(1 - eps lam) - (1 - d) a must be positive; promotion <= e unless attributes are boolean.

    promotion: a.   floor: eps < 1/lam.   separation: d in (0, 1].   norm: lam, the largest |x|_1.
    total_rise: H(C), all increases of the comparator's weights from 0.
    noise: N.   smallest_value: zeta, the smallest positive value (1: boolean).
    largest_weight: w_max if it was observed on the run (A3, L7); otherwise max(eps, a^zeta/zeta) (L6).
    """
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    eps = real("floor", floor, above=0, below=1 / lam)
    d = real("separation", separation, above=0, at_most=1)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    zeta = real("smallest_value", smallest_value, above=0, at_most=1)
    den = (1 + d) * (1 - eps * lam) - (1 - d) * a
    if not den > 0:
        raise ParameterError(
            f"A4 needs (1 + separation)(1 - floor norm) > (1 - separation) promotion; the difference is {den:.4g}."
        )
    if largest_weight is not None:
        w_max = real("largest_weight", largest_weight, at_least=eps)
    elif zeta < 1 and a > math.e:
        raise ParameterError(f"A4 needs promotion <= e where values are below 1; got {a}.")
    else:
        w_max = max(eps, a**zeta / zeta)
    return (1 - eps * lam + a) / den * (h * math.log(w_max / eps) / math.log(a) + n)


A5 = Theorem(
    "A5",
    "Theorem 1: tracking Winnow at the parameters for a separation",
    f"{MESTERHARM_2003}, Theorem 1",
    "paper",
    [
        *SETTING,
        "promotion = 1 + separation and floor = separation/(50 norm), as TrackingWinnow.for_separation sets them",
    ],
)


@A5.states(
    "H*(2.05 + d)*(zeta*d + ln(lam/(d*zeta)) + 3.92)/d**2 + (2.05 + d)*N/(d + d**2)",
    relation="<",
    d="separation",
    lam="norm",
    H="total_rise",
    N="noise",
    zeta="smallest_value",
)
def tracking_winnow_mistakes_for_separation(
    *, separation: float, norm: float, total_rise: float, noise: float = 0.0, smallest_value: float = 1.0
) -> float:
    """A5 (Theorem 1): promotion 1 + d, floor d/(50 lam), as TrackingWinnow.for_separation sets them.

    M < H (2.05 + d)(zeta d + ln(lam/(d zeta)) + 3.92)/d^2 + (2.05 + d) N/(d + d^2)
    """
    d = real("separation", separation, above=0, at_most=1)
    lam = real("norm", norm, above=0)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    zeta = real("smallest_value", smallest_value, above=0, at_most=1)
    rise = h * (2.05 + d) * (zeta * d + math.log(lam / (d * zeta)) + 3.92) / d**2
    return rise + (2.05 + d) * n / (d + d**2)

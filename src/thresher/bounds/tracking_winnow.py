"""Tracking Winnow: A4, A5 and A13 (Mesterharm 2003, corrected)."""

import math

from ..errors import ParameterError
from ..parameters import real


def tracking_winnow_mistakes(
    *,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    total_rise: float,
    noise: float = 0.0,
    smallest_value: float = 1.0,
) -> float:
    """A4: any parameters. M <= (1 - eps lam + a)/den * (H log_a(w_max/eps) + N).

    den = (1 + d)(1 - eps lam) - (1 - d) a must be positive; promotion <= e unless attributes are boolean.

    promotion: a.   floor: eps < 1/lam.   separation: d in (0, 1].   norm: lam, the largest |x|_1.
    total_rise: H(C), all increases of the comparator's weights from 0.
    noise: N.   smallest_value: zeta, the smallest positive value (1: boolean).
    """
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    eps = real("floor", floor, above=0, below=1 / lam)
    d = real("separation", separation, above=0, at_most=1)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    zeta = real("smallest_value", smallest_value, above=0, at_most=1)
    if zeta < 1 and a > math.e:
        raise ParameterError(f"A4 needs promotion <= e where values are below 1; got {a}.")
    den = (1 + d) * (1 - eps * lam) - (1 - d) * a
    if not den > 0:
        raise ParameterError(
            f"A4 needs (1 + separation)(1 - floor norm) > (1 - separation) promotion; the difference is {den:.4g}."
        )
    w_max = max(eps, a**zeta / zeta)
    return (1 - eps * lam + a) / den * (h * math.log(w_max / eps) / math.log(a) + n)


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


def disjunction_mistakes(*, promotion: float, floor: float, norm: float, literals: float, noise: float = 0.0) -> float:
    """A13: boolean attributes, shifting disjunctions. f = eps lam:

    M <= (1 - f + a)/(1 - f) * (Z+ (ln lam + ln(a/f))/ln a + N/2)

    literals: Z+, literals ever added, the first ones included.   noise: N; one attribute error is at most 2.
    """
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    f = real("floor * norm", floor * lam, above=0, below=1)
    z = real("literals", literals, at_least=0)
    n = real("noise", noise, at_least=0)
    return (1 - f + a) / (1 - f) * (z * (math.log(lam) + math.log(a / f)) / math.log(a) + n / 2)

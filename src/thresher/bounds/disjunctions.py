"""Tracking Winnow on shifting disjunctions: A13 (Mesterharm 2003, corrected)."""

import math

from ..parameters import real
from .sources import MESTERHARM_2003
from .theorem import Theorem

A13 = Theorem(
    "A13",
    "Corollary 11: tracking Winnow on shifting disjunctions",
    f"{MESTERHARM_2003}, Corollary 11",
    "corrected",
    [
        "tracking Winnow (A1) from its floor, mistake-driven, threshold 1, no bias, no margin, no importance weights",
        "attribute values 0 or 1; `norm` is at least the largest number of attributes on in one example",
        "floor * norm < 1",
        "the answer is a disjunction of literals that may be switched on and off; one attribute error is 2 of noise",
    ],
    "the tuning for promotion 1.35 is printed with 3.98 Z+, half of what it must be: an adversary refutes it",
)


@A13.states(
    "(1 - f + a)/(1 - f)*(Z*(ln(lam) + ln(a/f))/ln(a) + N/2)",
    where={"f": "eps*lam"},
    a="promotion",
    eps="floor",
    lam="norm",
    Z="literals",
    N="noise",
)
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

"""Tracking Winnow on shifting disjunctions: A13 (Mesterharm 2003, corrected)."""

import math

from ...parameters import real
from .sources import MESTERHARM_2003
from .theorem import Theorem

A13 = Theorem(
    "A13",
    "Corollary 11: tracking Winnow on shifting disjunctions",
    f"{MESTERHARM_2003}, Corollary 11",
    "corrected",
    [
        "tracking Winnow (A1) from its floor, mistake-driven, threshold 1, no margin, no importance weights",
        "a bias counts as one more attribute, always 1",
        "attribute values 0 or 1; `norm` is at least the largest number of attributes on in one example",
        "floor * norm < 1",
        "the answer is a disjunction of literals that may be switched on and off; one attribute error is 2 of noise",
    ],
    "the tuning for promotion 1.35 is printed with 3.98 Z+, half of what it must be: an adversary refutes it; "
    "Corollary 11 is printed with floor 2/(50 norm), which gives 1.542 N: 1.53 N belongs to 1/(50 norm)",
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
    """Mistakes of tracking Winnow on disjunctions whose literals come and go (A13).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    floor : float
        The least weight that an attribute can have.
    norm : float
        The largest sum of attribute values in one example.
    literals : float
        Z+, literals ever added, the first ones included.
    noise : float, default 0.0
        N; one attribute error is at most 2.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A13: boolean attributes, shifting disjunctions. f = eps lam:

    M <= (1 - f + a)/(1 - f) * (Z+ (ln lam + ln(a/f))/ln a + N/2)
    """
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    f = real("floor * norm", floor * lam, above=0, below=1)
    z = real("literals", literals, at_least=0)
    n = real("noise", noise, at_least=0)
    return (1 - f + a) / (1 - f) * (z * (math.log(lam) + math.log(a / f)) / math.log(a) + n / 2)


def _at(rise: float, offset: float, noise: float) -> str:
    return f"{rise}*Z*(ln(lam) + {offset}) + {noise}*N"


@A13.states(_at(6.1, 4.92, 1.53), lam="norm", Z="literals", N="noise")
def disjunction_mistakes_at_promotion_2(*, norm: float, literals: float, noise: float = 0.0) -> float:
    """The same at promotion 2 and floor 1/(50 lam) (A13, Corollary 11).

    Parameters
    ----------
    norm : float
        The largest sum of attribute values in one example.
    literals : float
        Literals of the concept; where it changes, all that were ever added.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A13 (Corollary 11), promotion 2, floor 1/(50 lam): M <= 6.1 Z+ (ln lam + 4.92) + 1.53 N.
    """
    return _tuned(6.1, 4.92, 1.53, norm, literals, noise)


@A13.states(_at(7.97, 3.86, 1.2), lam="norm", Z="literals", N="noise")
def disjunction_mistakes_at_promotion_1_35(*, norm: float, literals: float, noise: float = 0.0) -> float:
    """The same at promotion 1.35 and floor 1/(35 lam), for noisy streams (A13).

    Parameters
    ----------
    norm : float
        The largest sum of attribute values in one example.
    literals : float
        Literals of the concept; where it changes, all that were ever added.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A13, promotion 1.35, floor 1/(35 lam), for noisy streams: M <= 7.97 Z+ (ln lam + 3.86) + 1.2 N.

    The paper prints 3.98 Z+, which is false.
    """
    return _tuned(7.97, 3.86, 1.2, norm, literals, noise)


@A13.states(_at(3.71, 4.99, 2), lam="norm", Z="literals", N="noise")
def disjunction_mistakes_at_promotion_2_94(*, norm: float, literals: float, noise: float = 0.0) -> float:
    """The same at promotion 2.94 and floor 1/(50 lam), for little noise (A13).

    Parameters
    ----------
    norm : float
        The largest sum of attribute values in one example.
    literals : float
        Literals of the concept; where it changes, all that were ever added.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A13, promotion 2.94, floor 1/(50 lam), for little noise: M <= 3.71 Z+ (ln lam + 4.99) + 2 N.
    """
    return _tuned(3.71, 4.99, 2, norm, literals, noise)


def _tuned(rise: float, offset: float, slope: float, norm: float, literals: float, noise: float) -> float:
    lam = real("norm", norm, at_least=1)
    z = real("literals", literals, at_least=0)
    n = real("noise", noise, at_least=0)
    return rise * z * (math.log(lam) + offset) + slope * n

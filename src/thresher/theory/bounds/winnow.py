"""Winnow on disjunctions at its classic parameters: C4, C5, C6 (notes of 2016, corrected)."""

import math

from ...parameters import real, whole
from .sources import OURS, ROTH_2016
from .theorem import Theorem

SETTING = (
    "attribute values 0 or 1; the answer is a monotone disjunction; no noise",
    "no bias, no margin, no importance weights",
    "every weight starts at 1",
)
CLASSIC = "threshold n, promotion 2"

C4 = Theorem(
    "C4",
    "Winnow on a disjunction",
    ROTH_2016,
    "paper",
    [*SETTING, CLASSIC, "the disjunction does not change: `literals` of n attributes"],
)
C5 = Theorem(
    "C5",
    "Winnow with elimination (Winnow1) on a disjunction",
    f"{OURS}, of the variant in {ROTH_2016}",
    "derived",
    [
        *SETTING,
        "a demotion sets the active weights to 0",
        "the disjunction does not change: `literals` of n attributes",
    ],
)
C6 = Theorem(
    "C6",
    "Winnow-R: a floor of one half, on disjunctions that change",
    f"{OURS}, after {ROTH_2016}",
    "derived",
    [*SETTING, CLASSIC, "a demotion halves the active weights, but never below 1/2"],
)


@C4.states("3*k*ceil(lg(n)) + 1", k="literals", n="n")
def winnow_mistakes(*, n: int, literals: int) -> int:
    """Mistakes of Winnow on a disjunction that stays (C4).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k).

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C4: M <= 3k ceil(lg n) + 1 for a disjunction of k of n attributes that does not change.

    P <= k ceil(lg n) promotions and D <= 2P + 1 demotions: the active weight is below n on a promotion and at least n
    on a demotion (the notes say it of the total weight).
    """
    n, k = _attributes(n, literals)
    return 3 * k * promotions_needed(2, n) + 1


@C5.states("2*k*ceil(lg(n)) + 1", k="literals", n="n")
def winnow1_mistakes(*, n: int, literals: int) -> int:
    """Mistakes of Winnow1 on a disjunction that stays (C5).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k).

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C5 at threshold n and promotion 2: M <= 2k ceil(lg n) + 1.
    """
    n, k = _attributes(n, literals)
    return 2 * k * promotions_needed(2, n) + 1


def promotions_needed(promotion: float, threshold: float) -> int:
    """ceil(log_a theta), the promotions that lift a weight from 1 to the threshold; exact where the logarithm is not.

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    threshold : float
        The learner says yes from this sum on.

    Examples
    --------
    >>> promotions_needed(5, 125), math.ceil(math.log(125) / math.log(5))
    (3, 4)
    """
    needed = max(0, math.ceil(math.log(threshold) / math.log(promotion)))
    while needed > 0 and promotion ** (needed - 1) >= threshold:
        needed -= 1
    while promotion**needed < threshold:
        needed += 1
    return needed


@C5.states(
    "P + floor((a - 1)*P + n/theta)",
    where={"P": "k*promotions_needed(a, theta)"},
    using={"promotions_needed": promotions_needed},
    a="promotion",
    theta="threshold",
    k="literals",
    n="n",
)
def winnow1_mistakes_at(*, n: int, literals: int, promotion: float, threshold: float) -> int:
    """The same at any promotion and threshold (C5).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k).
    promotion : float
        The factor by which an update multiplies a weight (a > 1).
    threshold : float
        The learner says yes from this sum on (theta > 0).

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C5 at any promotion and threshold: P <= k ceil(log_a theta), D <= (a - 1)P + n/theta, M = P + D.
    """
    n, k = _attributes(n, literals)
    a = real("promotion", promotion, above=1, at_most=1e6)
    theta = real("threshold", threshold, above=0, at_most=1e100)
    promotions = k * promotions_needed(a, theta)
    return promotions + math.floor((a - 1) * promotions + n / theta)


@C6.states("5*c*(ceil(lg(n)) + 1) + 2", c="literals", n="n")
def winnow_r_mistakes(*, n: int, literals: int) -> int:
    """Mistakes of Winnow-R on a disjunction whose literals come and go (C6).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        c, literals ever added, the first ones included; removing one is free.

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C6: M <= 5c(ceil(lg n) + 1) + 2 for a disjunction of n attributes whose literals come and go.

    P <= c(ceil(lg n) + 1) promotions and D <= 4P + 2 demotions (the notes: D < 4(P + 1)).
    """
    n = whole("n", n, at_least=1)
    c = whole("literals", literals)
    return 5 * c * (promotions_needed(2, n) + 1) + 2


def _attributes(n: int, literals: int) -> tuple[int, int]:
    n = whole("n", n, at_least=1)
    return n, whole("literals", literals, at_most=n)

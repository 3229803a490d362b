"""What no learner can promise: A14 and B10, numbers of mistakes that an adversary forces on disjunctions."""

import math

from ...errors import ParameterError
from ...parameters import real, whole
from .sources import AUER_WARMUTH_1998, MESTERHARM_2003
from .theorem import Theorem

DETERMINISTIC = "any deterministic learner, whatever it knows; some stream with these quantities forces it"

A14 = Theorem(
    "A14",
    "Lower bound for shifting disjunctions, sparse examples included",
    f"{MESTERHARM_2003}, section 5, after {AUER_WARMUTH_1998}; the form for sparse examples is our derivation",
    "paper",
    [
        DETERMINISTIC,
        "boolean attributes; the answer is a disjunction whose literals are switched on and off `shifts` times",
        "noise is that of the comparator with weights 2 at separation 1: 2 for every attribute error",
    ],
)


@A14.states(
    "floor((Z + 1)/2)*floor(lg(m)) + N",
    relation=">=",
    where={"m": "min(n, 2*lam) if lam else n"},
    n="n",
    Z="shifts",
    N="noise",
    lam="norm",
)
def least_mistakes_on_sparse_shifts(*, n: int, shifts: int, noise: int = 0, norm: int | None = None) -> int:
    """Mistakes that no deterministic learner avoids on sparse instances of a literal that shifts (A14).

    Parameters
    ----------
    n : int
        How many attributes there are.
    shifts : int
        Z >= 1, all switches, the first ones included.
    noise : int, default 0
        By how much examples miss the comparator's separation, added up (N, an even number).
    norm : int or None, optional
        lam, the most attributes that may be on at once; None for any.

    Returns
    -------
    int
        A lower bound on the mistakes.

    Notes
    -----
    A14: M >= floor((Z + 1)/2) floor(lg m) + N with m = min(n, 2 lam).

    The adversary of Theorem 8 has half of its m attributes on at most, so examples of lam attributes allow m = 2 lam.
    """
    n = whole("n", n, at_least=2)
    width = n if norm is None else min(n, 2 * whole("norm", norm, at_least=1))
    noise = whole("noise", noise)
    if noise % 2:
        raise ParameterError(f"A14 counts 2 of noise for an attribute error, so noise is even; got {noise}.")
    return _rounds(shifts) * _halvings(width) + noise


B10 = Theorem(
    "B10",
    "Theorems 8 to 10: lower bounds for disjunctions",
    f"{AUER_WARMUTH_1998}, section 8",
    "reconstructed",
    [
        DETERMINISTIC,
        "expected mistakes: any randomized learner, the coins being its own",
        "boolean attributes; attribute errors and shifts are those of B1",
        "Theorem 10 is asymptotic: for every slack > 0 it holds once n/literals and attribute_errors/literals are "
        "large enough; how large is not known",
    ],
)


@B10.states("2*A + floor((Z + 1)/2)*floor(lg(n))", relation=">=", n="n", Z="shifts", A="attribute_errors")
def least_mistakes_on_shifts(*, n: int, shifts: int, attribute_errors: int = 0) -> int:
    """Mistakes that no deterministic learner avoids on a literal that shifts (B10).

    Parameters
    ----------
    n : int
        How many attributes there are.
    shifts : int
        How often a literal is switched on or off, the first ones included (Z = Z+ + Z- >= 1).
    attribute_errors : int, default 0
        Bits to change so that the examples fit the comparator (A).

    Returns
    -------
    int
        A lower bound on the mistakes.

    Notes
    -----
    B10 (Theorem 8): M >= 2A + floor((Z + 1)/2) floor(lg n).
    """
    return 2 * whole("attribute_errors", attribute_errors) + _rounds(shifts) * _halvings(whole("n", n, at_least=2))


@B10.states(
    "A + floor((Z + 1)/2)*floor(lg(n))/2",
    relation=">=",
    counts="expected mistakes",
    n="n",
    Z="shifts",
    A="attribute_errors",
)
def least_expected_mistakes_on_shifts(*, n: int, shifts: int, attribute_errors: int = 0) -> float:
    """Expected mistakes that no learner avoids on a literal that shifts (B10).

    Parameters
    ----------
    n : int
        How many attributes there are.
    shifts : int
        How often a literal is switched on or off, the first ones included.
    attribute_errors : int, default 0
        Bits to change so that the examples fit the comparator.

    Returns
    -------
    float
        A lower bound on the expected mistakes.

    Notes
    -----
    B10 (remark to Theorem 8), randomized learners: E M >= A + floor((Z + 1)/2) floor(lg n)/2.

    A randomized learner that predicts what is likelier is deterministic and errs at most twice as often.
    """
    return least_mistakes_on_shifts(n=n, shifts=shifts, attribute_errors=attribute_errors) / 2


@B10.states("2*A + k*floor(lg(n/k))", relation=">=", n="n", k="literals", A="attribute_errors")
def least_mistakes_on_a_disjunction(*, n: int, literals: int, attribute_errors: int = 0) -> int:
    """Mistakes that no deterministic learner avoids on a disjunction that stays (B10).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k >= 1).
    attribute_errors : int, default 0
        Bits to change so that the examples fit the comparator (A).

    Returns
    -------
    int
        A lower bound on the mistakes.

    Notes
    -----
    B10 (Theorem 9; Lemma 4 is k = 1), a disjunction that stays: M >= 2A + k floor(lg(n/k)).
    """
    k = whole("literals", literals, at_least=1)
    n = whole("n", n, at_least=2 * k)
    return 2 * whole("attribute_errors", attribute_errors) + k * _halvings(n // k)


@B10.states(
    "A + (1 - eta)*sqrt(A*k*ln(n/k))",
    relation=">=",
    counts="expected mistakes",
    n="n",
    k="literals",
    A="attribute_errors",
    eta="slack",
)
def least_expected_mistakes_on_a_disjunction(*, n: int, literals: int, attribute_errors: int, slack: float) -> float:
    """Expected mistakes that no learner avoids on a disjunction that stays (B10).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k >= 1).
    attribute_errors : int
        Bits to change so that the examples fit the comparator (A).
    slack : float
        What the theorem leaves open (eta in (0, 1]).

    Returns
    -------
    float
        A lower bound on the expected mistakes.

    Notes
    -----
    B10 (Theorem 10; Lemma 5 is k = 1), randomized learners: E M >= A + (1 - eta) sqrt(A k ln(n/k)).

    ASYMPTOTIC: true for every slack once n/k and A/k are large enough; how large is not known.
    """
    k = whole("literals", literals, at_least=1)
    n = whole("n", n, at_least=2 * k)
    errors = whole("attribute_errors", attribute_errors)
    eta = real("slack", slack, above=0, at_most=1)
    return errors + (1 - eta) * math.sqrt(errors * k * math.log(n / k))


def _rounds(shifts: int) -> int:
    """A target that stays for a round costs two shifts, on and off; the last one is not switched off."""
    return (whole("shifts", shifts, at_least=1) + 1) // 2


def _halvings(attributes: int) -> int:
    return attributes.bit_length() - 1  # floor(lg n)

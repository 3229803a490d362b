"""SWIN at parameters that a theorem chooses: B9, Theorems 4 to 7 (Auer and Warmuth 1998, reconstructed)."""

import math

from ...errors import ParameterError
from ...parameters import real, whole, yes_or_no
from .sources import AUER_WARMUTH_1998, OURS
from .swin import COUNTS, GAIN, RULE, swin_mistakes_by_shifts, swin_mistakes_on_a_disjunction
from .theorem import Theorem

GENERIC_PROMOTION = 1.3192
GENERIC_FLOOR_SHARE = 0.02687

B9 = Theorem(
    "B9",
    "Theorems 4 to 7: SWIN at chosen parameters",
    f"{AUER_WARMUTH_1998}, Theorems 4 to 7; the last terms of Theorems 6 and 7: {OURS}",
    "reconstructed",
    [
        *RULE,
        "Theorem 4: promotion 1.3192, floor_share 0.02687, every weight starts at its floor",
        "Theorems 5 and 6: floor_share 0, every weight starts at k/n, or at 1/e where k >= n/e; the disjunction stays",
        "Theorem 6: promotion 1 + sqrt(K/A) and A >= K (randomized), 1 + sqrt(2K/A) and A >= 2K (deterministic)",
        "Theorem 7: promotion 1 + s, floor_share s^2 with s = sqrt(V/A) (randomized), sqrt(2V/A) (deterministic); "
        "s <= 1/10, A >= Z + min(n, Z); every weight starts at its floor",
    ],
    "the printed parameters are lost: those of Theorem 4 are chosen so that, rounded, they give the five constants "
    "that Mesterharm quotes; (1.32, .027) gives four of them rounded up, and which pair it was is not known. The "
    "promotion of Theorem 5 is not known and is a parameter here",
)


@B9.states(
    "(A*ln(a) + Z/2*ln(a*n/b) + min(n, Z)/2*ln(n/(e**2*a*b)) + b)/C",
    counts=COUNTS,
    where={"a": str(GENERIC_PROMOTION), "b": str(GENERIC_FLOOR_SHARE), "C": GAIN},
    n="n",
    Z="shifts",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes_without_knowledge(
    *, n: int, shifts: int, attribute_errors: float = 0.0, randomized: bool = False
) -> float:
    """Mistakes of SWIN at its default parameters (B9, Theorem 4).

    Parameters
    ----------
    n : int
        How many attributes there are.
    shifts : int
        Z, all switches, the first ones included.
    attribute_errors : float, default 0.0
        Bits to change so that the examples fit the comparator (A).
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B9 (Theorem 4): B7 at promotion 1.3192 and floor_share 0.02687, the defaults of Swin.

    The theorem's own pair is lost: docs/theory.md.

    Deterministic: M <= 4.3197 Z (ln n + 3.8938) + 4.3197 min(n, Z)(ln n + 1.3398) + 0.2322 + 2.3933 A, rounded up.
    """
    return swin_mistakes_by_shifts(
        n=n,
        promotion=GENERIC_PROMOTION,
        floor_share=GENERIC_FLOOR_SHARE,
        shifts=shifts,
        attribute_errors=attribute_errors,
        randomized=randomized,
    )


_COMPLEXITY = {"K": "k*ln(n/k) if k <= n/e else n/e"}


@B9.states(
    "A*C + K*C/ln(a)",
    counts=COUNTS,
    where={**_COMPLEXITY, "C": "a if rand else a + 1"},
    n="n",
    k="literals",
    a="promotion",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes_for_literals(
    *, n: int, literals: int, promotion: float, attribute_errors: float = 0.0, randomized: bool = False
) -> float:
    """Mistakes of SWIN where the number of literals is known (B9, Theorem 5).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k >= 1).
    promotion : float
        The factor by which an update multiplies a weight (a).
    attribute_errors : float, default 0.0
        Bits to change so that the examples fit the comparator (A).
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B9 (Theorem 5), k known: B8 at the best start, so M <= (a + 1) A + (a + 1) K/ln a; a for a + 1 if randomized.

    K = k ln(n/k) from w_0 = k/n, or n/e from w_0 = 1/e where k >= n/e.
    """
    k = whole("literals", literals, at_least=1)
    return swin_mistakes_on_a_disjunction(
        n=n,
        literals=k,
        promotion=promotion,
        initial=best_start(n=n, literals=k),
        attribute_errors=attribute_errors,
        randomized=randomized,
    )


@B9.states(
    "A + 2*sqrt(A*K) + 2*K if rand else 2*A + 2*sqrt(2*A*K) + 7/3*K",
    counts=COUNTS,
    where=_COMPLEXITY,
    n="n",
    k="literals",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes_among_errors(*, n: int, literals: int, attribute_errors: float, randomized: bool = False) -> float:
    """Mistakes of SWIN on a disjunction that stays, among many errors (B9, Theorem 6).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added.
    attribute_errors : float
        Bits to change so that the examples fit the comparator.
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B9 (Theorem 6), a fixed disjunction where errors dominate; K as in Theorem 5.

    deterministic   promotion 1 + sqrt(2K/A), A >= 2K:  M <= 2A + 2 sqrt(2AK) + (7/3)K
    randomized      promotion 1 + sqrt(K/A), A >= K:    E M <= A + 2 sqrt(AK) + 2K
    """
    complexity = complexity_of(n=n, literals=literals)
    errors = real("attribute_errors", attribute_errors, above=0)
    needed = complexity if yes_or_no("randomized", randomized) else 2 * complexity
    if errors < needed:
        raise ParameterError(
            f"B9 (Theorem 6) is for errors that dominate: attribute_errors of at least {needed:.6g} are needed; "
            f"got {errors:g}. Use swin_mistakes_for_literals."
        )
    if randomized:
        return errors + 2 * math.sqrt(errors * complexity) + 2 * complexity
    return 2 * errors + 2 * math.sqrt(2 * errors * complexity) + 7 / 3 * complexity


@B9.states(
    "A + 2*sqrt(A*V) + 2.9*V + 0.6*Z if rand else 2*A + 2*sqrt(2*A*V) + 6.9*V + 1.2*Z",
    counts=COUNTS,
    where={"m": "min(n, Z)", "V": "(Z + m)/2*ln(2*n*A/(Z + m))"},
    n="n",
    Z="shifts",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes_among_errors_and_shifts(
    *, n: int, shifts: int, attribute_errors: float, randomized: bool = False
) -> float:
    """Mistakes of SWIN on disjunctions that shift, among many errors (B9, Theorem 7).

    Parameters
    ----------
    n : int
        How many attributes there are.
    shifts : int
        How often a literal is switched on or off, the first ones included.
    attribute_errors : float
        Bits to change so that the examples fit the comparator.
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B9 (Theorem 7), shifting disjunctions where errors dominate: V = ((Z + m)/2) ln(2nA/(Z + m)), m = min(n, Z).

    deterministic   s = sqrt(2V/A):  M <= 2A + 2 sqrt(2AV) + 6.9V + 1.2Z
    randomized      s = sqrt(V/A):   E M <= A + 2 sqrt(AV) + 2.9V + 0.6Z
    at promotion 1 + s and floor_share s^2; s <= 1/10 and A >= Z + m are needed.
    """
    errors = real("attribute_errors", attribute_errors, above=0)
    step = step_among_errors(n=n, shifts=shifts, attribute_errors=errors, randomized=randomized)
    if randomized:
        v = step**2 * errors
        return errors + 2 * math.sqrt(errors * v) + 2.9 * v + 0.6 * shifts
    v = step**2 * errors / 2
    return 2 * errors + 2 * math.sqrt(2 * errors * v) + 6.9 * v + 1.2 * shifts


def best_start(*, n: int, literals: int) -> float:
    """The initial weight of Theorems 5 and 6: k/n, or 1/e where k >= n/e."""
    n = whole("n", n, at_least=1)
    k = whole("literals", literals, at_least=1, at_most=n)
    return k / n if k <= n / math.e else 1 / math.e


def complexity_of(*, n: int, literals: int) -> float:
    """K of Theorems 5 and 6: k ln(n/k), or n/e where k >= n/e."""
    start = best_start(n=n, literals=literals)
    return literals * math.log(n / literals) if literals <= n / math.e else n * start


def step_among_errors(*, n: int, shifts: int, attribute_errors: float, randomized: bool = False) -> float:
    """s of Theorem 7: the promotion is 1 + s and the floor_share s^2."""
    n = whole("n", n, at_least=1)
    z = whole("shifts", shifts, at_least=1)
    both = z + min(n, z)
    errors = real("attribute_errors", attribute_errors, at_least=both)
    v = both / 2 * math.log(2 * n * errors / both)
    step = math.sqrt((v if yes_or_no("randomized", randomized) else 2 * v) / errors)
    if step > 0.1:
        raise ParameterError(
            f"B9 (Theorem 7) is for errors that dominate: s may be 1/10 at most and is {step:.4g}. "
            "Use swin_mistakes_by_shifts."
        )
    return step

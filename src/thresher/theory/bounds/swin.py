"""SWIN on disjunctions that shift or stay: B6, B7, B8 (Auer and Warmuth 1998, reconstructed)."""

import math

from ...errors import ParameterError
from ...parameters import real, whole, yes_or_no
from .sources import AUER_WARMUTH_1998
from .theorem import Theorem

RULE = (
    "SWIN (B2), no bias, no importance weights; attribute values 0 or 1, at most n attributes",
    "deterministic: mistakes; randomized: expected mistakes",
)
FLOORED = (
    *RULE,
    "every weight starts at its floor, floor_share/n",
    "the answer is a disjunction whose literals are switched on and off; errors and shifts are those of B1",
    "0 < floor_share < min(ln(promotion)/(promotion - 1), n/e)",
)
COUNTS = "mistakes (expected mistakes if randomized)"
GAIN = "(ln(a) - b*(a - 1))/(a if rand else a + 1)"

B6 = Theorem(
    "B6",
    "Theorems 1 and 2: SWIN on shifting disjunctions",
    f"{AUER_WARMUTH_1998}, Theorems 1 and 2",
    "reconstructed",
    FLOORED,
)


@B6.states(
    "(A*ln(a) + Z_on*ln(n/(e*b)) + Z_off*ln(e*a) + b)/C",
    counts=COUNTS,
    where={"C": GAIN},
    n="n",
    a="promotion",
    b="floor_share",
    Z_on="literals_on",
    Z_off="literals_off",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes(
    *,
    n: int,
    promotion: float,
    floor_share: float,
    literals_on: int,
    literals_off: int = 0,
    attribute_errors: float = 0.0,
    randomized: bool = False,
) -> float:
    """Mistakes of SWIN on disjunctions whose literals come and go (B6).

    Parameters
    ----------
    n : int
        How many attributes there are.
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor_share : float
        The floors of all attributes together, as a share of the threshold (b <= n/e).
    literals_on : int
        Literals ever switched on, the first ones included (Z+).
    literals_off : int, default 0
        Literals ever switched off (Z-).
    attribute_errors : float, default 0.0
        A, bits to change so that the examples fit the schedule.
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B6: M <= (A ln a + Z+ ln(n/(e b)) + Z- ln(e a) + b)/C from w_0 = b/n; expected mistakes if randomized.

    C = (ln a - b(a-1))/(a+1), or over a if randomized.
    """
    n, a, b, gain = _floored(n, promotion, floor_share, randomized)
    on = whole("literals_on", literals_on)
    off = whole("literals_off", literals_off)
    errors = real("attribute_errors", attribute_errors, at_least=0)
    cost = errors * math.log(a) + on * math.log(n / (math.e * b)) + off * math.log(math.e * a) + b
    return cost / gain


B7 = Theorem(
    "B7",
    "Corollary 1: SWIN where only the total shift is known",
    f"{AUER_WARMUTH_1998}, Corollary 1; the form per trial as in its section 5",
    "reconstructed",
    [*FLOORED, "n >= e^2 promotion floor_share", "per trial: many trials, so that what happens once does not count"],
)


@B7.states(
    "(A*ln(a) + Z/2*ln(a*n/b) + min(n, Z)/2*ln(n/(e**2*a*b)) + b)/C",
    counts=COUNTS,
    where={"C": GAIN},
    n="n",
    a="promotion",
    b="floor_share",
    Z="shifts",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes_by_shifts(
    *,
    n: int,
    promotion: float,
    floor_share: float,
    shifts: int,
    attribute_errors: float = 0.0,
    randomized: bool = False,
) -> float:
    """The same by the number of shifts alone (B7).

    Parameters
    ----------
    n : int
        How many attributes there are.
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor_share : float
        The floors of all attributes together, as a share of the threshold (b <= n/e).
    shifts : int
        Z = Z+ + Z-, all switches, the first ones included.
    attribute_errors : float, default 0.0
        A, bits to change so that the examples fit the schedule.
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B7: M <= (A ln a + (Z/2) ln(a n/b) + (min(n, Z)/2) ln(n/(e^2 a b)) + b)/C: B6 at the worst split of Z.
    """
    n, a, b, gain = _floored(n, promotion, floor_share, randomized)
    if n < math.e**2 * a * b:
        raise ParameterError(f"B7 needs n >= e^2 promotion floor_share, which is {math.e**2 * a * b:.4g}; got n={n}.")
    z = whole("shifts", shifts)
    errors = real("attribute_errors", attribute_errors, at_least=0)
    once = min(n, z) / 2 * math.log(n / (math.e**2 * a * b)) + b
    return (errors * math.log(a) + z / 2 * math.log(a * n / b) + once) / gain


@B7.states(
    "(r_A*ln(a) + r_Z/2*ln(a*n/b))/C",
    counts="mistakes per trial (expected mistakes if randomized), as the trials grow",
    where={"C": GAIN},
    n="n",
    a="promotion",
    b="floor_share",
    r_Z="shift_rate",
    r_A="error_rate",
    rand="randomized",
)
def swin_rate(
    *,
    n: int,
    promotion: float,
    floor_share: float,
    shift_rate: float,
    error_rate: float = 0.0,
    randomized: bool = False,
) -> float:
    """Mistakes of SWIN per trial, in the long run (B7).

    Parameters
    ----------
    n : int
        How many attributes there are.
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor_share : float
        The floors of all attributes together, as a share of the threshold (b <= n/e).
    shift_rate : float
        Switches of literals for each example (r_Z = Z/T).
    error_rate : float, default 0.0
        Attribute errors for each example (r_A = A/T).
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes per trial (expected mistakes if randomized), as the trials grow.

    Notes
    -----
    B7 divided by the number of trials T, as T grows: M/T <= (r_A ln a + (r_Z/2) ln(a n/b))/C.

    What is left out is paid once: at most ((n/2) ln(n/(e^2 a b)) + b)/C mistakes in all.
    """
    n, a, b, gain = _floored(n, promotion, floor_share, randomized)
    shifts = real("shift_rate", shift_rate, at_least=0)
    errors = real("error_rate", error_rate, at_least=0)
    return (errors * math.log(a) + shifts / 2 * math.log(a * n / b)) / gain


B8 = Theorem(
    "B8",
    "Theorem 3: SWIN on a fixed disjunction",
    f"{AUER_WARMUTH_1998}, Theorem 3",
    "reconstructed",
    [
        *RULE,
        "floor_share = 0; every weight starts at `initial`, which is at most the promotion",
        "one disjunction of `literals` attributes for the whole stream; attribute errors are those of B1",
    ],
)


@B8.states(
    "(A*ln(a) + n*w0 + k*ln(1/(e*w0)))/C",
    counts=COUNTS,
    where={"C": "ln(a)/(a if rand else a + 1)"},
    n="n",
    k="literals",
    a="promotion",
    w0="initial",
    A="attribute_errors",
    rand="randomized",
)
def swin_mistakes_on_a_disjunction(
    *,
    n: int,
    literals: int,
    promotion: float,
    initial: float,
    attribute_errors: float = 0.0,
    randomized: bool = False,
) -> float:
    """Mistakes of SWIN without a floor on a disjunction that stays (B8).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of the concept; where it changes, all that were ever added (k <= n).
    promotion : float
        The factor by which an update multiplies a weight (a).
    initial : float
        The weight that every attribute begins with (w_0 <= a).
    attribute_errors : float, default 0.0
        Bits to change so that the examples fit the disjunction (A).
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    float
        An upper bound on the mistakes, expected where randomized.

    Notes
    -----
    B8: floor_share 0. M <= (A ln a + n w_0 + k ln(1/(e w_0)))/C, C = ln(a)/(a + 1), or over a if randomized.
    """
    n = whole("n", n, at_least=1)
    k = whole("literals", literals, at_most=n)
    a = real("promotion", promotion, above=1)
    start = real("initial", initial, above=0, at_most=a)
    errors = real("attribute_errors", attribute_errors, at_least=0)
    distance = n * start - k * (1 + math.log(start))
    gain = math.log(a) / (a if yes_or_no("randomized", randomized) else a + 1)
    return (errors * math.log(a) + distance) / gain


def _floored(n: int, promotion: float, floor_share: float, randomized: bool) -> tuple[int, float, float, float]:
    """n, a, b and C of a SWIN with a floor."""
    n = whole("n", n, at_least=1)
    a = real("promotion", promotion, above=1)
    b = real("floor_share", floor_share, above=0, below=min(math.log(a) / (a - 1), n / math.e))
    parts = a if yes_or_no("randomized", randomized) else a + 1
    return n, a, b, (math.log(a) - b * (a - 1)) / parts

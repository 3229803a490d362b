"""How many schedules of disjunctions there are to tell apart: B9a (Auer and Warmuth 1998, footnote 2)."""

import math

from ...parameters import whole
from .sources import AUER_WARMUTH_1998
from .theorem import Theorem

B9a = Theorem(
    "B9a",
    "Footnote 2: how many schedules there are",
    f"{AUER_WARMUTH_1998}, footnote 2",
    "reconstructed",
    [
        "a schedule of disjunctions of n attributes that begins with none, switches one literal at a time, Z times in "
        "all, and has A attribute errors on the stream",
        "a schedule need switch only where the disjunction of now would be wrong: that is on at most A + Z trials",
    ],
)


def schedules(*, n: int, shifts: int, attribute_errors: int = 0) -> int:
    """C(A + Z, Z) n^Z: which of the A + Z candidate trials switch, and which literal each of them switches (B9a).

    >>> schedules(n=10, shifts=3, attribute_errors=2)
    10000
    """
    n, z, a = _checked(n, shifts, attribute_errors)
    return math.comb(a + z, z) * int(n**z)


@B9a.states("lg(comb(A + Z, Z)) + Z*lg(n)", counts="bits", n="n", Z="shifts", A="attribute_errors")
def schedule_bits(*, n: int, shifts: int, attribute_errors: int = 0) -> float:
    """Bits that say which schedule it is (B9a).

    Parameters
    ----------
    n : int
        How many attributes there are.
    shifts : int
        Z, all switches, the first ones included.
    attribute_errors : int, default 0
        Bits of examples to change so that the examples fit the comparator (A).

    Returns
    -------
    float
        An upper bound on the bits.

    Notes
    -----
    B9a: lg( C(A + Z, Z) n^Z ). What halving over all schedules would pay, if it could keep them.
    """
    n, z, a = _checked(n, shifts, attribute_errors)
    return math.log2(math.comb(a + z, z)) + z * math.log2(n)


def _checked(n: int, shifts: int, attribute_errors: int) -> tuple[int, int, int]:
    return (
        whole("n", n, at_least=1),
        whole("shifts", shifts, at_most=10**5),
        whole("attribute_errors", attribute_errors, at_most=10**5),
    )

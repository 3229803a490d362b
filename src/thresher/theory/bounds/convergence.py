"""Numbers for Theorems 4.1 and 4.2, one argument for every link: E3 (Grove, Littlestone, Schuurmans 2001).

docs/theory.md has the argument. q is what the quotient of steepness and weight must stay below, m1 the mistakes after
which it does, z1 at most g^-1(G) then; from there on every mistake lowers |u|_1 g^-1(G) - u.z by a delta/2. Where that
can't be above 0 any more before as many mistakes, m1 is the last one before which it can: nothing is known of its fall.
"""

import math
from collections.abc import Callable
from typing import Any

from ...errors import ParameterError
from ...parameters import real, whole
from .curves import EXPONENTIAL, TWO_SINH, Curve, interpolated, p_norm
from .sources import GROVE_2001
from .theorem import Theorem

E3 = Theorem(
    "E3",
    "Theorems 4.1 and 4.2: convergence, with numbers",
    f"{GROVE_2001}, Theorems 4.1 and 4.2; the numbers: our derivation",
    "derived",
    [
        "QA(f) from z = 0 with the mistake loss, a constant rate, threshold 0, no range, no importance weights",
        "y u.x >= `separation` for one u of |u|_1 = `target_total`, u >= 0 for the exponential link; n attributes, "
        "none with a value of a size above `largest_value`",
        "rate < separation/(n target_total largest_value^2) for sinh and the exponential link, any rate for the others",
    ],
)

_FORMULA = "m1 + 2*max(0, U*z1 - m1*a*d)/(a*d)"
_QUOTIENT = "d/(a*U*n*S**2)"


def _where(shape: str = "") -> dict[str, str]:
    """The quantities on the way; `shape` is the link's own parameter."""
    settled = f"ceil(U*settled({shape}q)/(a*d))"
    return {
        "q": _QUOTIENT,
        "m1": f"lasting({shape}n, a*S, a*d/U, {settled})",
        "z1": f"reached({shape}n, a*S, m1)",
    }


def _using(curve: Callable[[Any], Curve]) -> dict[str, Callable[..., float]]:
    """What the formulas of a family of links name."""
    return {
        "settled": lambda shape, q: curve(shape).settled(q),
        "lasting": lambda shape, *walk: curve(shape).lasting(*walk),
        "reached": lambda shape, *walk: curve(shape).reached(*walk),
    }


@E3.states(
    _FORMULA,
    where=_where("k, "),
    using=_using(interpolated),
    k="k",
    n="n",
    U="target_total",
    S="largest_value",
    d="separation",
    a="rate",
)
def interpolated_mistakes_by_convergence(
    *, k: int, n: int, target_total: float, separation: float, rate: float, largest_value: float = 1.0
) -> float:
    """Mistakes of the interpolated Perceptron by the general argument, for odd and even k (E3).

    Parameters
    ----------
    k : int
        The link's f_k; 1 is the Perceptron.
    n : int
        How many attributes there are.
    target_total : float
        The sum of the comparator's weights without their signs (|u|_1).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    rate : float
        How far an update moves (a).
    largest_value : float, default 1.0
        The largest size of a value (S).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E3, Theorem 4.1, f_k = (1 + z/k)^k - (1 - z/k)^k. For odd k E8a is smaller; for even k it is the only bound.
    """
    return _mistakes(
        interpolated(whole("k", k, at_least=1, at_most=1000)), n, target_total, separation, rate, largest_value
    )


@E3.states(
    _FORMULA,
    where=_where("p, "),
    using=_using(p_norm),
    p="p",
    n="n",
    U="target_total",
    S="largest_value",
    d="separation",
    a="rate",
)
def p_norm_mistakes_by_convergence(
    *, p: float, n: int, target_total: float, separation: float, rate: float, largest_value: float = 1.0
) -> float:
    """Mistakes of the p-norm Perceptron by the general argument (E3).

    Parameters
    ----------
    p : float
        The exponent of the norm, from 2 to 64.
    n : int
        How many attributes there are.
    target_total : float
        The sum of the comparator's weights without their signs (|u|_1).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    rate : float
        How far an update moves (a).
    largest_value : float, default 1.0
        The largest size of a value (S).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E3, Theorem 4.1, f = sgn(z) p |z|^(p-1). About (p - 1) n (|u|_1 S/delta)^2, whatever the rate; E8 is smaller.
    """
    return _mistakes(p_norm(real("p", p, at_least=2, at_most=64)), n, target_total, separation, rate, largest_value)


@E3.states(
    _FORMULA,
    where=_where(),
    using={"settled": TWO_SINH.settled, "lasting": TWO_SINH.lasting, "reached": TWO_SINH.reached},
    n="n",
    U="target_total",
    S="largest_value",
    d="separation",
    a="rate",
)
def balanced_winnow_mistakes_by_convergence(
    *, n: int, target_total: float, separation: float, rate: float, largest_value: float = 1.0
) -> float:
    """Mistakes of Balanced Winnow by the general argument (E3).

    Parameters
    ----------
    n : int
        How many attributes there are.
    target_total : float
        The sum of the comparator's weights without their signs (|u|_1).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    rate : float
        How far an update moves, ln(promotion) (a).
    largest_value : float, default 1.0
        The largest size of a value (S).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E3, Theorem 4.1, f = 2 sinh z, c = 1. The paper asks for half of the largest rate. E7 is smaller by about n.
    """
    return _mistakes(TWO_SINH, n, target_total, separation, rate, largest_value)


@E3.states(
    _FORMULA,
    where=_where(),
    using={"settled": EXPONENTIAL.settled, "lasting": EXPONENTIAL.lasting, "reached": EXPONENTIAL.reached},
    n="n",
    U="target_total",
    S="largest_value",
    d="separation",
    a="rate",
)
def weighted_majority_mistakes_by_convergence(
    *, n: int, target_total: float, separation: float, rate: float, largest_value: float = 1.0
) -> float:
    """Mistakes of Weighted Majority by the general argument (E3).

    Parameters
    ----------
    n : int
        How many attributes there are.
    target_total : float
        The sum of the comparator's weights without their signs (|u|_1).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    rate : float
        How far an update moves (a).
    largest_value : float, default 1.0
        The largest size of a value (S).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E3, Theorem 4.2, f = e^z, u >= 0, c = 1: m1 = 0 and M <= 2 |u|_1 ln(n)/(a delta). E5 allows rates n times as large.
    """
    return _mistakes(EXPONENTIAL, n, target_total, separation, rate, largest_value)


def _mistakes(curve: Curve, n: int, target_total: float, separation: float, rate: float, largest_value: float) -> float:
    n = whole("n", n, at_least=1)
    u = real("target_total", target_total, above=0)
    d = real("separation", separation, above=0)
    a = real("rate", rate, above=0)
    s = real("largest_value", largest_value, above=0)
    q = d / (a * u * n * s**2)
    if not q > curve.limit:
        raise ParameterError(
            f"E3 needs a rate below separation/(n target_total largest_value^2) = {d / (u * n * s**2):.6g} with this "
            f"link; it is {a:.6g}."
        )
    m1 = curve.lasting(n, a * s, a * d / u, math.ceil(u * curve.settled(q) / (a * d)))
    return m1 + 2 * max(0.0, u * curve.reached(n, a * s, m1) - m1 * a * d) / (a * d)

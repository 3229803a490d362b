"""Tracking Winnow on concepts that shift: A3's Lemma 5, A4 (Mesterharm 2003)."""

import math

from ...errors import ParameterError
from ...parameters import real, whole
from .sources import MESTERHARM_2003
from .theorem import Theorem

RULE = (
    "tracking Winnow (A1) from its floor, mistake-driven, threshold 1, no margin, no importance weights",
    "a bias counts as one more attribute, always 1",
    "attribute values in [0, 1]; `norm` is at least the largest sum of values in one example",
)
SETTING = (*RULE, "`total_rise` and `noise` are those of one comparator sequence u >= 0 at this separation (A2)")

A3 = Theorem(
    "A3",
    "Lemma 5: demotions are paid for by promotions",
    f"{MESTERHARM_2003}, Lemma 5",
    "corrected",
    [*RULE, "floor * norm < 1"],
    "printed with <, which fails where there are no promotions: then there are no demotions either, and 0 < 0 is false",
)


@A3.states("(1 + a/(1 - eps*lam))*P", a="promotion", eps="floor", lam="norm", P="promotions")
def mistakes_by_promotions(*, promotion: float, floor: float, norm: float, promotions: int) -> float:
    """Mistakes of tracking Winnow from its promotions alone (A3).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor : float
        The least weight that an attribute can have (eps < 1/lam).
    norm : float
        The largest sum of attribute values in one example (lam).
    promotions : int
        Mistakes on positive examples (P).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A3 (L5), with no comparator at all: M = P + D <= (1 + a/(1 - eps lam)) P.

    What A4 says for the comparator 0 at separation 1: a certificate that is not below it has explained nothing.
    """
    a, _, clear = _rule(promotion, floor, norm)
    return (1 + a / clear) * whole("promotions", promotions)


A4 = Theorem(
    "A4",
    "Tracking Winnow at any parameters",
    f"{MESTERHARM_2003}, inside the proof of Theorem 1; the form per trial is our derivation",
    "paper",
    [
        *SETTING,
        "promotion <= e, or all values are 0 or 1, or the largest weight was observed",
        "floor * norm < 1",
        "(1 + separation)(1 - floor norm) > (1 - separation) promotion",
    ],
)

_DENOMINATOR = "(1 + d)*(1 - eps*lam) - (1 - d)*a"
_LARGEST_WEIGHT = "w_seen if w_seen else max(eps, a**zeta/zeta)"


@A4.states(
    "(1 - eps*lam + a)/den*(H*ln(w_max/eps)/ln(a) + N)",
    where={"den": _DENOMINATOR, "w_max": _LARGEST_WEIGHT},
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
    """Mistakes of tracking Winnow at any parameters (A4).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor : float
        The least weight that an attribute can have (eps < 1/lam).
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    norm : float
        The largest sum of attribute values in one example (lam).
    total_rise : float
        The sum of all increases of the comparator's weights, from zero (H(C)).
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up (N).
    smallest_value : float, default 1.0
        zeta, the smallest positive value (1: boolean).
    largest_weight : float or None, optional
        w_max if it was observed on the run (A3, L7); otherwise max(eps, a^zeta/zeta) (L6).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    A4: any parameters. M <= (1 - eps lam + a)/den * (H log_a(w_max/eps) + N).

    den = (1 + d)(1 - eps lam) - (1 - d) a must be positive; promotion <= e unless attributes are boolean.
    """
    factor = mistakes_per_cost(promotion=promotion, floor=floor, separation=separation, norm=norm)
    h = real("total_rise", total_rise, at_least=0)
    n = real("noise", noise, at_least=0)
    price = price_of_rise(
        promotion=promotion, floor=floor, smallest_value=smallest_value, largest_weight=largest_weight
    )
    return factor * (h * price + n)


@A4.states(
    "(1 - eps*lam + a)/den*(h*ln(w_max/eps)/ln(a) + K)",
    counts="mistakes per trial",
    where={"den": _DENOMINATOR, "w_max": _LARGEST_WEIGHT},
    a="promotion",
    eps="floor",
    d="separation",
    lam="norm",
    h="rise_rate",
    K="noise_rate",
    zeta="smallest_value",
    w_seen="largest_weight",
)
def tracking_winnow_rate(
    *,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    rise_rate: float,
    noise_rate: float = 0.0,
    smallest_value: float = 1.0,
    largest_weight: float | None = None,
) -> float:
    """Mistakes of tracking Winnow per trial (A4).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight (a).
    floor : float
        The least weight that an attribute can have (eps < 1/lam).
    separation : float
        How far clean examples stay from the comparator's threshold (d in (0, 1]).
    norm : float
        The largest sum of attribute values in one example (lam).
    rise_rate : float
        h = H/T, the first rise from 0 included.
    noise_rate : float, default 0.0
        K = N/T. A value of 1 or more says nothing.
    smallest_value : float, default 1.0
        zeta, the smallest positive value (1: boolean).
    largest_weight : float or None, optional
        w_max if it was observed on the run (A3, L7); otherwise max(eps, a^zeta/zeta) (L6).

    Returns
    -------
    float
        An upper bound on the mistakes per trial.

    Notes
    -----
    A4 divided by the number of trials T: M/T <= (1 - eps lam + a)/den * (h log_a(w_max/eps) + K).
    """
    return tracking_winnow_mistakes(
        promotion=promotion,
        floor=floor,
        separation=separation,
        norm=norm,
        total_rise=real("rise_rate", rise_rate, at_least=0),
        noise=real("noise_rate", noise_rate, at_least=0),
        smallest_value=smallest_value,
        largest_weight=largest_weight,
    )


def mistakes_per_cost(*, promotion: float, floor: float, separation: float, norm: float) -> float:
    """A4's factor (1 - eps lam + a)/den: how many mistakes one unit of L H + N pays for.

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    floor : float
        The least weight that an attribute can have.
    separation : float
        How far clean examples stay from the comparator's threshold.
    norm : float
        The largest sum of attribute values in one example.

    Examples
    --------
    >>> round(mistakes_per_cost(promotion=2, floor=1 / 1000, separation=1, norm=20), 6)
    1.520408
    """
    a, _, clear = _rule(promotion, floor, norm)
    d = real("separation", separation, above=0, at_most=1)
    den = (1 + d) * clear - (1 - d) * a
    if not den > 0:
        raise ParameterError(
            f"A4 needs (1 + separation)(1 - floor norm) > (1 - separation) promotion; the difference is {den:.4g}."
        )
    return (clear + a) / den


def price_of_rise(
    *, promotion: float, floor: float, smallest_value: float = 1.0, largest_weight: float | None = None
) -> float:
    """L = log_a(w_max/eps): what one unit of the comparator's rise costs (A3, L7).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    floor : float
        The least weight that an attribute can have.
    smallest_value : float, default 1.0
        The smallest attribute value above zero; 1 for yes/no attributes.
    largest_weight : float or None, optional
        w_max if it was observed on the run; otherwise max(eps, a^zeta/zeta) (L6).

    Examples
    --------
    >>> price_of_rise(promotion=2, floor=1 / 1024), price_of_rise(promotion=2, floor=1 / 1024, largest_weight=1)
    (11.0, 10.0)
    """
    a = real("promotion", promotion, above=1)
    eps = real("floor", floor, above=0)
    zeta = real("smallest_value", smallest_value, above=0, at_most=1)
    if largest_weight is not None:
        w_max = real("largest_weight", largest_weight, at_least=eps)
    elif zeta < 1 and a > math.e:
        raise ParameterError(f"A4 needs promotion <= e where values are below 1; got {a}.")
    else:
        w_max = max(eps, a**zeta / zeta)
    return math.log(w_max / eps) / math.log(a)


def _rule(promotion: float, floor: float, norm: float) -> tuple[float, float, float]:
    """a, eps and 1 - eps lam of a tracking Winnow whose floor leaves room below the threshold."""
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    eps = real("floor", floor, above=0, below=1 / lam)
    return a, eps, 1 - eps * lam

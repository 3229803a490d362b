"""A bound from a linear program over all comparators: H1, H3 (our derivations; the programs are solved elsewhere)."""

from ...parameters import real
from .sources import OURS
from .theorem import Theorem
from .tracking_winnow import SETTING, mistakes_per_cost

CERTIFIED = (
    *SETTING,
    "floor * norm < 1 and (1 + separation)(1 - floor norm) > (1 - separation) promotion",
    "the value is L H + N of weights u >= 0 that were found: H and N computed again from u, N over all trials or "
    "over the mistakes, and L = price_of_rise at these parameters",
)

H1 = Theorem("H1", "The best comparator at a separation", f"{OURS}, from A4", "derived", CERTIFIED)

_A4 = {"a": "1 - eps*lam + alpha", "b": "alpha - 1 + eps*lam"}


@H1.states(
    "a*V/(a*d - b)",
    where=_A4,
    alpha="promotion",
    eps="floor",
    lam="norm",
    d="separation",
    V="value",
)
def program_mistakes(*, promotion: float, floor: float, separation: float, norm: float, value: float) -> float:
    """Mistakes of tracking Winnow from the cost of a comparator that was found (H1).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight (alpha).
    floor : float
        The least weight that an attribute can have (eps).
    separation : float
        How far clean examples stay from the comparator's threshold (d, b/a < d <= 1).
    norm : float
        The largest sum of attribute values in one example (lam).
    value : float
        V = L H + N of the comparator that was found, L = `price_of_rise` at these parameters.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    H1: M <= a V/(a d - b), a = 1 - eps lam + alpha, b = alpha - 1 + eps lam: A4 with V in place of L H + N.
    """
    factor = mistakes_per_cost(promotion=promotion, floor=floor, separation=separation, norm=norm)
    return factor * real("value", value, at_least=0)


H3 = Theorem("H3", "The best comparator and the best separation", f"{OURS}, from A4", "derived", CERTIFIED)


@H3.states(
    "a*(V/tau)/(a*min(1, d/tau) - b)",
    where=_A4,
    alpha="promotion",
    eps="floor",
    lam="norm",
    V="scaled_value",
    tau="scale",
    d="scaled_separation",
)
def scaled_program_mistakes(
    *, promotion: float, floor: float, norm: float, scaled_value: float, scale: float, scaled_separation: float
) -> float:
    """Mistakes of tracking Winnow from the scaled program that chooses the separation too (H3).

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight (alpha).
    floor : float
        The least weight that an attribute can have (eps).
    norm : float
        The largest sum of attribute values in one example (lam).
    scaled_value : float
        The comparator's cost, scaled by the same factor (V~ = L H(u~) + N~).
    scale : float
        The factor by which the program was scaled (tau).
    scaled_separation : float
        The separation, scaled by the same factor (d~).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    H3: the value of the program scaled by tau = 1/(a d - b) (Charnes and Cooper) is a bound: M <= a V~.

    Solved inexactly, a d~ - b tau is 1 only nearly, so the number is H1's at V = V~/tau and d = min(1, d~/tau), which
    is a V~ where the constraints hold exactly. (A smaller d makes no noise, so cutting d off at 1 is safe.)
    """
    tau = real("scale", scale, above=0)
    return program_mistakes(
        promotion=promotion,
        floor=floor,
        separation=min(1.0, real("scaled_separation", scaled_separation, above=0) / tau),
        norm=norm,
        value=real("scaled_value", scaled_value, at_least=0) / tau,
    )

"""Tracking Winnow that asks for few labels: J2."""

from ...errors import ParameterError
from ...parameters import real
from .asking import COINS
from .sources import OURS
from .theorem import Theorem
from .tracking_winnow import A4, tracking_winnow_mistakes

J2 = Theorem(
    "J2",
    "Tracking Winnow that asks for few labels",
    OURS,
    "derived",
    [
        COINS,
        *A4.assumptions,
        "the width is `eagerness` times g = den/(1 - floor norm + promotion), and the distance mu promotion (1 - w.x) "
        "below the threshold, mu (w.x - 1) from it on, mu = 2/(1 - floor norm + promotion)",
    ],
)


@J2.states(
    "(1 - eps*lam + a)/(min(1, k)*den)*(H*ln(w_max/eps)/ln(a) + N)",
    counts="expected mistakes",
    where={"den": "(1 + d)*(1 - eps*lam) - (1 - d)*a", "w_max": "max(eps, a**zeta/zeta)"},
    a="promotion",
    eps="floor",
    d="separation",
    lam="norm",
    H="total_rise",
    N="noise",
    zeta="smallest_value",
    k="eagerness",
)
def asking_tracking_winnow_mistakes(
    *,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    total_rise: float,
    noise: float = 0.0,
    smallest_value: float = 1.0,
    eagerness: float = 1.0,
) -> float:
    """Expected mistakes of tracking Winnow that asks for few labels (J2).

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
    eagerness : float, default 1.0
        The width as a multiple of g (k).

    Returns
    -------
    float
        An upper bound on the expected mistakes, asked about or not.

    Notes
    -----
    J2: E M <= A4/min(1, k): asking less costs nothing in the bound down to k = 1, and a factor 1/k below.
    """
    k = real("eagerness", eagerness, above=0)
    always = tracking_winnow_mistakes(
        promotion=promotion,
        floor=floor,
        separation=separation,
        norm=norm,
        total_rise=total_rise,
        noise=noise,
        smallest_value=smallest_value,
    )
    return always / min(1.0, k)


def winnow_width(*, promotion: float, floor_share: float, separation: float) -> tuple[float, float]:
    """J2's g and mu: the width, and what a distance from the threshold counts.

    Parameters
    ----------
    promotion : float
        The factor by which an update multiplies a weight.
    floor_share : float
        The floors of all attributes of an example together, as a share of the threshold.
    separation : float
        How far clean examples stay from the comparator's threshold.

    Returns
    -------
    (float, float)
        g, which is above 0 where A4 has a denominator, and mu.

    Raises
    ------
    ParameterError
        Where A4 says nothing.

    Examples
    --------
    >>> winnow_width(promotion=2.0, floor_share=0.0, separation=1.0)
    (0.6666666666666666, 0.6666666666666666)
    """
    clear = 1 - floor_share
    den = (1 + separation) * clear - (1 - separation) * promotion
    if not (clear > 0 and den > 0):
        raise ParameterError("J2 needs floors below the threshold, and A4's denominator above 0.")
    return den / (clear + promotion), 2 / (clear + promotion)

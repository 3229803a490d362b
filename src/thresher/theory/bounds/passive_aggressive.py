"""Passive-aggressive steps: J7 (Crammer and others 2006), for any margin."""

from ...parameters import real
from .sources import CRAMMER_2006
from .theorem import Theorem

J7 = Theorem(
    "J7",
    "Passive-aggressive learners",
    f"{CRAMMER_2006}; with a margin of any size: our derivation",
    "derived",
    [
        "the passive-aggressive rule from w = 0, threshold 0 (a bias is an attribute of constant value 1, which counts "
        "in both norms), no importance weights",
        "|x|_2 <= `instance_norm` for every example",
        "one u of |u|_2 = `target_norm`; an example misses the margin by max(0, margin - y u.x)",
        "`noise` is the sum of what examples miss, `noise_length` the square root of the sum of its squares; over the "
        "mistakes and updates is enough",
    ],
)


@J7.states(
    "max((R/m)**2, 1/(C*m))*(u**2 + 2*C*L)",
    u="target_norm",
    R="instance_norm",
    C="aggressiveness",
    m="margin",
    L="noise",
)
def passive_aggressive_mistakes(
    *,
    target_norm: float,
    instance_norm: float,
    aggressiveness: float = 1.0,
    margin: float = 1.0,
    noise: float = 0.0,
) -> float:
    """Mistakes of PA-I, whose step is at most C, with noise (J7).

    Parameters
    ----------
    target_norm : float
        The norm of the comparator's weights (|u|_2).
    instance_norm : float
        The largest norm of an example (R >= |x|_2).
    aggressiveness : float, default 1.0
        The longest step (C), the learner's.
    margin : float, default 1.0
        What every example is to be right by (m), the learner's.
    noise : float, default 0.0
        By how much examples miss the margin by u, added up (L).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    J7: M <= max(R^2/m^2, 1/(C m)) (|u|^2 + 2 C L).

    A step tau <= l/|x|^2 lowers |w - u|^2 by at least tau (l - 2 l*), l and l* what w and u miss. Summed,
    sum tau l <= |u|^2 + 2 C L, and a mistake has l >= m, so tau l >= min(C m, m^2/R^2).
    """
    u, r, c, m = _checked(target_norm, instance_norm, aggressiveness, margin)
    loss = real("noise", noise, at_least=0)
    return max((r / m) ** 2, 1 / (c * m)) * (u**2 + 2 * c * loss)


@J7.states(
    "(R**2 + 1/(2*C))*(u**2 + 2*C*D2**2)/m**2",
    u="target_norm",
    R="instance_norm",
    C="aggressiveness",
    m="margin",
    D2="noise_length",
)
def passive_aggressive_squared_mistakes(
    *,
    target_norm: float,
    instance_norm: float,
    aggressiveness: float = 1.0,
    margin: float = 1.0,
    noise_length: float = 0.0,
) -> float:
    """Mistakes of PA-II, whose step is shortened smoothly, with squared noise (J7).

    Parameters
    ----------
    target_norm : float
        The norm of the comparator's weights (|u|_2).
    instance_norm : float
        The largest norm of an example (R >= |x|_2).
    aggressiveness : float, default 1.0
        How far a step may go (C), the learner's.
    margin : float, default 1.0
        What every example is to be right by (m), the learner's.
    noise_length : float, default 0.0
        By how much examples miss the margin by u, as the length of a vector (D2).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    J7: M <= (R^2 + 1/(2C)) (|u|^2 + 2 C D2^2)/m^2. PA, without noise, is C without end: (R |u|/m)^2.

    As PA-I, and 2 tau l* <= tau^2/(2C) + 2 C l*^2: a step lowers |w - u|^2 by at least l^2/(|x|^2 + 1/(2C)) - 2 C l*^2.
    """
    u, r, c, m = _checked(target_norm, instance_norm, aggressiveness, margin)
    d2 = real("noise_length", noise_length, at_least=0)
    return (r**2 + 1 / (2 * c)) * (u**2 + 2 * c * d2**2) / m**2


@J7.states("(R*u/m)**2", u="target_norm", R="instance_norm", m="margin")
def plain_passive_aggressive_mistakes(*, target_norm: float, instance_norm: float, margin: float = 1.0) -> float:
    """Mistakes of PA, whose step has no limit, without noise (J7).

    Parameters
    ----------
    target_norm : float
        The norm of the comparator's weights (|u|_2); y u.x >= margin for every example.
    instance_norm : float
        The largest norm of an example (R >= |x|_2).
    margin : float, default 1.0
        What every example is to be right by (m), the learner's.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    J7: M <= (R |u|/m)^2, where no example misses the margin. One that does may move w as far as it likes.
    """
    u, r, _, m = _checked(target_norm, instance_norm, 1.0, margin)
    return (r * u / m) ** 2


def _checked(
    target_norm: float, instance_norm: float, aggressiveness: float, margin: float
) -> tuple[float, float, float, float]:
    return (
        real("target_norm", target_norm, at_least=0),
        real("instance_norm", instance_norm, above=0),
        real("aggressiveness", aggressiveness, above=0),
        real("margin", margin, above=0),
    )

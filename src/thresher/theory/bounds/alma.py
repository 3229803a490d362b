"""ALMA and the tracking p-norm: G2, G2a, G4 (Gentile 2001; Kivinen, Smola, Williamson 2002)."""

from ...parameters import real
from .sources import GENTILE_2001, KIVINEN_2002, OURS
from .theorem import Theorem

ALMA = (
    "ALMA_p from w = 0, p >= 2, threshold 0, no importance weights",
    "y u.x >= `separation` |x|_p for every example, for one u of |u|_q = 1, 1/p + 1/q = 1",
)

G2 = Theorem(
    "G2",
    "ALMA's corrections",
    f"{GENTILE_2001}, Theorem 3",
    "recalled",
    [*ALMA, "trigger_scale sqrt(8)/alpha and step_scale sqrt(2), the learner's defaults"],
)
G2a = Theorem(
    "G2a",
    "ALMA's corrections at any scales",
    f"{OURS}, of the algorithm in {GENTILE_2001}",
    "derived",
    [*ALMA],
)
G4 = Theorem(
    "G4",
    "The tracking p-norm on targets that move",
    f"{OURS}, of the algorithm in {KIVINEN_2002}",
    "derived",
    [
        "the tracking p-norm learner from w = 0, p >= 2, 1/p + 1/q = 1, threshold 0, margin 0, no importance weights",
        "|x|_p <= `instance_norm` for every example; |u_t|_q <= `radius`, the learner's, for every target",
        "the learner's rate is `rate`, by default separation/((p-1) instance_norm^2)",
        "`noise` is summed over the updates: a score of exactly 0 updates even where it is no mistake",
    ],
)


@G2.states("2*(p - 1)/g**2*(2/a - 1)**2 + 8/a - 4", counts="updates", p="p", a="alpha", g="separation")
def alma_updates(*, p: float, separation: float, alpha: float = 0.9) -> float:
    """Updates of ALMA at its own scales, where a concept separates the stream (G2).

    Parameters
    ----------
    p : float
        The p of the p-norm.
    separation : float
        How far clean examples stay from the comparator's threshold (g <= y u.x/|x|_p for one u of |u|_q = 1).
    alpha : float, default 0.9
        How near the largest possible margin ALMA comes: a in (0, 1].

    Returns
    -------
    float
        An upper bound on the updates.

    Notes
    -----
    G2: corrections <= 2(p-1)/g^2 (2/a - 1)^2 + 8/a - 4, mistakes among them.
    """
    a = real("alpha", alpha, above=0, at_most=1)
    return _alma(p, separation, (2 / a - 1) ** 2 * 2) + 8 / a - 4


@G2a.states(
    "(p - 1)*((A + 1)/(C*g))**2",
    counts="updates",
    where={"A": "C**2/2 + (1 - a)*B*C"},
    p="p",
    a="alpha",
    g="separation",
    B="trigger_scale",
    C="step_scale",
)
def alma_updates_at_scales(
    *, p: float, separation: float, alpha: float, trigger_scale: float, step_scale: float
) -> float:
    """Updates of ALMA at any scales of trigger and step, where a concept separates the stream (G2a).

    Parameters
    ----------
    p : float
        The p of the p-norm.
    separation : float
        How far clean examples stay from the comparator's threshold (g <= y u.x/|x|_p for one u of |u|_q = 1).
    alpha : float
        How near the largest possible margin ALMA comes: a in (0, 1].
    trigger_scale : float
        The scale of the margin below which it updates (B).
    step_scale : float
        The scale of the steps (C).

    Returns
    -------
    float
        An upper bound on the updates.

    Notes
    -----
    G2a: corrections <= (p-1)(A + 1)^2/(C g)^2, A = C^2/2 + (1 - a) B C; at G2's scales, G2 without 8/a - 4.

    Before correction k, |w|_q <= 1 and y w.x^ <= (1-a) B sqrt((p-1)/k), so |w'|_q^2 <= 1 + 2A/k. The dual's product
    with u, in units of C g/sqrt(p-1), is therefore at least S_m = (S_(m-1) + 1/sqrt(m))/sqrt(1 + 2A/m) after m
    corrections; S_m >= sqrt(m)/(A + 1) by induction, and the product is at most 1.
    """
    a = real("alpha", alpha, above=0, at_most=1)
    b = real("trigger_scale", trigger_scale, above=0)
    c = real("step_scale", step_scale, above=0)
    return _alma(p, separation, ((c**2 / 2 + (1 - a) * b * c + 1) / c) ** 2)


def _alma(p: float, separation: float, factor: float) -> float:
    p = real("p", p, at_least=2)
    g = real("separation", separation, above=0, at_most=1)
    return (p - 1) * factor / g**2


@G4.states(
    "(r**2/2 + R*V + eta*N)/(eta*d - eta**2*(p - 1)*X**2/2)",
    where={"eta": "rate if rate else d/((p - 1)*X**2)"},
    p="p",
    X="instance_norm",
    d="separation",
    R="radius",
    r="last_norm",
    V="path_length",
    N="noise",
    rate="rate",
)
def tracking_p_norm_mistakes(
    *,
    p: float,
    instance_norm: float,
    separation: float,
    radius: float,
    last_norm: float,
    path_length: float = 0.0,
    noise: float = 0.0,
    rate: float | None = None,
) -> float:
    """Mistakes of the tracking p-norm learner against a comparator that moves (G4).

    Parameters
    ----------
    p : float
        The exponent p of the norm.
    instance_norm : float
        The largest norm of an example (X >= |x|_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    radius : float
        The largest norm that the comparator has (R >= |u_t|_q).
    last_norm : float
        The norm of the comparator's last weights (|u_T|_q).
    path_length : float, default 0.0
        How far the comparator moves in all (V = sum |u_{t+1} - u_t|_q).
    noise : float, default 0.0
        N, the sum over the updates of max(0, delta - y u_t.x); mistakes and scores of exactly 0 update.
    rate : float or None, optional
        How far an update moves (eta below 2 delta/((p-1)X^2)).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    G4: margin 0. M <= (|u_T|_q^2/2 + R V + eta N)/(eta delta - eta^2 (p-1) X^2/2).

    At the default rate, delta/((p-1)X^2), this is 2N/delta + 2(p-1)X^2(|u_T|_q^2/2 + R V)/delta^2.
    """
    p = real("p", p, at_least=2)
    x = real("instance_norm", instance_norm, above=0)
    delta = real("separation", separation, above=0)
    r = real("radius", radius, above=0)
    last = real("last_norm", last_norm, at_least=0, at_most=r)
    v = real("path_length", path_length, at_least=0)
    n = real("noise", noise, at_least=0)
    best = delta / ((p - 1) * x**2)
    eta = best if rate is None else real("rate", rate, above=0, below=2 * best)
    return (last**2 / 2 + r * v + eta * n) / (eta * delta - eta**2 * (p - 1) * x**2 / 2)

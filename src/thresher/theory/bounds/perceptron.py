"""The Perceptron: C3, E6, E8b (Novikoff; Grove, Littlestone, Schuurmans 2001)."""

from ...parameters import real
from .sources import GROVE_2001, OURS, ROTH_2016
from .theorem import Theorem

SETTING = (
    "the Perceptron from w = 0 at any constant rate, threshold 0 (a bias is an attribute of constant value 1, which "
    "counts in both norms), no importance weights",
    "|x|_2 <= `instance_norm` for every example",
)
SEPARATED = "y u.x >= `separation` for one u of |u|_2 = `target_norm`"

C3 = Theorem(
    "C3",
    "The Perceptron with noise",
    ROTH_2016,
    "corrected",
    [
        *SETTING,
        "`noise_length` is the square root of sum max(0, separation - y u.x)^2 for one u of |u|_2 = `target_norm`; "
        "the sum over the mistakes is enough",
    ],
    "printed with |x|^2 < R where |x| <= R is needed",
)
E6 = Theorem(
    "E6",
    "The Perceptron on separable examples",
    f"{GROVE_2001}, sections 6 and 7; Novikoff's theorem",
    "paper",
    [*SETTING, SEPARATED],
)
E8b = Theorem(
    "E8b",
    "The Perceptron with a margin",
    OURS,
    "derived",
    [*SETTING, SEPARATED, "it updates when wrong or y w.x < margin"],
)


@C3.states("((u*R + D2)/gamma)**2", u="target_norm", R="instance_norm", gamma="separation", D2="noise_length")
def perceptron_mistakes_with_noise(
    *, instance_norm: float, separation: float, target_norm: float = 1.0, noise_length: float = 0.0
) -> float:
    """Mistakes of the Perceptron, with squared noise (C3).

    Parameters
    ----------
    instance_norm : float
        The largest norm of an example (R >= |x|_2 (the notes ask for |x|^2 < R)).
    separation : float
        How far clean examples stay from the comparator's threshold (gamma, any positive number).
    target_norm : float, default 1.0
        The norm of the comparator's weights (|u|_2).
    noise_length : float, default 0.0
        D2, by how much the examples miss gamma, as the length of a vector.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    C3: M <= ((|u| R + D2)/gamma)^2, D2 = sqrt(sum max(0, gamma - y u.x)^2).
    """
    r = real("instance_norm", instance_norm, above=0)
    gamma = real("separation", separation, above=0)
    u = real("target_norm", target_norm, above=0)
    d2 = real("noise_length", noise_length, at_least=0)
    return ((u * r + d2) / gamma) ** 2


@E6.states("(u*X/d)**2", u="target_norm", X="instance_norm", d="separation")
def perceptron_mistakes(*, target_norm: float, instance_norm: float, separation: float) -> float:
    """Mistakes of the Perceptron on a concept that separates (E6).

    Parameters
    ----------
    target_norm : float
        The norm of the comparator's weights (|u|_2).
    instance_norm : float
        The largest norm of an example (X, the paper's ||S||_2).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E6 = C3 without noise: M <= |u|_2^2 X^2 / delta^2 where y u.x >= delta and |x|_2 <= X.
    """
    u, x, delta = _separated(target_norm, instance_norm, separation)
    return (u * x / delta) ** 2


@E6.states("(3*(u*X)**2 + 5*d*u*X)/d**2", u="target_norm", X="instance_norm", d="separation")
def perceptron_mistakes_by_progress(*, target_norm: float, instance_norm: float, separation: float) -> float:
    """The same by the paper's general method (E6).

    Parameters
    ----------
    target_norm : float
        The norm of the comparator's weights.
    instance_norm : float
        The largest norm of an example.
    separation : float
        How far clean examples stay from the comparator's threshold.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E6 by the paper's general method (section 6): M <= (3 |u|^2 X^2 + 5 delta |u| X)/delta^2. Never the smaller one.

    Parameters as in `perceptron_mistakes`.
    """
    u, x, delta = _separated(target_norm, instance_norm, separation)
    return (3 * (u * x) ** 2 + 5 * delta * u * x) / delta**2


@E8b.states(
    "u**2*(R**2 + 2*tau/a)/gamma**2",
    counts="updates",
    u="target_norm",
    R="instance_norm",
    gamma="separation",
    tau="margin",
    a="rate",
)
def perceptron_updates(
    *, instance_norm: float, separation: float, margin: float, target_norm: float = 1.0, rate: float = 1.0
) -> float:
    """Updates of a Perceptron with a margin, mistakes among them (E8b).

    Parameters
    ----------
    instance_norm : float
        The largest norm of an example (R >= |x|_2).
    separation : float
        How far clean examples stay from the comparator's threshold (gamma <= y u.x).
    margin : float
        tau >= 0, the larger of the two sides.
    target_norm : float, default 1.0
        The norm of the comparator's weights (|u|_2).
    rate : float, default 1.0
        a, the learner's; with a margin it matters.

    Returns
    -------
    float
        An upper bound on the updates.

    Notes
    -----
    E8b: updates <= |u|^2 (R^2 + 2 tau/a)/gamma^2, mistakes among them.

    An update with y w.x < tau lets |w|^2 grow by at most a^2 R^2 + 2 a tau, and u.w grows by a gamma.
    """
    u, r, gamma = _separated(target_norm, instance_norm, separation)
    tau = real("margin", margin, at_least=0)
    a = real("rate", rate, above=0)
    return u**2 * (r**2 + 2 * tau / a) / gamma**2


def _separated(target_norm: float, instance_norm: float, separation: float) -> tuple[float, float, float]:
    return (
        real("target_norm", target_norm, above=0),
        real("instance_norm", instance_norm, above=0),
        real("separation", separation, above=0),
    )

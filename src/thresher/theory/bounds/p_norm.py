"""The p-norm Perceptron: E8, E9 (Grove, Littlestone, Schuurmans 2001)."""

import math

from ...errors import ParameterError
from ...parameters import real, whole
from .sources import GROVE_2001, OURS
from .theorem import Theorem

SLACK = 1e-9
"""Norms that a caller computed may miss an inequality between them by rounding."""

SETTING = (
    "the p-norm Perceptron at a constant rate, p >= 2, 1/p + 1/q = 1, threshold 0, mistake-driven, no margin, no "
    "importance weights",
    "|x|_p <= `instance_norm` for every example; |u|_q = `target_norm`",
)
SEPARATED = "y u.x >= `separation` for every example"

E8 = Theorem(
    "E8",
    "Theorem 7.1: the p-norm Perceptron",
    f"{GROVE_2001}, Theorem 7.1 and its proof",
    "paper",
    [*SETTING, SEPARATED, "z starts at 0 where no start is given"],
)
E9 = Theorem(
    "E9",
    "The p-norm Perceptron with noise",
    f"{OURS}, of the average margin in {GROVE_2001}, section 9",
    "derived",
    [*SETTING, "z starts at 0, any rate", "the average, or the noise, is taken over the mistakes of the run"],
)


@E8.states("(p - 1)*(u*X/d)**2", p="p", u="target_norm", X="instance_norm", d="separation")
def p_norm_mistakes(*, p: float, target_norm: float, instance_norm: float, separation: float) -> float:
    """Mistakes of the p-norm Perceptron on a concept that separates (E8).

    Parameters
    ----------
    p : float
        The exponent p of the norm.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    instance_norm : float
        The largest norm of an example (X_p, the paper's ||S||_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta <= y u.x).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E8 (a): M <= (p-1) |u|_q^2 X_p^2 / delta^2 from z = 0, at any rate; 1/p + 1/q = 1.
    """
    p, u, x = _norms(p, target_norm, instance_norm)
    delta = real("separation", separation, above=0)
    return (p - 1) * (u * x / delta) ** 2


@E8.states(
    "(p - 1)*(u*X/d)**2*(1 - (s/(u*Z))**2)",
    p="p",
    u="target_norm",
    X="instance_norm",
    d="separation",
    Z="start_norm",
    s="start_product",
)
def p_norm_mistakes_from_start(
    *, p: float, target_norm: float, instance_norm: float, separation: float, start_norm: float, start_product: float
) -> float:
    """The same from other duals than 0, at the best rate for them (E8).

    Parameters
    ----------
    p : float
        The exponent p of the norm.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    instance_norm : float
        The largest norm of an example (X_p, the paper's ||S||_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta <= y u.x).
    start_norm : float
        The norm of the duals to begin with (|z_0|_p).
    start_product : float
        The product of the comparator's weights and the duals to begin with (u.z_0 > 0).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E8 (b): from z_0 at the rate a = delta |z_0|_p^2/((p-1)(u.z_0) X_p^2), the best one for this start:

    M <= (p-1) |u|_q^2 X_p^2/delta^2 (1 - (u.z_0/(|u|_q |z_0|_p))^2)
    """
    s = real("start_product", start_product, above=0)
    z = real("start_norm", start_norm, above=0)
    most = p_norm_mistakes(p=p, target_norm=target_norm, instance_norm=instance_norm, separation=separation)
    return most * _gap(target_norm * z, s) / (target_norm * z) ** 2


@E8.states(
    "(h + sqrt(h**2 + (a*d)**2*((u*Z)**2 - s**2)))/(a*d)**2",
    where={"h": "(p - 1)*(u*a*X)**2/2 - a*d*s"},
    p="p",
    u="target_norm",
    X="instance_norm",
    d="separation",
    a="rate",
    Z="start_norm",
    s="start_product",
)
def p_norm_mistakes_at_rate(
    *,
    p: float,
    target_norm: float,
    instance_norm: float,
    separation: float,
    rate: float,
    start_norm: float = 0.0,
    start_product: float = 0.0,
) -> float:
    """The same from any duals at any rate (E8).

    Parameters
    ----------
    p : float
        The exponent p of the norm.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    instance_norm : float
        The largest norm of an example (X_p, the paper's ||S||_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta <= y u.x).
    rate : float
        How far an update moves (a > 0).
    start_norm : float, default 0.0
        The norm of the duals to begin with (|z_0|_p).
    start_product : float, default 0.0
        The product of the comparator's weights and the duals to begin with (u.z_0, of any sign).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E8 at any start and rate: M <= the larger root m of

    ((u.z_0 + m a delta)/|u|_q)^2 = |z_0|_p^2 + m (p-1) a^2 X_p^2
    """
    p, u, x = _norms(p, target_norm, instance_norm)
    a = real("rate", rate, above=0)
    step = a * real("separation", separation, above=0)
    s = real("start_product", start_product)
    gap = _gap(u * real("start_norm", start_norm, at_least=0), s)
    half = (p - 1) * (u * a * x) ** 2 / 2 - step * s
    root = math.sqrt(half**2 + step**2 * gap)
    if half < 0:  # the sum would cancel
        return gap / (root - half)
    return (half + root) / step**2


@E8.states("e*(2*ln(n) - 1)*(U*S/d)**2", n="n", U="target_total", S="largest_value", d="separation")
def log_norm_mistakes(*, n: int, target_total: float, largest_value: float, separation: float) -> float:
    """The same at p = 2 ln n (E8).

    Parameters
    ----------
    n : int
        How many attributes there are.
    target_total : float
        The sum of the comparator's weights, all taken as positive (|u|_1).
    largest_value : float
        The largest attribute value (S >= |x_i|).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E8 (a) at p = 2 ln n, where the p-norm is within sqrt(e) of the largest value:

    M <= e (2 ln n - 1) |u|_1^2 S^2/delta^2
    """
    n = whole("n", n, at_least=3)
    u = real("target_total", target_total, above=0)
    s = real("largest_value", largest_value, above=0)
    delta = real("separation", separation, above=0)
    return math.e * (2 * math.log(n) - 1) * (u * s / delta) ** 2


@E9.states("(p - 1)*(u*X/db)**2", p="p", u="target_norm", X="instance_norm", db="average_margin")
def p_norm_mistakes_at_average_margin(
    *, p: float, target_norm: float, instance_norm: float, average_margin: float
) -> float:
    """Mistakes of the p-norm Perceptron from the average margin of its mistakes (E9).

    Parameters
    ----------
    p : float
        The exponent p of the norm.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    instance_norm : float
        The largest norm of an example (X_p, the paper's ||S||_p).
    average_margin : float
        The mean of y u.x over the mistakes (db).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E9: M <= (p-1) |u|_q^2 X_p^2/db^2, db the mean of y u.x over the mistakes, for any u with db > 0.
    """
    db = real("average_margin", average_margin, above=0)
    return p_norm_mistakes(p=p, target_norm=target_norm, instance_norm=instance_norm, separation=db)


@E9.states(
    "((b + sqrt(b**2 + 4*d*L))/(2*d))**2",
    where={"b": "sqrt(p - 1)*u*X"},
    p="p",
    u="target_norm",
    X="instance_norm",
    d="separation",
    L="noise",
)
def p_norm_mistakes_with_noise(
    *, p: float, target_norm: float, instance_norm: float, separation: float, noise: float
) -> float:
    """Mistakes of the p-norm Perceptron, with noise (E9).

    Parameters
    ----------
    p : float
        The exponent p of the norm.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    instance_norm : float
        The largest norm of an example (X_p, the paper's ||S||_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta <= y u.x).
    noise : float
        L, the sum over the mistakes of max(0, delta - y u.x).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E9: M <= ((b + sqrt(b^2 + 4 delta L))/(2 delta))^2, b = sqrt(p-1) |u|_q X_p, for any u and any delta > 0.
    """
    p, u, x = _norms(p, target_norm, instance_norm)
    delta = real("separation", separation, above=0)
    b = math.sqrt(p - 1) * u * x
    return ((b + math.sqrt(b**2 + 4 * delta * real("noise", noise, at_least=0))) / (2 * delta)) ** 2


def _norms(p: float, target_norm: float, instance_norm: float) -> tuple[float, float, float]:
    return (
        real("p", p, at_least=2),
        real("target_norm", target_norm, above=0),
        real("instance_norm", instance_norm, above=0),
    )


def _gap(most: float, product: float) -> float:
    """(|u|_q |z_0|_p)^2 - (u.z_0)^2, which Hoelder's inequality makes positive."""
    if abs(product) > most * (1 + SLACK):
        raise ParameterError(f"E8 has u.z_0 <= |u|_q |z_0|_p, by Hoelder; got start_product {product} > {most:.6g}.")
    return max(0.0, (most - product) * (most + product))

"""The interpolated Perceptron f_k, between the Perceptron and Balanced Winnow: E8a."""

from ...errors import ParameterError
from ...parameters import real, whole
from .p_norm import SEPARATED, SLACK, p_norm_mistakes_at_rate, p_norm_mistakes_from_start
from .sources import GROVE_2001, OURS
from .theorem import Theorem

E8a = Theorem(
    "E8a",
    "The interpolated Perceptron f_k",
    f"{OURS}, by the route of {GROVE_2001}, section 7",
    "derived",
    [
        "w_i = (1 + z_i/k)^k - (1 - z_i/k)^k with an odd k, z from 0, at a constant rate, mistake-driven, threshold 0",
        "|x|_p <= `instance_norm` for every example, p = k + 1; |u|_q = `target_norm`, |u|_1 = `target_total`",
        SEPARATED,
    ],
)


@E8a.states(
    "k*(u*2**(1/p)*X/d)**2*(1 - (U/(u*(2*n)**(1/p)))**2)",
    where={"p": "k + 1"},
    k="k",
    n="n",
    u="target_norm",
    U="target_total",
    X="instance_norm",
    d="separation",
)
def interpolated_mistakes(
    *, k: int, n: int, target_norm: float, target_total: float, instance_norm: float, separation: float
) -> float:
    """Mistakes of the interpolated Perceptron f_k at its best rate (E8a).

    Parameters
    ----------
    k : int
        The k of the interpolated link; odd.
    n : int
        How many attributes there are.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    target_total : float
        The sum of the comparator's weights, all taken as positive (|u|_1).
    instance_norm : float
        The largest norm of an example (X_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E8a: odd k, p = k + 1, at the rate a = delta n^(2/p)/(|u|_1 X_p^2):

    M <= k |u|_q^2 2^(2/p) X_p^2 (1 - (|u|_1/(|u|_q (2n)^(1/p)))^2)/delta^2

    This is E8 (b) on the doubled attributes (x, -x), where 1 + z/k and 1 - z/k start at one.
    """
    return p_norm_mistakes_from_start(separation=separation, **_doubled(k, n, target_norm, target_total, instance_norm))


@E8a.states(
    "(h + sqrt(h**2 + (a/k*d)**2*((u*Z)**2 - U**2)))/(a/k*d)**2",
    where={"p": "k + 1", "Z": "(2*n)**(1/p)", "h": "k*(u*a/k*2**(1/p)*X)**2/2 - a/k*d*U"},
    k="k",
    n="n",
    u="target_norm",
    U="target_total",
    X="instance_norm",
    d="separation",
    a="rate",
)
def interpolated_mistakes_at_rate(
    *, k: int, n: int, target_norm: float, target_total: float, instance_norm: float, separation: float, rate: float
) -> float:
    """Mistakes of the interpolated Perceptron f_k at any rate (E8a).

    Parameters
    ----------
    k : int
        The k of the interpolated link; odd.
    n : int
        How many attributes there are.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    target_total : float
        The sum of the comparator's weights, all taken as positive (|u|_1).
    instance_norm : float
        The largest norm of an example (X_p).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    rate : float
        How far an update moves (a > 0).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    E8a at any rate a: E8 at any rate, on the doubled attributes, where the rate is a/k.
    """
    doubled = _doubled(k, n, target_norm, target_total, instance_norm)
    return p_norm_mistakes_at_rate(separation=separation, rate=rate / k, **doubled)


def _doubled(k: int, n: int, target_norm: float, target_total: float, instance_norm: float) -> dict[str, float]:
    """The p-norm Perceptron that f_k is, on (x, -x)."""
    k = whole("k", k, at_least=1, at_most=10**6)
    if k % 2 == 0:
        raise ParameterError(f"E8a needs an odd k: (1 + z/k)^k is not increasing for even k; got {k}.")
    n = whole("n", n, at_least=1)
    u = real("target_norm", target_norm, above=0)
    total = real("target_total", target_total, above=0)
    if not u <= total * (1 + SLACK) or not total <= u * n ** (1 / (k + 1)) * (1 + SLACK):
        raise ParameterError(
            f"E8a has |u|_q <= |u|_1 <= n^(1/p) |u|_q; got target_norm {u}, target_total {total}, n {n} and p {k + 1}."
        )
    return {
        "p": k + 1,
        "target_norm": u,
        "instance_norm": 2 ** (1 / (k + 1)) * real("instance_norm", instance_norm, above=0),
        "start_norm": (2 * n) ** (1 / (k + 1)),
        "start_product": total,
    }

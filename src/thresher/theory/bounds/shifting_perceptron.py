"""The shifting Perceptron: J7b (Cavallanti, Cesa-Bianchi and Gentile 2007, proved again with constants of our own)."""

import math

from ...parameters import real
from .sources import CAVALLANTI_2007
from .theorem import Theorem

J7b = Theorem(
    "J7b",
    "The shifting Perceptron",
    f"{CAVALLANTI_2007}; the bound: our derivation",
    "derived",
    [
        "at the k-th mistake w <- (1 - s) w + s y x, s = f/(f + k), from w = 0; f = `forgetting` >= 1, f = 1 is the "
        "Perceptron at any constant rate",
        "threshold 0, no importance weights; |x|_2 <= `instance_norm` for every example",
        "a comparator u_t for every trial, |u_t|_2 <= `largest_norm`; `path_length` is the sum of |u_{t+1} - u_t|_2",
        "`noise` is the sum of max(0, separation - y u_t.x) over the mistakes",
    ],
)


@J7b.states(
    "D + K*(K/2 + sqrt(K**2/4 + D + f))",
    where={"K": "X*(V + (2*f - 1)*U)/(d*sqrt(f))", "D": "L/d"},
    f="forgetting",
    X="instance_norm",
    U="largest_norm",
    V="path_length",
    d="separation",
    L="noise",
)
def shifting_perceptron_mistakes(
    *,
    instance_norm: float,
    separation: float,
    largest_norm: float,
    path_length: float = 0.0,
    forgetting: float = 1.0,
    noise: float = 0.0,
) -> float:
    """Mistakes of the shifting Perceptron, and of the Perceptron, on a concept that moves (J7b).

    Parameters
    ----------
    instance_norm : float
        The largest norm of an example (X >= |x|_2).
    separation : float
        How far clean examples stay from the comparator's threshold (delta).
    largest_norm : float
        The largest norm that the comparator has (U).
    path_length : float, default 0.0
        How far the comparator moves in all (V).
    forgetting : float, default 1.0
        The learner's lambda, from 1: of k mistakes about the last k/lambda count.
    noise : float, default 0.0
        By how much mistakes miss the separation, added up (L).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    J7b: M <= D + K (K/2 + sqrt(K^2/4 + D + lambda)), K = X (V + (2 lambda - 1) U)/(delta sqrt(lambda)), D = L/delta.

    docs/theory.md has the proof.
    """
    x = real("instance_norm", instance_norm, above=0)
    d = real("separation", separation, above=0)
    u = real("largest_norm", largest_norm, above=0)
    v = real("path_length", path_length, at_least=0)
    lam = real("forgetting", forgetting, at_least=1)
    missed = real("noise", noise, at_least=0) / d
    k = x * (v + (2 * lam - 1) * u) / (d * math.sqrt(lam))
    return missed + k * (k / 2 + math.sqrt(k**2 / 4 + missed + lam))


def best_forgetting(*, largest_norm: float, path_length: float) -> float:
    """The lambda that makes K of J7b smallest: (V - U)/(2 U), and at least 1."""
    u, v = real("largest_norm", largest_norm, above=0), real("path_length", path_length, at_least=0)
    return max(1.0, (v - u) / (2 * u))

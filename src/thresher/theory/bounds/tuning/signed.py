"""The best rates and norms of learners whose weights or values have signs.

E5, E7 and G4 have their best rate in closed form. The logarithm of E8's (p - 1) |u|_q^2 X_p^2 is convex in 1/p for
p >= 2, as that of a norm is in 1/q, so that a search over one number is enough.
"""

import math
from collections.abc import Sequence
from typing import Any

from ....errors import ParameterError
from ....parameters import real
from ..alma import tracking_p_norm_mistakes
from ..p_norm import p_norm_mistakes
from ..weighted_majority import balanced_winnow_mistakes, weighted_majority_mistakes
from .minimising import Tuning, lowest_point, or_infinity

LARGEST_P = 64.0
LARGEST_PROMOTION = 1e6  # that the learners take


def tune_weighted_majority(*, target: Sequence[float], n: int, separation: float, largest_value: float) -> Tuning:
    """The rate that minimises E5, delta/(|u|_1 S^2). Compared with the default, 0.5.

    Parameters
    ----------
    target : sequence of float
        The comparator's weights, those that are not 0.
    n : int
        How many attributes there are.
    separation : float
        How far clean examples stay from the comparator's threshold.
    largest_value : float
        The largest attribute value.

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.
    """
    known: dict[str, Any] = {"target": target, "n": n, "separation": separation, "largest_value": largest_value}
    rate = _best_rate(target, separation, largest_value)
    promise = weighted_majority_mistakes(rate=rate, **known)
    usual = or_infinity(lambda: weighted_majority_mistakes(rate=0.5, **known))
    return Tuning("weighted-majority", {"rate": rate}, promise, False, "E5", usual)


def tune_balanced_winnow(*, target: Sequence[float], n: int, separation: float, largest_value: float) -> Tuning:
    """The promotion that minimises E7, e^(delta/(|u|_1 S^2)). Compared with the default, 2.

    Parameters
    ----------
    target : sequence of float
        The comparator's weights, those that are not 0.
    n : int
        How many attributes there are.
    separation : float
        How far clean examples stay from the comparator's threshold.
    largest_value : float
        The largest attribute value.

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.
    """
    known: dict[str, Any] = {"target": target, "n": n, "separation": separation, "largest_value": largest_value}
    rate = min(_best_rate(target, separation, largest_value), math.log(LARGEST_PROMOTION))
    promise = balanced_winnow_mistakes(rate=rate, **known)
    usual = or_infinity(lambda: balanced_winnow_mistakes(rate=math.log(2), **known))
    return Tuning("balanced-winnow", {"promotion": math.exp(rate)}, promise, False, "E7", usual)


def tune_p_norm(*, target: Sequence[float], active: float, separation: float, largest_value: float = 1.0) -> Tuning:
    """The p from 2 to 64 that minimises E8. Compared with p = 2, the Perceptron.

    Parameters
    ----------
    target : sequence of float
        u, its nonzero weights are enough.
    active : float
        The most attributes that are not 0 in one example.
    separation : float
        How far clean examples stay from the comparator's threshold.
    largest_value : float, default 1.0
        Of |x_i|; |x|_p is at most largest_value active^(1/p).

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.
    """
    weights = [abs(real("target weight", w)) for w in target if w]
    if not weights:
        raise ParameterError("E8 needs a target with a weight that is not 0.")
    most = real("active", active, at_least=1)
    value = real("largest_value", largest_value, above=0)
    scale = max(weights)

    def promise(p: float) -> float:
        q = p / (p - 1)
        target_norm = scale * math.fsum((w / scale) ** q for w in weights) ** (1 / q)
        instance_norm = value * most ** (1 / p)
        return p_norm_mistakes(p=p, target_norm=target_norm, instance_norm=instance_norm, separation=separation)

    p = 1 / lowest_point(lambda inverse: promise(1 / inverse), 1 / LARGEST_P, 1 / 2)
    p = min(LARGEST_P, max(2.0, p))
    return Tuning("p-norm-perceptron", {"p": p}, promise(p), False, "E8", promise(2.0))


def tune_tracking_p_norm(
    *,
    instance_norm: float,
    separation: float,
    radius: float,
    last_norm: float,
    p: float = 2.0,
    path_length: float = 0.0,
    noise: float = 0.0,
) -> Tuning:
    """The rate that minimises G4. Compared with delta/((p-1) X^2), which is the best without noise.

    With B = |u_T|_q^2/2 + R V and K = (p-1) X^2 the slope is 0 where N K eta^2/2 + B K eta = B delta.

    Parameters
    ----------
    instance_norm : float
        The largest norm of an example.
    separation : float
        How far clean examples stay from the comparator's threshold.
    radius : float
        The largest norm that the comparator has.
    last_norm : float
        The norm of the comparator's last weights.
    p : float, default 2.0
        The exponent p of the norm.
    path_length : float, default 0.0
        How far the comparator moves in all.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.
    """
    known: dict[str, Any] = {
        "p": p,
        "instance_norm": instance_norm,
        "separation": separation,
        "radius": radius,
        "last_norm": last_norm,
        "path_length": path_length,
        "noise": noise,
    }
    usual = tracking_p_norm_mistakes(**known)  # checks them all
    start, curve = last_norm**2 / 2 + radius * path_length, (p - 1) * instance_norm**2
    rate = separation / curve
    if start > 0:
        root = math.sqrt((start * curve) ** 2 + 2 * noise * curve * start * separation)
        rate = 2 * start * separation / (start * curve + root)
    found = {"p": float(p), "rate": rate, "radius": float(radius)}
    return Tuning("tracking-p-norm", found, tracking_p_norm_mistakes(rate=rate, **known), False, "G4", usual)


def _best_rate(target: Sequence[float], separation: float, largest_value: float) -> float:
    total = math.fsum(abs(real("target weight", w)) for w in target)
    if not total > 0:
        raise ParameterError("there is nothing to tune for: the target has no weight that is not 0.")
    return real("separation", separation, above=0) / (total * real("largest_value", largest_value, above=0) ** 2)

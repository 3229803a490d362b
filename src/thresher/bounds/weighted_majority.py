"""Weighted majority and Balanced Winnow: E5 and E7 (Grove, Littlestone, Schuurmans 2001)."""

import math
from collections.abc import Sequence

from ..errors import ParameterError
from ..parameters import real, whole


def weighted_majority_mistakes(
    *, target: Sequence[float], n: int, rate: float, separation: float, largest_value: float
) -> float:
    """E5: M <= |u|_1 E/(a delta - a^2 |u|_1 S^2/2), E = ln n + sum (u_i/|u|_1) ln(u_i/|u|_1).

    target: u >= 0, its nonzero weights are enough.   n: number of attributes.   rate: a, 0 < a < 2 delta/(|u|_1 S^2).
    separation: delta <= y u.x.   largest_value: S >= |x_i|.
    """
    weights = [real("target weight", w, at_least=0) for w in target]
    total = math.fsum(weights)
    if not total > 0:
        raise ParameterError("E5 needs a target with a positive weight.")
    n = whole("n", n, at_least=1)
    delta = real("separation", separation, above=0)
    s = real("largest_value", largest_value, above=0)
    a = real("rate", rate, above=0, below=2 * delta / (total * s**2))
    entropy = math.log(n) + math.fsum(w / total * math.log(w / total) for w in weights if w > 0)
    return total * entropy / (a * delta - a**2 * total * s**2 / 2)


def balanced_winnow_mistakes(
    *, target: Sequence[float], n: int, rate: float, separation: float, largest_value: float
) -> float:
    """E7: E5 with 2n attributes and |u_i|; rate = ln(promotion). Weights of any sign."""
    return weighted_majority_mistakes(
        target=[abs(w) for w in target],
        n=2 * n,
        rate=rate,
        separation=separation,
        largest_value=largest_value,
    )

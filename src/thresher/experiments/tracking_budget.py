"""A bound for values as small as you like, from a budget: promotions can't make all weights heavy at once."""

import math

from ..bounds.small_values import largest_root
from ..errors import ParameterError
from ..parameters import real


def budget_mistakes(
    *,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    total_rise: float,
    largest_weight: float,
    noise: float = 0.0,
) -> float:
    """A6 with the largest weight of the target in it: M <= (1 + a/(1 - eps lam)) P*. Never above A6 (a).

    P* is the largest root of c P = H log_a(1 + (a - 1) U P/(H eps)) + N, c = (1 + d) - (1 - d) a/(1 - eps lam) > 0.

    Cut u into layers, one for each stretch of trials in which u_i is above a height; their total size is H. Lemma 7
    before its last step says (1 + d)P - (1 - d)D <= N + the sum over layers of log_a(w_i at its end/w_i at its
    beginning). In a layer w_i, at least eps, rises by promotions only, so this is at most log_a(1 + G/eps), where G is
    what promotions add to w_i meanwhile. A promotion adds (a^x_i - 1) w_i <= (a - 1) x_i w_i, and the sum of x_i w_i is
    below 1: over all layers that is at most U (a - 1) P. The logarithm is concave, so the sum over layers is largest
    where all G are equal, which is the right side above. D <= P a/(1 - eps lam) (Lemma 5) gives the rest.

    So M = O(H ln(lam U/delta)/delta^2 + N/delta): the order of A7 (where nu >= U), without a transformation.

    promotion: a.   floor: eps < 1/lam.   separation: d in (0, 1].   norm: lam.   total_rise: H(C) >= U.   noise: N.
    largest_weight: U, the largest u_i of any trial.

    >>> known = dict(promotion=1.5, floor=0.0005, separation=0.5, norm=20, total_rise=30)
    >>> round(budget_mistakes(largest_weight=1.5, **known)), round(budget_mistakes(largest_weight=30, **known))
    (2733, 3549)
    """
    a = real("promotion", promotion, above=1)
    lam = real("norm", norm, above=0)
    eps = real("floor", floor, above=0, below=1 / lam)
    d = real("separation", separation, above=0, at_most=1)
    u = real("largest_weight", largest_weight, above=0)
    h = real("total_rise", total_rise, at_least=u)
    ratio = a / (1 - eps * lam)
    gain = (1 + d) - (1 - d) * ratio
    if not gain > 0:
        raise ParameterError("the bound needs (1 + separation)(1 - floor norm) > (1 - separation) promotion.")
    growth = (a - 1) * u / (h * eps)
    return (1 + ratio) * largest_root(gain, h / math.log(a), growth, real("noise", noise, at_least=0))

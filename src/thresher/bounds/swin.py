"""SWIN: B6 (Auer and Warmuth 1998, reconstructed)."""

import math

from ..parameters import real, whole


def swin_mistakes(
    *,
    n: int,
    promotion: float,
    floor_share: float,
    literals_on: int,
    literals_off: int = 0,
    attribute_errors: float = 0.0,
    randomized: bool = False,
) -> float:
    """B6: M <= (A ln a + Z+ ln(n/(e b)) + Z- ln(e a) + b)/C from w_0 = b/n; expected mistakes if randomized.

    C = (ln a - b(a-1))/(a+1), or over a if randomized.
    promotion: a.   floor_share: b <= n/e.   literals_on: Z+, the first ones included.   literals_off: Z-.
    attribute_errors: A, bits to change so that the examples fit the schedule.
    """
    n = whole("n", n, at_least=1)
    a = real("promotion", promotion, above=1)
    b = real("floor_share", floor_share, above=0, below=min(math.log(a) / (a - 1), n / math.e))
    on = whole("literals_on", literals_on)
    off = whole("literals_off", literals_off)
    errors = real("attribute_errors", attribute_errors, at_least=0)
    gain = (math.log(a) - b * (a - 1)) / (a if randomized else a + 1)
    cost = errors * math.log(a) + on * math.log(n / (math.e * b)) + off * math.log(math.e * a) + b
    return cost / gain

"""Experts weighed class by class, as SNoW's clouds are (F5)."""

import math
from collections.abc import Sequence

from ....errors import ParameterError
from ....parameters import real, whole
from ..sources import LITTLESTONE_WARMUTH_1994
from ..theorem import Theorem
from .majority import discounting

F5 = Theorem(
    "F5",
    "Experts class by class: the bounds of the classes add up",
    f"our derivation, from {LITTLESTONE_WARMUTH_1994}",
    "derived",
    [
        "every expert votes for one label of any number on every trial; about each class it says yes (it votes for it) "
        "or no",
        "about each class apart, the weight of an expert is multiplied by `discount` on every trial on which what it "
        "said of that class was wrong",
        "the class is predicted of whose weight the largest part says yes (a tie: any of them)",
    ],
)


@F5.states("sum(ln(N) + m*ln(1/b) for m in ms)/ln(2/(1 + b))", N="experts", b="discount", ms="class_mistakes")
def clouds_mistakes(*, experts: int, discount: float, class_mistakes: Sequence[float]) -> float:
    """Mistakes of weighted majority class by class (F5).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of the weight of an expert that was wrong about a class (b).
    class_mistakes : sequence of float
        For each class, how often the best expert for that class was wrong about it (m).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F5: M <= sum_c (ln N + m_c ln(1/b))/ln(2/(1 + b)).

    Examples
    --------
    >>> round(clouds_mistakes(experts=2, discount=0.5, class_mistakes=[0, 0, 0]), 2)
    7.23
    """
    b = discounting(discount)
    n = whole("experts", experts, at_least=1)
    if not class_mistakes:
        raise ParameterError("class_mistakes must have a number for each class; there is none.")
    wrong = [real("class_mistakes", count, at_least=0) for count in class_mistakes]
    return math.fsum(math.log(n) - count * math.log(b) for count in wrong) / math.log(2 / (1 + b))

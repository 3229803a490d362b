"""The five learners of the experiment, each with the theorem that bounds its mistakes on a disjunction."""

import math
from collections.abc import Callable
from typing import NamedTuple

from ....learners import BalancedWinnow, Learner, Perceptron, PNormPerceptron, TrackingWinnow, Winnow
from ...bounds import (
    balanced_winnow_mistakes,
    disjunction_mistakes,
    log_norm_mistakes,
    perceptron_mistakes,
    winnow_mistakes,
)


class Contestant(NamedTuple):
    """A learner and its bound, given the largest number of active attributes of the stream.

    Attributes
    ----------
    slow : bool, default False
        It needs trials in proportion to the number of attributes before it makes few mistakes.
    """

    name: str
    learner: Learner
    bound: Callable[[int], float]
    slow: bool = False


def contestants(n: int, literals: int, norm: int) -> list[Contestant]:
    """Fresh learners for a disjunction of `literals` of n attributes, of which at most `norm` are active at a time.

    Learners without a threshold have one attribute more, always 1: their target is 2 for each literal and -1 for it,
    which separates by 1.
    """
    floor = 1 / (50 * norm)
    target = [2.0] * literals + [-1.0]
    total = 2.0 * literals + 1
    rate = 1 / total
    return [
        Contestant("Winnow", Winnow(n), lambda most: winnow_mistakes(n=n, literals=literals)),
        Contestant(
            "tracking Winnow",
            TrackingWinnow(promotion=2, floor=floor),
            lambda most: disjunction_mistakes(promotion=2, floor=floor, norm=norm, literals=literals),
        ),
        Contestant(
            "Balanced Winnow",
            BalancedWinnow(promotion=math.exp(rate), bias=True),
            lambda most: balanced_winnow_mistakes(target=target, n=n + 1, rate=rate, separation=1, largest_value=1),
        ),
        Contestant(
            "Perceptron",
            Perceptron(bias=True),
            lambda most: perceptron_mistakes(
                target_norm=math.hypot(*target), instance_norm=math.sqrt(most + 1), separation=1
            ),
            slow=True,
        ),
        Contestant(
            "p-norm Perceptron, p = 2 ln n",
            PNormPerceptron("log", n=n + 1, bias=True),
            lambda most: log_norm_mistakes(n=n + 1, target_total=total, largest_value=1, separation=1),
        ),
    ]

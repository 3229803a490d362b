"""Weighted majority (F), and its form with a floor."""

from collections.abc import Callable, Sequence
from math import fsum

from ..learners.standing import Standing
from ..parameters import real
from ..theory.bounds.experts.majority import (
    expert_majority_mistakes,
    floored_expert_majority_mistakes,
    randomized_expert_majority_mistakes,
)
from .master import Experts
from .voting import Voting
from .weighing import MOST_SWITCHES, switches_followed


class Majority(Voting):
    """WMA, and with randomized=True WMR (F): a wrong expert's weight is multiplied by the discount.

        predicts 1 iff at least half of the weight votes 1; randomised: with the probability that is its part of it

    learners: the experts, a list or name -> learner.   discount: b in (0, 1). Default 0.5.
    randomized: draw the prediction; `loss` are then the expected mistakes. Default False.   seed: of its coins.
    on_mistakes: discount only when the master was wrong; not with randomized. Default False.

    Bound, m the mistakes of the best expert of N:   M <= (ln N + m ln(1/b))/ln(2/(1 + b)), and randomised
    E M <= (ln N + m ln(1/b))/(1 - b).

    >>> import thresher as th
    >>> model = Majority([th.TrackingWinnow(), th.Perceptron()])
    >>> for _ in range(20):
    ...     outcome = model.learn_one({"free": 1}, True)
    >>> print(model.standing())
    mistakes: 0; Perceptron(): 0; at most 2.40942 (expert_majority_mistakes)
    """

    def __init__(
        self,
        learners: Experts,
        discount: float = 0.5,
        *,
        randomized: bool = False,
        on_mistakes: bool = False,
        seed: int = 0,
    ) -> None:
        self._begin(learners)
        self.discount = real("discount", discount, above=0, below=1)
        self._coins(randomized, on_mistakes, seed)

    def bound(self, best_mistakes: float | None = None) -> float:
        """What the theorem allows, if the best expert makes so many mistakes; as counted by default."""
        best = self._best()[1] if best_mistakes is None else best_mistakes
        return self._theorem(experts=len(self._crew), discount=self.discount, best_mistakes=best)

    def standings(self) -> list[Standing]:
        return [self._compared(lambda best: self.bound(best.loss), self._theorem.__name__)]

    @property
    def _theorem(self) -> Callable[..., float]:
        return randomized_expert_majority_mistakes if self.randomized else expert_majority_mistakes

    def _change(self, statements: Sequence[float], losses: Sequence[float], label: bool, mistake: bool) -> bool:
        return (mistake or not self.on_mistakes) and self._discount(losses, self.discount)


class Floored(Voting):
    """WML (F): when the master was wrong, a wrong expert is multiplied by b only if it has more than floor W/N.

    learners: the experts, a list or name -> learner.   discount: b in (0, 1). Default 0.5.
    floor: g in (0, 1/2). Default 0.1. W is the sum of the weights, N the number of experts.
    most_switches: how many switches of the best sequence of experts `standing` looks at. Default 8.

    Bound, for any division into S segments, L the sum of the mistakes of the best expert of each:
    M <= (S ln(N/(b g)) + L ln(1/b))/ln(1/u),   u = (1 + b)/2 + (1 - b) g.
    """

    def __init__(
        self, learners: Experts, discount: float = 0.5, floor: float = 0.1, *, most_switches: int = MOST_SWITCHES
    ) -> None:
        self.most_switches = switches_followed(most_switches)
        self._begin(learners, self.most_switches)
        self.discount = real("discount", discount, above=0, below=1)
        self.floor = real("floor", floor, above=0, below=0.5)
        self._coins(False, True, 0)

    def bound(self, loss: float | None = None, segments: int = 1) -> float:
        """What the theorem allows for so many segments, whose best experts make `loss` mistakes in all.

        loss: by default that of the best expert.
        """
        return floored_expert_majority_mistakes(
            experts=len(self._crew),
            discount=self.discount,
            least_share=self.floor,
            loss=self._best()[1] if loss is None else loss,
            segments=segments,
        )

    def standings(self) -> list[Standing]:
        theorem = floored_expert_majority_mistakes.__name__
        return [self._compared(lambda best: self.bound(best.loss, best.switches + 1), theorem)]

    def _change(self, statements: Sequence[float], losses: Sequence[float], label: bool, mistake: bool) -> bool:
        if not mistake:
            return False
        values = self._weights.values()
        least = self.floor * fsum(values) / len(values)
        return self._discount([loss and w > least for w, loss in zip(values, losses, strict=True)], self.discount)

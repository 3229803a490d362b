"""Weighted majority (F), and its form with a floor."""

from collections.abc import Callable, Sequence
from math import fsum

from ..learners import Standing
from ..parameters import real
from ..protocols import Label
from ..theory.bounds.experts import (
    expert_majority_mistakes,
    floored_expert_majority_mistakes,
    randomized_expert_majority_mistakes,
)
from .panel import Experts
from .statements import Statement
from .voting import Voting
from .weighted import MOST_SWITCHES, switches_followed


class Majority(Voting):
    """Weighted majority, WMA, and with randomized=True WMR (F): a wrong expert's weight is multiplied by the discount.

        predicts the label for which the most weight votes; randomised: a label with the probability that is its part

    Parameters
    ----------
    learners : list of learners, or name -> learner
        The experts. They are taught by the master, so give them away.
    discount : float, default 0.5
        What a wrong expert's weight is multiplied by, from 0 to 1 (b).
    randomized : bool, default False
        Draw the prediction; `loss` are then the expected mistakes.
    on_mistakes : bool, default False
        Discount only when the master was wrong; not with randomized.
    seed : int, default 0
        Of its coins.

    Notes
    -----
    Bound, for any number of labels, m the mistakes of the best expert of N:
    M <= (ln N + m ln(1/b))/ln(2/(1 + b)), and randomised E M <= (ln N + m ln(1/b))/(1 - b). Where the prediction is
    wrong, at most half of the weight was for the right label.

    References
    ----------
    Littlestone and Warmuth (1994), The weighted majority algorithm.

    Examples
    --------
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
        return self._theorem(experts=len(self._panel), discount=self.discount, best_mistakes=best)

    def standings(self) -> list[Standing]:
        """The run so far beside its theorem."""
        return [self._compared(lambda best: self.bound(best.loss), self._theorem.__name__)]

    @property
    def _theorem(self) -> Callable[..., float]:
        return randomized_expert_majority_mistakes if self.randomized else expert_majority_mistakes

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        return (mistake or not self.on_mistakes) and self._discount(losses, self.discount)


class Floored(Voting):
    """Weighted majority with a floor, WML (F), which follows the best sequence of experts.

        when the master was wrong, a wrong expert is multiplied by the discount only if it has more than floor W/N

    Parameters
    ----------
    learners : list of learners, or name -> learner
        The experts. They are taught by the master, so give them away.
    discount : float, default 0.5
        What a wrong expert's weight is multiplied by, from 0 to 1 (b).
    floor : float, default 0.1
        From 0 to 1/2 (g). W is the sum of the weights, N the number of experts.
    most_switches : int, default 8
        How many switches of the best sequence of experts `standing` looks at.

    Notes
    -----
    Bound, for any number of labels and any division into S segments, L the sum of the mistakes of the best expert of
    each: M <= (S ln(N/(b g)) + L ln(1/b))/ln(1/u), u = (1 + b)/2 + (1 - b) g.

    References
    ----------
    Littlestone and Warmuth (1994), The weighted majority algorithm.
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
            experts=len(self._panel),
            discount=self.discount,
            least_share=self.floor,
            loss=self._best()[1] if loss is None else loss,
            segments=segments,
        )

    def standings(self) -> list[Standing]:
        """The run so far beside its theorem."""
        theorem = floored_expert_majority_mistakes.__name__
        return [self._compared(lambda best: self.bound(best.loss, best.switches + 1), theorem)]

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        if not mistake:
            return False
        values = self._weights.values()
        least = self.floor * fsum(values) / len(values)
        return self._discount([loss and w > least for w, loss in zip(values, losses, strict=True)], self.discount)

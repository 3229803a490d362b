"""Experts that state how sure they are, weighed by absolute loss (F1)."""

import math
from collections.abc import Callable, Sequence
from math import fsum

from ..learners.standing import Standing
from ..parameters import one_of, real, whole, yes_or_no
from ..theory.bounds.experts.losses import confident_mistakes, expert_absolute_loss, mean_expert_absolute_loss
from .master import Experts
from .weighing import MOST_SWITCHES, Weighing, sharing, switches_followed


class AbsoluteLoss(Weighing):
    """Votes weighted by confidence, in the form that has a bound (F1): weights are multiplied by b^|q - y|.

        mean:    p = sum_i w_i q_i / sum_i w_i
        fitted:  p = (1 + c (A_0 - A_1))/2, from 0 to 1,   A_y = -ln(sum_i w_i b^|q_i - y| / sum_i w_i),
                 c = 1/(2 ln(2/(1 + b))): what fits both outcomes best (Vovk's substitution)

    Predicts 1 iff p >= 1/2. An expert without probabilities states 0 or 1.

    learners: the experts, a list or name -> learner.   discount: b in (0, 1). Default 0.5.
    share: al in [0, 1), to follow a sequence of experts (F). Default 0: the best single one.
    prediction: "fitted" (default) or "mean".
    randomized: draw the prediction with probability p. Default False.   seed: of its coins.
    most_switches: how many switches of the best sequence of experts `standing` looks at. Default 8.

    Bound, in absolute loss |p - y|, L that of the best expert or sequence, code = ln N without a share:
    fitted (code + L ln(1/b))/(2 ln(2/(1 + b))), mean (code + L ln(1/b))/(1 - b); they are also bounds of the expected
    mistakes of the randomised form. M <= (code + L ln(1/b))/ln(2/(1 + b)) without coins.

    >>> import thresher as th
    >>> model = AbsoluteLoss([th.AdaptiveWinnow(), th.Perceptron()])
    >>> for _ in range(20):
    ...     outcome = model.learn_one({"free": 1}, True)
    >>> [standing.theorem for standing in model.standings()], model.standing().holds
    (['expert_absolute_loss', 'confident_mistakes'], True)
    """

    _stated = "perhaps"
    loss_name = "absolute loss"

    def __init__(
        self,
        learners: Experts,
        discount: float = 0.5,
        share: float = 0.0,
        *,
        prediction: str = "fitted",
        randomized: bool = False,
        seed: int = 0,
        most_switches: int = MOST_SWITCHES,
    ) -> None:
        self.most_switches = switches_followed(most_switches)
        self._begin(learners, self.most_switches if share else 0)
        self.discount = real("discount", discount, above=0, below=1)
        self.share = sharing(share, len(self._crew))
        self.prediction = one_of("prediction", prediction, ("fitted", "mean"))
        self.randomized = yes_or_no("randomized", randomized)
        self.seed = whole("seed", seed, at_most=2**63 - 1)

    def bound(self, loss: float | None = None, switches: int = 0, trials: int | None = None) -> float:
        """What the theorem allows in absolute loss; `loss` and `trials` as counted by default."""
        return self._allowed(self._theorem, loss, switches, trials)

    def standings(self) -> list[Standing]:
        theorems = [self._theorem] if self.randomized else [self._theorem, confident_mistakes]
        return [
            self._compared(
                lambda best, theorem=theorem: self._allowed(theorem, best.loss, best.switches),  # type: ignore[misc]
                theorem.__name__,
                mistakes=theorem is confident_mistakes,
            )
            for theorem in theorems
        ]

    @property
    def _theorem(self) -> Callable[..., float]:
        return expert_absolute_loss if self.prediction == "fitted" else mean_expert_absolute_loss

    def _allowed(
        self, theorem: Callable[..., float], loss: float | None, switches: int, trials: int | None = None
    ) -> float:
        return theorem(
            experts=len(self._crew),
            discount=self.discount,
            loss=self._best()[1] if loss is None else loss,
            share=self.share,
            switches=switches,
            trials=self._trials if trials is None else trials,
        )

    def _opinion(self, statements: Sequence[float]) -> float:
        if self.prediction == "mean":
            return self._mean(statements)
        b, shares = self.discount, self._weights.shares()
        for_0 = -math.log(fsum(w * b**q for w, q in zip(shares, statements, strict=True)))
        for_1 = -math.log(fsum(w * b ** (1 - q) for w, q in zip(shares, statements, strict=True)))
        fitted = (1 + (for_0 - for_1) / (2 * math.log(2 / (1 + b)))) / 2
        return min(1.0, max(0.0, fitted))

    def _losses_of(self, statements: Sequence[float], label: bool) -> list[float]:
        return [abs(q - label) for q in statements]

    def _own_loss(self, statements: Sequence[float], opinion: float, said: bool, label: bool) -> float:
        return abs(opinion - label)

    def _change(self, statements: Sequence[float], losses: Sequence[float], label: bool, mistake: bool) -> bool:
        self._weights.multiply(self.discount**loss for loss in losses)
        self._weights.share(self.share)
        return any(losses) or self.share > 0

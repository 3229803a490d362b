"""Experts that state how sure they are, weighed by absolute loss (F1)."""

import math
from collections.abc import Callable, Sequence
from math import fsum

from ..learners import Standing
from ..parameters import one_of, real, whole, yes_or_no
from ..protocols import Label
from ..theory.bounds.experts import confident_mistakes, expert_absolute_loss, mean_expert_absolute_loss
from .master import Heard
from .panel import Experts
from .statements import Statement, lost, probabilities
from .weighted import MOST_SWITCHES, Weighted, sharing, switches_followed


class AbsoluteLoss(Weighted):
    """Votes weighted by confidence, in the form that has a bound (F1).

        an expert that gives the outcome the probability q loses 1 - q, and its weight is multiplied by b^(1 - q)
        mean:    p(c) = sum_i w_i q_i(c) / sum_i w_i
        fitted:  p(c) = the nearest probabilities to 1 - r A_c,   A_c = -ln(sum_i w_i b^(1 - q_i(c)) / sum_i w_i),
                 r = 1/(2 ln(2/(1 + b))): what fits all outcomes (Vovk's substitution)

    Predicts the most probable label, of two equal ones the positive one. An expert without probabilities gives all to
    one label. Of two labels 1 - q is the distance |p - y| of the probability of the positive one from 1 or 0, of any
    number half the sum of the distances of all probabilities from 1 and 0.

    Parameters
    ----------
    learners : list of learners, or name -> learner
        The experts. They are taught by the master, so give them away.
    discount : float, default 0.5
        From 0 to 1 (b).
    share : float, default 0
        From 0 to 1 (al), to follow a sequence of experts (F); 0: the best single one.
    prediction : {"fitted", "mean"}
        What it states.
    randomized : bool, default False
        Draw the prediction by what it states.
    seed : int, default 0
        Of its coins.
    most_switches : int, default 8
        How many switches of the best sequence of experts `standing` looks at.

    Notes
    -----
    Bound, for any number of labels, in absolute loss 1 - p(outcome), L that of the best expert or sequence, code = ln N
    without a share: fitted (code + L ln(1/b))/(2 ln(2/(1 + b))), mean (code + L ln(1/b))/(1 - b); they are also bounds
    of the expected mistakes of the randomised form. M <= (code + L ln(1/b))/ln(2/(1 + b)) without coins.

    References
    ----------
    Vovk (1990), Aggregating strategies; Cesa-Bianchi and others (1997), How to use expert advice.

    Examples
    --------
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
        self.share = sharing(share, len(self._panel))
        self.prediction = one_of("prediction", prediction, ("fitted", "mean"))
        self.randomized = yes_or_no("randomized", randomized)
        self.seed = whole("seed", seed, at_most=2**63 - 1)

    def bound(self, loss: float | None = None, switches: int = 0, trials: int | None = None) -> float:
        """What the theorem allows in absolute loss; `loss` and `trials` as counted by default."""
        return self._allowed(self._theorem, loss, switches, trials)

    def standings(self) -> list[Standing]:
        """The run so far beside each theorem that holds for it: of its absolute loss, and of its mistakes."""
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
            experts=len(self._panel),
            discount=self.discount,
            loss=self._best()[1] if loss is None else loss,
            share=self.share,
            switches=switches,
            trials=self._trials if trials is None else trials,
        )

    def _opinion(self, heard: Heard) -> dict[Label, float]:
        return self._means(heard) if self.prediction == "mean" else self._fitted(heard)

    def _fitted(self, heard: Heard) -> dict[Label, float]:
        """No outcome costs more than its part of what the weights would lose by it: p(c) >= 1 - r A_c."""
        b, shares = self.discount, self._weights.shares()
        falls = {
            label: -math.log(fsum(w * b ** lost(q, label) for w, q in zip(shares, heard.stated, strict=True)))
            for label in heard.labels.names
        }
        fitted = _nearest_probabilities(falls, 2 * math.log(2 / (1 + b)))
        return probabilities(heard.labels, fitted.__getitem__)

    def _loss_of(self, stated: Statement, label: Label) -> float:
        return lost(stated, label)

    def _own_loss(self, heard: Heard, said: Label, label: Label) -> float:
        return lost(self._opinion(heard), label)

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        self._weights.multiply(self.discount**loss for loss in losses)
        self._weights.share(self.share)
        return any(losses) or self.share > 0


def _nearest_probabilities(falls: dict[Label, float], scale: float) -> dict[Label, float]:
    """The nearest to 1 - A_c/scale: (1 + sum_d (A_d - A_c)/scale)/n over the n labels that have any, 0 for others."""
    left = falls
    while True:
        found = {c: (1 + fsum(other - fall for other in left.values()) / scale) / len(left) for c, fall in left.items()}
        if all(part >= 0.0 for part in found.values()):
            return dict.fromkeys(falls, 0.0) | found
        left = {label: left[label] for label, part in found.items() if part >= 0.0}

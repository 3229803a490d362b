"""Masters that follow experts (F), in plain Python: weighted majority, with a floor, with a share, and mixtures.

Experts vote for a label, two or any number of them, and have weights: the label with the greatest weight is predicted.
The randomised prediction is a label drawn by the weight that votes for it: its expected mistakes are counted beside the
deterministic one's. Where weights change only on the master's own mistakes, these are the mistakes of the deterministic
prediction.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

# Only ratios of weights matter: a power of two brings a small total back without a rounding. These are plain floats: an
# expert that falls a thousand halvings behind has weight 0 and never comes back, which the bounds do not allow for.
SMALL_TOTAL, LIFT = 2.0**-500, 2.0**500

YES_OR_NO = (True, False)


class Master(ABC):
    """Votes in, prediction out.

    Parameters
    ----------
    experts : int
        How many there are.
    labels : sequence, default YES_OR_NO
        Of two with equal weights, the one that comes first here is predicted. Of yes and no a tie means yes.

    Attributes
    ----------
    mistakes, expected_mistakes : int, float
        Of the deterministic and the randomised prediction.
    """

    def __init__(self, experts: int, labels: Sequence[Any] = YES_OR_NO) -> None:
        self.weights = [1.0] * experts
        self.labels = labels
        self.trials = 0
        self.mistakes = 0
        self.expected_mistakes = 0.0

    def share_of(self, label: Any, votes: Sequence[Any]) -> float:
        """The part of the weight that votes for a label: the probability of predicting it."""
        return fsum(w for w, vote in zip(self.weights, votes, strict=True) if vote == label) / fsum(self.weights)

    def predict(self, votes: Sequence[Any]) -> Any:
        """The label for which the greatest weight votes."""
        best = self.labels[0]
        for label in self.labels[1:]:
            ahead = [w * ((vote == label) - (vote == best)) for w, vote in zip(self.weights, votes, strict=True)]
            if fsum(ahead) > 0:
                best = label
        return best

    def learn(self, votes: Sequence[Any], y: Any) -> Any:
        """Predict, count, change the weights; return the prediction."""
        prediction = self.predict(votes)
        wrong = fsum(self.share_of(label, votes) for label in self.labels if label != y)
        self.trials += 1
        self.mistakes += prediction != y
        self.expected_mistakes += wrong
        self._change([vote != y for vote in votes], prediction != y)
        if fsum(self.weights) < SMALL_TOTAL:
            self.weights = [w * LIFT for w in self.weights]
        return prediction

    @abstractmethod
    def _change(self, wrong: Sequence[bool], mistake: bool) -> None:
        """Change the weights, told which experts were wrong and whether the master was."""

    def _discount(self, wrong: Sequence[bool], b: float) -> None:
        self.weights = [w * b if bad else w for w, bad in zip(self.weights, wrong, strict=True)]


def shared(weights: Sequence[float], share: float) -> list[float]:
    """w_i <- (1 - share) w_i + share/(N - 1) times the sum of the others."""
    total = fsum(weights)
    return [(1 - share) * w + share / (len(weights) - 1) * (total - w) for w in weights]


class Majority(Master):
    """WMA, and WMR with its expected mistakes: a wrong expert's weight is multiplied by b.

    Parameters
    ----------
    experts : int
        How many there are.
    b : float
        The factor of a wrong expert's weight.
    labels : sequence, default YES_OR_NO
        Of two with equal weights, the one that comes first here is predicted.
    on_mistakes : bool, default False
        Only when the master was wrong (its randomised form has no bound then).
    """

    def __init__(self, experts: int, b: float, labels: Sequence[Any] = YES_OR_NO, *, on_mistakes: bool = False) -> None:
        super().__init__(experts, labels)
        self.b = b
        self.on_mistakes = on_mistakes

    def _change(self, wrong: Sequence[bool], mistake: bool) -> None:
        if mistake or not self.on_mistakes:
            self._discount(wrong, self.b)


class FlooredMajority(Master):
    """WML: when the master was wrong, a wrong expert is multiplied by b only if w_i > floor W/N."""

    def __init__(self, experts: int, b: float, floor: float, labels: Sequence[Any] = YES_OR_NO) -> None:
        super().__init__(experts, labels)
        self.b = b
        self.floor = floor

    def _change(self, wrong: Sequence[bool], mistake: bool) -> None:
        if mistake:
            least = self.floor * fsum(self.weights) / len(self.weights)
            self._discount([bad and w > least for w, bad in zip(self.weights, wrong, strict=True)], self.b)


class FixedShare(Master):
    """Fixed-Share: v_i = w_i b^loss_i on every trial, then w_i = (1 - share) v_i + share/(N - 1) sum of the other v_j.

    Parameters
    ----------
    experts : int
        How many there are.
    b : float
        The factor of a wrong expert's weight.
    share : float
        How much of its weight every expert gives away.
    labels : sequence, default YES_OR_NO
        Of two with equal weights, the one that comes first here is predicted.
    on_mistakes : bool, default False
        Both steps only when the master was wrong.
    """

    def __init__(
        self, experts: int, b: float, share: float, labels: Sequence[Any] = YES_OR_NO, *, on_mistakes: bool = False
    ) -> None:
        super().__init__(experts, labels)
        self.b = b
        self.share = share
        self.on_mistakes = on_mistakes

    def _change(self, wrong: Sequence[bool], mistake: bool) -> None:
        if mistake or not self.on_mistakes:
            self._discount(wrong, self.b)
            self.weights = shared(self.weights, self.share)


class Mixture:
    """Experts that state probabilities, mixed: p = sum w_i p_i. Then w_i is multiplied by what expert i gave the
    outcome, the weights are scaled to sum 1, and shared. Share 0 is the Bayes mixture.

    log_loss: the sum of -ln(what the mixture gave the outcome).
    """

    def __init__(self, experts: int, share: float = 0.0) -> None:
        self.weights = [1 / experts] * experts
        self.share = share
        self.log_loss = 0.0

    def learn(self, stated: Sequence[Mapping[Any, float]], y: Any) -> dict[Any, float]:
        """The mixture's probability of each label, from what the experts say; then learn the outcome."""
        mixed = mean(self.weights, stated)
        joint = [w * q[y] for w, q in zip(self.weights, stated, strict=True)]
        given = fsum(joint)
        self.log_loss -= math.log(given)
        posterior = [value / given for value in joint]
        self.weights = shared(posterior, self.share) if self.share else posterior
        return mixed


def mean(weights: Sequence[float], stated: Sequence[Mapping[Any, float]]) -> dict[Any, float]:
    """The weighted mean of what is stated of each label; the weights sum to 1."""
    return {label: fsum(w * q[label] for w, q in zip(weights, stated, strict=True)) for label in stated[0]}

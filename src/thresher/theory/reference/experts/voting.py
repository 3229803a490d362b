"""Masters that follow experts (F), in plain Python: weighted majority, with a floor, with a share, and mixtures.

Experts vote True or False and have weights; a tie predicts True. The randomised prediction is True with probability
equal to the share of the weight that votes so: its expected mistakes are counted beside the deterministic one's.
Where weights change only on the master's own mistakes, these are the mistakes of the deterministic prediction.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import fsum

# Only ratios of weights matter: a power of two brings a small total back without a rounding. These are plain floats: an
# expert that falls a thousand halvings behind has weight 0 and never comes back, which the bounds do not allow for.
SMALL_TOTAL, LIFT = 2.0**-500, 2.0**500


class Master(ABC):
    """Votes in, prediction out.   mistakes, expected_mistakes: of the deterministic and the randomised prediction."""

    def __init__(self, experts: int) -> None:
        self.weights = [1.0] * experts
        self.trials = 0
        self.mistakes = 0
        self.expected_mistakes = 0.0

    def share_of_true(self, votes: Sequence[bool]) -> float:
        """The part of the weight that votes True: the probability of predicting True."""
        return fsum(w for w, vote in zip(self.weights, votes, strict=True) if vote) / fsum(self.weights)

    def predict(self, votes: Sequence[bool]) -> bool:
        """True iff at least half of the weight votes True."""
        yes = fsum(w if vote else -w for w, vote in zip(self.weights, votes, strict=True))
        return yes >= 0

    def learn(self, votes: Sequence[bool], y: bool) -> bool:
        """Predict, count, change the weights; return the prediction."""
        prediction = self.predict(votes)
        probability = self.share_of_true(votes)
        self.trials += 1
        self.mistakes += prediction != y
        self.expected_mistakes += 1 - probability if y else probability
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
    on_mistakes : bool, default False
        Only when the master was wrong (its randomised form has no bound then).
    """

    def __init__(self, experts: int, b: float, *, on_mistakes: bool = False) -> None:
        super().__init__(experts)
        self.b = b
        self.on_mistakes = on_mistakes

    def _change(self, wrong: Sequence[bool], mistake: bool) -> None:
        if mistake or not self.on_mistakes:
            self._discount(wrong, self.b)


class FlooredMajority(Master):
    """WML: when the master was wrong, a wrong expert is multiplied by b only if w_i > floor W/N."""

    def __init__(self, experts: int, b: float, floor: float) -> None:
        super().__init__(experts)
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
    on_mistakes : bool, default False
        Both steps only when the master was wrong.
    """

    def __init__(self, experts: int, b: float, share: float, *, on_mistakes: bool = False) -> None:
        super().__init__(experts)
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

    def learn(self, probabilities: Sequence[float], y: bool) -> float:
        """The mixture's probability of True, from what the experts say; then learn the outcome."""
        joint = [w * (p if y else 1 - p) for w, p in zip(self.weights, probabilities, strict=True)]
        mixed = fsum(w * p for w, p in zip(self.weights, probabilities, strict=True))
        given = fsum(joint)
        self.log_loss -= math.log(given)
        posterior = [value / given for value in joint]
        self.weights = shared(posterior, self.share) if self.share else posterior
        return mixed

"""Masters that mix what experts state: the weighted mean, in log loss."""

import math
from abc import abstractmethod
from collections.abc import Sequence

from ..learners.standing import Standing
from ..parameters import real
from ..theory.bounds.experts.majority import log_loss_mistakes
from .sequences import Best
from .weighing import Weighing

CLIP = 1e-4
"""What an expert states is brought between this and 1 less this: nobody loses more than 9.2 nats at once."""


def log_losses(statements: Sequence[float], label: bool) -> list[float]:
    """-ln(what each gave the outcome)."""
    return [-math.log(q if label else 1.0 - q) for q in statements]


def clipping(clip: float) -> float:
    """The least probability that is heard."""
    return real("clip", clip, at_least=1e-15, below=0.5)


class Mixing(Weighing):
    """States the weighted mean of what the experts state; loses its log loss."""

    _stated = "always"
    loss_name = "log loss"

    def _opinion(self, statements: Sequence[float]) -> float:
        return self._mean(statements)

    def _losses_of(self, statements: Sequence[float], label: bool) -> list[float]:
        return log_losses(statements, label)

    def _own_loss(self, statements: Sequence[float], opinion: float, said: bool, label: bool) -> float:
        # Not from the opinion: of one near 1 the rest is all rounding, and the experts' losses have it exactly.
        return -math.log(self._mean([q if label else 1.0 - q for q in statements]))

    @abstractmethod
    def _allowed(self, best: Best) -> float:
        """What the theorem allows in log loss against a sequence of experts."""

    def _standings(self, theorem: str) -> list[Standing]:
        mistakes = log_loss_mistakes.__name__
        return [
            self._compared(self._allowed, theorem),
            self._compared(lambda best: log_loss_mistakes(loss=self._allowed(best)), mistakes, mistakes=True),
        ]

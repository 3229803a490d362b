"""Masters that mix what experts state: the weighted mean, in log loss."""

import math
from abc import abstractmethod
from collections.abc import Sequence

from ..learners import Standing
from ..parameters import real
from ..protocols import Label
from ..theory.bounds.experts import log_loss_mistakes
from .master import Heard
from .sequences import Best
from .statements import Statement
from .weighted import Weighted

CLIP = 1e-4
"""Of two labels what an expert states is brought between this and 1 less this: nobody loses more than 9.2 nats."""


def clipping(clip: float) -> float:
    """The least probability that is heard, of two labels."""
    return real("clip", clip, at_least=1e-15, below=0.5)


class Mixing(Weighted):
    """States the weighted mean of what the experts state; loses its log loss."""

    _stated = "always"
    loss_name = "log loss"

    def _opinion(self, heard: Heard) -> dict[Label, float]:
        return self._means(heard)

    def _loss_of(self, stated: Statement, label: Label) -> float:
        return -math.log(stated[label])

    def _own_loss(self, heard: Heard, said: Label, label: Label) -> float:
        # Not from the opinion: of one near 1 the rest is all rounding, and the experts' losses have it exactly.
        return -math.log(self._mean(heard.stated, label))

    def _bayes(self, stated: Sequence[Statement], label: Label) -> None:
        """Each weight times what the expert gave the label."""
        self._weights.multiply(statement[label] for statement in stated)

    @abstractmethod
    def _allowed(self, best: Best) -> float:
        """What the theorem allows in log loss against a sequence of experts."""

    def _standings(self, theorem: str) -> list[Standing]:
        mistakes = log_loss_mistakes.__name__
        return [
            self._compared(self._allowed, theorem),
            self._compared(lambda best: log_loss_mistakes(loss=self._allowed(best)), mistakes, mistakes=True),
        ]

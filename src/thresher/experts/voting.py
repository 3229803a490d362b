"""Masters over experts that vote yes or no, each with its whole weight (F)."""

from collections.abc import Sequence
from math import fsum

from ..errors import ParameterError
from ..parameters import whole, yes_or_no
from .weighing import Weighing


class Voting(Weighing):
    """Votes are 0 or 1; a tie predicts 1."""

    on_mistakes: bool

    def _coins(self, randomized: bool, on_mistakes: bool, seed: int) -> None:
        self.randomized = yes_or_no("randomized", randomized)
        self.on_mistakes = yes_or_no("on_mistakes", on_mistakes)
        self.seed = whole("seed", seed, at_most=2**63 - 1)
        if randomized and on_mistakes:
            raise ParameterError(
                "a coin needs weights that change on every trial: randomized and on_mistakes have no bound together."
            )
        self.loss_name = "expected mistakes" if randomized else "mistakes"

    def _opinion(self, statements: Sequence[float]) -> float:
        return self._mean(statements)

    def _says(self, statements: Sequence[float]) -> bool:
        if self.randomized:
            return super()._says(statements)
        values = self._weights.values()
        return fsum(w if vote else -w for w, vote in zip(values, statements, strict=True)) >= 0

    def _losses_of(self, statements: Sequence[float], label: bool) -> list[float]:
        return [float(vote != label) for vote in statements]

    def _own_loss(self, statements: Sequence[float], opinion: float, said: bool, label: bool) -> float:
        return abs(opinion - label) if self.randomized else float(said != label)

    def _discount(self, losses: Sequence[float], discount: float) -> bool:
        wrong = any(losses)
        if wrong:
            self._weights.multiply(discount if loss else 1.0 for loss in losses)
        return wrong

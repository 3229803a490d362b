"""Masters over experts that vote for a label, each with its whole weight (F)."""

from collections.abc import Sequence

from ..errors import ParameterError
from ..parameters import whole, yes_or_no
from ..protocols import Label
from .master import Heard
from .statements import Statement, heaviest, lost
from .weighted import Weighted


class Voting(Weighted):
    """The label that has the most weight; of two labels a tie predicts the positive one, of more the one that joined
    first."""

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

    def _opinion(self, heard: Heard) -> dict[Label, float]:
        return self._means(heard)

    def _says(self, heard: Heard) -> Label:
        if self.randomized:
            return super()._says(heard)
        return heaviest(self._weights.values(), heard.stated, heard.labels)

    def _loss_of(self, stated: Statement, label: Label) -> float:
        return lost(stated, label)

    def _own_loss(self, heard: Heard, said: Label, label: Label) -> float:
        return lost(self._opinion(heard), label) if self.randomized else float(said != label)

    def _discount(self, losses: Sequence[float], discount: float) -> bool:
        wrong = any(losses)
        if wrong:
            self._weights.multiply(discount if loss else 1.0 for loss in losses)
        return wrong

"""A delayed learner with something to do at each question: every way of asking goes through `ask`."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import ParameterError
from ..learners import Traits
from ..protocols import Features, Label
from .delayed import Delayed, as_array
from .orders.order import Order
from .pending import rows
from .state import one_at_a_time

if TYPE_CHECKING:
    import numpy.typing as npt


class OneByOne(Delayed):
    """What `ask` does is done for each of several questions, whichever way they are asked."""

    def __init__(self, learner: Any, order: Order | None = None, **options: Any) -> None:
        if isinstance(learner, Delayed):
            raise ParameterError(
                f"{type(self).__name__} waits for labels itself: give it {learner.learner!r}, and order= and the "
                "options of Delayed where they are wanted."
            )
        super().__init__(learner, order, **options)
        self._is_direct = False  # the core would ask about several in one go

    @one_at_a_time
    def ask_many(self, X: Any, *, at: float | None = None) -> "tuple[range, npt.NDArray[Any]]":
        """Predicts rows of a matrix, all with the state before the first. Their tickets, and the predictions.

        at: when, as for `ask`.
        """
        matrix = self._checked_many(X)
        first = self.asked + 1
        said = [self.ask(row, at=at).label for row in rows(matrix)]
        return range(first, self.asked + 1), as_array(said)

    def label_each(self, tickets: list[str], labels: list[Label]) -> None:
        """None, and nothing done: each label needs a look, by `label`."""
        return

    def follow(self, *_: Any) -> None:
        """None, and nothing done: each question needs a look, by `ask`."""
        return

    # What the learner inside states, for whoever measures it.

    @one_at_a_time
    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The learner's probabilities, if it has any."""
        return dict(self.learner.predict_proba_one(x))

    @one_at_a_time
    def score_one(self, x: Features, label: Label = None) -> float:
        """The learner's score of a label, by default the positive one of two."""
        return float(self.learner.score_one(x, label))

    @property
    def traits(self) -> Traits:
        """What it is: as its learner, where that stays so whatever labels come."""
        return replace(super().traits, probabilities=self._states_probabilities)

    @property
    def labels_are_settled(self) -> bool:
        """Whether its learner knows which of two labels is positive, where it has to know that before it learns."""
        return bool(getattr(self.learner, "labels_are_settled", True))

    @property
    def _states_probabilities(self) -> bool:
        own = getattr(self.learner, "traits", None)
        return own.probabilities if isinstance(own, Traits) else hasattr(self.learner, "predict_proba_one")

"""What the learners over declared boolean attributes share: counting, and the order predict, label, update."""

from abc import ABC, abstractmethod

from ...errors import InputError
from ...protocols import Features, Label, Outcome
from .answers import positive


class SetLearner(ABC):
    """A learner whose state is a set of candidates. Examples have weight 1, or 0: then nothing is learned."""

    tells_changes = True  # an outcome's `updated` can be trusted

    def __init__(self) -> None:
        self._examples = 0
        self._mistakes = 0
        self._updates = 0

    @property
    def examples(self) -> int:
        """How many examples were learned from."""
        return self._examples

    @property
    def mistakes(self) -> int:
        """How many of them were predicted wrongly."""
        return self._mistakes

    @property
    def updates(self) -> int:
        """How many of them changed the learner."""
        return self._updates

    def predict_one(self, x: Features) -> bool:
        """The answer for one example."""
        return self._predict(self._read(x))

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Predicts, then learns the label."""
        if weight not in (0, 1):
            raise InputError(
                f"an importance weight of {weight!r} has no meaning for {type(self).__name__}; an example counts (1) "
                "or does not (0)."
            )
        bits, label = self._read(x), positive(y)
        prediction = self._predict(bits)
        updated = False
        if weight:
            updated = self._update(bits, label)
            self._examples += 1
            self._mistakes += prediction != label
            self._updates += updated
        return Outcome(prediction, label, prediction != label, updated)

    @abstractmethod
    def _read(self, x: Features) -> int:
        """The bits of an instance."""

    @abstractmethod
    def _predict(self, bits: int) -> bool:
        """The answer; changes nothing."""

    @abstractmethod
    def _update(self, bits: int, label: bool) -> bool:
        """Learns the label, and says whether that changed anything."""

"""Learners made of learners (D5): one that learns only from its mistakes, one that predicts what is most probable."""

import copy
from typing import Any, Self

from ..learners import Learner
from ..learners.naming import has_probabilities
from ..protocols import Features, Label, Outcome
from ..protocols import Learner as AnyLearner
from ..theory.concepts.answers import positive
from .pending import labels_of, tells_changes


class Wrapped:
    """What goes around a learner is a learner.

    learner: the one inside; it is taught, so give it away.
    examples, mistakes, updates: counts of its own; updates are those of the learner inside.
    """

    randomized: bool
    tells_changes: bool

    def __init__(self, learner: AnyLearner) -> None:
        self.learner: Any = learner
        self._labels = labels_of(learner)
        self.examples = self.mistakes = self.updates = 0

    def copy(self) -> Self:
        """An independent one in the same state."""
        twin = copy.copy(self)
        twin.learner = self.learner.copy() if hasattr(self.learner, "copy") else copy.deepcopy(self.learner)
        return twin

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.learner!r})"

    def _is_positive(self, y: Label) -> bool:
        return positive(self._labels.understand(y))

    def _teach(self, x: Features, y: Label, weight: float) -> Outcome:
        """The learner inside; what can't be seen to have changed counts as changed."""
        told: Outcome = self.learner.learn_one(x, y, weight)
        return told if tells_changes(self.learner) else told._replace(updated=True)

    def _noted(self, said: bool, label: bool, updated: bool) -> Outcome:
        self.examples += 1
        self.mistakes += said != label
        self.updates += updated
        names = self._labels.names
        return Outcome(names[said], names[label], said != label, updated)


class MistakeDriven(Wrapped):
    """MD (D5): skips the update where the prediction was right, and for a randomised learner certain.

    Bound (Theorem 5): no more mistakes than the learner itself, if it is deterministic and the adversary may leave out
    examples. Around any model it makes OD1 keep more labels: a right answer changes nothing.

    >>> from thresher import AdaptiveWinnow
    >>> model = MistakeDriven(AdaptiveWinnow())
    >>> model.learn_one({"free": 1}, True), model.learner.examples
    (Outcome(prediction=True, label=True, mistake=False, updated=False), 0)
    """

    tells_changes = True  # a right answer changes nothing; after a wrong one `updated` is not asked

    @property
    def randomized(self) -> bool:  # type: ignore[override]  # as the learner inside is
        """Whether predictions are drawn."""
        return bool(getattr(self.learner, "randomized", False))

    def predict_one(self, x: Features) -> Label:
        """What the learner says. Changes nothing."""
        return self.learner.predict_one(x)

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The learner's probabilities, if it has any."""
        return dict(self.learner.predict_proba_one(x))

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Learns from one example where it was predicted wrongly."""
        label = self._is_positive(y)
        if self._chance(x) == float(label):
            return self._noted(label, label, updated=False)
        told = self._teach(x, y, weight)
        return self._noted(told.prediction == self._labels.names[1], label, told.updated)

    def _chance(self, x: Features) -> float:
        """The learner's own distribution: how probably it says yes; 0 or 1 if it is deterministic."""
        yes = self._labels.names[1]
        if self.randomized:
            return float(self.learner.predict_proba_one(x)[yes])
        return float(self.learner.predict_one(x) == yes)


class Derandomized(Wrapped):
    """DR (D5): predicts the label that the learner finds most probable, positive at a tie. Its states are the same.

    Bound: twice the expected mistakes of the learner. OD1 around MistakeDriven around Derandomized: 2 k times them, if
    no label is more than k late (Theorem 2). A learner without probabilities is deterministic already, and stays as it
    is.

    >>> from thresher import Swin
    >>> model = Derandomized(Swin(4, randomized=True))
    >>> for _ in range(20):
    ...     outcome = model.learn_one({2: 1}, True)
    >>> model.predict_one({2: 1}), model.mistakes <= 2 * model.learner.expected_mistakes
    (True, True)
    """

    randomized = False

    def __init__(self, learner: AnyLearner) -> None:
        super().__init__(learner)
        self._asks_probability = (
            has_probabilities(learner) if isinstance(learner, Learner) else hasattr(learner, "predict_proba_one")
        )

    @property
    def tells_changes(self) -> bool:  # type: ignore[override]  # as the learner inside does
        """Whether `updated` can be trusted."""
        return tells_changes(self.learner)

    def predict_one(self, x: Features) -> Label:
        """The most probable label. Changes nothing."""
        return self._labels.names[self._likely(x)]

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Predicts the most probable label; the learner updates by its own distribution."""
        label, said = self._is_positive(y), self._likely(x)
        return self._noted(said, label, self._teach(x, y, weight).updated)

    def _likely(self, x: Features) -> bool:
        yes = self._labels.names[1]
        if not self._asks_probability:
            return bool(self.learner.predict_one(x) == yes)
        return bool(self.learner.predict_proba_one(x).get(yes, 0.0) >= 0.5)

"""Learners made of learners (D5): one that learns only from its mistakes, one that predicts what is most probable."""

import copy
from typing import Any, Self

from ..data import as_class
from ..learners import Learner
from ..mistakes import is_mistake
from ..protocols import Features, Label, Outcome
from .pending import tells_changes


class Wrapped:
    """What goes around a learner is a learner.

    Parameters
    ----------
    learner : learner
        The one inside; it is taught, so give it away.

    Attributes
    ----------
    examples, mistakes, updates : int
        Counts of its own; updates are those of the learner inside.
    """

    randomized: bool
    tells_changes: bool

    def __init__(self, learner: Any) -> None:
        self.learner: Any = learner
        self.examples = self.mistakes = self.updates = 0

    @property
    def labels(self) -> tuple[Label, ...]:
        """Those of the learner inside."""
        return tuple(getattr(self.learner, "labels", (False, True)))

    def copy(self) -> Self:
        """An independent one in the same state."""
        twin = copy.copy(self)
        twin.learner = self.learner.copy() if hasattr(self.learner, "copy") else copy.deepcopy(self.learner)
        return twin

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.learner!r})"

    def _teach(self, x: Features, y: Label, weight: float) -> Outcome:
        """The learner inside; what can't be seen to have changed counts as changed."""
        told: Outcome = self.learner.learn_one(x, y, weight)
        return told if tells_changes(self.learner) else told._replace(updated=True)

    def _noted(self, said: Label, label: Label, updated: bool) -> Outcome:
        wrong = is_mistake(said, label)
        self.examples += 1
        self.mistakes += wrong
        self.updates += updated
        return Outcome(said, label, wrong, updated)


def label_name(learner: Any, y: Label) -> Label:
    """A label as a learner's answers have it: True for 1 where labels are True and False.

    >>> from thresher import Perceptron
    >>> label_name(Perceptron(), 1), label_name(Perceptron(), -1), label_name(Perceptron(), "spam")
    (True, False, 'spam')
    """
    label = as_class(y)
    if isinstance(learner, Wrapped):
        return label_name(learner.learner, label)
    plain = learner.known_labels.are_plain if isinstance(learner, Learner) else True
    return label == 1 if plain and not isinstance(label, str) and label in (0, 1, -1) else label


class MistakeDriven(Wrapped):
    """MD (D5): skips the update where the prediction was right, and for a randomised learner certain.

    Parameters
    ----------
    learner : learner
        The one inside.

    Notes
    -----
    Bound (Theorem 5): no more mistakes than the learner itself, if it is deterministic and the adversary may leave out
    examples. Around any model it makes OD1 keep more labels: a right answer changes nothing.

    Examples
    --------
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
        label = label_name(self, y)
        if self._is_sure(x, label):
            return self._noted(label, label, updated=False)
        told = self._teach(x, y, weight)
        return self._noted(told.prediction, label, told.updated)

    def _is_sure(self, x: Features, label: Label) -> bool:
        """Whether the learner's own distribution is the label alone."""
        if self.randomized:
            return float(self.learner.predict_proba_one(x).get(label, 0.0)) == 1.0
        return bool(self.learner.predict_one(x) == label)


class Derandomized(Wrapped):
    """DR (D5): predicts the label that the learner finds most probable, the positive one at a tie.

    Parameters
    ----------
    learner : learner
        The one inside.

    Notes
    -----
    Bound: twice the expected mistakes of the learner. OD1 around MistakeDriven around Derandomized: 2 k times them, if
    no label is more than k late (Theorem 2). A learner without probabilities is deterministic already, and stays as it
    is.

    Examples
    --------
    >>> from thresher import Swin
    >>> model = Derandomized(Swin(4, randomized=True))
    >>> for _ in range(20):
    ...     outcome = model.learn_one({2: 1}, True)
    >>> model.predict_one({2: 1}), model.mistakes <= 2 * model.learner.expected_mistakes
    (True, True)
    """

    randomized = False

    def __init__(self, learner: Any) -> None:
        super().__init__(learner)
        traits = getattr(learner, "traits", None)
        self._asks_probability = traits.probabilities if traits is not None else hasattr(learner, "predict_proba_one")

    @property
    def tells_changes(self) -> bool:  # type: ignore[override]  # as the learner inside does
        """Whether `updated` can be trusted."""
        return tells_changes(self.learner)

    def predict_one(self, x: Features) -> Label:
        """The most probable label. Changes nothing."""
        if not self._asks_probability:
            return self.learner.predict_one(x)
        stated = self.learner.predict_proba_one(x)
        best = max(stated.values(), default=0.0)
        return next((label for label, p in reversed(stated.items()) if p == best), None)  # positive comes last

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Predicts the most probable label; the learner updates by its own distribution."""
        label, said = label_name(self, y), self.predict_one(x)
        return self._noted(said, label, self._teach(x, y, weight).updated)

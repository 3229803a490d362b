"""What a binary learner for each class says of an example, and what they know. Nothing here changes them."""

from threading import RLock
from typing import TYPE_CHECKING, Any

from ..._core import NativeLearner, NativeMulticlass
from ...data.examples import as_example
from ...errors import ParameterError
from ...parameters import whole
from ...protocols import Attribute, Features, Label
from ..base import Learner
from ..keeping import Kept
from .classes import NOBODY, Classes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Answers(Kept):
    """The half of Multiclass that only answers.

    The core knows classes by their places, the names are here; the lock keeps the two in step.
    """

    scheme: str
    _native: NativeMulticlass
    _classes: Classes
    _prototype: Learner
    _lock: RLock

    def predict_one(self, x: Features) -> Label:
        """The class of one example; None if no class is known, or none is far enough ahead."""
        with self._lock:
            return self._name(self._native.predict_one(as_example(x)))

    def scores_one(self, x: Features) -> dict[Label, float]:
        """Each class's score, in the order in which classes were first seen."""
        with self._lock:
            return dict(zip(self._classes.names, self._native.scores_one(as_example(x)), strict=True))

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The probability of each class; needs members with probabilities (constraint: the logistic loss).

        One-vs-rest p_c / sum of p, with p_c the member's own; constraint: e^(s_c) / sum of e^s.
        """
        import numpy as np

        with self._lock:
            scores = np.array(self._native.scores_one(as_example(x)), dtype=np.float64)
            return dict(zip(self._classes.names, self._probabilities(scores).tolist(), strict=True))

    def top_k(self, x: Features, k: int) -> list[tuple[Label, float]]:
        """The k classes of the largest scores, best first, each with its probability; its score if there are none."""
        whole("k", k, at_least=1)
        with self._lock:
            scores = self.scores_one(x)
            shown = self.predict_proba_one(x) if self.has_probabilities else scores
        best = sorted(scores, key=lambda name: -scores[name])[:k]
        return [(name, shown[name]) for name in best]

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The class of each row, None where there is no answer."""
        from ...data.matrices import as_matrix

        matrix = as_matrix(X)
        with self._lock:
            scores = self._native.score_many(*matrix.parts())
            return self._classes.name_many(self._native.answers(scores, matrix.rows))

    def scores(self, X: Any) -> "npt.NDArray[np.float64]":
        """The scores of all classes (columns) for each row."""
        from ...data.matrices import as_matrix

        matrix = as_matrix(X)
        with self._lock:
            return self._native.score_many(*matrix.parts()).reshape(matrix.rows, len(self._classes))

    def predict_proba_many(self, X: Any) -> "npt.NDArray[np.float64]":
        """The probabilities of all classes (columns) for each row."""
        with self._lock:
            scores = self.scores(X)
            return self._probabilities(scores.ravel()).reshape(scores.shape)

    def explain_one(self, x: Features, label: Label) -> dict[Attribute, float]:
        """Each attribute's share of a class's score, largest first."""
        return self.member(label).explain_one(x)

    # What it knows.

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes, in the order in which they were first seen."""
        return tuple(self._classes.names)

    @property
    def abstained(self) -> int:
        """Examples learned for which there was no answer: the first of all, and those too close to call."""
        return self._count("abstained")

    @property
    def updates(self) -> int:
        """Examples by which any member changed."""
        return self._count("updates")

    @property
    def memory(self) -> int:
        """Bytes of state of all members, roughly."""
        return self._native.memory

    @property
    def has_probabilities(self) -> bool:
        """Whether predict_proba_one works."""
        import numpy as np

        return self._native.probabilities(np.empty(0)) is not None

    def confusion(self) -> dict[tuple[Label, Label], int]:
        """(class, prediction) -> how often; the prediction is None where there was no answer."""
        with self._lock:
            labels, answers, counts = (part.tolist() for part in self._native.confusion())
        pairs = ((self._name(label), self._name(answer)) for label, answer in zip(labels, answers, strict=True))
        return dict(zip(pairs, counts, strict=True))

    def member(self, label: Label) -> Learner:
        """A copy of the learner of one class."""
        return self._learner(self._native.member(self._classes.known(label)))

    def weights(self, label: Label) -> dict[Attribute, float]:
        """Attribute -> weight of one class's member, largest first."""
        return self.member(label).weights()

    def _learner(self, native: NativeLearner) -> Learner:
        twin = self._prototype.copy()
        twin._attach(native)
        return twin

    def _name(self, place: int) -> Label:
        return None if place == NOBODY else self._classes.names[place]

    def _probabilities(self, scores: "npt.NDArray[np.float64]") -> "npt.NDArray[np.float64]":
        shares = self._native.probabilities(scores)
        if shares is None:
            needed = "probabilities=True" if self.scheme == "one-vs-rest" else "a logistic loss"
            raise ParameterError(f"{self._prototype!r} gives this no probabilities; make it with {needed}.")
        return shares

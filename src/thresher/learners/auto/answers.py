"""What Auto says and knows, whether it is one binary learner or many classes of them. Nothing here changes it."""

from collections.abc import Mapping
from threading import RLock
from typing import TYPE_CHECKING, Any, Self

from ...data.examples import as_example
from ...errors import InputError, ParameterError
from ...parameters import whole
from ...protocols import Attribute, Features, Label
from ..base import Learner
from ..classes.classes import as_class
from ..classes.found_labels import FoundLabels
from ..classes.multiclass import Multiclass
from ..lessons import Lesson, Taught

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class AutoAnswers(Learner, named=False):
    """The half that only answers. `label` names a class; among two it is the positive one where none is named."""

    _many: Multiclass | None
    _places: Mapping[Label, bool]
    _lock: RLock

    # Predicting.

    def predict_one(self, x: Features) -> Label:
        """The answer for one example: of two positive iff the score is >= 0, of many the one of the largest score."""
        if self._many is not None:
            return self._many.predict_one(x)
        return self._names[self._predict(x if type(x) is dict else as_example(x))]

    def score_one(self, x: Features, label: Label = None) -> float:
        """The logit of a class."""
        return super().score_one(x) if self._is_one(label) else self.member(label).score_one(x)

    def scores_one(self, x: Features) -> dict[Label, float]:
        """The score of each class."""
        if self._many is not None:
            return self._many.scores_one(x)
        score = super().score_one(x)
        return {self._names[0]: -score, self._names[1]: score}

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The probability of each class."""
        return super().predict_proba_one(x) if self._many is None else self._many.predict_proba_one(x)

    def top_k(self, x: Features, k: int) -> list[tuple[Label, float]]:
        """The k likeliest classes, best first, each with its probability."""
        whole("k", k, at_least=1)
        if self._many is not None:
            return self._many.top_k(x, k)
        shares = self.predict_proba_one(x)
        return sorted(shares.items(), key=lambda share: -share[1])[:k]

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The answer for each row."""
        return super().predict_many(X) if self._many is None else self._many.predict_many(X)

    def scores(self, X: Any) -> "npt.NDArray[np.float64]":
        """The score of each row; of many classes a column for each."""
        return super().scores(X) if self._many is None else self._many.scores(X)

    def predict_proba_many(self, X: Any) -> "npt.NDArray[np.float64]":
        """The probability that each row is positive; of many classes a column for each."""
        return super().predict_proba_many(X) if self._many is None else self._many.predict_proba_many(X)

    def explain_one(self, x: Features, label: Label = None) -> dict[Attribute, float]:
        """Each attribute's share of the score of a class, roughly, largest first."""
        return super().explain_one(x) if self._is_one(label) else self.member(label).explain_one(x)

    # What it knows.

    @property
    def classes(self) -> tuple[Label, ...]:
        """The labels that have come: the negative one and the positive one, then others in the order they came."""
        if self._many is not None:
            return self._many.classes
        return tuple(name for name in self._found_names() if name is not None)

    @property
    def labels(self) -> tuple[Label, ...]:
        """(negative, positive), as predictions come out; all classes if there are more."""
        return super().labels if self._many is None else self._many.classes

    @property
    def updates(self) -> int:
        """Examples by which it changed."""
        return super().updates if self._many is None else self._many.updates

    @property
    def bias(self) -> float:
        """The weight of the constant attribute."""
        self._is_one(None)
        return super().bias

    @property
    def memory(self) -> int:
        """Bytes of state, roughly."""
        return super().memory + (0 if self._many is None else self._many.memory)

    def confusion(self) -> dict[tuple[Label, Label], int]:
        """(class, prediction) -> how often."""
        if self._many is not None:
            return self._many.confusion()
        names = [said if name is None else name for said, name in zip(self._names, self._found_names(), strict=True)]
        return {(names[label], names[answer]): count for (label, answer), count in self._told().items()}

    def member(self, label: Label) -> Self:
        """The binary learner of one class, a copy: the mirror image of this one for the negative of two."""
        if self._many is not None:
            one = self._many.member(label)
            assert isinstance(one, type(self))
            return one
        positive = self._places.get(as_class(label))
        if positive is None:
            raise InputError(f"there is no class {label!r}; there are {', '.join(map(repr, self.classes))}.")
        twin = type(self)(**self.get_params() | {"labels": None})  # which asks whether it is of this class
        twin._attach(self._native.copy() if positive else self._native.mirrored())
        return twin

    def weights(self, label: Label = None) -> dict[Attribute, float]:
        """Attribute -> weight, largest first, of those whose state differs from the initial one."""
        return super().weights() if self._is_one(label) else self.member(label).weights()

    def largest(self, count: int, label: Label = None) -> dict[Attribute, float]:
        """The attributes with the largest weights, largest first."""
        return super().largest(count) if self._is_one(label) else self.member(label).largest(count)

    def weight(self, attribute: Attribute, label: Label = None) -> float:
        """One attribute's weight, known or not."""
        return super().weight(attribute) if self._is_one(label) else self.member(label).weight(attribute)

    # What only two classes can.

    def learn_block(self, *given: Any, **options: Any) -> Lesson:
        """Learns from a block that was read from a file, of two classes (see Learner)."""
        self._is_one(None)
        return super().learn_block(*given, **options)

    def teach_block(self, *given: Any, **options: Any) -> Taught:
        """Learns rows of a block of two classes, and tallies them (see Learner)."""
        self._is_one(None)
        return super().teach_block(*given, **options)

    def _is_one(self, label: Label) -> bool:
        """Whether one binary learner is asked for as it is; many classes must be asked for by name."""
        if self._many is not None and label is None:
            raise ParameterError(f"there are many classes: name one of {self.classes!r} as the label.")
        return self._many is None and label is None

    def _count(self, name: str) -> int:
        if self._many is None:
            return super()._count(name)
        if name in ("examples", "mistakes"):
            return self._many._count(name)
        return sum(self._many.member(label)._count(name) for label in self._many.classes)

    def _found_names(self) -> tuple[Label, Label]:
        """(negative, positive) as they came, None where none came."""
        return self._found().found if isinstance(self._labels, FoundLabels) else self._labels.names

    def _found(self) -> FoundLabels:
        """The labels so far; what was learned from a block of a file has no names but False and True."""
        labels = self._labels
        assert isinstance(labels, FoundLabels)
        return labels if None not in labels.found else labels.assume(self.demotions, self.promotions)

    def _told(self) -> dict[tuple[int, int], int]:
        """(label, answer) -> how often, as 0 and 1."""
        missed = int(self._native.trust()["missed"])
        alarms = self.mistakes - missed
        counts = {(0, 0): self.demotions - alarms, (0, 1): alarms, (1, 0): missed, (1, 1): self.promotions - missed}
        return {pair: count for pair, count in counts.items() if count}

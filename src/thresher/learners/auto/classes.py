"""Two classes or many: which of them, the labels tell.

One binary learner while there are two labels. The third turns it into many classes: the learner so far is the member of
the positive class, its mirror image that of the negative one, and nothing that was learned is lost.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, Self

from ...data.examples import as_example
from ...data.labels import Labels
from ...errors import InputError, ModelFileError
from ...protocols import Features, Label, Outcome
from ..base import outcomes_of
from ..classes.classes import as_class, labels_of
from ..classes.found_labels import FoundLabels
from ..classes.multiclass import Multiclass
from ..classes.weights import importance_of, importances
from .answers import AutoAnswers

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

    from ...data.matrices import Matrix
    from ...files.snapshots import Snapshot
    from ..choice import Choice

NEWCOMERS = "informed"
KIND = "thresher-auto"
"""What a file of many classes under one Auto says it is."""


class TwoOrMany(AutoAnswers, named=False):
    """A binary learner that can be mirrored, until a third label comes; many of them from then on."""

    def _begin(self, choice: "Choice", options: Mapping[str, Any]) -> None:
        super()._begin(choice, options)
        self.__dict__.update(_many=None, _lock=RLock())
        self._call(self._labels if self._renamed else FoundLabels())

    def _call(self, labels: Labels) -> None:
        """From now on labels have these names."""
        known = labels.places if isinstance(labels, FoundLabels) else {labels.names[0]: False, labels.names[1]: True}
        called = {"_places": known, "_labels": labels, "_names": labels.names, "_renamed": labels.pair is not None}
        self.__dict__.update(called, _outcomes=outcomes_of(labels.names))

    # Learning.

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Learns from one example. An importance weight multiplies the step; 0 learns nothing."""
        try:
            positive = self._places.get(y)
        except TypeError:  # no label that can be looked up is one of the two
            positive = None
        if positive is None:
            return self._meet(x, y, weight)
        try:
            return self._outcomes[self._learn(x if type(x) is dict else as_example(x), positive, weight)]
        except RuntimeError:  # handed over to many classes by another thread, a moment ago
            if not self._is_handed_over():
                raise
            return self._meet(x, y, weight)

    def _meet(self, x: Features, y: Label, weight: float) -> Outcome:
        """Learns from an example whose label is none of the two so far."""
        with self._lock:
            if self._many is not None:
                return Outcome(*self._many.learn_one(x, y, weight)[:4])
            if not isinstance(self._labels, FoundLabels):
                return super().learn_one(x, y, weight)
            label, weight, example = as_class(y), importance_of(weight), as_example(x)
            found = self._found()
            if label in found.places:
                self._call(found)
                return self.learn_one(example, label, weight)
            if not weight:
                said = self.predict_one(example)
                return Outcome(said, label, said != label, False)
            labels = found.meet(label)
            if labels is None:
                with self._handed_over() as many:
                    return Outcome(*many.learn_one(example, label, weight)[:4])
            code = self._learn(example, labels.places[label], weight)
            self._call(labels)
            return self._outcomes[code]

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> "npt.NDArray[Any]":
        """Learns from each row in turn and returns what was predicted before each label.

        The same, bit for bit, as learn_one in a loop. On bad input nothing is learned.
        """
        import numpy as np

        from ...data.matrices import as_matrix, as_weights

        matrix = as_matrix(X)
        if self._many is not None:
            return self._many.learn_many(matrix, y, weights)
        if not isinstance(self._labels, FoundLabels):
            return super().learn_many(matrix, y, weights)
        plain = type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biuf"
        signs = self._found().signs(y if plain else labels_of(y))
        if not signs.all():
            return self._meet_many(matrix, labels_of(y), weights)
        try:
            return self._learn_rows(matrix, signs, None if weights is None else as_weights(weights))
        except RuntimeError:
            if not self._is_handed_over():
                raise
            return self.learn_many(matrix, y, weights)

    def _meet_many(self, matrix: "Matrix", labels: list[Label], weights: Any) -> "npt.NDArray[Any]":
        """Learns from rows among which are labels that are new: up to the first such, and so on."""
        if len(labels) != matrix.rows:
            raise InputError(f"{matrix.rows} examples but {len(labels)} labels")
        importance = importances(labels, weights, {})
        with self._lock:
            before = self.copy()
            said: list[npt.NDArray[Any]] = []
            try:
                while sum(map(len, said)) < matrix.rows:
                    said.append(self._next_rows(matrix, labels, importance, sum(map(len, said))))
            except BaseException:
                self.become(before)
                self.scores(matrix)  # refuses it with the row's number in the whole
                raise
        return _joined(said)

    def _next_rows(
        self, matrix: "Matrix", labels: list[Label], importance: "npt.NDArray[np.float64] | None", first: int
    ) -> "npt.NDArray[Any]":
        """Learns from the rows up to the next label that is new, or from the one row that has it."""
        import numpy as np

        weight = np.ones(len(labels)) if importance is None else importance
        if self._many is not None:
            return self._many.learn_many(matrix.between(first, matrix.rows), labels[first:], weight[first:])
        signs = self._found().signs(labels[first:])
        if signs[0]:
            last = first + (int(np.argmin(np.abs(signs))) if not signs.all() else len(signs))
            return self._learn_rows(matrix.between(first, last), signs[: last - first], weight[first:last])
        row = matrix.between(first, first + 1)
        if not weight[first]:
            return self.predict_many(row)
        labels_now = self._found().meet(labels[first])
        if labels_now is None:
            with self._handed_over() as many:
                return many.learn_many(matrix.between(first, matrix.rows), labels[first:], weight[first:])
        self._call(labels_now)
        return self._learn_rows(row, labels_now.signs(labels[first : first + 1]), weight[first : first + 1])

    @contextmanager
    def _handed_over(self) -> Iterator[Multiclass]:
        """The same as many classes, which it is from then on if nothing fails.

        This learner is the positive one's, its mirror image the negative one's.
        """
        import numpy as np

        self._native.close(True)
        many = Multiclass(type(self)(**self.get_params()), newcomers=NEWCOMERS)
        for name in self._found().found:
            many._join(name)
        many._native.set_member(0, self._native.mirrored())
        many._native.set_member(1, self._native)
        pairs = np.array([(label, answer, n) for (label, answer), n in self._told().items()], dtype=np.int64).T
        many._native.restore_counts(pairs[0], pairs[1], pairs[2].astype(np.uint64), self.updates)
        try:
            yield many
        except BaseException:
            self._native.close(False)
            raise
        self.__dict__.update(_many=many, _places={})

    def _is_handed_over(self) -> bool:
        with self._lock:
            return self._many is not None

    # Copies and files.

    def copy(self) -> Self:
        """An independent learner in the same state."""
        with self._lock:
            twin = super().copy()
            twin.__dict__.update(_lock=RLock(), _many=None if self._many is None else self._many.copy())
        return twin

    def become(self, other: Self) -> None:
        """Takes on the state of another learner of the same kind."""
        if type(other) is not type(self) or other.get_params() != self.get_params():
            raise InputError(f"{self!r} can't become {other!r}: they must be of one kind.")
        twin = other.copy()
        with self._lock:
            self.__dict__.update({name: value for name, value in twin.__dict__.items() if name != "_lock"})

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same learner gives the same bytes. progress: kept beside it, for `load_with_progress`."""
        from ..classes.files import to_bytes

        with self._lock:
            return super().to_bytes(progress) if self._many is None else to_bytes(self._many, progress, KIND)

    @classmethod
    def _restore(cls, snapshot: "Snapshot", function: "Callable[..., Any] | None") -> Self:
        learner = super()._restore(snapshot, function)
        if isinstance(learner._labels, FoundLabels):
            saved = FoundLabels.saved(snapshot.labels or (None, None))
            learner._call(saved.assume(learner.demotions, learner.promotions))
        elif snapshot.labels:
            raise ModelFileError("the model file names the labels twice.")
        return learner

    @staticmethod
    def from_many(data: bytes) -> "TwoOrMany":
        """What was saved as many classes."""
        from ..classes.files import from_bytes

        many = from_bytes(data, kind=KIND)
        learner = many.learner
        if not isinstance(learner, TwoOrMany) or many.newcomers != NEWCOMERS:
            raise ModelFileError("the model file does not describe Auto.")
        learner.__dict__.update(_many=many, _places={})
        return learner


def _joined(parts: "list[npt.NDArray[Any]]") -> "npt.NDArray[Any]":
    """One array; of any objects where the parts are of different kinds."""
    import numpy as np

    if len({part.dtype.kind for part in parts}) == 1:
        return np.concatenate(parts)
    return np.concatenate([part.astype(object) for part in parts])

"""Instances that wait for their labels, and the learner that speaks about them: what every order is built on."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .._core import NativePending
from ..data.examples import Example, as_example
from ..data.labels import Labels
from ..learners import Learner
from ..protocols import Features
from ..protocols import Learner as AnyLearner
from .orders.order import Answers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SAID, PREDICTED, UPDATED, SKIPPED, MISSING = 1, 2, 4, 8, 16  # bits of what the core says of a label (late.hpp)


def labels_of(learner: AnyLearner) -> Labels:
    """The labels a learner speaks in: its own, or True and False."""
    known = getattr(learner, "_labels", None)
    return known if isinstance(known, Labels) else Labels(None)


def tells_changes(learner: AnyLearner) -> bool:
    """Whether `updated` is True wherever the learner changed or was not certain of its prediction.

    So it is for Thresher's own, but for averaged and voted ones: they answer differently after every example. Others
    have to say it, by `tells_changes = True`.
    """
    if isinstance(learner, Learner):
        return learner._choice.averaging == "none"
    return bool(getattr(learner, "tells_changes", False))


class Waiting:
    """Keeps instances sparse and compact, asks the learner about them, and teaches it their labels."""

    def __init__(self, learner: AnyLearner, store: NativePending | None = None) -> None:
        self.learner = learner
        self.store = NativePending() if store is None else store
        self.labels = labels_of(learner)

    def predict(self, x: Features) -> bool:
        """What the learner says now."""
        return bool(self.learner.predict_one(x) == self.labels.names[1])

    def put(self, number: int, x: Features) -> bool:
        """Keeps an instance and what the learner says of it."""
        if isinstance(self.learner, Learner):
            return self.store.ask_one(self.learner._native, number, as_example(x))
        said = self.predict(x)
        self.store.put(number, as_example(x), said)
        return said

    def put_many(self, first: int, X: Any) -> "npt.NDArray[np.bool_]":
        """Rows of a matrix under numbers from `first` on."""
        import numpy as np

        if isinstance(self.learner, Learner):
            from ..data.matrices import as_matrix

            return self.store.ask_many(self.learner._native, first, *as_matrix(X).parts())
        return np.array([self.put(first + i, row) for i, row in enumerate(rows(X))], dtype=np.bool_)

    def instance(self, number: int) -> dict[Any, float]:
        """An instance that waits."""
        return dict(self.store.example(number).items())

    def teach(
        self, answers: Answers, *, skip_overtaken: bool = False, last: int = 0
    ) -> tuple["npt.NDArray[np.uint8]", int]:
        """Teaches labels, in the order given, with the state of each moment; lets go of their instances.

        skip_overtaken: pass over instances not later than the last one that changed the learner (OD1), which is
        `last` and comes back. Returns the core's codes too.
        """
        import numpy as np

        if not isinstance(self.learner, Learner):
            return self._teach_stranger(answers, skip_overtaken, last)
        labels = np.where(answers.positive, 1, -1).astype(np.int8)
        codes, last = self.store.learn(
            self.learner._native, answers.numbers, labels, answers.weights, skip_overtaken, last
        )
        return codes, last

    def _teach_stranger(self, answers: Answers, skip_overtaken: bool, last: int) -> tuple["npt.NDArray[np.uint8]", int]:
        """Somebody else's model counts as changed every time, unless it says when it changes (`tells_changes`)."""
        import numpy as np

        always = not tells_changes(self.learner)
        codes = []
        for number, positive, weight in answers.each():
            if not self.store.has(number):
                codes.append(MISSING)
            elif skip_overtaken and number <= last:
                codes.append(SKIPPED | (SAID if self.store.said(number) else 0))
            else:
                said = self.store.said(number)
                label = self.labels.names[int(positive)]
                outcome = self.learner.learn_one(self.instance(number), label, weight)
                told = outcome.prediction == self.labels.names[1]
                changed = always or outcome.updated
                codes.append((SAID if said else 0) | (PREDICTED if told else 0) | (UPDATED if changed else 0))
                last = number if changed or told != positive else last
            self.store.drop(number)
        return np.array(codes, dtype=np.uint8), last

    def teach_kept(self, learner: AnyLearner, number: int, positive: bool, weight: float) -> tuple[bool, bool]:
        """Teaches a label to some learner and keeps the instance: what it predicted, and whether it changed."""
        if isinstance(learner, Learner):
            code = learner._learn(self.store.example(number), positive, weight)
            return bool(code & 1), bool(code & 2)
        outcome = learner.learn_one(self.instance(number), self.labels.names[int(positive)], weight)
        return bool(outcome.prediction == self.labels.names[1]), True

    def numbers(self) -> "npt.NDArray[np.uint64]":
        """Of the instances that wait, oldest first."""
        import numpy as np

        return np.asarray(self.store.numbers(), dtype=np.uint64)

    def arrays(self) -> dict[str, Any]:
        """For a file."""
        return {f"pending_{name}": array for name, array in self.store.snapshot().items()}

    def restore(self, arrays: dict[str, Any]) -> None:
        """From a file."""
        kept = {name.removeprefix("pending_"): array for name, array in arrays.items() if name.startswith("pending_")}
        for name, array in NativePending().snapshot().items():
            if kept[name].dtype != array.dtype or kept[name].ndim != 1:
                raise ValueError(f"the pending instances are damaged: {name} are of another kind")
        self.store.restore(kept)


def same_kind(one: Learner, other: Learner) -> bool:
    """Whether two learners were made alike."""
    return type(one) is type(other) and one.get_params() == other.get_params()


def rows(X: Any) -> Iterator[dict[Any, float]]:
    """The rows of a matrix as examples, one by one."""
    from ..data.matrices import as_matrix

    matrix = as_matrix(X)
    for begin, end in pairwise(matrix.starts.tolist()):
        columns = matrix.indices[begin:end].tolist()
        attributes = columns if matrix.names is None else [matrix.names[column] for column in columns]
        yield dict(Example((attributes, matrix.values[begin:end].tolist())).items())

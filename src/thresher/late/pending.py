"""Instances that wait for their labels, and the learner that speaks about them: what every order is built on."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .._core import NativePending
from ..data import Example, Labels, as_example
from ..learners import (
    SKIPPED,
    UNKNOWN,
    UPDATED,
    Learner,
    Telling,
    ask_each_pending,
    ask_many_pending,
    ask_one_pending,
    ask_pending,
    learn_few_pending,
    learn_pending,
)
from ..protocols import Features, Label
from .labels import NOTHING, LateLabels, Said, SaidEach
from .orders.order import Answers, FewAnswers, SomeAnswers
from .status import LabelStatus

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


_NOT_LEARNED = UNKNOWN | SKIPPED
_LEARNED = LabelStatus.LEARNED  # looking it up costs more than what follows


def tells_changes(learner: Any) -> bool:
    """Whether `updated` is True wherever the learner changed or was not certain of its prediction.

    So it is for Thresher's own, but for averaged and voted ones: they answer differently after every example. Others
    have to say it, by `tells_changes = True`.
    """
    if isinstance(learner, Learner):
        return learner.traits.tells_changes
    return bool(getattr(learner, "tells_changes", False))


def status_of(code: int) -> LabelStatus:
    """What the bits of a late label mean."""
    if code & _NOT_LEARNED:
        return LabelStatus.TOO_LATE if code & UNKNOWN else LabelStatus.SKIPPED
    return _LEARNED


class PendingInstances:
    """Keeps instances sparse and compact, asks the learner about them, and teaches it their labels."""

    def __init__(self, learner: Any, labels: LateLabels, store: NativePending | None = None) -> None:
        self.learner = learner
        self._is_native = isinstance(learner, Learner)
        self.labels = labels
        self._numbered: tuple[Labels | None, Labels | None, list[int | None]] = None, None, []
        self.store = NativePending() if store is None else store

    def predict(self, x: Features) -> Label:
        """What the learner says now."""
        return self.learner.predict_one(x)

    def put(self, number: int, x: Features) -> Said:
        """Keeps an instance; what the learner says of it."""
        if self._is_native:
            stated = ask_pending(self.learner, self.store, number, x)
            return Said(stated.label, self.labels.number_said(stated.label, self.learner), stated)
        example = as_example(x)
        said = self.labels.said(self.predict(x), self.learner)
        self.store.put(number, example, max(said.number, NOTHING))
        return said

    def put_one(
        self, number: int, x: Features, answers: FewAnswers, *, skip_overtaken: bool, last: int
    ) -> tuple[Said, list[int], int] | None:
        """A dict, or an example made ready, after labels were taught as by `teach_few`: all of it, or nothing.

        None, and nothing done, where a label is new.
        """
        named = self._named(answers) if answers else answers
        if named is None:
            return None
        learner = self.learner
        stated, codes, last = ask_one_pending(learner, self.store, number, x, named, skip_overtaken, last)
        return Said(stated[0], self.labels.number_said(stated[0], learner), stated), codes, last

    def put_each(
        self,
        first: int,
        xs: list[Any],
        answers: FewAnswers,
        telling: Telling | None,
        *,
        before: Sequence[int] = (),
        skip_overtaken: bool,
        last: int,
    ) -> tuple[SaidEach, list[int], int] | None:
        """Dicts, examples made ready, or texts, under numbers from `first` on, after labels were taught as by
        `teach_few`, so many `before` each: all of it, or nothing.

        An instance that is refused is refused before anything is taught. None, and nothing done, where a label is new,
        or a text has another form than a log's.
        """
        learner, number_said = self.learner, self.labels.number_said
        named = self._named(answers) if answers else answers
        if named is None:
            return None
        found = ask_each_pending(
            learner, self.store, first, xs, named, telling, before=before, skip_overtaken=skip_overtaken, last=last
        )
        if found is None:
            return None
        stated, codes, last = found
        numbers = {label: number_said(label, learner) for label in set(stated.labels)}
        return SaidEach([numbers[label] for label in stated.labels], stated), codes, last

    def _named(self, answers: FewAnswers) -> list[tuple[int, int, float]] | None:
        """Answers by the learner's own numbers of their labels; None where one of them is new to it."""
        numbers, named = self._their_numbers(), []
        for of, label, weight in answers:
            known = numbers[label]
            if known is None:
                return None
            named.append((of, known, weight))
        return named

    def _their_numbers(self) -> list[int | None]:
        """Of each of our labels the learner's own number; None of those that are new to it."""
        theirs, ours = self.learner.known_labels, self.labels.known
        if self._numbered[0] is not theirs or self._numbered[1] is not ours:
            is_told = None not in theirs.came  # else it may have to be told of both labels first
            came = [name if came is None else came for name, came in zip(ours.names, ours.came, strict=True)]
            self._numbered = theirs, ours, [theirs.numbers.get(label) if is_told else None for label in came]
        return self._numbered[2]

    def put_many(self, first: int, X: Any) -> list[Said]:
        """Rows of a matrix under numbers from `first` on."""
        if self._is_native:
            answers = ask_many_pending(self.learner, self.store, first, X)
            said = {answer: self.labels.said(answer, self.learner) for answer in set(answers)}
            return [said[answer] for answer in answers]
        return [self.put(first + i, row) for i, row in enumerate(rows(X))]

    def instance(self, number: int) -> dict[Any, float]:
        """An instance that waits."""
        return dict(self.store.example(number).items())

    def teach(
        self, answers: Answers, *, skip_overtaken: bool = False, last: int = 0
    ) -> tuple["npt.NDArray[np.uint8]", int]:
        """Teaches labels, in the order given, with the state of each moment; lets go of their instances.

        skip_overtaken: pass over instances not later than the last one that changed the learner (OD1), which is
        `last` and comes back. Returns what became of each too, bit by bit.
        """
        if not self._is_native:
            import numpy as np

            codes, last = self._teach_other(answers, skip_overtaken, last)
            return np.array(codes, dtype=np.uint8), last
        self.labels.prepare(self.learner)
        names = [self.labels.written(label) for label in answers.labels.tolist()]
        return learn_pending(
            self.learner, self.store, answers.numbers, names, answers.weights, skip_overtaken=skip_overtaken, last=last
        )

    def teach_few(self, answers: FewAnswers, *, skip_overtaken: bool = False, last: int = 0) -> tuple[list[int], int]:
        """The same, one by one: with the same results, bit for bit."""
        if not self._is_native:
            return self._teach_other(answers, skip_overtaken, last)
        learner, written = self.learner, self.labels.written
        if None in learner.known_labels.came:
            self.labels.prepare(learner)
        named = [(number, written(label), weight) for number, label, weight in answers]
        return learn_few_pending(learner, self.store, named, skip_overtaken=skip_overtaken, last=last)

    def teach_some(self, answers: SomeAnswers) -> list[int]:
        """Few or many."""
        if isinstance(answers, FewAnswers):
            return self.teach_few(answers)[0]
        codes: list[int] = self.teach(answers)[0].tolist()
        return codes

    def _teach_other(self, answers: SomeAnswers, skip_overtaken: bool, last: int) -> tuple[list[int], int]:
        """Somebody else's model counts as changed every time, unless it says when it changes (`tells_changes`)."""
        always = not tells_changes(self.learner)
        codes = []
        for number, label, weight in answers.each():
            if not self.store.has(number):
                codes.append(UNKNOWN)
            elif skip_overtaken and number <= last:
                codes.append(SKIPPED)
            else:
                outcome = self.learner.learn_one(self.instance(number), self.labels.written(label), weight)
                changed = always or outcome.updated
                codes.append(UPDATED if changed else 0)
                last = number if changed or outcome.mistake else last
            self.store.drop(number)
        return codes, last

    def teach_kept(self, learner: Any, number: int, label: int, weight: float) -> tuple[bool, bool]:
        """Teaches a label to some learner and keeps the instance: whether it was wrong, and whether it changed."""
        own = isinstance(learner, Learner)
        self.labels.prepare(learner)
        x = self.store.example(number) if own else self.instance(number)
        outcome = learner.learn_one(x, self.labels.written(label), weight)
        return bool(outcome.mistake), bool(outcome.updated) or not own

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
            if name == "said" and kept[name].dtype == "uint8":  # as 0.1.0 wrote it: 1 is positive
                kept[name] = kept[name].astype(array.dtype)
            if kept[name].dtype != array.dtype or kept[name].ndim != 1:
                raise ValueError(f"the pending instances are damaged: {name} are of another kind")
        self.store.restore(kept)


def rows(X: Any) -> Iterator[dict[Any, float]]:
    """The rows of a matrix as examples, one by one."""
    from ..data import as_matrix

    matrix = as_matrix(X)
    for begin, end in pairwise(matrix.starts.tolist()):
        columns = matrix.indices[begin:end].tolist()
        attributes = columns if matrix.names is None else [matrix.names[column] for column in columns]
        yield dict(Example((attributes, matrix.values[begin:end].tolist())).items())

"""What an order for late labels is: a value that says which, and a keeper that does it around one learner."""

from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeAlias

from ...protocols import Features, Label
from ...protocols import Learner as AnyLearner
from ..labels import LateLabels, Said
from ..status import LabelStatus

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Answers(NamedTuple):
    """Labels that have come, in the order of their instances, which are numbered from 1; each at most once."""

    numbers: "npt.NDArray[np.uint64]"
    labels: "npt.NDArray[np.int32]"  # by their numbers
    weights: "npt.NDArray[np.float64]"

    def __len__(self) -> int:
        return len(self.numbers)

    def each(self) -> Iterator[tuple[int, int, float]]:
        """(number, label, weight), one by one."""
        return zip(self.numbers.tolist(), self.labels.tolist(), self.weights.tolist(), strict=True)

    def fit(self, labels: Container[int]) -> bool:
        """Whether numbers grow, each label is one of these and each weight is one; a file may say anything."""
        last = 0
        for number, label, weight in self.each():
            if not (last < number and label in labels and 0.0 <= weight <= 1e100):
                return False
            last = number
        return True

    @classmethod
    def of(cls, found: Mapping[int, tuple[int, float]]) -> Self:
        """Labels and weights by number, in the order given."""
        import numpy as np

        return cls(
            np.array(list(found), dtype=np.uint64),
            np.array([label for label, _ in found.values()], dtype=np.int32),
            np.array([weight for _, weight in found.values()], dtype=np.float64),
        )


class FewAnswers(list[tuple[int, int, float]]):
    """The same of a few labels, (number, label, weight) each: arrays would cost more than learning them."""

    def each(self) -> Iterator[tuple[int, int, float]]:
        """(number, label, weight), one by one."""
        return iter(self)


class Settled(NamedTuple):
    """Answers that were dealt with, and how."""

    numbers: "npt.NDArray[np.uint64]"
    statuses: "npt.NDArray[np.uint8]"  # of `LabelStatus`

    def each(self) -> Iterator[tuple[int, LabelStatus]]:
        """(number, status), one by one."""
        return zip(self.numbers.tolist(), map(LabelStatus, self.statuses.tolist()), strict=True)

    @classmethod
    def of(cls, found: Mapping[int, LabelStatus]) -> Self:
        """From a number to what became of its label."""
        import numpy as np

        return cls(np.array(list(found), dtype=np.uint64), np.array(list(found.values()), dtype=np.uint8))


class FewSettled(dict[int, LabelStatus]):
    """The same of a few."""

    def each(self) -> Iterator[tuple[int, LabelStatus]]:
        """(number, status), one by one."""
        return iter(self.items())


NONE_SETTLED = FewSettled()

FEW = 16
"""So many labels are dealt with one by one; more of them in arrays. Nothing depends on it but the time it takes."""

DIRECT = 4096
"""So many labels are learned by the core one by one on the way to a question; more of them before it. As above."""

SomeAnswers: TypeAlias = Answers | FewAnswers
SomeSettled: TypeAlias = Settled | FewSettled


def answers_of(found: Mapping[int, tuple[int, float]]) -> SomeAnswers:
    """Labels and weights by number, in the order given."""
    if len(found) > FEW:
        return Answers.of(found)
    return FewAnswers((number, label, weight) for number, (label, weight) in found.items())


def settled_of(found: Mapping[int, LabelStatus]) -> SomeSettled:
    """From a number to what became of its label."""
    return Settled.of(found) if len(found) > FEW else FewSettled(found)


class Keeper(Protocol):
    """One order around one learner: keeps the instances that wait, and decides when which label is learned.

    Instances come with growing numbers. `learn` gets the answers that came since the last question, in the order of
    their instances, each instance at most once; it is called before every question, also without answers.

    A keeper may also have `retract(number) -> bool`, which takes a label back if it still can; and `corrects = True`
    with `fixed(number) -> bool`: then another label may come for one that was learned, unless its instance is fixed.
    With `is_direct = True` nothing happens in `learn` without answers, `ask` gives a dict to the learner as it is, and
    `ask_one(number, x, answers)` is both in one go for few answers: (said, settled), all or nothing, or None where it
    can't be done. `ask_each(first, xs, answers, telling, before)` is the same of several questions. An x may be a text
    in the form of a log there; `telling` says how a service tells the answers, or is None; `before` how many answers
    are learned before each question: all of them before the first where it is empty.
    """

    @property
    def learner(self) -> Any:
        """The learner whose counts are shown."""
        ...

    @property
    def asked_learner(self) -> Any:
        """The learner that answered the last question."""
        ...

    @property
    def next_learner(self) -> Any:
        """The learner that would answer a question now."""
        ...

    def predict(self, x: Features) -> Label:
        """What would be said of x now. Changes nothing."""
        ...

    def ask(self, number: int, x: Features) -> Said:
        """Keeps an instance and says what it is."""
        ...

    def ask_many(self, first: int, X: Any) -> list[Said]:
        """Rows of a matrix, one after the other, with nothing learned between them."""
        ...

    def learn(self, answers: SomeAnswers) -> SomeSettled:
        """Deals with answers; those that must wait longer come back from a later call."""
        ...

    def drop(self, number: int) -> None:
        """Gives an instance up: its label will not be learned."""
        ...

    def pending(self) -> "npt.NDArray[np.uint64]":
        """The numbers of the instances that are kept, oldest first."""
        ...

    @property
    def bytes(self) -> int:
        """Memory for what is kept."""
        ...

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What goes into a file beside the learner: plain values; and arrays, and copies of the learner."""
        ...

    def resume(self, plain: dict[str, Any], arrays: dict[str, Any], *, newest: int) -> None:
        """Takes on what `state` gave, if it fits: a file may say anything.

        newest: the number of the last question.
        """
        ...


class Order(Protocol):
    """Which order: `Immediate()`, `OD1()`, `OD3(horizon=1000)`, ..."""

    def keeper(self, learner: AnyLearner, labels: LateLabels) -> Keeper:
        """Makes it work around a learner."""
        ...

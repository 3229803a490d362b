"""The order that undoes lateness: whatever comes when, the state is that of the instances in their order."""

from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....files import load_bytes
from ....learners import Learner
from ....parameters import whole
from ....protocols import Features, Label
from ....protocols import Learner as AnyLearner
from ...labels import LateLabels, Said
from ...pending import PendingInstances
from ...status import LabelStatus
from ..order import SomeAnswers, SomeSettled, settled_of
from .checkpoints import Checkpoints
from .log import COUNTED, JOINED, LABELLED, UPDATED, WRONG, Log

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Replay:
    """Learns again what a late label comes before: the state is always that of the known labels in instance order.

    A label can be corrected, and taken back (`Delayed.retract`), after it was learned. A label that changes nothing at
    its place is cheap; one that changes the learner costs the labels after it once more, and a few copies of the
    learner. No bound is known for the predictions made before a label came; the state, once all labels are in, is the
    learner's own.

    Attributes
    ----------
    horizon : int | None
        Older instances are fixed: their labels come too late, and stay. Default None: never, and every instance
        is kept.
    every : int
        A copy of the learner about so many instances ago, further ones at growing distances. Default 256.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> from thresher.late import Delayed
    >>> late, stream = Delayed(Perceptron(), Replay()), [({"a": 1}, False), ({"b": 1}, True), ({"a": 1}, True)]
    >>> tickets = [late.ask(x).ticket for x, _ in stream]
    >>> for ticket, (_, y) in reversed(list(zip(tickets, stream))):
    ...     late.label(ticket, y), late.apply()
    (<LabelStatus.WAITING: 1>, None)
    (<LabelStatus.WAITING: 1>, None)
    (<LabelStatus.WAITING: 1>, None)
    >>> learner = Perceptron()
    >>> outcomes = [learner.learn_one(x, y) for x, y in stream]
    >>> late.learner == learner
    True
    """

    horizon: int | None = None
    every: int = 256

    def __post_init__(self) -> None:
        whole("every", self.every, at_least=1)
        if self.horizon is not None:
            whole("horizon", self.horizon, at_least=1)

    def keeper(self, learner: AnyLearner, labels: LateLabels) -> "ReplayKeeper":
        return ReplayKeeper(learner, labels, self)


class ReplayKeeper:
    """The log of labels, the states to start from, and the state now."""

    corrects = True

    def __init__(self, learner: AnyLearner, labels: LateLabels, order: Replay) -> None:
        self._order = order
        self._waiting = PendingInstances(learner, labels)
        self._quiet = isinstance(learner, Learner) and learner.traits.quiet
        self._log = Log()
        self._states = Checkpoints(deepcopy(learner), order.every)
        self._taken_back: set[int] = set()
        self.replayed = 0  # labels that were learned once more, so far

    @property
    def learner(self) -> Any:
        return self._waiting.learner

    @property
    def asked_learner(self) -> Any:
        return self.learner

    @property
    def next_learner(self) -> Any:
        return self.learner

    def predict(self, x: Features) -> Label:
        return self._waiting.predict(x)

    def ask(self, number: int, x: Features) -> Said:
        said = self._waiting.put(number, x)
        self._log.extend(number)
        return said

    def ask_many(self, first: int, X: Any) -> list[Said]:
        said = self._waiting.put_many(first, X)
        self._log.extend(first + len(said) - 1)
        return said

    def fixed(self, number: int) -> bool:
        """Whether it is past the horizon, and stays as it is."""
        return self._order.horizon is not None and number < self._log.newest + 1 - self._order.horizon

    def retract(self, number: int) -> bool:
        """Takes a label back, before the next question."""
        if self.fixed(number) or number > self._log.newest or not self._log[number] & LABELLED:
            return False
        self._taken_back.add(number)
        return True

    # Learning.

    def learn(self, answers: SomeAnswers) -> SomeSettled:
        done: dict[int, LabelStatus] = {}
        changes: dict[int, tuple[int, float] | None] = dict.fromkeys(self._taken_back)
        for number, label, weight in answers.each():
            if self.fixed(number) or not self._waiting.store.has(number):
                done[number] = LabelStatus.TOO_LATE
                continue
            if number in changes or not self._log[number] & LABELLED:
                done[number] = LabelStatus.LEARNED  # a correction was settled when it came
            changes[number] = label, weight
        self._taken_back = set()
        if changes:
            self._change(dict(sorted(changes.items())))
        self._fix()
        return settled_of(done)

    def _change(self, changes: dict[int, tuple[int, float] | None]) -> None:
        """Labels that are new, other ones, or gone (None), in the order of their instances."""
        if min(changes) > self._log.last:  # the common case: nothing comes after them
            self._states.cut(min(changes))  # a label may have been there and been taken back
            for number, change in changes.items():
                if change is not None:
                    self._learn(self.learner, number, *change)
            return
        place, learner = self._states.before(min(changes))
        changed = False
        for number, change in changes.items():
            if not changed:
                self._catch_up(learner, place, number - 1)
                place, changed = number, self._replace(learner, number, change)
                if changed:
                    self._states.cut(number)
            else:
                self._learn_again(learner, place, number - 1)
                place = number
                self._replace(learner, number, change)
        if changed:
            self._learn_again(learner, place, self._log.newest)
            self._waiting.learner = learner
        if self._quiet:
            self._count()

    def _catch_up(self, learner: Any, after: int, to: int) -> None:
        """The state of the past after the label of `to`: a quiet learner needs only updates and new labels again."""
        numbers = self._log.numbers(UPDATED | JOINED if self._quiet else LABELLED, after, to)
        for number in numbers.tolist():
            self._waiting.teach_kept(learner, number, *self._log.label(number))
            self._states.offer(number, learner, self._log.newest)
        self.replayed += len(numbers)

    def _learn_again(self, learner: Any, after: int, to: int) -> None:
        """What comes after a change: the same labels, but they may do something else now."""
        numbers = self._log.numbers(LABELLED, after, to)
        for number in numbers.tolist():
            self._learn(learner, number, *self._log.label(number))
        self.replayed += len(numbers)

    def _replace(self, learner: Any, number: int, change: tuple[int, float] | None) -> bool:
        """The label of one instance, at its place: whether what follows may be different."""
        before, order = self._log[number], self._joining_order()
        did = 0
        if change is None:
            self._log.erase(number)
        else:
            did = self._learn(learner, number, *change)
        if (before | did) & UPDATED or not self._quiet:
            return True
        return bool((before | did) & JOINED) and not self._joins_alike(order)

    def _joining_order(self) -> list[tuple[int, int]]:
        """Of a quiet learner of two labels: (first number, label) of those that are not fixed yet, in order."""
        names = self._waiting.labels
        if not self._quiet or not names.known.are_two:
            return []
        known = self._states.base.label_numbers
        new = [label for label in names.possible() if names.written(label) not in known]
        return sorted((first, label) for label in new if (first := self._log.first_of(label)))

    def _joins_alike(self, before: list[tuple[int, int]]) -> bool:
        """Whether the labels join in the same order as before, if at other numbers: then that alone is noted."""
        after = self._joining_order()
        if [label for _, label in after] != [label for _, label in before] or not after:
            return False
        if after != before:  # copies of the learner from between know another label than they should
            self._states.cut(min(after[0][0], before[0][0]))
        for number, _ in before:
            self._log.mark(number, JOINED, on=False)
        for number, _ in after:
            self._log.mark(number, JOINED, on=True)
        return True

    def _learn(self, learner: Any, number: int, label: int, weight: float) -> int:
        known = len(learner.label_numbers) if self._quiet else 0
        wrong, updated = self._waiting.teach_kept(learner, number, label, weight)
        counted = weight != 0.0
        did = (COUNTED if counted else 0) | (WRONG if counted and wrong else 0)
        did |= UPDATED if updated else 0
        did |= JOINED if self._quiet and len(learner.label_numbers) > known else 0
        self._log.write(number, label, weight, did)
        self._states.offer(number, learner, self._log.newest)
        return did

    def _count(self) -> None:
        """Right answers were passed over, and wrong ones may have been: their counts."""
        base = self._states.base
        examples, mistakes = base.examples + self._log.count(COUNTED), base.mistakes + self._log.count(WRONG)
        self.learner.set_counts(examples, mistakes)

    def _fix(self) -> None:
        """Learns for good what is past the horizon, many at a time."""
        if self._order.horizon is None:
            return
        limit = self._log.newest - self._order.horizon
        if limit - self._log.base < self._order.every:
            return
        first = self._log.base + 1
        fixed = self._log.fix(limit)
        base = self._states.base
        PendingInstances(base, self._waiting.labels, self._waiting.store).teach(fixed)
        for number in range(first, limit + 1):
            self._waiting.store.drop(number)
        self._states.begin(limit, base)

    def drop(self, number: int) -> None:
        if number <= self._log.base or number in self._taken_back or not self._log[number] & LABELLED:
            self._waiting.store.drop(number)

    # What is kept.

    def pending(self) -> "npt.NDArray[np.uint64]":
        return self._waiting.numbers()

    @property
    def bytes(self) -> int:
        return self._waiting.store.bytes + len(self._log.bytes)

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        import numpy as np

        own = {
            "base": self._states.base,
            "taken_back": np.array(sorted(self._taken_back), dtype=np.uint64),
        }
        return {"base": self._log.base}, own | self._log.arrays() | self._waiting.arrays()

    def resume(self, plain: dict[str, Any], arrays: dict[str, Any], *, newest: int) -> None:
        base, labels = load_bytes(arrays["base"].tobytes()), self._waiting.labels
        self._log.restore(whole("base", plain["base"], at_most=newest), arrays)
        self._waiting.restore(arrays)
        self._states = Checkpoints(base, self._order.every)
        self._states.begin(self._log.base, base)
        self._taken_back = set(arrays["taken_back"].tolist())
        labelled = set(self._log.numbers(LABELLED, self._log.base).tolist())
        known = labelled - self._taken_back <= set(self.pending().tolist()) and self._taken_back <= labelled
        fits = known and self._log.newest == newest and self._log.fits(labels.possible())
        past = 0 if self._order.horizon is None else max(0, newest - self._order.horizon)
        fits = fits and self._log.base <= past  # what is fixed is past the horizon
        if not fits or not self.learner.is_like(base) or not labels.covers(base):
            raise ValueError("labels and instances do not fit together")

"""Late labels: the orders of updating and the transformations of section D, as their paper states them.

D1. The label of instance a comes right before trial b; its delay is b - a >= 1, and math.inf if it never comes.
For t = 1, 2, ...: (1) the labels that come before trial t are delivered, and may be learned; (2) x_t is predicted.

A basic learner B is (s0, Pred, Update): `start`, `predict` and `update`. A state is a value, never changed in place. A
prediction is a distribution: a mapping from label to probability, where a label left out has probability 0.
"""

import heapq
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, inf
from typing import Generic, TypeAlias, TypeVar

State = TypeVar("State")
Instance = TypeVar("Instance")
Label: TypeAlias = int | str
Distribution: TypeAlias = Mapping[Label, float]
Arrived: TypeAlias = Sequence[tuple[int, Label]]  # (a, y): the number of an instance, and its label


class Basic(ABC, Generic[State, Instance]):
    """B, an ordinary on-line learner (Fig. 1)."""

    start: State  # s0

    @abstractmethod
    def predict(self, state: State, x: Instance) -> Distribution:
        """Pred(s, x). A deterministic learner gives one label probability 1."""

    @abstractmethod
    def update(self, state: State, x: Instance, y: Label, predicted: Distribution) -> tuple[State, bool]:
        """Update(s, x, y, yhat): the next state, and whether it differs."""


class Delayed(ABC, Generic[Instance]):
    """A learner in the loop of D1: before each trial it gets the labels that came, which may be none."""

    @abstractmethod
    def labels(self, arrived: Arrived) -> None:
        """The labels that come right before the next trial."""

    @abstractmethod
    def trial(self, x: Instance) -> Distribution:
        """The next instance arrives and is predicted."""


def run(learner: Delayed[Instance], stream: Iterable[tuple[Instance, Label, float]]) -> list[Distribution]:
    """The loop of D1 over (instance, label, delay): what was predicted. After the last trial the other labels come."""
    due: dict[float, list[tuple[int, Label]]] = {}
    predictions = []
    for t, (x, y, delay) in enumerate(stream, 1):
        learner.labels(due.pop(t, []))
        predictions.append(learner.trial(x))
        due.setdefault(t + delay, []).append((t, y))
    for rest in sorted(due):
        if rest < inf:
            learner.labels(due[rest])
    return predictions


def expected_mistakes(predictions: Iterable[Distribution], labels: Iterable[Label]) -> float:
    """The sum of the probabilities of a wrong label; for deterministic predictions the mistakes."""
    return fsum(1 - predicted.get(y, 0.0) for predicted, y in zip(predictions, labels, strict=True))


class MD(Basic[State, Instance]):
    """MD-B (D5): B, which skips the update when the prediction was correct."""

    def __init__(self, basic: Basic[State, Instance]) -> None:
        self.basic = basic
        self.start = basic.start

    def predict(self, state: State, x: Instance) -> Distribution:
        return self.basic.predict(state, x)

    def update(self, state: State, x: Instance, y: Label, predicted: Distribution) -> tuple[State, bool]:
        return (state, False) if predicted.get(y, 0.0) == 1 else self.basic.update(state, x, y, predicted)


class DR(Basic[State, Instance]):
    """DR-B (D5): predicts the label that B finds most probable; the largest of several. Its states are B's."""

    def __init__(self, basic: Basic[State, Instance]) -> None:
        self.basic = basic
        self.start = basic.start

    def predict(self, state: State, x: Instance) -> Distribution:
        predicted = self.basic.predict(state, x)
        return {max(predicted, key=lambda label: (predicted[label], label)): 1.0}

    def update(self, state: State, x: Instance, y: Label, predicted: Distribution) -> tuple[State, bool]:
        return self.basic.update(state, x, y, self.basic.predict(state, x))


class OnLine(Delayed[Instance], Generic[State, Instance]):
    """What every order around one copy of B shares: the trial number, the store of instances, the state."""

    def __init__(self, basic: Basic[State, Instance]) -> None:
        self.basic = basic
        self.state = basic.start
        self.t = 0
        self.store: dict[int, Instance] = {}

    def trial(self, x: Instance) -> Distribution:
        self.t += 1
        self.store[self.t] = x
        return self.basic.predict(self.state, x)

    def _update(self, a: int, y: Label) -> bool:
        """One update with instance a, predicted again: whether it changed B or its prediction was not certain."""
        x = self.store.pop(a)
        predicted = self.basic.predict(self.state, x)
        self.state, changed = self.basic.update(self.state, x, y, predicted)
        return changed or predicted.get(y, 0.0) != 1


class OD1(OnLine[State, Instance]):
    """OD1-B (D2), for an adversary: updates in the order of the instances; what comes after a later one is dropped.

    last: the instance of the latest update that changed B, or whose prediction was not certain.
    changes: how often `last` moved.
    """

    def __init__(self, basic: Basic[State, Instance]) -> None:
        super().__init__(basic)
        self.last = 0
        self.changes = 0

    def labels(self, arrived: Arrived) -> None:
        for a, y in sorted((a, y) for a, y in arrived if a > self.last):
            if self._update(a, y):
                self.last = a
                self.changes += 1
        self.store = {a: x for a, x in self.store.items() if a > self.last}


class OD3(OnLine[State, Instance]):
    """OD3-B(k') (D7), for a distribution: every instance in its order, one update a trial, none awaited longer than k'.

    Parameters
    ----------
    basic : Basic[State, Instance]
        The learner.
    horizon : float
        How long a label is waited for: k'.
    coin : sequence of Label, default ()
        Labels; where given, a hypothesis used again predicts each of them with equal probability (D8).
    """

    def __init__(self, basic: Basic[State, Instance], horizon: float, coin: Sequence[Label] = ()) -> None:
        super().__init__(basic)
        self.horizon = horizon
        self.coin = coin
        self.current = 1  # the next instance to learn; the paper prints 0, which stalls until trial k' + 1
        self.heap: list[tuple[int, Label]] = []
        self.skipped = 0
        self.idle = 0  # trials without an update
        self._updated = False

    def labels(self, arrived: Arrived) -> None:
        if self.t + 1 - self.current == self.horizon + 1:
            self.store.pop(self.current, None)
            self.current += 1
            self.skipped += 1
        for a, y in arrived:
            if a >= self.current:
                heapq.heappush(self.heap, (a, y))
        self._updated = bool(self.heap) and self.heap[0][0] == self.current
        if self._updated:
            self._update(*heapq.heappop(self.heap))
            self.current += 1

    def trial(self, x: Instance) -> Distribution:
        predicted = super().trial(x)
        self.idle += not self._updated
        repeated = self.t > 1 and not self._updated
        return dict.fromkeys(self.coin, 1 / len(self.coin)) if repeated and self.coin else predicted


class Immediate(OnLine[State, Instance]):
    """D6a: an update whenever a label comes, from the state of that moment; of several, the oldest instance first."""

    def labels(self, arrived: Arrived) -> None:
        for a, y in sorted(arrived):
            self._update(a, y)


class Copies(Delayed[Instance], Generic[State, Instance]):
    """D6b: as many copies of B as needed; an instance goes to the first copy that awaits no label, and waits there."""

    def __init__(self, basic: Basic[State, Instance]) -> None:
        self.basic = basic
        self.states: list[State] = []
        self.t = 0
        self.waiting: dict[int, tuple[int, Instance]] = {}  # a -> its copy, x_a

    def labels(self, arrived: Arrived) -> None:
        for a, y in arrived:
            copy, x = self.waiting.pop(a)
            predicted = self.basic.predict(self.states[copy], x)
            self.states[copy], _ = self.basic.update(self.states[copy], x, y, predicted)

    def trial(self, x: Instance) -> Distribution:
        self.t += 1
        busy = {copy for copy, _ in self.waiting.values()}
        copy = next(i for i in range(len(self.states) + 1) if i not in busy)
        if copy == len(self.states):
            self.states.append(self.basic.start)
        self.waiting[self.t] = copy, x
        return self.basic.predict(self.states[copy], x)


class DO(Delayed[Instance]):
    """DO-C(k) (D6): an ordinary learner (all delays 1) made of a delayed one, which sees every instance k times.

    Copy j of trial t is C's trial (t - 1)k + j and gets its label right before C's trial tk + j: delay k.
    The prediction is the mean of the k predictions.
    """

    def __init__(self, delayed: Delayed[Instance], k: int) -> None:
        self.delayed = delayed
        self.k = k
        self.arrived: Arrived = []

    def labels(self, arrived: Arrived) -> None:
        self.arrived = arrived

    def trial(self, x: Instance) -> Distribution:
        predictions = []
        for j in range(1, self.k + 1):
            self.delayed.labels([((t - 1) * self.k + j, y) for t, y in self.arrived])
            predictions.append(self.delayed.trial(x))
        labels = {label for predicted in predictions for label in predicted}
        return {label: fsum(p.get(label, 0.0) for p in predictions) / self.k for label in labels}

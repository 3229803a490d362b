"""One learner for each label that is out (D6b)."""

import heapq
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..._core import NativePending
from ...files import load_bytes
from ...parameters import whole
from ...protocols import Features, Label
from ...protocols import Learner as AnyLearner
from ..labels import LateLabels, Said
from ..pending import PendingInstances, rows, status_of
from ..status import LabelStatus
from .order import SomeAnswers, SomeSettled, answers_of, settled_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Copies:
    """Several copies of the learner (D6b): an instance goes to the first that awaits no label, which then waits for it.

    Bound, with at most G instances outstanding at once, G < k: (G + 1) times that of one copy on a stream as many times
    shorter. Optimal against an adversary, poor on ordinary streams, where every copy learns the same anew.

    `Delayed.learner` is the first copy, with its own counts; `Delayed.keeper.copies` are all of them.

    Attributes
    ----------
    k : int
        At most so many copies; they are made when they are needed. When all of them wait, the instance goes to
        the one that awaits fewest labels, the first of several, and the bound holds no more.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> from thresher.late import Delayed
    >>> late = Delayed(Perceptron(), Copies(k=10))
    >>> late.ask({"a": 1}).number, late.ask({"a": 1}).number, len(late.keeper.copies)
    (1, 2, 2)
    """

    k: int

    def __post_init__(self) -> None:
        whole("k", self.k, at_least=1)

    def keeper(self, learner: AnyLearner, labels: LateLabels) -> "CopiesKeeper":
        return CopiesKeeper(learner, labels, self.k)


class CopiesKeeper:
    """Who awaits which label."""

    def __init__(self, learner: AnyLearner, labels: LateLabels, most: int) -> None:
        self._most = most
        self._labels = labels
        self._last = 0  # who was asked last
        self._start = deepcopy(learner)
        self._store = NativePending()
        self._holders = [PendingInstances(learner, labels, self._store)]
        self._out = [0]  # labels that each awaits
        self._idle = [0]  # a heap of those that await none
        self._whose: dict[int, int] = {}

    @property
    def learner(self) -> Any:
        return self._holders[0].learner

    @property
    def copies(self) -> list[Any]:
        """The learners, the first one too."""
        return [holder.learner for holder in self._holders]

    @property
    def asked_learner(self) -> Any:
        return self._holders[self._last].learner

    @property
    def next_learner(self) -> Any:
        free = self._idle[0] if self._idle else self._next()
        return self._holders[free].learner if free < len(self._holders) else self._start

    def predict(self, x: Features) -> Label:
        return self.next_learner.predict_one(x)

    def ask(self, number: int, x: Features) -> Said:
        chosen = self._last = self._choose()
        said = self._holders[chosen].put(number, x)
        self._give(number, chosen)
        return said

    def ask_many(self, first: int, X: Any) -> list[Said]:
        return [self.ask(first + i, row) for i, row in enumerate(rows(X))]

    def _next(self) -> int:
        """While nobody is idle: a new copy, or the one that awaits fewest."""
        if len(self._holders) < self._most:
            return len(self._holders)
        return min(range(self._most), key=self._out.__getitem__)

    def _choose(self) -> int:
        chosen = self._idle[0] if self._idle else self._next()
        if chosen == len(self._holders):
            self._holders.append(PendingInstances(deepcopy(self._start), self._labels, self._store))
            self._out.append(0)
            heapq.heappush(self._idle, chosen)
        return chosen

    def _give(self, number: int, chosen: int) -> None:
        if self._out[chosen] == 0:
            heapq.heappop(self._idle)
        self._out[chosen] += 1
        self._whose[number] = chosen

    def _take(self, number: int) -> int:
        chosen = self._whose.pop(number)
        self._out[chosen] -= 1
        if self._out[chosen] == 0:
            heapq.heappush(self._idle, chosen)
        return chosen

    def learn(self, answers: SomeAnswers) -> SomeSettled:
        done: dict[int, LabelStatus] = {}
        shares: dict[int, dict[int, tuple[int, float]]] = {}
        for number, label, weight in answers.each():
            if number in self._whose:
                shares.setdefault(self._take(number), {})[number] = label, weight
            else:
                done[number] = LabelStatus.TOO_LATE
        for chosen, share in shares.items():
            codes = self._holders[chosen].teach_some(answers_of(share))
            done.update(zip(share, map(status_of, codes), strict=True))
        return settled_of(dict(sorted(done.items())))

    def drop(self, number: int) -> None:
        if number in self._whose:
            self._take(number)
            self._store.drop(number)

    def pending(self) -> "npt.NDArray[np.uint64]":
        return self._holders[0].numbers()

    @property
    def bytes(self) -> int:
        return self._store.bytes

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        import numpy as np

        numbers = self.pending().tolist()
        whose = np.array([self._whose[number] for number in numbers], dtype=np.uint64)
        learners = {f"copy_{place}": one for place, one in enumerate([self._start, *self.copies[1:]])}
        return {"copies": len(self._holders)}, {"whose": whose, **learners, **self._holders[0].arrays()}

    def resume(self, plain: dict[str, Any], arrays: dict[str, Any], *, newest: int) -> None:
        count = whole("copies", plain["copies"], at_least=1, at_most=self._most)
        loaded = [load_bytes(arrays[f"copy_{place}"].tobytes()) for place in range(count)]
        if any(not self.learner.is_like(one) or not self._labels.covers(one) for one in loaded):
            raise ValueError("the copies are not those of one learner")
        self._start = loaded[0]
        self._holders[0].restore(arrays)
        later = (PendingInstances(learner, self._labels, self._store) for learner in loaded[1:])
        self._holders = [self._holders[0], *later]
        self._out, self._whose = [0] * count, {}
        for number, chosen in zip(self.pending().tolist(), arrays["whose"].tolist(), strict=True):
            self._whose[number] = whole("whose", chosen, at_most=count - 1)
            self._out[chosen] += 1
        self._idle = [chosen for chosen in range(count) if not self._out[chosen]]

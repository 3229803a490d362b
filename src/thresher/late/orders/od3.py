"""The order for instances from a distribution: OD3 (D7), with its coin (D8)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..._core import coin as toss
from ...parameters import one_of, whole
from ...protocols import Features, Label
from ...protocols import Learner as AnyLearner
from ..labels import LateLabels, Said
from ..pending import PendingInstances
from ..status import LabelStatus
from .order import Answers, FewAnswers, SomeAnswers, SomeSettled, settled_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_MOST_TOGETHER = 10**8  # rows that are asked together: what a file may ask to catch up with


@dataclass(frozen=True)
class OD3:
    """Mesterharm's order for a distribution (D7): every instance in its turn, at most one update before a question.

    Bound, for instances drawn independently, delays at most k and chosen before them: M_B + (mu + min(k', k) - 1)(Psi +
    1), mu the instances later than k', Psi how far the distribution moves; Psi + 1/2 with the coin everywhere.

    Rows asked together count as so many questions: what would have been learned between them is learned after them.

    Attributes
    ----------
    horizon : int
        k'. The next instance is awaited for so many questions, then given up.
    coin : str | None
        "everywhere": toss a fair one where a hypothesis would speak again (D8); "start": only until the first
        label is learned; None, the default: never.
    seed : int
        Of the coins. Default 0.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> from thresher.late import Delayed
    >>> late = Delayed(Perceptron(), OD3(horizon=2))
    >>> tickets = [late.ask({"a": 1}).ticket for _ in range(3)]
    >>> late.label(1, False), late.label(2, False)
    (<LabelStatus.TOO_LATE: 3>, <LabelStatus.WAITING: 1>)
    """

    horizon: int
    coin: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        whole("horizon", self.horizon, at_least=1)
        whole("seed", self.seed, at_most=2**63 - 1)
        if self.coin is not None:
            one_of("coin", self.coin, ("everywhere", "start"))

    def keeper(self, learner: AnyLearner, labels: LateLabels) -> "OD3Keeper":
        return OD3Keeper(learner, labels, self)


class OD3Keeper:
    """The pointer `current` of D7, and the labels that wait for it."""

    def __init__(self, learner: AnyLearner, labels: LateLabels, order: OD3) -> None:
        self.learner = learner
        self._order = order
        self._waiting = PendingInstances(learner, labels)
        self._held: dict[int, tuple[int, float]] = {}  # labels that came before their turn
        self.current = 1  # the next instance to learn
        self._asked = 0
        self._trial = 0  # before which an update was possible last
        self._open = True  # whether it still is
        self._fresh = True  # whether the hypothesis has not spoken yet
        self._started = False  # whether a label was learned

    # Asking.

    @property
    def asked_learner(self) -> Any:
        return self.learner

    @property
    def next_learner(self) -> Any:
        return self.learner

    def predict(self, x: Features) -> Label:
        said = self._waiting.predict(x)
        return self._toss(self._asked + 1).label if self._tosses() else said

    def ask(self, number: int, x: Features) -> Said:
        said = self._waiting.put(number, x)
        tosses = self._tosses()
        self._asked, self._fresh = number, False
        return self._toss(number) if tosses else said

    def ask_many(self, first: int, X: Any) -> list[Said]:
        said = self._waiting.put_many(first, X)
        for row in range(len(said)):
            if self._tosses():
                said[row] = self._toss(first + row)
            self._fresh = False
        self._asked = first + len(said) - 1
        return said

    def _tosses(self) -> bool:
        coin = self._order.coin
        return not self._fresh and (coin == "everywhere" or (coin == "start" and not self._started))

    def _toss(self, number: int) -> Said:
        """One of the labels, all equally likely."""
        labels = self._waiting.labels
        names = labels.known.shown
        return labels.said(names[len(names) - 1 - int(toss(self._order.seed, number) * len(names))])

    # Learning.

    def learn(self, answers: SomeAnswers) -> SomeSettled:
        done: dict[int, LabelStatus] = {}
        while self._trial < self._asked:  # questions that were asked together
            self._begin(done)
            self._update(done)
        if self._trial == self._asked:
            self._begin(done)
        for number, label, weight in answers.each():
            if number >= self.current and self._waiting.store.has(number):
                self._held[number] = label, weight
            else:
                done[number] = LabelStatus.TOO_LATE
        self._update(done)
        return settled_of(done)

    def _begin(self, done: dict[int, LabelStatus]) -> None:
        """The next trial: gives up the instance awaited too long, and those that somebody else gave up."""
        self._trial += 1
        self._open = True
        store = self._waiting.store
        if self._trial - self.current > self._order.horizon:
            store.drop(self.current)
            if self._held.pop(self.current, None) is not None:
                done[self.current] = LabelStatus.TOO_LATE
        if not store.has(self.current):  # what was given up before it is not kept either
            self.current = max(self.current, min(self._trial, store.oldest if len(store) else self._trial))

    def _update(self, done: dict[int, LabelStatus]) -> None:
        """At most once a trial."""
        if not self._open or self.current not in self._held:
            return
        self._waiting.teach_few(FewAnswers([(self.current, *self._held.pop(self.current))]))
        done[self.current] = LabelStatus.LEARNED
        self.current += 1
        self._open, self._fresh, self._started = False, True, True

    def retract(self, number: int) -> bool:
        """Takes a label back that still waits for its turn."""
        return self._held.pop(number, None) is not None

    def drop(self, number: int) -> None:
        self._held.pop(number, None)
        self._waiting.store.drop(number)

    # What is kept.

    def pending(self) -> "npt.NDArray[np.uint64]":
        return self._waiting.numbers()

    @property
    def bytes(self) -> int:
        return self._waiting.store.bytes

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        plain = {
            "current": self.current,
            "asked": self._asked,
            "trial": self._trial,
            "open": self._open,
            "fresh": self._fresh,
            "started": self._started,
        }
        held = Answers.of(dict(sorted(self._held.items())))
        return plain, {f"held_{name}": part for name, part in held._asdict().items()} | self._waiting.arrays()

    def resume(self, plain: dict[str, Any], arrays: dict[str, Any], *, newest: int) -> None:
        self._asked = whole("asked", plain["asked"], at_least=newest, at_most=newest)
        self._trial = whole("trial", plain["trial"], at_least=newest - _MOST_TOGETHER, at_most=newest + 1)
        self.current = whole("current", plain["current"], at_least=1, at_most=max(1, self._trial))
        self._open, self._fresh, self._started = (bool(plain[name]) for name in ("open", "fresh", "started"))
        held = Answers(*(arrays[f"held_{name}"] for name in Answers._fields))
        self._held = {number: (label, weight) for number, label, weight in held.each()}
        self._waiting.restore(arrays)
        store = self._waiting.store
        in_step = not len(store) or store.oldest >= self.current
        if not in_step or not held.fit(self._waiting.labels.possible()) or not all(map(store.has, self._held)):
            raise ValueError("labels and instances do not fit together")

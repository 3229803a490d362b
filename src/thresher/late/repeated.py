"""An ordinary learner made of a delayed one (D6)."""

import copy
from collections.abc import Callable
from typing import Self

from .._core import coin
from ..errors import ParameterError
from ..parameters import whole
from ..protocols import Features, Label, Outcome
from ..theory.concepts.answers import positive
from .delayed import Delayed
from .pending import labels_of
from .tickets import Ticket


class Repeated:
    """DO (D6): asks a delayed learner about every instance k times, each answered k questions later.

        predicts 1 with the probability  (copies of which 1 was said) / k

    Its expected mistakes are those of the delayed learner on the repeated stream, divided by k: which is why nobody
    can promise less than k times what the best learner without delay makes (Theorem 3).

    late: a delayed learner that nobody else uses, or a function that makes one.   k: at least 1.   seed: of its coins.

    >>> from thresher import TrackingWinnow
    >>> from thresher.late import OD1, Delayed
    >>> model = Repeated(Delayed(TrackingWinnow(floor=0.3), OD1()), k=2)
    >>> [model.learn_one({"free": 1}, True).prediction for _ in range(4)], model.late.mistakes, model.expected_mistakes
    ([False, True, True, True], 3, 1.5)
    """

    randomized = True

    def __init__(self, late: Delayed | Callable[[], Delayed], k: int, *, seed: int = 0) -> None:
        made = late if isinstance(late, Delayed) else late() if callable(late) else None
        if not isinstance(made, Delayed):
            raise ParameterError(
                f"late must be Delayed(a learner, an order), or a function that makes it; got {late!r}."
            )
        self.late = made
        self.k = whole("k", k, at_least=1)
        self.seed = whole("seed", seed, at_most=2**63 - 1)
        self.examples = self.mistakes = 0  # trials, and those its coins got wrong
        self.expected_mistakes = 0.0
        self._labels = labels_of(made.learner)
        self._due: list[tuple[Ticket, Label, float]] = []  # of the copies of the last trial, in their order

    @property
    def updates(self) -> int:
        """Of the learner inside."""
        return self.late.updates

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The share of the copies that would say each label, tried on a copy. Changes nothing."""
        try:
            late = self.late.copy()
        except ParameterError as error:
            raise ParameterError(f"Repeated predicts on a copy, and this can't be copied: {error}") from None
        _, share = self._feed(late, x)
        return {self._labels.names[0]: 1.0 - share, self._labels.names[1]: share}

    def predict_one(self, x: Features) -> Label:
        """By a coin of that probability, the same until something is learned."""
        return self._labels.names[self._toss(self.predict_proba_one(x)[self._labels.names[1]])]

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks about the copies; their labels come with the next trial."""
        label, before = positive(self._labels.understand(y)), self.updates
        tickets, share = self._feed(self.late, x)
        self._due = [(ticket, y, weight) for ticket in tickets]
        said = self._toss(share)
        self.examples += 1
        self.mistakes += said != label
        self.expected_mistakes += abs(float(label) - share)
        return Outcome(self._labels.names[said], self._labels.names[label], said != label, self.updates != before)

    def copy(self) -> Self:
        """An independent one in the same state."""
        twin = copy.copy(self)
        twin.late = self.late.copy()
        return twin

    def __repr__(self) -> str:
        return f"Repeated(Delayed({self.late.learner!r}, {self.late.order!r}), k={self.k})"

    def _feed(self, late: Delayed, x: Features) -> tuple[list[Ticket], float]:
        """A trial: the label of each copy of the last instance, then a copy of this one."""
        tickets, yes = [], 0
        for j in range(self.k):
            if self._due:
                late.label(*self._due[j])
            question = late.ask(x)
            tickets.append(question.ticket)
            yes += question.prediction == self._labels.names[1]
        return tickets, yes / self.k

    def _toss(self, share: float) -> bool:
        return coin(self.seed, self.examples) < share

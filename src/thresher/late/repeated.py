"""An ordinary learner made of a delayed one (D6)."""

import copy
from collections import Counter
from collections.abc import Callable
from typing import Self

from .._core import coin
from ..errors import ParameterError
from ..parameters import whole
from ..protocols import Features, Label, Outcome
from .delayed import Delayed
from .tickets import Ticket
from .wrappers import label_name


class Repeated:
    """DO (D6): asks a delayed learner about every instance k times, each answered k questions later.

    predicts 1 with the probability  (copies of which 1 was said) / k

    Its expected mistakes are those of the delayed learner on the repeated stream, divided by k: which is why nobody
    can promise less than k times what the best learner without delay makes (Theorem 3).

    Parameters
    ----------
    late : Delayed | Callable[[], Delayed]
        A delayed learner that nobody else uses, or a function that makes one.
    k : int
        At least 1.
    seed : int, default 0
        Of its coins.

    Examples
    --------
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
        return self._feed(late, x)[1]

    def predict_one(self, x: Features) -> Label:
        """By a coin of these probabilities, the same until something is learned."""
        return self._toss(self.predict_proba_one(x))

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks about the copies; their labels come with the next trial."""
        label, before = label_name(self.late.learner, y), self.updates
        tickets, shares = self._feed(self.late, x)
        self._due = [(ticket, y, weight) for ticket in tickets]
        said = self._toss(shares)
        self.examples += 1
        self.mistakes += said != label
        self.expected_mistakes += 1.0 - shares.get(label, 0.0)
        return Outcome(said, label, said != label, self.updates != before)

    def copy(self) -> Self:
        """An independent one in the same state."""
        twin = copy.copy(self)
        twin.late = self.late.copy()
        return twin

    def __repr__(self) -> str:
        return f"Repeated(Delayed({self.late.learner!r}, {self.late.order!r}), k={self.k})"

    def _feed(self, late: Delayed, x: Features) -> tuple[list[Ticket], dict[Label, float]]:
        """A trial: the label of each copy of the last instance, then a copy of this one; the share of each answer."""
        tickets, said = [], Counter[Label]()
        for j in range(self.k):
            if self._due:
                late.label(*self._due[j])
            question = late.ask(x)
            tickets.append(question.ticket)
            said[question.label] += 1
        return tickets, {label: said[label] / self.k for label in late.labels}

    def _toss(self, shares: dict[Label, float]) -> Label:
        """One of the labels by their shares, the positive one first."""
        left = coin(self.seed, self.examples)
        for label in reversed(shares):
            left -= shares[label]
            if left < 0:
                return label
        return next(iter(shares))

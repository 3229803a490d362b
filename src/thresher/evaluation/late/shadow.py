"""Copies of the learner beside a run with late labels: what the same stream would have cost without the delay."""

import copy
from collections.abc import Sequence
from typing import Any

from ...late import Delayed, Immediate
from ...learners import Learner
from ...protocols import Label


def independent(learner: Any) -> Any:
    """A learner in the same state that nobody else teaches."""
    return learner.copy() if isinstance(learner, Learner) else copy.deepcopy(learner)


class Shadow:
    """Two copies: one gets every label before the next question, one gets instances in the order of their labels.

    The second is an immediate order around a copy: its learner sees the instances exactly when labels come. Where the
    run itself is one, it is that.
    """

    def __init__(self, late: Delayed) -> None:
        self._undelayed = independent(late.learner)
        self._offset = late.asked
        self._same = isinstance(late.order, Immediate) and not late.asked
        self._late = late if self._same else self._immediate(late)
        self._before = int(self._late.learner.mistakes)

    def expect(self, labels: Sequence[Label]) -> None:
        """Two labels are to come that do not say by name which of them is positive."""
        self._undelayed.expect_labels(labels)
        if not self._same:
            self._late.expect_labels(labels)

    def asked(self, x: Any) -> None:
        """A question was asked."""
        if not self._same:
            self._late.ask(x)

    def errs(self, x: Any, label: Any, weight: float) -> bool:
        """Learns without delay; whether what it said was wrong."""
        return bool(self._undelayed.learn_one(x, label, weight).mistake)

    def labelled(self, number: int, label: Any, weight: float) -> None:
        """A label came, of the question with this number."""
        if not self._same:
            self._late.label(number - self._offset, label, weight)

    def apply(self) -> None:
        """Labels that came are learned now: no question is left to wait for."""
        if not self._same:
            self._late.apply()

    def in_arrival_order(self) -> int:
        """Mistakes on the instances in the order of their labels, as far as they were learned."""
        return int(self._late.learner.mistakes) - self._before

    @staticmethod
    def _immediate(late: Delayed) -> Delayed:
        return Delayed(
            independent(late.learner),
            Immediate(),
            horizon=late.horizon,
            max_pending=late.max_pending,
            max_bytes=late.max_bytes,
            when_full=late.when_full,
            remember=late.remember,
        )

"""Who brings the labels, and when."""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple, Protocol

from ...errors import InputError
from ...streams import Block, Trouble
from .moments import Clock, Times
from .streams import Recall


class Delivery(NamedTuple):
    """A label that comes: of which question, and before which one; and where it stands, if it is in a file."""

    ticket: Any
    label: Any
    before: int
    place: Trouble | None = None


class Turn(NamedTuple):
    """What happens when it is an instance's turn: the labels that come first, then the question under its ticket."""

    deliveries: list[Delivery]
    ticket: str | None  # None: its number


class Deliveries(Protocol):
    """Brings labels."""

    def turn(self, block: Block, row: int, number: int, label: Any) -> Turn:
        """What comes before the question about a row, which will have this number."""
        ...

    def asked(self, ticket: Any) -> bool:
        """The question was asked under this ticket. Whether its label is known to come."""
        ...

    def rest(self, asked: int) -> Iterator[list[Delivery]]:
        """What comes after the last question: the labels of one moment together, in the order of the moments."""
        ...

    def counted(self, delivery: Delivery) -> None:
        """A label was taken."""
        ...

    def refused(self, delivery: Delivery, error: InputError) -> None:
        """A label was refused."""
        ...

    def again(self) -> Iterator[tuple[Any, Any, float]] | None:
        """Instances with the labels that were taken and their weights, in the order of the questions; None where they
        can't be read again, or where labels were known in time.
        """
        ...


class Simulated:
    """Labels are known with their instances, and held back until they are due."""

    def __init__(self, clock: Clock, recall: Recall) -> None:
        self._clock, self._recall = clock, recall
        self._out: list[tuple[Any, int, Any, Any]] = []  # a heap: due, entry, ticket, label
        self._entries = count()
        self._next: tuple[Times, Any] = Times(0, None), None

    def turn(self, block: Block, row: int, number: int, label: Any) -> Turn:
        x = self._recall(block, row) if self._clock.looks else None
        times = self._clock.at(number, x, label)
        self._next = times, label
        deliveries = []
        while self._out and self._out[0][0] <= times.now:
            deliveries.append(self._take(number))
        return Turn(deliveries, None)

    def asked(self, ticket: Any) -> bool:
        times, label = self._next
        if times.due is None:
            return False
        heapq.heappush(self._out, (times.due, next(self._entries), ticket, label))
        return True

    def rest(self, asked: int) -> Iterator[list[Delivery]]:
        while self._out:
            due = self._out[0][0]
            before = max(asked + 1, self._clock.question(due, asked))
            together = []
            while self._out and self._out[0][0] == due:
                together.append(self._take(before))
            yield together

    def counted(self, delivery: Delivery) -> None:
        pass

    def refused(self, delivery: Delivery, error: InputError) -> None:
        raise error

    def again(self) -> None:
        return None

    def _take(self, before: int) -> Delivery:
        _, _, ticket, label = heapq.heappop(self._out)
        return Delivery(ticket, label, before)

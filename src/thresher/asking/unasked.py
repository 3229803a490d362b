"""Questions whose label nobody asked for: given up at once, or kept as long as there is room."""

from typing import Any

from ..late import LabelStatus
from ..late.one_by_one import OneByOne
from ..late.orders.order import Order
from ..late.state import one_at_a_time
from ..late.tickets import Ticket
from ..parameters import one_of


class Unasked(OneByOne):
    """The part of a learner that asks which knows of the questions that it did not ask about; see `Asking`."""

    def __init__(self, learner: Any, order: Order | None, unasked: str, **options: Any) -> None:
        super().__init__(learner, order, **options)
        self.unasked = one_of("unasked", unasked, ("forget", "keep"))
        self._gone: list[Ticket] = []  # questions that gave way to the last one

    @one_at_a_time
    def wants(self, ticket: Ticket) -> bool:
        """Whether it waits for a label that it asked for.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        """
        return self.waits(ticket) and self._number(ticket) not in self._gives_way

    @property
    def unasked_waiting(self) -> int:
        """Questions that wait though nobody asked for their label."""
        return len(self._gives_way)

    # Inside.

    def _set_aside(self, number: int) -> None:
        """A question whose label is not asked for."""
        if self.unasked == "forget":
            self._give_up(number)
        elif not self._history[number]:  # it may have been given up at once, over a cap
            self._gives_way[number] = None

    def _give_up(self, number: int) -> None:
        if number in self._gives_way:
            self._gone.append(self._tickets.ticket(number))  # which may be forgotten with it
        super()._give_up(number)

    def _take(self, number: int | None, label: int, weight: float, contradictions: str) -> LabelStatus:
        status = super()._take(number, label, weight, contradictions)
        if status is LabelStatus.WAITING and number is not None:
            self._gives_way.pop(number, None)
        return status

    def _take_many(self, numbers: Any, labels: Any) -> Any:
        for number in numbers.tolist():
            self._gives_way.pop(number, None)
        return super()._take_many(numbers, labels)

    def _arrays_to_keep(self) -> dict[str, Any]:
        import numpy as np

        if self.unasked == "forget":
            return {}
        return {"asking_unasked": np.array(list(self._gives_way), dtype=np.uint64)}

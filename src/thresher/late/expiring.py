"""Questions that the caller gives up: by their tickets, by their age, or by the caller's clock."""

from collections.abc import Iterable, Sequence

from ..errors import InputError
from ..parameters import whole
from ..protocols import Label
from .answering import Answering
from .history import ANSWERED, EXPIRED, GIVEN_UP
from .state import one_at_a_time
from .tickets import Ticket, each_ticket


class Expiring(Answering):
    """The part of a delayed learner that is told that no label will come."""

    @one_at_a_time
    def expire(
        self,
        tickets: Ticket | Iterable[Ticket] = None,
        label: Label = None,
        *,
        weight: float = 1.0,
        older_than: int | None = None,
    ) -> int:
        """Gives instances up that wait for their labels, so that these come too late.

        Parameters
        ----------
        tickets : ticket or tickets, optional
            Those that are given up, if they still wait for their label. A text or a number is one ticket.
        label : label, optional
            Is learned in the place of the label that did not come, and counts as it. If it depends on a label whether
            it comes (a click does, its absence does not), this is what such questions teach.
        weight : float, default 1.0
            The importance of that label.
        older_than : int, optional
            Without tickets: all that were asked about before the last so many questions.

        Returns
        -------
        int
            How many were given up.

        Raises
        ------
        InputError
            If a ticket or the label can't be one. Nothing is changed then.
        """
        if tickets is None:
            numbers: Sequence[int] = range(
                self._oldest, self._history.next - whole("older_than", older_than, at_least=0)
            )
        else:
            found = map(self._number, each_ticket(tickets))
            numbers = [number for number in found if number is not None and self._history.knows(number)]
        return self._expire(numbers, label, weight)

    @one_at_a_time
    def expire_before(self, at: float, label: Label = None, *, weight: float = 1.0) -> int:
        """Gives all instances up that were asked about before a time of the caller's clock, as `ask(x, at=...)` had it.

        Parameters
        ----------
        at : float
            The time. Those that were asked about without one stay.
        label : label, optional
            As for `expire`.
        weight : float, default 1.0
            As for `expire`.

        Returns
        -------
        int
            How many were given up.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher.late import Delayed
        >>> late = Delayed(Perceptron())
        >>> tickets = [late.ask({"a": 1}, at=day).ticket for day in (1, 2, 3)]
        >>> late.waiting_before(3), late.expire_before(3, False), late.pending, late.answered
        ([1, 2], 2, 1, 2)
        """
        return self._expire(self._history.waiting_before(as_moment(at)), label, weight)

    @one_at_a_time
    def waiting_before(self, at: float) -> list[Ticket]:
        """The tickets that `expire_before` would give up, oldest first. Changes nothing."""
        return list(map(self._tickets.ticket, self._history.waiting_before(as_moment(at))))

    def _expire(self, numbers: Sequence[int], label: Label, weight: float) -> int:
        self._check_weight(weight)
        before = self.expired
        with self._labels.trying() as labels:
            told = None if label is None else labels.told(label)
            for number in numbers:
                self._expire_one(number, told, float(weight))
            if self.expired > before:
                labels.keep()
        return self.expired - before

    def _expire_one(self, number: int, label: int | None, weight: float) -> None:
        if self._history[number] & (ANSWERED | GIVEN_UP):
            return
        if label is None:
            self._give_up(number)
        else:
            self._take(number, label, weight, self.contradictions)
        self._history.mark(number, EXPIRED)
        self.expired += 1


def as_moment(at: float) -> float:
    """A time of the caller's clock; refused if it is no finite number."""
    if isinstance(at, bool) or not isinstance(at, (int, float)) or not abs(at) <= 1e300:
        raise InputError(f"a time is a finite number, of seconds for instance; got {at!r}.", field="at")
    return float(at)

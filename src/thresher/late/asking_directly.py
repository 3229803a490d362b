"""Questions that are checked, asked and kept by the core in one go, with the few labels that wait learned before."""

import json
from collections.abc import Sequence
from typing import Any

from .._core import PreparedExample
from ..errors import InputError
from ..learners import Stated, check_pending
from ..protocols import Features
from .labels import Said
from .looking_up import LookingUp
from .orders.order import NONE_SETTLED, FewSettled
from .question import Question
from .tickets import Ticket, is_text


class AskingDirectly(LookingUp):
    """The part of a delayed learner that is asked most: where nothing has to give way to a question, and no columns are
    looked at."""

    def ask_text(self, text: bytes, ticket: Ticket) -> Question | None:
        """The same as `ask` about a row of numbers that is written as a log of the service has it.

        Parameters
        ----------
        text : bytes
            JSON without spaces: {"free":1,"age":31.5}.
        ticket : hashable
            Your own name for it.

        Returns
        -------
        Question or None
            What was said; None, and nothing done, if it can't be read as it is: then `ask` has to be asked.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher.late import Delayed
        >>> late = Delayed(Perceptron())
        >>> late.ask_text(b'{"free":1}', "mail 17") is None  # its first rows are looked at
        True
        >>> for number in range(20):
        ...     question = late.ask({"free": 1, "lunch": number % 2})
        >>> late.ask_text(b'{"free":1}', "mail 17").ticket, late.ask_text(b'{"free": 1}', "mail 18")
        ('mail 17', None)
        """
        with self.lock:
            if not self._reads_texts:
                return None
            number = self.asked + 1
            self._check_own(ticket, number)
            if self._is_bounded:
                self._check_room(1)
            said = self._said_directly(number, text)
            return None if said is None else self._kept(number, ticket, text, said, None)

    def ask_texts(self, texts: list[bytes], tickets: Sequence[Ticket]) -> list[Stated] | None:
        """The same of several, one after the other: if one of them is refused, none is asked about.

        Parameters
        ----------
        texts : list of bytes
            As for `ask_text`.
        tickets : sequence of hashable
            Your own name for each.

        Returns
        -------
        list of Stated or None
            What was said of each; None, and nothing done, if one can't be read as it is.
        """
        with self.lock:
            history = self._history
            if not self._reads_texts or self._reach is not None or history.fills_with(len(texts)):
                return None
            self._check_tickets(texts, tickets)
            self._check_room(len(texts))
            first = self.asked + 1
            said = self._each_said(first, texts)
            if said is None:
                return None
            history.add_many([one.number for one in said])
            self.asked += len(said)
            self._tickets.add_many(tickets, first)
            return [one.stated for one in said]  # type: ignore[misc]  # asked in one go, they all have it

    @property
    def _reads_texts(self) -> bool:
        """Whether a row can be given to the core as it is written: nobody looks at its columns."""
        return self._is_direct and not self._forgets and self.row_reader.is_idle and not self.row_reader.looks

    def _said_directly(self, number: int, x: Features | bytes) -> Said | None:
        """Checks x, learns the few labels that wait and asks, in one go. None, and nothing done, if it can't."""
        queue = self._queue
        if not queue.are_few:
            return None
        try:
            found = self.keeper.ask_after(number, x, queue.few())  # type: ignore[union-attr]
        except BaseException:
            self._blame((x,))
            raise
        if found is None:
            return None
        said, settled = found
        self._are_settled(settled)
        return said

    def _each_said(self, first: int, xs: list[Any]) -> list[Said] | None:
        """The same of several, all or none."""
        queue = self._queue
        if not queue.are_few:
            return None
        try:
            found = self.keeper.ask_each(first, xs, queue.few())  # type: ignore[union-attr]
        except BaseException:
            self._blame(xs)
            raise
        if found is None:
            return None
        said, settled = found
        self._are_settled(settled)
        return said

    def _blame(self, xs: Sequence[Any]) -> None:
        """Refuses the example that was refused once more, where it was one: nothing was learned then."""
        for x in xs:
            check_pending(self.learner, json.loads(x) if type(x) is bytes else x)
        self._queue.clear()

    def _are_settled(self, settled: FewSettled) -> None:
        if settled:
            self._queue.clear()
            self._settle(settled)
        else:
            self._settled = NONE_SETTLED

    def _is_ready(self, x: Any) -> bool:
        """Whether an example can be given to the core as it is, and nothing has to give way to it."""
        if not self._is_direct or self._forgets:
            return False
        if type(x) is dict:
            return self.row_reader.is_idle and not self.row_reader.looks
        return isinstance(x, PreparedExample)

    # Tickets, and what is kept.

    def _kept(self, number: int, ticket: Ticket, x: Any, said: Said, moment: float | None) -> Question:
        """A question that the keeper has; ticket: the caller's own, if there is one."""
        _, probabilities, score = said.stated or self._stated(x, said.label)
        self._history.add(said.number, moment)
        self.asked = number
        if self._reach is not None or self._history.full:
            self._tidy()
        if ticket is None:
            return Question(number, said.label, number, probabilities, score)
        self._tickets.add(ticket, number)
        return Question(ticket, said.label, number, probabilities, score)

    def _stated(self, x: Any, said: Any) -> Stated:
        raise NotImplementedError

    def _check_tickets(self, xs: Sequence[Any], tickets: Sequence[Ticket]) -> None:
        """Refuses tickets of several questions that can't be theirs."""
        if len(xs) != len(tickets):
            raise InputError(f"{len(xs)} questions but {len(tickets)} tickets.")
        plain = all(type(ticket) is str and ticket.isascii() for ticket in tickets)
        if not plain or not self._tickets.has_none_of(tickets):
            for ticket in tickets:
                self._check_own(ticket, 0)
        if len(set(tickets)) < len(tickets):
            raise InputError("a ticket is there twice.", field="ticket")

    def _check_own(self, ticket: Ticket, number: int) -> bool:
        """Whether a ticket is the caller's own, and not the number of the question; refused if it can't be one."""
        if type(ticket) is str and ticket.isascii() and self._tickets.number(ticket) is None:
            return True
        if isinstance(ticket, int):
            if ticket is not True and ticket is not False and ticket == number:
                return False
            raise InputError("whole numbers are Thresher's own tickets; use text for yours.", field="ticket")
        if self._number(ticket) is not None:
            raise InputError(f"the ticket {ticket!r} was used before.", field="ticket")
        if isinstance(ticket, str) and not is_text(ticket):
            raise InputError(
                f"the ticket {ticket!r} is no text that can be written: it has half a character in it.", field="ticket"
            )
        return True

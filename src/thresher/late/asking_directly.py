"""Questions that are checked, asked and kept by the core in one go, with the few labels that wait learned before."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from .._core import AnswerForms, PreparedExample
from ..errors import InputError
from ..learners import Telling, check_pending
from ..protocols import Label
from .labels import Said, SaidEach
from .looking_up import LookingUp
from .orders.order import NONE_SETTLED, FewSettled
from .question import Question
from .tickets import Ticket, is_text

_S = TypeVar("_S")
_new = tuple.__new__  # a named tuple made without a call of Python's
_WANTED = Question(None, None, 0)[5:]


class AskingDirectly(LookingUp):
    """The part of a delayed learner that is asked most: where nothing has to give way to a question, and no columns are
    looked at."""

    def ask_told(
        self, texts: list[bytes], tickets: list[str], forms: AnswerForms, first: int
    ) -> tuple[list[dict[Label, float] | None], list[bytes]] | None:
        """Asks about rows of numbers that are written as a log of the service has them, one after the other, as `ask`
        would; if one of them is refused, about none.

        Parameters
        ----------
        texts : list of bytes
            JSON without spaces: {"free":1,"age":31.5}.
        tickets : list of str
            Your own name for each.
        forms : AnswerForms
            How the answers are written.
        first : int
            The place of the first in the log, which is written too.

        Returns
        -------
        tuple of list of dict and list of bytes, or None
            Of each the probabilities by label, and what is told. None, and nothing done, if one can't be read as it is:
            then `ask` or `ask_each` has to be asked.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher._core import AnswerForms
        >>> from thresher.late import Delayed
        >>> late, forms = Delayed(Perceptron()), AnswerForms([b"false", b"true"], [], [])
        >>> late.ask_told([b'{"free":1}'], ["mail 17"], forms, 1) is None  # its first rows are looked at
        True
        >>> for number in range(20):
        ...     question = late.ask({"free": 1, "lunch": number % 2})
        >>> late.ask_told([b'{"free":1}'], ["mail 17"], forms, 21)
        ([None], [b'{"ticket":"mail 17","label":true,"probabilities":null,"seq":21}'])
        >>> late.ask_told([b'{"free": 1}'], ["mail 18"], forms, 22) is None  # a space
        True
        """
        with self.lock:
            history = self._history
            if not self._reads_texts or self._reach is not None or history.fills_with(len(texts)):
                return None
            self._check_tickets(texts, tickets)
            if self._is_bounded:
                self._check_room(len(texts))
            number = self.asked + 1
            said = self._said_directly(number, texts, (tickets, forms, range(first, first + len(texts))))
            if said is None:
                return None
            history.add_many(said.numbers)
            self.asked += len(texts)
            self._tickets.add_many(tickets, number)
            return said.stated.probabilities, said.stated.texts

    @property
    def _reads_texts(self) -> bool:
        """Whether a row can be given to the core as it is written: nobody looks at its columns."""
        return self._is_direct and not self._forgets and self.row_reader.is_idle and not self.row_reader.looks

    def _said_at_once(self, number: int, x: Any) -> Said | None:
        """Checks an x, learns the few labels that wait and asks, in one go. None, and nothing done, if it can't."""
        queue = self._queue
        if not queue.go_directly:
            return None
        try:
            found = self.keeper.ask_one(number, x, queue.few())  # type: ignore[union-attr]
        except BaseException:
            self._blame([x])
            raise
        return None if found is None else self._after(*found)

    def _said_directly(self, first: int, xs: list[Any], telling: Telling | None = None) -> SaidEach | None:
        """The same of several."""
        queue = self._queue
        if not queue.go_directly:
            return None
        try:
            found = self.keeper.ask_each(first, xs, queue.few(), telling)  # type: ignore[union-attr]
        except BaseException:
            self._blame(xs)
            raise
        return None if found is None else self._after(*found)

    def _after(self, said: _S, settled: FewSettled) -> _S:
        """What was said, once the labels that waited are noted as learned."""
        if settled:
            self._queue.clear()
            self._settle(settled)
        else:
            self._settled = NONE_SETTLED
        return said

    def _blame(self, xs: Sequence[Any]) -> None:
        """Refuses the example that was refused once more, where it was one: nothing was learned then."""
        for x in xs:
            check_pending(self.learner, json.loads(x) if type(x) is bytes else x)
        self._queue.clear()

    def _is_ready(self, x: Any) -> bool:
        """Whether an example can be given to the core as it is, and nothing has to give way to it."""
        if not self._is_direct or self._forgets:
            return False
        if type(x) is dict:
            return self.row_reader.is_idle and not self.row_reader.looks
        return isinstance(x, PreparedExample)

    # Tickets, and what is kept.

    def _kept(
        self,
        ticket: Ticket,
        said: int,
        moment: float | None,
        label: Label,
        probabilities: dict[Label, float] | None,
        score: float | None,
    ) -> Question:
        """The next question, which the keeper has; ticket: the caller's own, if there is one; said: the number."""
        self._history.add(said, moment)
        self.asked = number = self.asked + 1
        if self._reach is not None or self._history.full:
            self._tidy()
        if ticket is None:
            ticket = number
        else:
            self._tickets.add(ticket, number)
        return _new(Question, (ticket, label, number, probabilities, score, *_WANTED))

    def _check_tickets(self, xs: Sequence[Any], tickets: Sequence[Ticket]) -> None:
        """Refuses tickets of several questions that can't be theirs."""
        if len(xs) != len(tickets):
            raise InputError(f"{len(xs)} questions but {len(tickets)} tickets.")
        plain = set(map(type, tickets)) == {str} and all(map(str.isascii, tickets))  # type: ignore[arg-type]
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

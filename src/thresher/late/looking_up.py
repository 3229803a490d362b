"""What can be asked of a delayed learner without changing it: which tickets it knows, and what it would refuse."""

from collections.abc import Iterable

from ..data import as_example
from ..learners import check_pending
from ..protocols import Features, Label
from .expiring import Expiring
from .files import can_be_saved
from .state import one_at_a_time
from .tickets import Ticket


class LookingUp(Expiring):
    """The part of a delayed learner that is looked at."""

    @one_at_a_time
    def check(self, x: Features) -> None:
        """Refuses what `ask` would refuse of an example.

        Parameters
        ----------
        x : example
            What would be asked about.

        Raises
        ------
        InputError
            If the learner can't take it.
        """
        if self._is_native:
            plain = type(x) is dict and self.row_reader.rows is None  # which is read as it is
            check_pending(self.learner, x if plain else self.row_reader.prepared(x))
        else:
            as_example(x)
            if can_be_saved(self.learner):
                self.keeper.predict(x)

    @one_at_a_time
    def check_labels(self, labels: Iterable[Label]) -> None:
        """Refuses labels that could not all come, one after the other.

        Parameters
        ----------
        labels : iterable of labels
            Those that would come.

        Raises
        ------
        InputError
            If the learner can't have one of them; the message names it.
        """
        with self._labels.trying() as known:
            for label in labels:
                known.told(label)

    @one_at_a_time
    def knows(self, ticket: Ticket) -> bool:
        """Whether a ticket was used, as far as memory goes: see `remember`.

        Parameters
        ----------
        ticket : ticket
            Of a question.
        """
        return self._number(ticket) is not None

    def is_new(self, ticket: Ticket) -> bool:
        """Whether a ticket was certainly not used: memory goes back to the first question.

        Parameters
        ----------
        ticket : ticket
            Of a question that may be asked.
        """
        with self.lock:
            return self._history.base == 1 and self._number(ticket) is None

    def are_new(self, tickets: Iterable[str]) -> bool:
        """The same of all of several texts.

        Parameters
        ----------
        tickets : iterable of str
            Of questions that may be asked.
        """
        with self.lock:
            return self._history.base == 1 and self._tickets.has_none_of(tickets)

    @one_at_a_time
    def waits(self, ticket: Ticket) -> bool:
        """Whether a question waits for its label.

        Parameters
        ----------
        ticket : ticket
            Of a question.
        """
        return self.status(ticket) is None

    @property
    def forgotten(self) -> int:
        """Questions of which nothing is remembered any more."""
        return self._history.base - 1

"""What can be asked of a delayed learner without changing it: which tickets it knows, and what it would refuse."""

from collections.abc import Iterable

from ..data import as_example
from ..learners import Learner
from ..protocols import Features, Label
from .answering import Answering
from .history import ANSWERED, APPLIED, GIVEN_UP
from .state import one_at_a_time
from .tickets import Ticket


class LookingUp(Answering):
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
        if not isinstance(self.learner, Learner):
            as_example(x)
            self.keeper.predict(x)
        else:
            self.learner.predict_one(self.row_reader.prepared(x))

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

    @one_at_a_time
    def waits(self, ticket: Ticket) -> bool:
        """Whether a question waits for its label.

        Parameters
        ----------
        ticket : ticket
            Of a question.
        """
        return self.state_of(ticket) == "pending"

    @one_at_a_time
    def state_of(self, ticket: Ticket) -> str | None:
        """What became of a question.

        Parameters
        ----------
        ticket : ticket
            Of a question.

        Returns
        -------
        str or None
            "pending": its label has not come; "waiting": it came, and is learned before the next question or when it is
            its turn; "dealt with": it was learned, or passed over as the order says; "given up"; None: not known.
        """
        number = self._number(ticket)
        if number is None or not self._history.knows(number):
            return None
        flags = self._history[number]
        if flags & GIVEN_UP:
            return "given up"
        return "dealt with" if flags & APPLIED else "waiting" if flags & ANSWERED else "pending"

    @property
    def forgotten(self) -> int:
        """Questions of which nothing is remembered any more."""
        return self._history.base - 1

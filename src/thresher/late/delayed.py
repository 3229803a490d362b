"""Ask now, learn the answer later."""

from collections.abc import Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from ..data import as_example
from ..errors import ParameterError
from ..learners import Stated, Traits, check_pending
from ..protocols import Features, Label, Outcome
from .expiring import as_moment
from .files import can_be_saved
from .in_one_go import InOneGo
from .pending import rows
from .question import Question
from .state import one_at_a_time
from .tickets import Ticket

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..data import Matrix

__all__ = ["Delayed", "Question"]


class Delayed(InOneGo):
    """A learner that is asked now and told later: minutes, days, out of order, twice, or never.

    One call at a time, from any number of threads: whoever comes while another is under way waits for it.

    Parameters
    ----------
    learner : learner
        Any one; it is taught, so give it away.
    order : order of thresher.late, default Immediate()
        When which label is learned.
    horizon : int, optional
        Give an instance up after so many further questions. Default: never.
    max_pending : int, optional
        How many instances may wait. Default: any number.
    max_bytes : int, optional
        In how much memory they may wait. Default: any amount.
    when_full : {"forget", "refuse"}
        Forget the oldest (counted in `given_up`), or refuse to be asked.
    contradictions : {"refuse", "count", "correct"}
        Another answer for an instance that has one is an error; is counted and has no effect; or takes the place of
        the first: while the first waits to be learned, and with Replay afterwards too.
    remember : int, default 1,000,000
        Of how many questions it is known what became of them.

    Notes
    -----
    Labels wait for the next question and are then learned in the order of their instances.

    Examples
    --------
    >>> from thresher import TrackingWinnow
    >>> from thresher.late import LabelStatus
    >>> late = Delayed(TrackingWinnow(floor=0.3))
    >>> first, second = late.ask({"free": 1}), late.ask({"lunch": 1})
    >>> late.label(second.ticket, False), late.label(first.ticket, True)
    (<LabelStatus.WAITING: 1>, <LabelStatus.WAITING: 1>)
    >>> late.ask({"free": 1}).label, late.pending, late.mistakes, late.statuses[LabelStatus.LEARNED]
    (False, 1, 1, 2)
    """

    @one_at_a_time
    def predict_one(self, x: Features) -> Label:
        """What would be said now. Changes nothing: labels that wait go on waiting."""
        return self.keeper.predict(self.row_reader.example(x) if self._is_native else x)

    def ask(self, x: Features, ticket: Ticket = None, *, at: float | None = None) -> Question:
        """Predicts, and keeps the instance until its label comes.

        Parameters
        ----------
        x : example
            What is asked about.
        ticket : hashable, optional
            Your own name for it, text for instance; by default its number.
        at : float, optional
            When, by your clock, for `expire_before`. Nobody else looks at it.

        Returns
        -------
        Question
            What was said, and the ticket under which the label may come.

        Raises
        ------
        InputError
            For an example that the learner refuses, a ticket that was used before, or if no more may wait. Nothing is
            changed then; but somebody else's model is asked when labels have been learned and room has been made.
        """
        with self.lock:
            number = self.asked + 1
            own = ticket is not None and self._check_own(ticket, number)
            moment = None if at is None else as_moment(at)
            if self._is_bounded:
                self._check_room(1)
            said = self._said_at_once(number, x) if self._is_ready(x) else None
            if said is not None:
                return self._kept(ticket if own else None, said.number, moment, *said.stated)  # type: ignore[misc]
            x = self._checked(x)
            if self._is_bounded:
                self._make_room(1)
            self._apply()
            one = self.keeper.ask(number, x)
            stated = one.stated or self._stated(x, one.label)
            return self._kept(ticket if own else None, one.number, moment, *stated)

    @one_at_a_time
    def ask_each(self, xs: Sequence[Features], tickets: Sequence[Ticket]) -> list[Question]:
        """Asks about several, one after the other, as `ask` would; if one of them is refused, about none.

        Parameters
        ----------
        xs : sequence of examples
            What is asked about.
        tickets : sequence of hashable
            Your own name for each.

        Returns
        -------
        list of Question
            What was said of each.

        Raises
        ------
        InputError
            As `ask`.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> late = Delayed(Perceptron())
        >>> [question.ticket for question in late.ask_each([{"free": 1}, {"lunch": 1}], ["mail 1", "mail 2"])]
        ['mail 1', 'mail 2']
        """
        self._check_tickets(xs, tickets)
        if not xs:
            return []  # labels go on waiting: whoever replays knows of no question here
        self._check_room(len(xs))
        are_ready = self._is_direct and all(map(self._is_ready, xs))
        said = self._said_directly(self.asked + 1, list(xs)) if are_ready else None
        if said is None:
            for x in xs:
                self.check(x)
            return [self.ask(x, ticket) for x, ticket in zip(xs, tickets, strict=True)]
        given = zip(tickets, said.numbers, repeat(None), *said.stated[:3], strict=False)
        return [self._kept(*one) for one in given]

    @one_at_a_time
    def check_each(self, xs: Sequence[Features], tickets: Sequence[Ticket]) -> None:
        """Refuses what `ask_each` would refuse. Changes nothing."""
        self._check_tickets(xs, tickets)
        self._check_room(len(xs))
        for x in xs:
            self.check(x)

    @one_at_a_time
    def ask_many(self, X: Any, *, at: float | None = None) -> "tuple[range, npt.NDArray[Any]]":
        """Predicts rows of a matrix, all with the state before the first. Their tickets, and the predictions.

        at: when, as for `ask`.
        """
        moment = None if at is None else as_moment(at)
        matrix = self._checked_many(X)
        first = self._history.next
        self._make_room(matrix.rows)
        self.apply()
        said = self.keeper.ask_many(first, matrix)
        for one in said:
            self._history.add(one.number, moment)
        self.asked += len(said)
        if self.max_pending is not None and self.pending > self.max_pending:  # more rows than may wait at all
            self._forget_oldest(self.pending - self.max_pending)
        self._tidy()
        return range(first, first + len(said)), as_array([one.label for one in said])

    @one_at_a_time
    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks, and is told at once; what can be learned from it now is learned."""
        question = self.ask(x)
        self.label(question.ticket, y, weight)
        before = self._all_updates
        self.apply()
        outcome = self.outcome(question.ticket)
        assert outcome is not None
        return outcome._replace(updated=self._all_updates != before)

    # Inside.

    def _checked(self, x: Features) -> Features:
        """An example that is not refused when labels have been learned for it and room has been made.

        Its columns are looked at last: what is refused is not remembered.
        """
        if not self._is_native:
            as_example(x)  # refused if it is none
            if can_be_saved(self.learner):  # a master; somebody else's model is asked once
                self.keeper.predict(x)
            return x
        reader = self.row_reader
        example = reader.prepared(x)
        check_pending(self.learner, example)
        if reader.looks or type(x) is not dict:
            reader.look_at(x)
        return example

    def _checked_many(self, X: Any) -> "Matrix":
        """Rows of which none is refused later."""
        matrix = self.row_reader.lent(X)
        self._check_room(matrix.rows)
        if self._is_native:
            self.learner.predict_many(matrix)
        elif can_be_saved(self.learner):
            for row in rows(matrix):
                self.keeper.predict(row)
        return self.row_reader.matrix(X, learning=True, lent=matrix)

    def _stated(self, x: Features, said: Label) -> Stated:
        """What the learner that was asked states beside its answer, where it was not asked in one go."""
        return stated_by(self.keeper.asked_learner, x, said)


def stated_by(learner: Any, x: Features, said: Label) -> Stated:
    """What a learner states beside its answer."""
    traits = getattr(learner, "traits", None)
    if not isinstance(traits, Traits):
        return Stated(said, _probabilities_of_other(learner, x), None)
    probabilities = learner.predict_proba_one(x) if traits.probabilities else None
    about = None if learner.positive is not None else said  # of two labels it is the positive one's
    if not hasattr(learner, "score_one") or (learner.positive is None and said is None):
        return Stated(said, probabilities, None)
    return Stated(said, probabilities, learner.score_one(x, about))


def _probabilities_of_other(learner: Any, x: Features) -> dict[Label, float] | None:
    """Of somebody else's model, or a wrapper: many have the method and can't answer."""
    try:
        return dict(learner.predict_proba_one(x))
    except (AttributeError, NotImplementedError, ParameterError):
        return None


def as_array(labels: list[Label]) -> "npt.NDArray[Any]":
    """Labels as an array of their kind, where they are of one."""
    import numpy as np

    if len({type(label) for label in labels}) == 1 and isinstance(labels[0], (str, bool, int, float)):
        return np.array(labels)
    found = np.empty(len(labels), dtype=object)
    found[:] = labels
    return found

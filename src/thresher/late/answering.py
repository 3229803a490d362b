"""Labels that come for questions that were asked, are corrected, or are taken back."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from ..data import labels_of
from ..errors import InputError
from ..protocols import Label, Outcome
from .giving_up import GivingUp
from .history import ANSWERED, APPLIED, EXPIRED, GIVEN_UP
from .labels import NOTHING
from .orders.order import NONE_SETTLED, Answers, FewSettled, SomeSettled
from .state import one_at_a_time
from .status import LabelStatus
from .tickets import Ticket

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_T = TypeVar("_T", bound=Ticket)
_WAITING = LabelStatus.WAITING
_TAKEN = (_WAITING, LabelStatus.CORRECTED)


class Answering(GivingUp):
    """The part of a delayed learner that is told."""

    def label(self, ticket: Ticket, y: Label, weight: float = 1.0) -> LabelStatus:
        """The label of an instance. It is learned before the next question.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        y : label
            What the instance was.
        weight : float, default 1.0
            Its importance.

        Returns
        -------
        LabelStatus
            WAITING until it is learned; else why it is not.

        Raises
        ------
        InputError
            If it can't be a label of the learner, or there is another one and contradictions are refused. Nothing is
            changed then.
        """
        with self.lock:
            return self._tell(ticket, y, weight, self.contradictions)

    def label_outcome(self, ticket: Ticket, y: Label, weight: float = 1.0) -> tuple[LabelStatus, Outcome | None]:
        """The same as `label`, with what `outcome` says then of a label that was taken; None of any other.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        y : label
            What the instance was.
        weight : float, default 1.0
            Its importance.
        """
        with self.lock:
            status = self._tell(ticket, y, weight, self.contradictions)
            return status, self._outcome(self._number(ticket)) if status in _TAKEN else None

    @one_at_a_time
    def label_many(self, tickets: Any, y: Any) -> "npt.NDArray[np.uint8]":
        """Labels of many instances, in any order; the status of each (`LabelStatus`), all or nothing on bad labels."""
        import numpy as np

        given = labels_of(y)
        numbers = np.asarray(tickets)
        if len(numbers) != len(given):
            raise InputError(f"{len(numbers)} tickets but {len(given)} labels.")
        together = numbers.dtype.kind in "iu" and self._history.all_wait(numbers)
        with self._labels.trying() as labels:
            told = np.array([self._told_at(row, label) for row, label in enumerate(given)], dtype=np.int32)
            if together:
                labels.keep()
            elif self.contradictions == "refuse":
                self._check_contradictions(tickets, told.tolist())
        if not together:
            return np.array([self.label(t, label) for t, label in zip(tickets, given, strict=True)], dtype=np.uint8)
        return self._take_many(numbers.astype(np.uint64), told)

    def _check_contradictions(self, tickets: Iterable[Ticket], labels: list[int]) -> None:
        """Refuses labels of which one contradicts another, or one that came before: before one of them is taken."""
        history, came = self._history, dict[int, int]()
        for ticket, label in zip(tickets, labels, strict=True):
            number = self._number(ticket)
            if number is None or not history.knows(number) or history[number] & (GIVEN_UP | EXPIRED):
                continue
            first = history.label_of(number) if history[number] & ANSWERED else came.setdefault(number, label)
            if first != label:
                raise self._contradiction(number)

    def _contradiction(self, number: int) -> InputError:
        return InputError(f"the instance {self._tickets.ticket(number)!r} has another label already.", field="label")

    def _told_at(self, row: int, label: Label) -> int:
        try:
            return self._labels.told(label)
        except InputError as error:
            raise InputError(f"row {row}: {error}", field="label") from None

    @staticmethod
    def _check_weight(weight: float) -> None:
        if not (isinstance(weight, (int, float)) and 0.0 <= weight <= 1e100):
            raise InputError(f"the importance weight {weight!r} is not a number from 0 to 1e100.", field="weight")

    @one_at_a_time
    def correct(self, ticket: Ticket, y: Label, weight: float = 1.0) -> LabelStatus:
        """Another label in the place of one that came, whatever `contradictions` says: LabelStatus.CORRECTED.

        A label that was learned can be corrected by Replay alone, and within its horizon; otherwise it stays
        (LabelStatus.CONTRADICTED). Where none has come this is the label.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        y : label
            What the instance was.
        weight : float, default 1.0
            Its importance.
        """
        return self._tell(ticket, y, weight, "correct")

    @one_at_a_time
    def status(self, ticket: Ticket) -> LabelStatus | None:
        """What became of a question: UNKNOWN, WAITING (its label came), LEARNED, SKIPPED, TOO_LATE (given up), EXPIRED.

        None while it waits for its label.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        """
        number = self._number(ticket)
        if number is None:
            return LabelStatus.UNKNOWN
        return self._history.status_of(number) if self._history.knows(number) else LabelStatus.TOO_LATE

    @one_at_a_time
    def retract(self, ticket: Ticket) -> LabelStatus:
        """Takes the answer back that came for an instance, which then waits for its label again: LabelStatus.RETRACTED.

        A label that was learned can be taken back by Replay alone, and within its horizon; otherwise it stays
        (LabelStatus.CONTRADICTED). Where no answer has come nothing is done (LabelStatus.DUPLICATE).
        """
        number = self._number(ticket)
        if number is None:
            status = LabelStatus.UNKNOWN
        elif not self._history.knows(number) or self._history[number] & GIVEN_UP:
            status = LabelStatus.TOO_LATE
        elif not self._history[number] & ANSWERED:
            status = LabelStatus.DUPLICATE
        else:
            status = self._take_back(number)
        self.statuses[status] += 1
        return status

    @one_at_a_time
    def can_change(self, ticket: Ticket) -> bool:
        """Whether the label that came for an instance can still be corrected or taken back.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        """
        return self._can_change(self._number(ticket))

    @one_at_a_time
    def changeable(self, tickets: Iterable[_T], /) -> list[_T]:
        """Those of which `can_change` is true.

        Parameters
        ----------
        tickets : iterable of tickets
            Of questions.
        """
        return [ticket for ticket in tickets if self._can_change(self._number(ticket))]

    def _can_change(self, number: int | None) -> bool:
        flags = self._history.flags_of(number)
        if number is None or not flags & ANSWERED:
            return False
        return not flags & APPLIED or (getattr(self.keeper, "corrects", False) and not self._is_fixed(number))

    @one_at_a_time
    def outcome(self, ticket: Ticket) -> Outcome | None:
        """What was said of an instance beside the label that came for it; None where none came, or it is forgotten.

        Parameters
        ----------
        ticket : ticket
            Of the question.

        Returns
        -------
        Outcome or None
            `updated` is False: what one label changed is not kept.
        """
        return self._outcome(self._number(ticket))

    def _outcome(self, number: int | None) -> Outcome | None:
        history, names = self._history, self._labels.known.names
        if number is None or not history.flags_of(number) & ANSWERED:
            return None
        said, label = history.said_of(number), history.label_of(number)
        shown = names[said] if said >= 0 else None
        return Outcome(shown, names[label], said != label and said != NOTHING, False)

    @one_at_a_time
    def apply(self) -> None:
        """Learns the labels that wait, as the next question would."""
        self._apply()

    # Inside.

    def _apply(self) -> None:
        if self._is_direct and self._queue.is_empty:
            self._settled = NONE_SETTLED
        else:
            self._settle(self.keeper.learn(self._queue.empty()))

    def _tell(self, ticket: Ticket, y: Label, weight: float, contradictions: str) -> LabelStatus:
        number = self._tickets.number(ticket) if type(ticket) is str else self._number(ticket)
        if type(weight) is not float or not 0.0 <= weight <= 1e100:
            self._check_weight(weight)
        known = self._labels.number_of(y)
        if known is not None:
            status = self._take(number, known, float(weight), contradictions)
        else:  # it is known from now on if it is taken
            with self._labels.trying() as labels:
                status = self._take(number, labels.told(y), float(weight), contradictions)
                if status in _TAKEN:
                    labels.keep()
        if status not in _TAKEN:
            self.statuses[status] += 1
        return status

    def _take(self, number: int | None, label: int, weight: float, contradictions: str) -> LabelStatus:
        history = self._history
        if number is None:
            return LabelStatus.UNKNOWN
        flags = history.flags_of(number)
        if flags & GIVEN_UP:
            return LabelStatus.TOO_LATE
        if not flags & ANSWERED:
            said = history.answer_one(number, label, self._labels.named)
            self.answered += 1
            self.mistakes += said != label and said != NOTHING
            self._queue.put(number, label, weight)
            return _WAITING
        if history.label_of(number) == label:
            return LabelStatus.DUPLICATE
        if flags & EXPIRED and contradictions != "correct":
            return LabelStatus.TOO_LATE  # it has the default label
        if contradictions == "refuse":
            raise self._contradiction(number)
        return self._correct(number, label, weight) if contradictions == "correct" else LabelStatus.CONTRADICTED

    def _correct(self, number: int, label: int, weight: float) -> LabelStatus:
        applied = bool(self._history[number] & APPLIED)
        if applied and not getattr(self.keeper, "corrects", False):
            return LabelStatus.CONTRADICTED  # it was learned, and this order can't take it back
        if applied and self._is_fixed(number):
            return LabelStatus.TOO_LATE
        self._queue.replace(number, label, weight)
        self.mistakes += self._is_wrong(number, label) - self._is_wrong(number, self._history.label_of(number))
        self._history.correct(number, label)
        self.statuses[LabelStatus.CORRECTED] += 1
        return LabelStatus.CORRECTED

    def _take_back(self, number: int) -> LabelStatus:
        history = self._history
        if history[number] & APPLIED and self._is_fixed(number):
            return LabelStatus.TOO_LATE
        waited = self._queue.take_back(number)
        handed = hasattr(self.keeper, "retract") and self.keeper.retract(number)
        if not waited and not handed:
            return LabelStatus.CONTRADICTED
        self.answered -= 1
        self.mistakes -= self._is_wrong(number, history.label_of(number))
        history.take_back(number)
        self._oldest = min(self._oldest, number)
        return LabelStatus.RETRACTED

    def _is_wrong(self, number: int, label: int) -> bool:
        return self._labels.is_wrong(self._history.said_of(number), label)

    def _is_fixed(self, number: int) -> bool:
        return hasattr(self.keeper, "fixed") and self.keeper.fixed(number)

    def _take_many(self, numbers: "npt.NDArray[np.uint64]", labels: "npt.NDArray[np.int32]") -> "npt.NDArray[np.uint8]":
        import numpy as np

        said = self._history.answer_many(numbers, labels)
        self.answered += len(numbers)
        self.mistakes += int(((said != labels) & (said >= 0)).sum())
        for row in np.flatnonzero(said < NOTHING).tolist():  # said before labels came
            number, label = int(numbers[row]), int(labels[row])
            self._history.answer(number, label, self._labels.named(int(said[row])))
            self.mistakes += self._is_wrong(number, label)
        self._queue.put_many(Answers(numbers, labels, np.ones(len(numbers))))
        return np.full(len(numbers), LabelStatus.WAITING, dtype=np.uint8)

    def _settle(self, settled: SomeSettled) -> None:
        self._settled = settled
        if isinstance(settled, FewSettled):
            if not settled:
                return
            apply_one, statuses = self._history.apply_one, self.statuses
            for number, status in settled.items():
                apply_one(number, status)
                statuses[status] += 1
        else:
            import numpy as np

            self._history.apply(settled.numbers, settled.statuses)
            for number, count in enumerate(np.bincount(settled.statuses).tolist()):
                if count:
                    self.statuses[LabelStatus(number)] += count
        self._oldest = self._history.first_waiting(self._oldest)

"""Ask now, learn the answer later."""

import builtins
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from ..data.labels import labels_of
from ..errors import InputError, ModelFileError, ParameterError
from ..parameters import one_of, whole
from ..protocols import Features, Label, Outcome
from ..protocols import Learner as AnyLearner
from .files import to_bytes
from .history import ANSWERED, APPLIED, GIVEN_UP, History
from .labels import LateLabels
from .orders.immediate import Immediate
from .orders.order import Answers, Order, Settled, no_settled
from .queue import LabelQueue
from .status import LabelStatus
from .tickets import Ticket, Tickets

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEAST_BYTES = 2**21  # instances are kept in chunks of a megabyte


class Question(NamedTuple):
    """What was said of an instance, and the ticket under which its label may come.

    Attributes
    ----------
    ticket : hashable
        The caller's own, or the number.
    label : label
        What was said; None where there was no answer.
    number : int
        Instances are numbered from 1, in the order in which they were asked about.
    probabilities : dict or None
        Label -> probability, where the learner states any.
    score : float or None
        The score: of two labels that of the positive one, of many that of the answer.
    """

    ticket: Ticket
    label: Label
    number: int
    probabilities: dict[Label, float] | None = None
    score: float | None = None

    @property
    def prediction(self) -> Label:
        """What was said."""
        return self.label


_P = ParamSpec("_P")
_T = TypeVar("_T")


def _one_at_a_time(method: "Callable[Concatenate[Delayed, _P], _T]") -> "Callable[Concatenate[Delayed, _P], _T]":
    """A call waits until the one under way, from another thread, has ended."""

    @wraps(method)
    def guarded(self: "Delayed", *given: _P.args, **named: _P.kwargs) -> _T:
        with self._lock:
            return method(self, *given, **named)

    return guarded  # type: ignore[return-value]  # `wraps` keeps the names of arguments, which Callable does not


class Delayed:
    """A learner that is asked now and told later: minutes, days, out of order, twice, or never.

    learner: any learner; it is taught, so give it away.   order: of thresher.late. Default Immediate().
    horizon: give an instance up after so many further questions. Default None: never.
    max_pending, max_bytes: how many instances may wait, and in how much memory. Default None: any.
    when_full: "forget" the oldest (counted in `given_up`), or "refuse" to be asked. Default "forget".
    contradictions: another answer for an instance that has one is an error ("refuse", the default), counted and
        without effect ("count"), or takes the place of the first ("correct": while the first waits to be learned, and
        with Replay afterwards too).
    remember: of how many questions it is known what became of them. Default 1,000,000.

    Labels wait for the next question and are then learned in the order of their instances.

    >>> from thresher import TrackingWinnow
    >>> late = Delayed(TrackingWinnow(floor=0.3))
    >>> first, second = late.ask({"free": 1}), late.ask({"lunch": 1})
    >>> late.label(second.ticket, False), late.label(first.ticket, True)
    (<LabelStatus.WAITING: 1>, <LabelStatus.WAITING: 1>)
    >>> late.ask({"free": 1}).prediction, late.pending, late.mistakes, late.statuses[LabelStatus.LEARNED]
    (False, 1, 1, 2)
    """

    def __init__(
        self,
        learner: AnyLearner,
        order: Order | None = None,
        *,
        horizon: int | None = None,
        max_pending: int | None = None,
        max_bytes: int | None = None,
        when_full: str = "forget",
        contradictions: str = "refuse",
        remember: int = 1_000_000,
    ) -> None:
        self.order = Immediate() if order is None else order
        if not hasattr(self.order, "keeper"):
            raise ParameterError(f"order must be one of thresher.late, OD1() for instance; got {order!r}.")
        self.horizon = None if horizon is None else whole("horizon", horizon, at_least=1)
        self.max_pending = None if max_pending is None else whole("max_pending", max_pending, at_least=1)
        self.max_bytes = None if max_bytes is None else whole("max_bytes", max_bytes, at_least=LEAST_BYTES)
        self.when_full = one_of("when_full", when_full, ("forget", "refuse"))
        self.contradictions = one_of("contradictions", contradictions, ("refuse", "count", "correct"))
        self.remember = whole("remember", remember, at_least=1)
        horizons = [h for h in (self.horizon, getattr(self.order, "horizon", None)) if h is not None]
        self._reach = min(horizons, default=None)  # an order may have a horizon of its own
        self._lock = RLock()
        self._labels = LateLabels(learner)
        self.keeper = self.order.keeper(learner, self._labels)
        self.statuses: Counter[LabelStatus] = Counter()
        self.asked = self.answered = self.mistakes = self.given_up = 0
        self._settled = no_settled()
        self._history = History(self.remember)
        self._oldest = 1  # no question before it waits for its label
        self._tickets = Tickets()
        self._queue = LabelQueue()

    @property
    def learner(self) -> Any:
        """The learner inside, with its own counts: those of the moments when labels came."""
        return self.keeper.learner

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels: (negative, positive) of two; of more those that were declared, then in increasing order."""
        return self._labels.known.shown

    @property
    def positive(self) -> Label:
        """The positive one of two labels; None where there are more."""
        return self._labels.known.positive_name

    @property
    def fates(self) -> Counter[LabelStatus]:
        """What 0.1.0 called `statuses`."""
        return self.statuses

    @property
    def settled(self) -> list[tuple[Ticket, LabelStatus]]:
        """What was dealt with before the last question: tickets, and what became of their labels."""
        numbers, statuses = self._settled
        pairs = zip(numbers.tolist(), statuses.tolist(), strict=True)
        return [(self._tickets.ticket(number), LabelStatus(status)) for number, status in pairs]

    # Asking.

    @_one_at_a_time
    def predict_one(self, x: Features) -> Label:
        """What would be said now. Changes nothing: labels that wait go on waiting."""
        return self.keeper.predict(x)

    @_one_at_a_time
    def ask(self, x: Features, ticket: Ticket = None) -> Question:
        """Predicts, and keeps the instance until its label comes.

        ticket: your own name for it, text for instance; by default its number.
        """
        number = self._history.next
        if ticket is not None and self._number(ticket) is not None:
            raise InputError(f"the ticket {ticket!r} was used before.")
        if isinstance(ticket, int) and ticket != number:
            raise InputError("whole numbers are Thresher's own tickets; use text for yours.")
        self._make_room(1)
        self.apply()
        said = self.keeper.ask(number, x)
        probabilities, score = self._stated(x, said)
        self._history.add(self._labels.number(said))
        self.asked += 1
        self._tidy()
        if ticket is not None and ticket != number:
            self._tickets.add(ticket, number)
        return Question(number if ticket is None else ticket, said, number, probabilities, score)

    def _stated(self, x: Features, said: Label) -> tuple[dict[Label, float] | None, float | None]:
        """What the learner that was asked states beside its answer."""
        learner = self.keeper.asked_learner
        traits = getattr(learner, "traits", None)
        if traits is None:
            return None, None
        probabilities = learner.predict_proba_one(x) if traits.probabilities else None
        if learner.positive is None and (said is None or len(learner.labels) > 2):
            return probabilities, None if said is None else learner.score_one(x, said)
        return probabilities, learner.score_one(x)

    @_one_at_a_time
    def ask_many(self, X: Any) -> "tuple[range, npt.NDArray[Any]]":
        """Predicts rows of a matrix, all with the state before the first. Their tickets, and the predictions."""
        rows = len(X) if not hasattr(X, "shape") else X.shape[0]
        first = self._history.next
        self._make_room(rows)
        self.apply()
        said = self.keeper.ask_many(first, X)
        for label in said:
            self._history.add(self._labels.number(label))
        self.asked += len(said)
        if self.max_pending is not None and self.pending > self.max_pending:  # more rows than may wait at all
            self._forget_oldest(self.pending - self.max_pending)
        self._tidy()
        return range(first, first + len(said)), _as_array(said)

    # Answering.

    @_one_at_a_time
    def label(self, ticket: Ticket, y: Label, weight: float = 1.0) -> LabelStatus:
        """The label of an instance. It is learned before the next question: LabelStatus.WAITING until then."""
        number = self._number(ticket)
        told = self._labels.told(y)
        if not (isinstance(weight, (int, float)) and 0.0 <= weight <= 1e100):
            raise InputError(f"the importance weight {weight!r} is not a number from 0 to 1e100.")
        status = LabelStatus.UNKNOWN if number is None else self._take(number, told, float(weight))
        if status not in (LabelStatus.WAITING, LabelStatus.CORRECTED):
            self.statuses[status] += 1
        return status

    @_one_at_a_time
    def label_many(self, tickets: Any, y: Any) -> "npt.NDArray[np.uint8]":
        """Labels of many instances, in any order; the status of each (`LabelStatus`), all or nothing on bad labels."""
        import numpy as np

        given = labels_of(y)
        numbers = np.asarray(tickets)
        if len(numbers) != len(given):
            raise InputError(f"{len(numbers)} tickets but {len(given)} labels.")
        known = self._labels.known
        try:
            told = np.array([self._told_at(row, label) for row, label in enumerate(given)], dtype=np.int32)
        except InputError:
            self._labels.known = known
            raise
        if numbers.dtype.kind not in "iu" or not self._history.all_wait(numbers):
            return np.array([self.label(t, label) for t, label in zip(tickets, given, strict=True)], dtype=np.uint8)
        return self._take_many(numbers.astype(np.uint64), told)

    def _told_at(self, row: int, label: Label) -> int:
        try:
            return self._labels.told(label)
        except InputError as error:
            raise InputError(f"row {row}: {error}", field="label") from None

    @_one_at_a_time
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

    @_one_at_a_time
    def expire(self, tickets: Iterable[Ticket] | None = None, *, older_than: int | None = None) -> int:
        """Gives instances up, so that their labels come too late: those named, or all asked so many questions ago."""
        before = self.given_up
        if tickets is None:
            limit = self._history.next - whole("older_than", older_than, at_least=0)
            for number in range(self._oldest, limit):
                self._give_up(number)
        else:
            for found in map(self._number, tickets):
                if found is not None and self._history.knows(found):
                    self._give_up(found)
        return self.given_up - before

    @_one_at_a_time
    def apply(self) -> None:
        """Learns the labels that wait, as the next question would."""
        self._settle(self.keeper.learn(self._queue.empty()))

    # What is known.

    @property
    def pending(self) -> int:
        """Instances whose label has not come and that were not given up."""
        return self.asked - self.answered - self.given_up

    @property
    def examples(self) -> int:
        """Labels that came."""
        return self.answered

    @property
    def updates(self) -> int:
        """Of the learner inside."""
        return int(self.learner.updates)

    @property
    def bytes(self) -> int:
        """Memory for the instances that wait."""
        return self.keeper.bytes

    def error_interval(self) -> tuple[float, float]:
        """The least and the largest error that the labels still out leave possible, over all questions."""
        if not self.asked:
            return 0.0, 0.0
        return self.mistakes / self.asked, (self.mistakes + self.asked - self.answered) / self.asked

    @_one_at_a_time
    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks, and is told at once: the label is learned before the next question."""
        before = self.updates
        question = self.ask(x)
        self.label(question.ticket, y, weight)
        label = self._labels.name(self._labels.told(y))
        said = question.label
        return Outcome(said, label, said is not None and said != label, self.updates != before)

    @_one_at_a_time
    def copy(self) -> "Delayed":
        """An independent one in the same state."""
        from ..files import load_bytes

        made: Delayed = load_bytes(to_bytes(self))
        return made

    @_one_at_a_time
    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> "builtins.bytes":
        """The saved form, the instances that wait too: the same state gives the same bytes.

        Parameters
        ----------
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`.
        """
        return to_bytes(self, progress)

    def save(self, path: str | os.PathLike[str], progress: Mapping[str, Any] | None = None) -> None:
        """Saves everything, the instances that wait too, all at once; thresher.load goes on as if never saved."""
        from ..files import write

        write(path, self.to_bytes(progress))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Delayed":
        """Goes on as if never saved."""
        from ..files import load

        loaded = load(path)
        if not isinstance(loaded, cls):
            raise ModelFileError(f"{path} holds {type(loaded).__name__}, no {cls.__name__}.")
        return loaded

    def digest(self) -> str:
        """A fingerprint of everything: learner, order, instances and labels that wait."""
        import hashlib

        return hashlib.sha256(self.to_bytes()).hexdigest()

    def __repr__(self) -> str:
        return f"Delayed({self.learner!r}, {self.order!r}): {self.asked:,} asked, {self.pending:,} pending"

    # Inside.

    def _number(self, ticket: Ticket) -> int | None:
        """Of a ticket that was given out and is remembered, or whose instance still waits."""
        if isinstance(ticket, int) and not isinstance(ticket, bool):
            return int(ticket) if 1 <= ticket < self._history.next else None
        return self._tickets.number(ticket)

    def _tidy(self) -> None:
        """Gives up what is past the horizon, and forgets what became of old questions."""
        if self._reach is not None:
            for number in range(self._oldest, self._history.next - self._reach):
                self._give_up(number)
            self._oldest = max(self._oldest, self._history.next - self._reach)
        if self._history.full:
            self.expire(older_than=self.remember)
        self._tickets.forget(self._history.forget())
        self._oldest = max(self._oldest, self._history.base)

    def _make_room(self, wanted: int) -> None:
        over = 0 if self.max_pending is None else self.pending + wanted - self.max_pending
        heavy = self.max_bytes is not None and self.keeper.bytes >= self.max_bytes and self.pending > 0
        if (over > 0 or heavy) and self.when_full == "refuse":
            raise InputError(
                f"{self.pending:,} instances wait for their labels, in {self.keeper.bytes:,} bytes: no more fit. "
                "Label or expire some, allow more, or forget the oldest."
            )
        if over > 0:
            self._forget_oldest(min(over, self.pending))
        while heavy and self.pending:
            self._forget_oldest(1 + self.pending // 16)
            heavy = self.keeper.bytes >= (self.max_bytes or 0)

    def _forget_oldest(self, count: int) -> None:
        wanted = self.given_up + count
        while self.given_up < wanted and self._oldest < self._history.next:
            self._give_up(self._oldest)
            self._oldest += 1

    def _give_up(self, number: int) -> None:
        if not self._history[number] & (ANSWERED | GIVEN_UP):
            self._history.mark(number, GIVEN_UP)
            self.given_up += 1
            self.keeper.drop(number)

    def _take(self, number: int, label: int, weight: float) -> LabelStatus:
        history = self._history
        if not history.knows(number) or history[number] & GIVEN_UP:
            return LabelStatus.TOO_LATE
        if not history[number] & ANSWERED:
            self.answered += 1
            self.mistakes += self._is_wrong(number, label)
            history.answer(number, label)
            self._queue.put(number, label, weight)
            return LabelStatus.WAITING
        if history.label_of(number) == label:
            return LabelStatus.DUPLICATE
        if self.contradictions == "refuse":
            raise InputError(f"the instance {self._tickets.ticket(number)!r} has another label already.")
        return self._correct(number, label, weight) if self.contradictions == "correct" else LabelStatus.CONTRADICTED

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
        """Whether there was an answer, and it was another label."""
        return self._history.said_of(number) not in (-1, label)

    def _is_fixed(self, number: int) -> bool:
        return hasattr(self.keeper, "fixed") and self.keeper.fixed(number)

    def _take_many(
        self, numbers: "npt.NDArray[np.uint64]", labels: "npt.NDArray[np.int32]"
    ) -> "npt.NDArray[np.uint8]":
        import numpy as np

        said = self._history.answer_many(numbers, labels)
        self.answered += len(numbers)
        self.mistakes += int(((said != labels) & (said >= 0)).sum())
        self._queue.put_many(Answers(numbers, labels, np.ones(len(numbers))))
        return np.full(len(numbers), LabelStatus.WAITING, dtype=np.uint8)

    def _settle(self, settled: Settled) -> None:
        import numpy as np

        self._settled = settled
        if not len(settled.numbers):
            return
        self._history.apply(settled.numbers)
        for status, count in enumerate(np.bincount(settled.statuses).tolist()):
            if count:
                self.statuses[LabelStatus(status)] += count
        while self._oldest < self._history.next and self._history[self._oldest] & (ANSWERED | GIVEN_UP):
            self._oldest += 1


def _as_array(labels: list[Label]) -> "npt.NDArray[Any]":
    """Labels as an array of their kind, where they are of one."""
    import numpy as np

    if len({type(label) for label in labels}) == 1 and isinstance(labels[0], (str, bool, int, float)):
        return np.array(labels)
    found = np.empty(len(labels), dtype=object)
    found[:] = labels
    return found

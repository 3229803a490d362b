"""Ask now, learn the answer later."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError, ParameterError
from ..parameters import one_of, whole
from ..protocols import Features, Label, Outcome
from ..protocols import Learner as AnyLearner
from .history import ANSWERED, APPLIED, GIVEN_UP, POSITIVE, SAID, Marks
from .orders.immediate import Immediate
from .orders.order import Answers, Order, Settled, no_settled
from .pending import labels_of
from .queue import LabelQueue
from .status import Fate
from .tickets import Ticket, Tickets

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEAST_BYTES = 2**21  # instances are kept in chunks of a megabyte


class Question(NamedTuple):
    """What was said of an instance, and the ticket under which its label may come.

    number: instances are numbered from 1, in the order in which they were asked about.
    """

    ticket: Ticket
    prediction: Label
    number: int


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
    (<Fate.WAITING: 1>, <Fate.WAITING: 1>)
    >>> late.ask({"free": 1}).prediction, late.pending, late.mistakes, late.fates[Fate.LEARNED]
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
        self.keeper = self.order.keeper(learner)
        self.fates: Counter[Fate] = Counter()
        self.asked = self.answered = self.mistakes = self.given_up = 0
        self._settled = no_settled()
        self._labels = labels_of(learner)
        self._marks = Marks(self.remember)
        self._oldest = 1  # no question before it waits for its label
        self._tickets = Tickets()
        self._queue = LabelQueue()

    @property
    def learner(self) -> Any:
        """The learner inside, with its own counts: those of the moments when labels came."""
        return self.keeper.learner

    @property
    def settled(self) -> list[tuple[Ticket, Fate]]:
        """What was dealt with before the last question: tickets, and what became of their labels."""
        numbers, fates = self._settled
        return [(self._tickets.ticket(n), Fate(f)) for n, f in zip(numbers.tolist(), fates.tolist(), strict=True)]

    # Asking.

    def predict_one(self, x: Features) -> Label:
        """What would be said now. Changes nothing: labels that wait go on waiting."""
        return self._labels.names[self.keeper.predict(x)]

    def ask(self, x: Features, ticket: Ticket = None) -> Question:
        """Predicts, and keeps the instance until its label comes.

        ticket: your own name for it, text for instance; by default its number.
        """
        number = self._marks.next
        if ticket is not None and self._number(ticket) is not None:
            raise InputError(f"the ticket {ticket!r} was used before.")
        if isinstance(ticket, int) and ticket != number:
            raise InputError("whole numbers are Thresher's own tickets; use text for yours.")
        self._make_room(1)
        self.apply()
        said = self.keeper.ask(number, x)
        self._note(number, said)
        if ticket is not None and ticket != number:
            self._tickets.add(ticket, number)
        return Question(number if ticket is None else ticket, self._labels.names[said], number)

    def ask_many(self, X: Any) -> "tuple[range, npt.NDArray[Any]]":
        """Predicts rows of a matrix, all with the state before the first. Their tickets, and the predictions."""
        import numpy as np

        rows = len(X) if not hasattr(X, "shape") else X.shape[0]
        first = self._marks.next
        self._make_room(rows)
        self.apply()
        said = self.keeper.ask_many(first, X)
        self._marks.bytes += (np.asarray(said, dtype=np.uint8) * SAID).tobytes()
        self.asked += len(said)
        if self.max_pending is not None and self.pending > self.max_pending:  # more rows than may wait at all
            self._forget_oldest(self.pending - self.max_pending)
        self._tidy()
        return range(first, first + len(said)), self._labels.name_many(said)

    # Answering.

    def label(self, ticket: Ticket, y: Label, weight: float = 1.0) -> Fate:
        """The label of an instance. It is learned before the next question: Fate.WAITING until then."""
        positive = self._understand(y)
        if not (isinstance(weight, (int, float)) and 0.0 <= weight <= 1e100):
            raise InputError(f"the importance weight {weight!r} is not a number from 0 to 1e100.")
        number = self._number(ticket)
        fate = Fate.UNKNOWN if number is None else self._take(number, positive, float(weight))
        if fate not in (Fate.WAITING, Fate.CORRECTED):
            self.fates[fate] += 1
        return fate

    def label_many(self, tickets: Any, y: Any) -> "npt.NDArray[np.uint8]":
        """Labels of many instances, in any order; the fate of each (`Fate`), all or nothing on bad labels."""
        import numpy as np

        positive = self._labels.understand_many(y) > 0
        numbers = np.asarray(tickets)
        if len(numbers) != len(positive):
            raise InputError(f"{len(numbers)} tickets but {len(positive)} labels.")
        if numbers.dtype.kind not in "iu" or not self._marks.all_wait(numbers):
            names = self._labels.names
            return np.array(
                [self.label(t, names[int(p)]) for t, p in zip(tickets, positive, strict=True)], dtype=np.uint8
            )
        return self._take_many(numbers.astype(np.uint64), positive)

    def retract(self, ticket: Ticket) -> Fate:
        """Takes the answer back that came for an instance, which then waits for its label again: Fate.RETRACTED.

        A label that was learned can be taken back by Replay alone, and within its horizon; otherwise it stays
        (Fate.CONTRADICTED). Where no answer has come nothing is done (Fate.DUPLICATE).
        """
        number = self._number(ticket)
        if number is None:
            fate = Fate.UNKNOWN
        elif not self._marks.knows(number) or self._marks[number] & GIVEN_UP:
            fate = Fate.TOO_LATE
        elif not self._marks[number] & ANSWERED:
            fate = Fate.DUPLICATE
        else:
            fate = self._take_back(number)
        self.fates[fate] += 1
        return fate

    def expire(self, tickets: Iterable[Ticket] | None = None, *, older_than: int | None = None) -> int:
        """Gives instances up, so that their labels come too late: those named, or all asked so many questions ago."""
        before = self.given_up
        if tickets is None:
            limit = self._marks.next - whole("older_than", older_than, at_least=0)
            for number in range(self._oldest, limit):
                self._give_up(number)
        else:
            for found in map(self._number, tickets):
                if found is not None and self._marks.knows(found):
                    self._give_up(found)
        return self.given_up - before

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

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks, and is told at once: the label is learned before the next question."""
        before = self.updates
        question = self.ask(x)
        self.label(question.ticket, y, weight)
        label = self._labels.names[self._understand(y)]
        return Outcome(question.prediction, label, question.prediction != label, self.updates != before)

    def copy(self) -> "Delayed":
        """An independent one in the same state."""
        from .files import from_bytes, to_bytes

        return from_bytes(to_bytes(self), type(self))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves everything, the instances that wait too, all at once."""
        from ..files.snapshots import write
        from .files import to_bytes

        write(path, to_bytes(self))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Delayed":
        """Goes on as if never saved."""
        from pathlib import Path

        from .files import from_bytes

        return from_bytes(Path(path).read_bytes(), cls)

    def digest(self) -> str:
        """A fingerprint of everything: learner, order, instances and labels that wait."""
        import hashlib

        from .files import to_bytes

        return hashlib.sha256(to_bytes(self)).hexdigest()

    def __repr__(self) -> str:
        return f"Delayed({self.learner!r}, {self.order!r}): {self.asked:,} asked, {self.pending:,} pending"

    # Inside.

    def _understand(self, y: Label) -> bool:
        understood = self._labels.understand(y)
        if understood not in (0, 1, -1):
            raise InputError(f"the label {y!r} is none of 1, True (positive), 0, -1, False (negative).")
        return bool(understood == 1)

    def _number(self, ticket: Ticket) -> int | None:
        """Of a ticket that was given out and is remembered, or whose instance still waits."""
        if isinstance(ticket, int) and not isinstance(ticket, bool):
            return int(ticket) if 1 <= ticket < self._marks.next else None
        return self._tickets.number(ticket)

    def _note(self, number: int, said: bool) -> None:
        self._marks.add(SAID if said else 0)
        self.asked += 1
        self._tidy()

    def _tidy(self) -> None:
        """Gives up what is past the horizon, and forgets what became of old questions."""
        if self._reach is not None:
            for number in range(self._oldest, self._marks.next - self._reach):
                self._give_up(number)
            self._oldest = max(self._oldest, self._marks.next - self._reach)
        if self._marks.full:
            self.expire(older_than=self.remember)
        self._tickets.forget(self._marks.forget())
        self._oldest = max(self._oldest, self._marks.base)

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
        while self.given_up < wanted and self._oldest < self._marks.next:
            self._give_up(self._oldest)
            self._oldest += 1

    def _give_up(self, number: int) -> None:
        if not self._marks[number] & (ANSWERED | GIVEN_UP):
            self._marks[number] |= GIVEN_UP
            self.given_up += 1
            self.keeper.drop(number)

    def _take(self, number: int, positive: bool, weight: float) -> Fate:
        if not self._marks.knows(number):
            return Fate.TOO_LATE
        mark = self._marks[number]
        if mark & GIVEN_UP:
            return Fate.TOO_LATE
        if not mark & ANSWERED:
            self._count(number, positive)
            self._queue.put(number, positive, weight)
            return Fate.WAITING
        if bool(mark & POSITIVE) == positive:
            return Fate.DUPLICATE
        if self.contradictions == "refuse":
            raise InputError(f"the instance {self._tickets.ticket(number)!r} has another label already.")
        return self._correct(number, positive, weight) if self.contradictions == "correct" else Fate.CONTRADICTED

    def _correct(self, number: int, positive: bool, weight: float) -> Fate:
        applied = bool(self._marks[number] & APPLIED)
        if applied and not getattr(self.keeper, "corrects", False):
            return Fate.CONTRADICTED  # it was learned, and this order can't take it back
        if applied and self._is_fixed(number):
            return Fate.TOO_LATE
        self._queue.replace(number, positive, weight)
        was_wrong = bool(self._marks[number] & SAID) == positive
        self.mistakes += -1 if was_wrong else 1
        self._marks[number] ^= POSITIVE
        self.fates[Fate.CORRECTED] += 1
        return Fate.CORRECTED

    def _take_back(self, number: int) -> Fate:
        mark = self._marks[number]
        if mark & APPLIED and self._is_fixed(number):
            return Fate.TOO_LATE
        waited = self._queue.take_back(number)
        handed = hasattr(self.keeper, "retract") and self.keeper.retract(number)
        if not waited and not handed:
            return Fate.CONTRADICTED
        self.answered -= 1
        self.mistakes -= bool(mark & SAID) != bool(mark & POSITIVE)
        self._marks[number] = mark & SAID
        self._oldest = min(self._oldest, number)
        return Fate.RETRACTED

    def _is_fixed(self, number: int) -> bool:
        return hasattr(self.keeper, "fixed") and self.keeper.fixed(number)

    def _count(self, number: int, positive: bool) -> None:
        self.answered += 1
        self.mistakes += bool(self._marks[number] & SAID) != positive
        self._marks[number] |= ANSWERED | (POSITIVE if positive else 0)

    def _take_many(
        self, numbers: "npt.NDArray[np.uint64]", positive: "npt.NDArray[np.bool_]"
    ) -> "npt.NDArray[np.uint8]":
        import numpy as np

        said = self._marks.answer(numbers, positive)
        self.answered += len(numbers)
        self.mistakes += int((said != positive).sum())
        self._queue.put_many(Answers(numbers, positive, np.ones(len(numbers))))
        return np.full(len(numbers), Fate.WAITING, dtype=np.uint8)

    def _settle(self, settled: Settled) -> None:
        import numpy as np

        self._settled = settled
        if not len(settled.numbers):
            return
        self._marks.apply(settled.numbers)
        for fate, count in enumerate(np.bincount(settled.fates).tolist()):
            if count:
                self.fates[Fate(fate)] += count
        while self._oldest < self._marks.next and self._marks[self._oldest] & (ANSWERED | GIVEN_UP):
            self._oldest += 1

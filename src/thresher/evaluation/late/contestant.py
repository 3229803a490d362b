"""A learner with late labels in the loop: labels that are due, then the question, then the wait for its label."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...asking import Asking
from ...data import NO_CLASS, Labels, RowReader
from ...errors import InputError
from ...late import Delayed, LabelStatus
from ...late.labels import LateLabels
from ...learners import BlockCounts
from ...protocols import Label, Outcome
from ...streams import Block
from ..block_answers import Said
from ..contestant import Contestant
from ..on_error import BadLineError
from ..run import Run
from .correlation import DelayMeter
from .deliveries import Deliveries, Delivery
from .run import Cost, LateRun
from .shadow import Shadow

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..events.late_log import LateLog

    Numbers = npt.NDArray[np.int32]


class _Asked(NamedTuple):
    """A question without an answer."""

    number: int
    said: Label
    weight: float
    erred: bool | None  # whether the copy without delay was wrong; None: not known
    wanted: bool  # of one that is not wanted the label is compared, and not told


class LateContestant(Contestant):
    """A delayed learner with its counts: those of the labels that came."""

    def __init__(
        self,
        name: str,
        late: Delayed,
        deliveries: Deliveries,
        *,
        shadow: bool = True,
        log: "LateLog | None" = None,
    ) -> None:
        super().__init__(name, late.learner, measures=False)
        self.late = late
        self._asks: Delayed | LateLog = late if log is None else log  # which asks and tells it, and writes it down
        self._deliveries = deliveries
        self.asked_before = getattr(late, "asked", 0), getattr(late, "wanted", 0)
        self._shadow = Shadow(late) if shadow and not isinstance(late, Asking) else None
        self._meter = DelayMeter()
        self._asked: dict[Any, _Asked] = {}
        self._asked_about = LateLabels(late.learner)  # labels of all questions, in their order
        self._outstanding = 0
        self._unsettled = 0  # labels that wait for their turn
        self._undelayed: int | None = 0
        self._came: list[tuple[int, int]] = []  # class numbers: the label, and what was said
        self._last_said: Label = None
        self._first_label: int | None = None  # the question before which the first label came
        self._asked_before_labels = 0
        self._statuses_before = Counter(late.statuses)
        self._given_up = late.given_up
        self._unwanted = 0  # questions whose label was not asked for

    @property
    def model(self) -> Delayed:
        return self.late

    @property
    def row_reader(self) -> RowReader | None:
        return self.late.row_reader

    def count_rows(self, block: Block, first: int, last: int, seen: int) -> BlockCounts | None:
        return None  # one by one: what is learned depends on what came before

    def expect(self, labels: Sequence[Label]) -> None:
        self._asks.expect_labels(labels)
        self._asked_about.expect(labels)
        if self._shadow is not None:
            self._shadow.expect(labels)

    def numbers(self, block: Block, first: int, last: int) -> "Numbers":
        """Labels are still out: whatever they are, the rows can be asked about."""
        import numpy as np

        found = [NO_CLASS if label is None or label != label else 0 for label in block.labels_of(first, last)]
        return np.array(found, dtype=np.int32)

    def learn(self, block: Block, first: int, numbers: "Numbers", learned: "Numbers", seen: int) -> Said:
        import numpy as np

        refusal, row = "", first
        for row in range(first, first + len(numbers)):
            weight = 1.0 if block.weights is None else float(block.weights[row])
            label = None if learned[row - first] < 0 else block.label(row)
            try:
                self._turn(block, row, label, weight)
            except BadLineError:
                raise  # of another file
            except ValueError as error:
                refusal = str(error)
                break
        else:
            row = first + len(numbers)
        return Said(row, refusal, np.full(row - first, NO_CLASS, dtype=np.int32))

    def count(self, numbers: Any, held: Any, said: Said, weights: Any = None) -> None:
        """Takes down what came meanwhile; the labels of these rows are still out."""
        self._take_down()

    def finish(self) -> None:
        """After the last question: the labels still out come, in the order of their moments, as far as they come."""
        for deliveries in self._deliveries.rest(self.late.asked):
            for delivery in deliveries:
                self._deliver(delivery)
            self._apply()
        while self.late.settled and self._unsettled:  # orders that learn one label before each question
            self._apply()
        self._take_down()
        if self._shadow is not None and self._undelayed is None:
            known = self._deliveries.again()
            self._undelayed = None if known is None else sum(self._shadow.errs(*example) for example in known)

    def run(self, run: Run) -> LateRun:
        late = self.late
        before, self.learner = self.updates_before, late.learner  # some orders put another in its place
        plain = super().run(run)
        if plain.asked is not None and self._outstanding:
            plain.asked = replace(plain.asked, theorem=None)  # nothing is promised where labels come late
        plain.updates = sum(learner.updates - before for learner in getattr(late.keeper, "copies", [late.learner]))
        statuses = Counter(late.statuses)
        statuses.subtract(self._statuses_before)
        statuses[LabelStatus.WAITING] = max(0, self._unsettled)  # labels from before the run are settled in it too
        overdue = late.asked + 1 - self._meter.longest
        return LateRun(
            **{part.name: getattr(plain, part.name) for part in fields(plain)},
            order=type(late.order).__name__.lower(),
            statuses={str(status): count for status, count in sorted(statuses.items()) if count},
            pending=late.pending,
            given_up=late.given_up - self._given_up - self._unwanted,
            outstanding=self._outstanding,
            mean_delay=self._meter.mean,
            error_interval=self._error_interval(),
            cost=self._cost(),
            warning=self._meter.warning(
                [asked.said for asked in self._asked.values() if asked.number < overdue], late.positive
            ),
            asked_before_labels=self._asked_before_labels,
        )

    def _error_interval(self) -> tuple[float, float]:
        """Of a learner that asks, labels that it did not see count too."""
        asked = self.late.asked - self.asked_before[0]
        if not isinstance(self.late, Asking) or not asked:
            return self.late.error_interval()
        wrong, known = self.measures.mistakes, self.measures.examples
        return wrong / asked, (wrong + asked - known) / asked

    def _cost(self) -> Cost | None:
        if self._shadow is None:
            return None
        return Cost(self.measures.mistakes, self._undelayed, self._shadow.in_arrival_order(), self._outstanding)

    def _turn(self, block: Block, row: int, label: Label, weight: float) -> None:
        """Labels that are due, then the question."""
        x = block.example(row)
        if weight == 0.0:  # does not count: nothing waits for it
            self.late.predict_one(x)
            return
        if label is not None:
            self._asked_about.told(label)  # refused here, as without delay: the line is at hand
        turn = self._deliveries.turn(block, row, self.late.asked + 1, label)
        for delivery in turn.deliveries:
            self._deliver(delivery)
        # what was not asked for is not waited for
        awaited = self.late.wanted if isinstance(self.late, Asking) else self.late.asked
        outstanding = awaited - self.late.answered
        question = self._asks.ask(x, turn.ticket)
        self._outstanding = max(self._outstanding, outstanding)
        self._unsettled -= len(self.late.settled)
        comes = self._deliveries.asked(question.ticket)
        erred = None
        if self._shadow is not None:
            self._shadow.asked(x)
            erred = self._shadow.errs(x, label, weight) if comes else None
        self._last_said = question.label
        told = question.wants_label
        self._unwanted += not told
        self._asked[question.ticket] = _Asked(question.number, question.label, weight, erred, told)

    def _deliver(self, delivery: Delivery) -> None:
        asked = self._asked.get(delivery.ticket)
        if asked is not None and not asked.wanted:
            self._compare(delivery, asked)
            return
        try:
            status = self._asks.label(delivery.ticket, delivery.label, 1.0 if asked is None else asked.weight)
        except InputError as error:
            self._deliveries.refused(delivery, error)
            return
        if asked is not None and status in (LabelStatus.WAITING, LabelStatus.TOO_LATE):
            del self._asked[delivery.ticket]
        if asked is None or status is not LabelStatus.WAITING:
            return
        self._deliveries.counted(delivery)
        self._unsettled += 1
        outcome = self.late.outcome(delivery.ticket)
        assert outcome is not None
        self._note(delivery, asked, outcome)
        if self._undelayed is not None:
            self._undelayed = None if asked.erred is None else self._undelayed + asked.erred
        if self._shadow is not None:
            self._shadow.labelled(asked.number, delivery.label, asked.weight)

    def _compare(self, delivery: Delivery, asked: _Asked) -> None:
        """A label that the learner did not ask for, and does not see."""
        del self._asked[delivery.ticket]
        assert isinstance(self.late, Asking)
        try:
            outcome = self.late.judge(delivery.ticket, delivery.label)
        except InputError as error:
            self._deliveries.refused(delivery, error)
            return
        if outcome is not None:
            self._deliveries.counted(delivery)
            self._note(delivery, asked, outcome)

    def _note(self, delivery: Delivery, asked: _Asked, outcome: Outcome) -> None:
        """A label beside what was said."""
        if self._first_label is None:
            self._first_label = delivery.before
        self._asked_before_labels += not _named(asked.said, self._known) and asked.number < self._first_label
        number = self.number_of(outcome.label)
        self._came.append((number, self.answer_number(outcome.prediction, number, wrong=outcome.mistake)))
        label = self._known.came_as(outcome.label)
        self._meter.add(delivery.before - asked.number, label=label, said=outcome.prediction)

    def _take_down(self) -> None:
        if self._came:
            self.measures.add(*map(list, zip(*self._came, strict=True)), positive=None)
            self._came.clear()

    def number_of(self, label: Label) -> int:
        """Labels are counted when they come, which may be before the learner learns them."""
        return self._number_found(self._known, label)

    def label_of(self, number: int) -> Label:
        found, known = self._found.came, self._known
        if number >= len(found):
            return None
        return known.name_of(found[number]) if found[number] in known.numbers else found[number]

    def last_answer(self, said: Said) -> Label:
        """None where it was said before any label had come that it could be named by."""
        return self._last_said if _named(self._last_said, self._asked_about.known) else None

    @property
    def _known(self) -> Labels:
        return self.late.known_labels

    @property
    def labels(self) -> tuple[Label, ...]:
        return self.late.labels

    @property
    def two_labels(self) -> bool:
        return self.late.positive is not None or len(self.late.labels) < 2

    @property
    def positive(self) -> Label:
        return self.late.positive

    def _apply(self) -> None:
        self._asks.apply()
        if self._shadow is not None:
            self._shadow.apply()
        self._unsettled -= len(self.late.settled)


def _named(said: Label, labels: Labels) -> bool:
    """Whether it is a label. Before any has come, an answer is one of two sides, True or False, or nothing."""
    came = any(label is not None for label in labels.came)
    return said is not None and (not isinstance(said, bool) or (came and labels.are_plain))

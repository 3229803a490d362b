"""A learner with late labels in the loop: labels that are due, then the question, then the wait for its label."""

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import InputError
from ...late.delayed import Delayed
from ...late.status import Fate
from ...learners import Lesson, Taught
from ...streams.block import Block
from ..contestant import Contestant
from ..on_error import BadLineError
from ..run import Run
from .correlation import DelayMeter
from .deliveries import Letter, Post
from .run import Cost, LateRun
from .shadow import Shadow

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class _Asked(NamedTuple):
    """A question without an answer."""

    number: int
    said: bool
    weight: float
    erred: bool | None  # whether the copy without delay was wrong; None: not known


class LateContestant(Contestant):
    """A delayed learner with its counts: those of the labels that came."""

    def __init__(self, name: str, late: Delayed, post: Post, *, shadow: bool = True) -> None:
        narrow = "labels that come late are of two classes"
        super().__init__(name, late.learner, measures=False, trace=False, narrow=narrow)
        self.late = late
        self._post = post
        self._shadow = Shadow(late) if shadow else None
        self._meter = DelayMeter()
        self._asked: dict[Any, _Asked] = {}
        self._outstanding = 0
        self._unsettled = 0  # labels that wait for their turn
        self._undelayed: int | None = 0
        self._came: list[tuple[int, bool]] = []
        self._before = Counter(late.fates)
        self._given_up = late.given_up

    def teach(self, block: Block, first: int, last: int, seen: int) -> Taught | None:
        return None  # one by one: what is learned depends on what came before

    def learn(self, block: Block, first: int, tasks: "npt.NDArray[np.int8]", seen: int) -> Lesson:
        import numpy as np

        predictions = np.zeros(len(tasks), dtype=np.bool_)
        weights = block.weights
        for row in range(first, len(tasks)):
            weight = 1.0 if weights is None else float(weights[row])
            try:
                predictions[row] = self._turn(block, row, int(tasks[row]), weight)
            except BadLineError:
                raise  # of another file
            except ValueError as error:
                return Lesson(row, str(error), predictions, None, None)
        return Lesson(len(tasks), "", predictions, None, None)

    def count(self, labels: Any, held: Any, lesson: Lesson, rows: slice) -> None:
        """Takes down what came meanwhile; the labels of these rows are still out."""
        self._take_down()

    def finish(self) -> None:
        """After the last question: the labels still out come, in the order of their moments, as far as they come."""
        for letters in self._post.rest(self.late.asked):
            for letter in letters:
                self._deliver(letter)
            self._apply()
        while self.late.settled and self._unsettled:  # orders that learn one label before each question
            self._apply()
        self._take_down()
        if self._shadow is not None and self._undelayed is None:
            known = self._post.again()
            self._undelayed = None if known is None else sum(self._shadow.errs(*example) for example in known)

    def run(self, run: Run) -> LateRun:
        late = self.late
        before, self.learner = self.updates_before, late.learner  # some orders put another in its place
        plain = super().run(run)
        plain.updates = sum(learner.updates - before for learner in getattr(late.keeper, "copies", [late.learner]))
        fates = Counter(late.fates)
        fates.subtract(self._before)
        fates[Fate.WAITING] = max(0, self._unsettled)  # labels from before the run are settled in it too
        overdue = late.asked + 1 - self._meter.longest
        return LateRun(
            **{part.name: getattr(plain, part.name) for part in fields(plain)},
            order=type(late.order).__name__.lower(),
            fates={str(fate): count for fate, count in sorted(fates.items()) if count},
            pending=late.pending,
            given_up=late.given_up - self._given_up,
            outstanding=self._outstanding,
            mean_delay=self._meter.mean,
            error_interval=late.error_interval(),
            cost=self._cost(),
            warning=self._meter.warning(asked.said for asked in self._asked.values() if asked.number < overdue),
        )

    def _cost(self) -> Cost | None:
        if self._shadow is None:
            return None
        return Cost(self.measures.mistakes, self._undelayed, self._shadow.in_arrival_order(), self._outstanding)

    def _turn(self, block: Block, row: int, task: int, weight: float) -> bool:
        """Labels that are due, then the question."""
        x, positive = block.example(row), self.labels.names[1]
        if weight == 0.0:  # does not count: nothing waits for it
            return bool(self.late.predict_one(x) == positive)
        label = None if task == 0 else self.labels.names[task > 0]
        turn = self._post.turn(block, row, self.late.asked + 1, label)
        for letter in turn.letters:
            self._deliver(letter)
        outstanding = self.late.asked - self.late.answered
        question = self.late.ask(x, turn.ticket)
        self._outstanding = max(self._outstanding, outstanding)
        self._unsettled -= len(self.late.settled)
        comes = self._post.asked(question.ticket)
        said, erred = bool(question.prediction == positive), None
        if self._shadow is not None:
            self._shadow.asked(x)
            erred = self._shadow.errs(x, label, weight) if comes else None
        self._asked[question.ticket] = _Asked(question.number, said, weight, erred)
        return said

    def _deliver(self, letter: Letter) -> None:
        asked = self._asked.get(letter.ticket)
        try:
            fate = self.late.label(letter.ticket, letter.label, 1.0 if asked is None else asked.weight)
        except InputError as error:
            self._post.refused(letter, error)
            return
        if asked is not None and fate in (Fate.WAITING, Fate.TOO_LATE):
            del self._asked[letter.ticket]
        if asked is None or fate is not Fate.WAITING:
            return
        self._post.counted(letter)
        positive = bool(letter.label == self.labels.names[1])
        self._unsettled += 1
        self._came.append((1 if positive else -1, asked.said))
        self._meter.add(letter.before - asked.number, positive=positive, said=asked.said)
        if self._undelayed is not None:
            self._undelayed = None if asked.erred is None else self._undelayed + asked.erred
        if self._shadow is not None:
            self._shadow.labelled(asked.number, letter.label, asked.weight)

    def _take_down(self) -> None:
        import numpy as np

        if self._came:
            came, said = zip(*self._came, strict=True)
            self.measures.add(np.array(came, dtype=np.int8), np.array(said, dtype=np.bool_))
            self._came.clear()

    def _apply(self) -> None:
        self.late.apply()
        if self._shadow is not None:
            self._shadow.apply()
        self._unsettled -= len(self.late.settled)

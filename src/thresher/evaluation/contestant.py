"""One learner in the loop: what it says before each label, what it learns from it, and what that comes to."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..data import NO_CLASS, Labels, RowReader
from ..late.one_by_one import OneByOne
from ..learners import BlockCounts, Learner, NewLabels, check_one_label_each
from ..parameters import yes_or_no
from ..protocols import Label
from ..streams import Block
from .abilities import must_know_labels
from .block_answers import Said, said_of_block
from .block_labels import MOST_FOUND, class_of, number_in, too_many
from .contributions import ContributionSampler
from .drift.watch import DriftWatch
from .first_answers import stated_before
from .listener import NOBODY, Listener
from .measures.measures import Measures
from .one_by_one import learn_one_by_one
from .record import record
from .run import Run
from .tally import Tally
from .trace import Tracer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .events.log import EventLog
    from .measures.costs import Costs

    Numbers = npt.NDArray[np.int32]

UNLEARNED = 1 << 20
"""Class numbers from here on are of labels that were counted, and never learned."""


class Contestant:
    """A learner with its counts, of any labels. Thresher's own learn a block at a time; others example by example."""

    def __init__(
        self,
        name: str,
        learner: Any,
        *,
        measures: bool,
        trace: bool = False,
        log: "EventLog | None" = None,
        costs: "Costs | None" = None,
    ) -> None:
        check_one_label_each(learner, "a run measures")
        self.name = name
        self.learner = learner
        self.scored = yes_or_no("measures", measures)
        self.updates_before = learner.updates
        self.asked_before = getattr(learner, "asked", 0), getattr(learner, "wanted", 0)
        self._log = log
        self.listener: Listener = NOBODY
        self._new_labels: NewLabels | None = None  # in the rows that are learned next
        self._found = Labels.many()  # of somebody else's model, and labels that were never learned
        self._own = isinstance(learner, Learner)
        self._before = 0 if not self._own or learner.known_labels.are_two else NO_CLASS
        self._new_measures = partial(Measures, before=self._before, costs=costs)
        self.measures = self._new_measures()
        self.held_out = self._new_measures()
        self.first_pass: Tally | None = None  # where another one follows
        self._side: int | None = None  # which class number was positive when rows were last measured
        self.drift = DriftWatch(learner, counts=lambda: (self.measures.examples, self.measures.mistakes))
        self.contributions = ContributionSampler(learner)
        self.tracer = Tracer(learner) if trace and self._own and self.two_labels else None

    @property
    def row_reader(self) -> RowReader | None:
        """How the learner reads rows, and remembers their columns; None of somebody else's model."""
        reader = getattr(self.learner, "row_reader", None)
        return reader if isinstance(reader, RowReader) else None

    @property
    def model(self) -> Any:
        """What is asked and told: the learner, or what goes around it."""
        return self.learner

    # Labels.

    @property
    def two_labels(self) -> bool:
        """Whether the learner has two labels so far."""
        if self._own or isinstance(self.learner, OneByOne):
            return bool(self.learner.known_labels.are_two)
        return len(self._found.came) <= 2 and len(self.labels) == 2

    @property
    def labels(self) -> tuple[Label, ...]:
        """As they are shown: (negative, positive) of two."""
        known = getattr(self.learner, "labels", None)
        return tuple(known) if known else self._found.shown

    @property
    def positive(self) -> Label:
        """The positive one of two labels; None where there are more."""
        if not self.two_labels:
            return None
        labels = self.labels
        return getattr(self.learner, "positive", labels[1] if len(labels) == 2 else None)

    def numbers(self, block: Block, first: int, last: int) -> "Numbers":
        """The class numbers of rows, -1 without a label; up to the first label that is not known yet."""
        import numpy as np

        if self._own and block.given is None:
            found: Numbers = self.learner.written_numbers(block.native, first, last)
        else:
            known = self.learner.label_numbers if self._own else self._found_numbers
            found = np.array([number_in(known, label) for label in block.labels_of(first, last)], dtype=np.int32)
        odd = np.flatnonzero(found < NO_CLASS)
        return found if not len(odd) else found[: odd[0]]

    def label_of(self, number: int) -> Label:
        """The label of a class number."""
        if self._own and number < UNLEARNED:
            return self.learner.label_names[number]
        place, found = number - UNLEARNED if self._own else number, self._found.came
        if place >= len(found):
            return None  # the other one of two labels, which never came
        known = self._known
        return found[place] if known is None or found[place] not in known.numbers else known.name_of(found[place])

    @property
    def _known(self) -> Labels | None:
        """The labels of what learns example by example, and says which it knows: a master, a delayed learner."""
        known = None if self._own else getattr(self.learner, "known_labels", None)
        return known if isinstance(known, Labels) else None

    def _number_found(self, known: Labels, label: Label) -> int:
        """The number for counting of a label that has a name in `known`: under the name by which it came."""
        came = known.came_as(label)
        if came not in self._found.numbers:
            self._found = self._found.with_label(came)
        return self._found.numbers[came]

    def number_of(self, label: Label) -> int:
        """The class number of a label; one that was never learned gets a number for counting."""
        if self._known is not None:
            return self._number_found(self._known, label)
        known = self.learner.label_numbers.get(label) if self._own else self._found_numbers.get(label)
        if known is None and self._own and isinstance(label, bool) and label in self.learner.label_names:
            known = self.learner.label_names.index(label)  # an answer of one that knows it as -1
        if known is not None:
            return int(known)
        self._found = self._found.with_label(False if label == -1 and not self._own and not self._has(-1) else label)
        return self._found.numbers[self._found.came[-1]] + (UNLEARNED if self._own else 0)

    @property
    def _found_numbers(self) -> dict[Label, int]:
        """From a label to its number for counting; somebody else's model may be told -1, and say False."""
        found = dict(self._found.numbers)
        if self._known is None and False in found and not self._has(-1):
            found[-1] = found[False]
        return found

    def _has(self, label: Label) -> bool:
        """Whether the learner itself says that this is one of its labels."""
        return label in tuple(getattr(self.learner, "labels", ()))

    def join(self, block: Block, first: int, last: int) -> "Numbers | None":
        """The class numbers of rows, labels that are new among them, which join while `learn` learns these rows.

        Up to the first that can't join; None where labels join one by one: where there are two so far, or somebody
        must be told what was said of each row.
        """
        if not self._own or self.two_labels or self._log or self.listener is not NOBODY:
            return None
        if block.given is not None or block.weights is not None:
            return None
        found: Numbers = self.learner.written_numbers(block.native, first, last)
        known = self.learner.label_names
        self._new_labels = self.learner.new_labels_in(
            found,
            lambda row: class_of(block.label(first + row), known),
            MOST_FOUND if self._finds_labels else None,
        )
        return found[: self._new_labels.rows] if self._new_labels else None

    # Learning.

    def check(self, block: Block, first: int, last: int) -> tuple[int, str]:
        """The first row it would refuse, and why."""
        return self.learner.refused_in(block.native, first, last) if self._own else (last, "")

    def expect(self, labels: Sequence[Label]) -> None:
        """Two labels are to come that do not say by name which of them is positive."""
        self.learner.expect_labels(labels)

    @property
    def must_look_ahead(self) -> bool:
        """Whether the learner has to know the labels before it learns the first."""
        return (self._own or isinstance(self.learner, OneByOne)) and must_know_labels(self.learner)

    def count_rows(self, block: Block, first: int, last: int, seen: int) -> BlockCounts | None:
        """Learns rows and counts them in one go, where nothing but counts is asked for; None where that can't be."""
        if not self._own or self.scored or self._log or self.listener is not NOBODY or block.given is not None:
            return None
        counted: BlockCounts | None = self.learner.count_block(
            block.native, first, last, self.measures.counts, seen=seen
        )
        return counted

    def learn(self, block: Block, first: int, numbers: "Numbers", learned: "Numbers", seen: int) -> Said:
        """Predicts rows from `first` on, and learns those that have a class number in `learned`.

        numbers: of all labels, also of those that are not learned.
        """
        if self._own and self._log is None:
            asked = numbers if self.scored and not (self.listener.scored or self.two_labels) else None
            scored = asked is None and (self.scored or self.listener.scored)
            answers = self.learner.learn_block(block.native, first, learned, seen=seen, scored=scored, asked=asked)
            if self._new_labels is not None:
                self._new_labels.join(answers.row - first)
                self._new_labels = None
            self.listener.hear(self.learner, block, first, answers)
            return said_of_block(answers, first, numbers, self._positive_number, scored=self.scored)
        return learn_one_by_one(self, block, first, numbers, learned)

    def meet(self, block: Block, row: int, *, learn: bool, held: bool) -> Label:
        """One row whose label is new to the learner; what was said of it."""
        label = class_of(block.label(row), self.learner.label_names if self._own else self.labels)
        weight = 1.0 if block.weights is None else float(block.weights[row])
        if learn and weight and self._finds_labels and len(self.learner.label_names) >= MOST_FOUND:
            raise too_many(label)
        x = block.example(row)
        before = stated_before(self.learner, x, label) if self.scored and weight else None
        asked = self.listener.ask(self.learner, block, row)
        told = None
        if learn and weight and self._own and self._log is None and block.given is None:
            told = self.learner.learn_row(block.native, row, label)
        said, wrong = told or self.say_and_learn(x, label if learn else None, weight)
        self.listener.say(block, row, asked)
        if weight:
            number = self.number_of(label)
            answer = self.answer_number(said, number, wrong=wrong)
            measures = self.held_out if held else self.measures
            positive = self._settle_side()
            if before is None:
                measures.add_one(number, answer)
            else:
                scores, stated = before.of(number, positive)
                measures.add([number], [answer], scores, stated, positive=positive, weights=[weight])
        return said

    def _settle_side(self) -> int | None:
        """The class number of the positive label; where it turned out to be the other one, it was so all along."""
        positive = self._positive_number
        if None not in (positive, self._side) and positive != self._side:
            self.measures.turn()
            self.held_out.turn()
        self._side = positive
        return positive

    @property
    def _finds_labels(self) -> bool:
        """Whether labels are found on the way, and not any number of classes was asked for (Multiclass)."""
        return self._own and self.learner.traits.labels is None and not self.learner.known_labels.fractions

    def count(self, numbers: "Numbers", held: Any, said: Said, weights: Any = None) -> None:
        """Takes down what was said of rows; those without a class number do not count. `weights`: the rows' own."""
        rows = len(said.answers)
        for measures, chosen in ((self.held_out, held), (self.measures, None if held is None else ~held)):
            if chosen is None and measures is self.held_out:
                continue
            wanted = numbers[:rows] >= 0 if chosen is None else (numbers[:rows] >= 0) & chosen[:rows]
            if not wanted.any():
                continue
            parts = [
                numbers[:rows],
                said.answers,
                said.scores,
                said.stated,
                None if weights is None else weights[:rows],
            ]
            if not wanted.all():
                parts = [None if part is None else part[wanted] for part in parts]
            measures.add(*parts[:4], positive=self._settle_side(), weights=parts[4])

    @property
    def _positive_number(self) -> int | None:
        if self._own:
            return self.learner.known_labels.positive_number  # type: ignore[no-any-return]
        positive, known = self.positive, self._known
        unnamed = positive is None and isinstance(self.learner, OneByOne) and self.two_labels
        if unnamed or (positive is not None and known is not None and not known.has_come(positive)):
            return len(self._found.came) if len(self._found.came) < 2 else None  # the one that comes next
        return None if positive is None else self.number_of(positive)

    def begin_pass(self, number: int = 1) -> None:
        """What is held out counts anew in every pass; what was said before any label was seen is kept apart."""
        self.held_out = self._new_measures()
        if number == 2 and self.measures.examples:
            self.first_pass = self.tally()

    def mark(self) -> Learner:
        """The learner as it is now, to return to."""
        if self._log is not None:
            self._log.marked()
        before: Learner = self.learner.copy()
        return before

    def return_to(self, mark: Learner) -> None:
        """Makes the learner what it was when it was last marked."""
        self.learner.become(mark)
        if self._log is not None:
            self._log.returned()

    # What it came to.

    def tally(self, measures: Measures | None = None) -> Tally:
        """Its counts."""
        return (measures or self.measures).tally(self.label_of, self.positive)

    @property
    def base_rate(self) -> float | None:
        """The share of the positive label of two so far."""
        return self.measures.base_rate(self._positive_number)

    def examiner(self) -> "Contestant":
        """The same learner with counts of their own, for a test."""
        return Contestant(self.name, self.learner, measures=self.scored, costs=self._new_measures.keywords["costs"])

    def run(self, run: Run) -> Run:
        """Its part of the run's record."""
        return record(self, run)

    # One example.

    def answer_number(self, said: Label, number: int, *, wrong: bool) -> int:
        """The class number of what was said of a row.

        One of two labels may not have come yet: then it has no name, and is counted as the one that comes next.
        """
        known = self._known
        if said is None or (known is not None and wrong and known.are_two and not known.has_come(said)):
            return 1 - number if wrong and number in (0, 1) else NO_CLASS
        return self.number_of(said)

    def last_answer(self, said: Said) -> Label:
        """What was said of the last of some rows."""
        return None if said.answers[-1] < 0 else self.label_of(int(said.answers[-1]))

    def say_and_learn(self, x: Any, label: Label, weight: float) -> tuple[Label, bool]:
        """What was said, and whether it was wrong."""
        if label is None or weight == 0.0:
            says = getattr(self.learner, "answer_one", self.learner.predict_one)  # a label, of who answers with sets
            said = says(x)
            if self._log is not None:
                self._log.asked(x, said)
            return said, False
        learn = self.learner.learn_one if self._log is None else self._log.learn
        outcome = learn(x, label, weight)
        return outcome.prediction, outcome.mistake

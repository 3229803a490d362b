"""One learner in the loop: what it says before each label, what it learns from it, and what that comes to."""

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from ..data.labels import NO_CLASS, Labels, as_class
from ..errors import InputError, ParameterError
from ..learners import BlockCounts, Learner, Traits
from ..protocols import Label
from ..streams import Block
from .measures.measures import Measures
from .run import Run, Tally
from .standings import standing_of, trust_of
from .trace import Tracer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .events.log import EventLog

    Numbers = npt.NDArray[np.int32]

SHOWN = 30  # of the largest weights at the end
MOST_FOUND = 1000
"""Classes that are taken without being declared: beyond, labels are rather amounts."""
UNLEARNED = 1 << 20
"""Class numbers from here on are of labels that were counted, and never learned."""


class Said(NamedTuple):
    """What came of some rows: up to which, why not further (if so), and what was said before each label.

    answers: class numbers.   scores: of the positive side, of two labels.   stated: probabilities, of two labels of the
    positive one, of many that of each row's label.
    """

    row: int
    refusal: str
    answers: Any
    scores: Any = None
    stated: Any = None


class Contestant:
    """A learner with its counts, of any labels. Thresher's own learn a block at a time; others example by example."""

    def __init__(
        self, name: str, learner: Any, *, measures: bool, trace: bool = False, log: "EventLog | None" = None
    ) -> None:
        self.name = name
        self.learner = learner
        self.measures = Measures()
        self.held_out = Measures()
        self.scored = measures
        self.updates_before = learner.updates
        self._log = log
        self._found = Labels.many()  # of somebody else's model, and labels that were never learned
        self._own = isinstance(learner, Learner)
        self.tracer = Tracer(learner) if trace and self._own and self.two_labels else None

    # Labels.

    @property
    def two_labels(self) -> bool:
        """Whether the learner has two labels so far."""
        if self._own:
            return self.learner.positive is not None or len(self.learner.labels) < 2
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
            known = self.learner.label_numbers if self._own else self._found.numbers
            found = np.array([_number(label, known) for label in block.labels[first:last]], dtype=np.int32)
        odd = np.flatnonzero(found < NO_CLASS)
        return found if not len(odd) else found[: odd[0]]

    def label_of(self, number: int) -> Label:
        """The label of a class number."""
        if self._own and number < UNLEARNED:
            return self.learner.label_names[number]
        return self._found.came[number - UNLEARNED if self._own else number]

    def number_of(self, label: Label) -> int:
        """The class number of a label; one that was never learned gets a number for counting."""
        known = self.learner.label_numbers.get(label) if self._own else self._found.numbers.get(label)
        if known is not None:
            return int(known)
        if label not in self._found.numbers:
            self._found = self._found.with_label(label)
        return self._found.numbers[label] + (UNLEARNED if self._own else 0)

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
        return self._own and must_know_labels(self.learner)

    def count_rows(self, block: Block, first: int, last: int, seen: int) -> BlockCounts | None:
        """Learns rows and counts them in one go, where nothing but counts is asked for; None where that can't be."""
        if not self._own or self.scored or self._log is not None or block.given is not None:
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
            answers = self.learner.learn_block(block.native, first, learned, seen=seen, scored=self.scored)
            return self._said(answers, first, numbers)
        return self._one_by_one(block, first, numbers, learned)

    def meet(self, block: Block, row: int, *, learn: bool, held: bool) -> Label:
        """One row whose label is new to the learner; what was said of it."""
        label = class_of(block.label(row), self.labels)
        weight = 1.0 if block.weights is None else float(block.weights[row])
        if learn and weight and self._finds_labels and len(self.labels) >= MOST_FOUND:
            raise InputError(_too_many(label), field="label", hint=_TOO_MANY_HINT)
        x = block.example(row)
        score, stated = self._stated(x) if self.scored and weight else (None, None)
        said, wrong = self._say_and_learn(x, label if learn else None, weight)
        if weight:
            number = self.number_of(label)
            answer = NO_CLASS if said is None else self._answered(said)
            if said is None and wrong:  # the other of two labels, which has not come yet
                answer = 1 - number
            positive = self._positive_number if said in (False, True) and label in (0, 1, -1) else None
            measures = self.held_out if held else self.measures
            if positive is None or (score is None and stated is None):  # which side a score was for is known only now
                measures.add_one(number, answer)
            else:
                measures.add([number], [answer], score, stated, positive=positive)
        return said

    def _answered(self, said: Label) -> int:
        """The class number of an answer, which may be False or True before that label has come."""
        names = self.learner.label_names if self._own else ()
        return names.index(said) if said in names else self.number_of(said)

    def _stated(self, x: Any) -> tuple[Any, Any]:
        """The score and the probability of the positive label, of two that are just False and True so far."""
        if not self.two_labels or not hasattr(self.learner, "score_one") or self.positive is not True:
            return None, None
        stating = states_probabilities(self.learner)
        return [self.learner.score_one(x)], [self._probability(x, True)] if stating else None

    @property
    def _finds_labels(self) -> bool:
        """Whether labels are found on the way, and not any number of classes was asked for (Multiclass)."""
        return self._own and self.learner.traits.labels is None and not self.learner.known_labels.fractions

    def count(self, numbers: "Numbers", held: Any, said: Said) -> None:
        """Takes down what was said of rows; those without a class number do not count."""
        rows = len(said.answers)
        for measures, chosen in ((self.held_out, held), (self.measures, None if held is None else ~held)):
            if chosen is None and measures is self.held_out:
                continue
            wanted = numbers[:rows] >= 0 if chosen is None else (numbers[:rows] >= 0) & chosen[:rows]
            if not wanted.any():
                continue
            parts = (numbers[:rows], said.answers, said.scores, said.stated)
            if not wanted.all():
                parts = tuple(None if part is None else part[wanted] for part in parts)  # type: ignore[assignment]
            measures.add(*parts, positive=self._positive_number)

    @property
    def _positive_number(self) -> int | None:
        positive = self.positive
        return None if positive is None else self.number_of(positive)

    # What it came to.

    def tally(self, measures: Measures | None = None) -> Tally:
        """Its counts."""
        return (measures or self.measures).tally(self.label_of, self.positive)

    def examiner(self) -> "Contestant":
        """The same learner with counts of their own, for a test."""
        return Contestant(self.name, self.learner, measures=self.scored)

    def run(self, run: Run) -> Run:
        """Its part of the run's record."""
        run.learner, run.parameters = self.name, dict(getattr(self.learner, "get_params", dict)())
        run.updates = self.learner.updates - self.updates_before
        run.progress = self.tally()
        run.curve = self.measures.curve()
        held_out = self.tally(self.held_out)
        run.held_out = held_out if held_out.examples else None
        run.labels = self.labels
        run.written = tuple(getattr(self.learner, "written_labels", ()))
        if self.tracer is not None and self.two_labels:
            run.largest = self.learner.largest(SHOWN)
            run.weights = self.tracer.trace(run.examples)
        run.trust, run.standing = trust_of(self.learner), standing_of(self.learner)
        return run

    # Inside.

    def _said(self, answers: Any, first: int, numbers: "Numbers") -> Said:
        """What a block came to, in the form in which it is measured."""
        import numpy as np

        rows = answers.row - first
        scores = stated = None
        if answers.scores is not None and self.two_labels:
            scores = answers.scores.reshape(-1)[:rows]
        if answers.probabilities is not None:
            columns = answers.probabilities.reshape(len(answers.answers), -1)[:rows]
            positive = self._positive_number
            chosen = np.where(numbers[:rows] < 0, 0, numbers[:rows]) if positive is None else positive
            outside = np.asarray(chosen) >= columns.shape[1]
            stated = np.where(outside, 0.0, columns[np.arange(rows), np.where(outside, 0, chosen)])
        return Said(answers.row, answers.refusal, answers.answers[:rows], scores, stated)

    def _one_by_one(self, block: Block, first: int, numbers: "Numbers", learned: "Numbers") -> Said:
        import numpy as np

        two, positive = self.two_labels, self.positive
        scored = self.scored and two and hasattr(self.learner, "score_one")
        stating = self.scored and states_probabilities(self.learner)
        answers, scores, stated = [], [], []
        refusal = ""
        for row in range(first, first + len(numbers)):
            x, number = block.example(row), int(numbers[row - first])
            weight = 1.0 if block.weights is None else float(block.weights[row])
            label = None if learned[row - first] < 0 else self._written(int(learned[row - first]))
            try:
                if scored:
                    scores.append(self.learner.score_one(x))
                if stating:
                    about = positive if two else None if number < 0 else self.label_of(number)
                    stated.append(self._probability(x, about))
                said, _ = self._say_and_learn(x, label, weight)
            except ValueError as error:
                refusal = str(error)
                break
            answers.append(NO_CLASS if said is None else self.number_of(said))
        done = len(answers)
        return Said(
            first + done,
            refusal,
            np.array(answers, dtype=np.int32),
            np.array(scores[:done]) if scored else None,
            np.array(stated[:done]) if stating else None,
        )

    def _written(self, number: int) -> Label:
        """The label of a class number as it came, which is how it is taught: False may have been 0, or -1."""
        came = self.learner.known_labels.came[number] if self._own and number < UNLEARNED else None
        return self.label_of(number) if came is None else came

    def _probability(self, x: Any, label: Label) -> float:
        """Of a label; models of others may know nothing yet."""
        stated = self.learner.predict_proba_one(x)
        return float(stated.get(label, 0.0 if stated else 0.5))

    def _say_and_learn(self, x: Any, label: Label, weight: float) -> tuple[Label, bool]:
        """What was said, and whether it was wrong, as far as that is known."""
        if label is None or weight == 0.0:
            said = self.learner.predict_one(x)
            if self._log is not None:
                self._log.asked(x, said)
            return said, False
        outcome = (self.learner.learn_one if self._log is None else self._log.learn)(x, label, weight)
        return outcome.prediction, outcome.mistake


def class_of(label: Any, known: Sequence[Label] = ()) -> Label:
    """A label as it is kept. A number with a fraction is no class, unless it is a known one."""
    from ..data.labels import fraction

    name = as_class(float(label) if isinstance(label, Decimal) else label)
    if isinstance(name, float) and name not in known:
        raise fraction(name)
    return name


def must_know_labels(learner: Any) -> bool:
    """Whether a learner has to know which of two labels is positive before it learns the first of them."""
    traits = learner.traits
    return not traits.symmetric and traits.labels == 2 and not learner.labels_are_settled


def states_probabilities(learner: Any) -> bool:
    """Whether it says how probable it finds each answer."""
    traits = getattr(learner, "traits", None)
    if isinstance(traits, Traits):
        return traits.probabilities
    try:
        learner.predict_proba_one({})
    except (AttributeError, ParameterError):
        return False
    return True


def is_label(label: Any) -> bool:
    """Whether a row of a block has a label."""
    return label is not None and not (isinstance(label, float) and math.isnan(label))


def _number(label: Any, known: Any) -> int:
    """The class number of a label as a table or Python has it; -1 without one, -2 of one that is not known."""
    if not is_label(label):
        return NO_CLASS
    try:
        return int(known.get(label, NO_CLASS - 1))
    except TypeError:
        return NO_CLASS - 1


def _too_many(label: Label) -> str:
    return f"the label {label!r} would be class {MOST_FOUND + 1:,}"


_TOO_MANY_HINT = (
    "so many different labels are rather amounts, which Thresher does not predict; if they are classes, say so by "
    "Multiclass(Auto())"
)

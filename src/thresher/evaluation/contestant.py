"""One learner in the loop: what it says before each label, what it learns from it, and what that comes to."""

from typing import TYPE_CHECKING, Any

from ..data.labels import Labels
from ..errors import ParameterError
from ..learners import Learner, Lesson, Taught
from ..protocols import Learner as AnyLearner
from ..streams.block import Block
from .measures.measures import Measures
from .run import Run
from .standings import trust_of
from .trace import Tracer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .events.log import EventLog

SHOWN = 30  # of the largest weights at the end


class Contestant:
    """A learner with its counts. Thresher's own learn a block at a time; any other learner example by example.

    narrow: why it can't go on with many classes where a third label turns up; said then.
    """

    many = False  # answers with one of many classes

    def __init__(
        self,
        name: str,
        learner: AnyLearner,
        *,
        measures: bool,
        trace: bool,
        log: "EventLog | None" = None,
        narrow: str = "",
    ) -> None:
        self.name = name
        self.learner = learner
        self.narrow = narrow or ("a log is about two labels" if log is not None else "")
        self.speak(_labels(learner))
        self.measures: Any = self.new_measures()
        self.held_out: Any = self.new_measures()
        self.tracer = Tracer(learner) if trace and isinstance(learner, Learner) else None
        self.scored = measures
        self._log = log
        self.updates_before = learner.updates

    def speak(self, labels: Labels) -> None:
        """From now on the labels are these."""
        self.labels = labels
        self.rule = _rule(labels)

    @property
    def gate(self) -> Learner | None:
        """The learner of Thresher's that says which examples are refused."""
        return self.learner if isinstance(self.learner, Learner) else None

    def new_measures(self) -> Any:
        """Counts that begin at 0."""
        return Measures()

    def examiner(self) -> "Contestant":
        """The same learner with counts of their own, for a test."""
        return Contestant(self.name, self.learner, measures=self.scored, trace=False)

    def check(self, block: Block, first: int, last: int) -> tuple[int, str]:
        """The first row it would refuse, and why."""
        gate = self.gate
        return (last, "") if gate is None else gate.refused_in(block.native, first, last)

    def teach(self, block: Block, first: int, last: int, seen: int) -> Taught | None:
        """Learns rows and counts them in one go, where nothing but counts is asked for; None where that can't be."""
        if not isinstance(self.learner, Learner) or self.scored or self._log is not None or block.given is not None:
            return None
        return self.learner.teach_block(block.native, first, last, self.rule, self.measures.counts, seen=seen)

    def learn(self, block: Block, first: int, tasks: "npt.NDArray[np.int8]", seen: int) -> Lesson:
        """Predicts every row from `first` to the end of the tasks, and learns those that are to be learned."""
        if isinstance(self.learner, Learner) and self._log is None:
            return self.learner.learn_block(block.native, first, tasks, seen=seen, scored=self.scored)
        return self._one_by_one(block, first, tasks)

    def count(
        self, labels: "npt.NDArray[np.int8]", held: "npt.NDArray[np.bool_] | None", lesson: Lesson, rows: slice
    ) -> None:
        """Takes down what was said of the labelled rows."""
        said = lesson.predictions[rows]
        if held is None and labels.all():
            self._add(self.measures, labels, said, lesson, rows)
            return
        labelled = labels != 0
        if held is not None:
            self._add_some(self.held_out, labelled & held, labels, said, lesson, rows)
            labelled &= ~held
        self._add_some(self.measures, labelled, labels, said, lesson, rows)

    def count_one(self, *, positive: bool, mistake: bool, held: bool = False) -> None:
        """Takes down one labelled row, of which no score is known."""
        import numpy as np

        label = np.array([1 if positive else -1], dtype=np.int8)
        (self.held_out if held else self.measures).add(label, np.array([positive != mistake]))

    def parameters(self) -> dict[str, Any]:
        """What the learner was made with, as far as it says."""
        known = getattr(self.learner, "get_params", dict)
        return dict(known())

    def run(self, run: Run) -> Run:
        """Its part of the run's record."""
        run.updates = self.learner.updates - self.updates_before
        run.progress = self.measures.tally()
        run.curve = self.measures.curve()
        held_out = self.held_out.tally()
        run.held_out = held_out if held_out.examples else None
        run.labels = self.labels.names
        if self.tracer is not None and isinstance(self.learner, Learner):
            run.largest = self.learner.largest(SHOWN)
            run.weights = self.tracer.trace(run.examples)
        run.trust = trust_of(self.learner)
        return run

    def _add_some(self, measures: Measures, chosen: Any, labels: Any, said: Any, lesson: Lesson, rows: slice) -> None:
        if chosen.all():
            self._add(measures, labels, said, lesson, rows)
        elif chosen.any():
            some = Lesson(
                lesson.row,
                "",
                said[chosen],
                _part(lesson.scores, rows, chosen),
                _part(lesson.probabilities, rows, chosen),
            )
            self._add(measures, labels[chosen], some.predictions, some, slice(None))

    def _add(self, measures: Measures, labels: Any, said: Any, lesson: Lesson, rows: slice) -> None:
        scores = None if lesson.scores is None else lesson.scores[rows]
        probabilities = None if lesson.probabilities is None else lesson.probabilities[rows]
        measures.add(labels, said, scores, probabilities)

    def _one_by_one(self, block: Block, first: int, tasks: "npt.NDArray[np.int8]") -> Lesson:
        import numpy as np

        predictions = np.zeros(len(tasks), dtype=np.bool_)
        scores = np.zeros(len(tasks)) if self.scored and hasattr(self.learner, "score_one") else None
        stated = np.zeros(len(tasks)) if self.scored and states_probabilities(self.learner) else None
        weights = block.weights
        for row in range(first, len(tasks)):
            x = block.example(row)
            weight = 1.0 if weights is None else float(weights[row])
            try:
                if scores is not None:
                    scores[row] = self.learner.score_one(x)  # type: ignore[attr-defined]
                if stated is not None:
                    stated[row] = self._probability(x)
                predictions[row] = self._say_and_learn(x, int(tasks[row]), weight)
            except ValueError as error:
                return Lesson(row, str(error), predictions, scores, stated)
        return Lesson(len(tasks), "", predictions, scores, stated)

    def _probability(self, x: Any) -> float:
        """Of being positive; models of others may know nothing yet."""
        stated = self.learner.predict_proba_one(x)  # type: ignore[attr-defined]
        return float(stated.get(self.labels.names[1], 0.0 if stated else 0.5))

    def _say_and_learn(self, x: Any, task: int, weight: float) -> bool:
        positive = self.labels.names[1]
        if task == 0 or weight == 0.0:
            said = self.learner.predict_one(x)
            if self._log is not None:
                self._log.asked(x, said)
            return bool(said == positive)
        label = self.labels.names[task > 0]
        learn = self.learner.learn_one if self._log is None else self._log.learn
        return bool(learn(x, label, weight).prediction == positive)


def _labels(learner: AnyLearner) -> Labels:
    """The labels a learner speaks in: its own, or True and False."""
    if isinstance(learner, Learner):
        return learner._labels
    from ..late.pending import labels_of

    return labels_of(learner)


def states_probabilities(learner: Any) -> bool:
    """Whether it says how probable it finds each answer."""
    try:
        learner.predict_proba_one({})
    except (AttributeError, ParameterError):
        return False
    return True


def _rule(labels: Labels) -> tuple[float, float, float]:
    """The numbers that mean positive, negative, and negative too. Texts are no numbers: nothing is."""
    if labels.pair is None:
        return 1.0, 0.0, -1.0
    numbers = [float(label) if isinstance(label, (int, float)) else float("inf") for label in labels.pair]
    return numbers[1], numbers[0], numbers[0]


def _part(values: Any, rows: slice, chosen: Any) -> Any:
    return None if values is None else values[rows][chosen]

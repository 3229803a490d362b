"""A learner of many classes in the loop: example by example, what it says before each label, and what that comes to."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from ..learners import Learner
from ..protocols import Label
from ..streams.block import Block
from .contestant import Contestant
from .many import REGRESSION, class_of, gate_of, many_of
from .measures.class_measures import ClassMeasures
from .run import Run


class ClassLesson(NamedTuple):
    """What came of some rows: how many, why not more (if so), and what was said before each label.

    probabilities: of each row's label; None if they are not asked for, or the learner has none.
    """

    rows: int
    refusal: str
    predictions: list[Label]
    probabilities: list[float] | None


class ClassContestant(Contestant):
    """A learner of many classes with its counts.

    most: classes that it takes; None: as many as turn up.
    """

    many = True

    def __init__(self, name: str, learner: Any, *, measures: bool, most: int | None = None) -> None:
        super().__init__(name, learner, measures=measures, trace=False)
        self._known = set(self.classes)
        self._most = most
        self._gate = gate_of(learner)
        self._stated = measures and many_of(learner).has_probabilities  # type: ignore[union-attr]

    @property
    def classes(self) -> tuple[Label, ...]:
        """All that its learner knows, in the order in which they came."""
        many = many_of(self.learner)
        return () if many is None else many.classes

    def new_measures(self) -> Any:
        return ClassMeasures()

    def examiner(self) -> "ClassContestant":
        return ClassContestant(self.name, self.learner, measures=self.scored)

    @property
    def gate(self) -> Learner | None:
        return self._gate

    def classes_in(self, block: Block, first: int, last: int) -> tuple[list[Label], str]:
        """The classes of rows from `first` on, up to the first label that is none; and what is wrong with that."""
        labels: list[Label] = []
        for label in block.labels[first:last]:
            try:
                name = class_of(label, self._known)
            except InputError as error:
                return labels, f"{error}\n{REGRESSION}"
            if name is not None and name not in self._known:
                if self._most is not None and len(self._known) >= self._most:
                    return labels, _too_many(name, self._most)
                self._known.add(name)
            labels.append(name)
        return labels, ""

    def learn_classes(self, block: Block, first: int, labels: Sequence[Label], learned: Sequence[bool]) -> ClassLesson:
        """Predicts every row, and learns those that are to be learned."""
        weights = block.weights
        said: list[Label] = []
        stated: list[float] | None = [] if self._stated else None
        model: Any = self.learner
        for i, label in enumerate(labels):
            x = block.example(first + i)
            try:
                if stated is not None:
                    stated.append(model.predict_proba_one(x).get(label, 0.0))
                if learned[i]:
                    weight = 1.0 if weights is None else float(weights[first + i])
                    said.append(model.learn_one(x, label, weight).prediction)
                else:
                    said.append(model.predict_one(x))
            except ValueError as error:
                return ClassLesson(len(said), str(error), said, stated)
        return ClassLesson(len(said), "", said, stated)

    def count_classes(self, labels: Sequence[Label], held: Any, lesson: ClassLesson) -> None:
        """Takes down what was said of the labelled rows; a label of None does not count."""
        for measures, wanted in ((self.measures, False), (self.held_out, True)):
            rows = [
                i for i in range(lesson.rows) if labels[i] is not None and bool(held is not None and held[i]) == wanted
            ]
            stated = None if lesson.probabilities is None else [lesson.probabilities[i] for i in rows]
            measures.add([labels[i] for i in rows], [lesson.predictions[i] for i in rows], stated)

    def run(self, run: Run) -> Run:
        run = super().run(run)
        run.classes = self.classes
        return run


def _too_many(name: Label, most: int) -> str:
    return (
        f"the label {name!r} would be class {most + 1:,}\n"
        "so many different labels are rather amounts, which Thresher does not predict; if they are classes, say so: "
        "--classes any, or Multiclass(Auto()) in Python"
    )

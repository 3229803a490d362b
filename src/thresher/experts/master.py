"""What every master over experts is: a learner that predicts from what its experts say, and weighs them anew."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from .._core import coin
from ..data import Labels, as_class, one_list
from ..errors import InputError
from ..learners import Standing, Traits, importance_of
from ..mistakes import is_mistake
from ..protocols import Features, Label, Outcome
from .labels import KnownLabels
from .panel import Experts, Panel
from .rows import answers_as_array, labelled_rows, rows_of
from .saving import SavedMaster
from .statements import Statement, Vote, complete, drawn, most_probable, named_in, renamed

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..data import LabelledColumns


class Heard(NamedTuple):
    """What the experts state of one instance: the labels that it is about, and a complete statement of each."""

    labels: KnownLabels
    stated: list[dict[Label, float]]


class Master(SavedMaster):
    """Experts below, one learner above: it is asked and taught as they are.

    An importance weight is handed to the experts; the master's own step is always a whole one, as its bound wants it.
    A trial at which an expert or the master has no answer counts as wrong in `loss` and in the bound, and not in
    `mistakes`.

    Attributes
    ----------
    examples, mistakes : int
        As of any learner.
    updates : int
        Trials that changed the weights of the experts.
    loss : float
        What its bound is about.
    loss_name : str
        What that is: "mistakes", "expected mistakes", "absolute loss" or "log loss".
    """

    loss_name: str
    randomized: bool = False
    seed: int = 0
    clip: float = 0.0
    _stated: ClassVar[str] = "never"

    def _begin(self, learners: Experts) -> None:
        """Called in every constructor."""
        self._begin_with(Panel(learners, self._stated))

    # Predicting: never changes anything.

    def example(self, x: Features, *, learning: bool = False, label: Label = None) -> Features:
        """What the experts are asked about: a row (a dict, a row of a frame) read as the master's rows are.

        Parameters
        ----------
        x : example
            In any form; what is prepared already, or names its attributes, stays what it is.
        learning : bool, default False
            Whether it is going to be learned from: then its columns are remembered.
        label : label, optional
            Its label, where it is learned from.
        """
        return x if self.row_reader.is_idle else self.row_reader.example(x, learning=learning, label=label)

    def predict_one(self, x: Features) -> Label:
        """The master's answer for one example; None while nobody has one."""
        return self._says(self._hear(self._panel.ask(self.example(x)), self._labels))

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """How probable the master finds each label, in the order of `labels`."""
        return self._opinion(self._hear(self._panel.ask(self.example(x)), self._labels))

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The answer for each row."""
        return answers_as_array([self.predict_one(row) for row in self._rows_of(X)], self._labels)

    def scores_one(self, x: Features) -> dict[Label, float]:
        """How much more probable the master finds each label than the likeliest other one, in the order of `labels`."""
        shares = self.predict_proba_one(x)
        return {c: p - max((q for d, q in shares.items() if d != c), default=0.0) for c, p in shares.items()}

    def score_one(self, x: Features, label: Label = None) -> float:
        """The score of one label, by default the positive one of two: 2 p - 1 if it has the probability p."""
        scores = self.scores_one(x)
        if label is None and len(scores) <= 2:  # the positive one may not have come yet
            return scores[self.positive] if self.positive in scores else -max(scores.values(), default=0.0)
        chosen = None if label is None else self._labels.name(as_class(label))
        if chosen not in scores:
            raise InputError(f"name one of the labels {', '.join(map(repr, scores))}; got {label!r}.", field="label")
        return scores[chosen]

    def predict_proba_many(self, X: Any) -> "LabelledColumns":
        """How probable it finds each label for each row: a column for each of `labels`, which the array has too."""
        import numpy as np

        from ..data import LabelledColumns

        stated = [self.predict_proba_one(row) for row in self._rows_of(X)]
        columns = [[row.get(label, 0.0) for label in self.labels] for row in stated]
        return LabelledColumns.of(np.array(columns, dtype=np.float64), self.labels)

    def _rows_of(self, X: Any) -> Iterator[Features]:
        """The rows of a matrix or a frame, read."""
        return rows_of(self.row_reader.matrix(X), prepared=not self.row_reader.is_idle)

    def _hear(self, said: Sequence[Vote | Statement], known: KnownLabels) -> Heard:
        """What the experts say, about the labels that are known and those that they name."""
        labels = known.joined_by(named_in(said, known))
        return Heard(labels, [complete(each, labels, self.clip) for each in said])

    # Learning.

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks the experts, predicts, teaches them, and weighs them anew.

        Parameters
        ----------
        x : dict, set, list or row
            The example.
        y : label
            A text or a number. A new one joins the labels, unless an expert learns two labels alone.
        weight : float, default 1.0
            The importance weight, handed to the experts; 0 learns nothing.

        Returns
        -------
        Outcome
            What was predicted before the label was seen, and whether anything changed.
        """
        y, weight = as_class(y), importance_of(weight)
        labels = self._joined_by(y)
        label = labels.name(y)
        x = self.example(x, learning=True, label=y)
        spoken = self._panel.ask(x)
        heard = self._hear(spoken, self._labels)
        said = self._says(heard)
        if labels is not self._labels:
            came_as = self._labels.labels.came_as
            heard = self._hear([renamed(each, came_as) for each in spoken], labels)
            answered, said = said is not None, labels.name(came_as(said))
            mistake = answered and said != label  # it may have been one of two that has no name yet
        else:
            mistake = is_mistake(said, label)
        updated = False
        if weight:
            told = self._taught(x, y, weight)
            self._labels = labels
            changed = self._note(heard, said, label, [mistake, *(outcome.mistake for outcome in told)])
            updated = changed or self.randomized or any(outcome.updated for outcome in told)
        return Outcome(said, label, mistake, updated)

    def _joined_by(self, label: Label) -> KnownLabels:
        try:
            return self._labels.joined_by([label])
        except InputError as error:
            two = self._panel.learns_two
            more = "" if two is None else f" The expert {two} learns two labels; around it Multiclass takes any number."
            raise InputError(f"{error}{more}", field="label") from None

    def _taught(self, x: Features, y: Label, weight: float) -> list[Outcome]:
        """The experts learn; if one refuses a label that is new, nobody does."""
        if y in self._labels:
            return self._panel.teach(x, y, weight)
        before = self.copy()
        try:
            return self._panel.teach(x, y, weight)
        except Exception:
            self.become(before)
            raise

    def expect_labels(self, labels: Iterable[Label]) -> None:
        """Says which labels are to come, for experts that must know the positive one before they learn the first."""
        self._panel.expect_labels(labels)

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> "npt.NDArray[Any]":
        """Learns from each row in turn and returns what was predicted before each label.

        The same as learn_one in a loop, but on bad input nothing is learned.
        """
        y = one_list(y)
        matrix = self.row_reader.matrix(X, learning=True, labels=y)
        rows = labelled_rows(matrix, y, weights, prepared=not self.row_reader.is_idle)
        before, said = self.copy(), []
        self.expect_labels(row.label for row in rows if row.weight)
        for number, row in enumerate(rows):
            try:
                said.append(self.learn_one(*row).prediction)
            except Exception as error:
                self.become(before)
                if isinstance(error, InputError):
                    raise InputError(f"row {number}: {error}", field=error.field) from None
                raise
        return answers_as_array(said, self._labels)

    def _note(self, heard: Heard, said: Label, label: Label, wrong: Sequence[bool]) -> bool:
        """One trial, once everything is known; whether the weights changed. wrong: the master, and each expert."""
        losses = [self._loss_of(statement, label) for statement in heard.stated]
        self.loss += self._own_loss(heard, said, label)
        self._losses = [total + loss for total, loss in zip(self._losses, losses, strict=True)]
        self._wrong = [count + bad for count, bad in zip(self._wrong, wrong[1:], strict=True)]
        changed = self._weigh(heard, losses, label, said != label)
        self.examples += 1
        self.mistakes += wrong[0]
        self.updates += changed
        return changed

    # What it knows.

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels it knows; two: (negative, positive)."""
        return self._labels.names

    @property
    def classes(self) -> tuple[Label, ...]:
        """The labels that have come or that experts were made for, in the order of `labels`."""
        return self._labels.classes

    @property
    def known_labels(self) -> Labels:
        """The labels as a value: which came, which is positive, and whether more may come."""
        return self._labels.labels

    @property
    def labels_are_settled(self) -> bool:
        """Whether every expert that must know which of two labels is positive knows it."""
        return all(getattr(expert, "labels_are_settled", True) for expert in self.learners.values())

    @property
    def declared_labels(self) -> tuple[Label, ...]:
        """The two labels that an expert was made for; none where they are found on the way."""
        first = self._panel.first_labels
        return first.shown if first.declared else ()

    @property
    def positive(self) -> Label:
        """The positive one of two labels; None of any other number."""
        return self._labels.positive

    @property
    def traits(self) -> Traits:
        """What it is: two labels alone, or values from 0 to 1, if an expert takes no others, and so on."""
        together = self._panel.traits
        return replace(together, randomised=together.randomised or self.randomized)

    @property
    def expert_losses(self) -> dict[str, float]:
        """What each expert lost, in the loss of the bound."""
        return dict(zip(self.learners, self._losses, strict=True))

    @property
    def expert_mistakes(self) -> dict[str, int]:
        """What each expert's own predictions got wrong."""
        return dict(zip(self.learners, self._wrong, strict=True))

    @property
    def tells_changes(self) -> bool:
        """Whether `updated` is True wherever something changed."""
        return self.traits.tells_changes

    @abstractmethod
    def weights(self) -> dict[str, float]:
        """The weight of each expert."""

    @abstractmethod
    def standings(self) -> list[Standing]:
        """The run so far beside each theorem that holds for it, the headline first."""

    def standing(self) -> Standing:
        """The run so far beside the theorem of this master."""
        return self.standings()[0]

    # What a rule is.

    @abstractmethod
    def _opinion(self, heard: Heard) -> dict[Label, float]:
        """The probability of each label, from what the experts say."""

    def _says(self, heard: Heard) -> Label:
        """The prediction: the most probable label, or one drawn by its probability."""
        opinion = self._opinion(heard)
        if self.randomized:
            return drawn(opinion, heard.labels, coin(self.seed, self.examples))
        return most_probable(opinion, heard.labels)

    @abstractmethod
    def _loss_of(self, stated: Statement, label: Label) -> float:
        """What an expert loses that states this."""

    @abstractmethod
    def _own_loss(self, heard: Heard, said: Label, label: Label) -> float:
        """What the master loses."""

    @abstractmethod
    def _weigh(self, heard: Heard, losses: Sequence[float], label: Label, mistake: bool) -> bool:
        """Changes the weights; whether it did."""

    def _beside(self, name: str, loss: float, bound: float, theorem: str, *, mistakes: bool = False) -> Standing:
        """The run beside a bound of its loss, or of its mistakes."""
        if mistakes:
            experts, other = self.expert_losses, self.loss_name
            return Standing("mistakes", float(self.mistakes), loss, name, bound, theorem, experts, other)
        return Standing(self.loss_name, self.loss, loss, name, bound, theorem, self.expert_losses)

    def _best(self) -> tuple[str, float]:
        """The expert that lost least, and what."""
        place = min(range(len(self._losses)), key=self._losses.__getitem__)
        return list(self.learners)[place], self._losses[place]

"""Several labels at once: a learner for each, all over the same examples."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from .._core import PreparedExample
from ..data import RowReader, Rows, read_names
from ..errors import InputError, ParameterError
from ..protocols import Features, Label
from .auto import Auto
from .base import Learner
from .choice import as_rows
from .importance import importance_of
from .label_sets import read_label_set, read_label_sets
from .multilabel_counts import MultilabelCounts
from .multilabel_members import Before, first_rows, new_member, prototype_of
from .multilabel_outcome import MultilabelOutcome, in_one_alone
from .saved import Saved
from .shown import html_table
from .traits import Traits

if TYPE_CHECKING:
    from ..data import LabelledColumns
    from ..data.matrices import Matrix

KIND = "thresher-multilabel"


class Multilabel(MultilabelCounts, Saved):
    """Any number of labels true at once: a learner of two labels (a member) for each, over the same examples.

        predict   the labels whose member says yes
        learn     every member learns every example: is its label among those that are true?

    Parameters
    ----------
    learner : Learner, optional
        A new learner of two labels, of which each label gets a copy. Default Auto().
    labels : list of labels, optional
        Those known from the start, in this order. Others may still turn up.
    rows : Rows, optional
        What the columns of rows mean. Default: what the learner's own rows say.

    Attributes
    ----------
    examples : int
        That it has learned from.
    mistakes : int
        Those whose answer was not exactly right.
    decisions : int
        Whether a label is true, one for each known label and example: what `wrong` is a share of.

    Notes
    -----
    A label that turns up late begins as a new learner with the example that brings it; that it was true of none before
    is not learned. It was not in the answer, which is wrong about it. Name labels beforehand, and each is exactly the
    learner that it would be alone.

    Bound: what the members got wrong, label by label, is bounded by the members' own theorem; `wrong` is their sum, and
    `mistakes` is at most that.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> model = Multilabel(Perceptron(), labels=["rain", "wind"])
    >>> for _ in range(3):
    ...     outcomes = model.learn_one({"clouds": 1, "storm": 1}, ["rain", "wind"]), model.learn_one({"sun": 1}, [])
    >>> model.predict_one({"clouds": 1}), model.predict_one({"sun": 1})
    (('rain', 'wind'), ())
    >>> model.label_mistakes, model.exact_match > 0.5
    ({'rain': 1, 'wind': 1}, True)
    """

    def __init__(self, learner: Learner | None = None, labels: Any = None, *, rows: Rows | None = None) -> None:
        self._prototype = prototype_of(Auto() if learner is None else learner)
        self._declared = None if labels is None else read_names("labels", labels)
        own = self._prototype.row_reader.rows if rows is None else as_rows(rows)
        self.row_reader = RowReader(own)
        self._members: dict[Label, Learner] = {}
        self._begin_to_count()
        for label in self._declared or ():
            self._join(label)

    # What it knows.

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels it knows, in the order in which they came."""
        return tuple(self._members)

    @property
    def learner(self) -> Learner:
        """What every label begins as: a copy, so that nothing can be taught to it."""
        return self._prototype.copy()

    @property
    def rows(self) -> Rows | None:
        """What the columns of its rows mean, and what they were; None if nobody says."""
        return self.row_reader.told

    @property
    def traits(self) -> Traits:
        """What every member is."""
        return self._prototype.traits

    @property
    def updates(self) -> int:
        """How often a member changed, those of all labels together."""
        return sum(member.updates for member in self._members.values())

    def member(self, label: Label) -> Learner:
        """The learner of one label, a copy of it: weights, explanations, its own counts.

        Parameters
        ----------
        label : label
            One of `labels`.

        Raises
        ------
        InputError
            If it is none.
        """
        if label not in self._members:
            raise InputError(f"name one of the labels {', '.join(map(repr, self.labels))}; got {label!r}.")
        return self._members[label].copy()

    # Predicting: never changes anything.

    def predict_one(self, x: Features) -> tuple[Label, ...]:
        """The labels that are said to be true of one example, in the order of `labels`."""
        prepared = self._prepared(x)
        return tuple(label for label, member in self._members.items() if member.predict_one(prepared))

    def scores_one(self, x: Features) -> dict[Label, float]:
        """The score of each label; those from 0 on are said to be true (learners that draw their answers apart)."""
        prepared = self._prepared(x)
        return {label: member.score_one(prepared) for label, member in self._members.items()}

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """How probable each label is, by itself: they do not add up to 1."""
        prepared = self._prepared(x)
        return {label: member.predict_proba_one(prepared)[True] for label, member in self._members.items()}

    def predict_many(self, X: Any) -> list[tuple[Label, ...]]:
        """The labels that are said to be true of each row."""
        matrix = self.row_reader.matrix(X)
        said = [member.predict_many(matrix).tolist() for member in self._members.values()]
        return [self._named(row) for row in zip(*said, strict=True)] if said else [()] * matrix.rows

    def scores(self, X: Any) -> "LabelledColumns":
        """The score of each label for each row: a column for each of `labels`, which the array has too."""
        matrix = self.row_reader.matrix(X)
        return self._columns([member.scores(matrix) for member in self._members.values()], matrix.rows)

    def predict_proba_many(self, X: Any) -> "LabelledColumns":
        """How probable each label is for each row: a column for each of `labels`, which the array has too."""
        matrix = self.row_reader.matrix(X)
        stated = [member.predict_proba_many(matrix)[:, 1] for member in self._members.values()]
        return self._columns(stated, matrix.rows)

    # Learning.

    def learn_one(self, x: Features, labels: Any, weight: float = 1.0) -> MultilabelOutcome:
        """Learns from one example.

        Parameters
        ----------
        x : example
            In any form that a learner takes.
        labels : collection of labels
            Those that are true of it; an empty one where none is. A new one joins the labels.
        weight : float, default 1.0
            An importance weight multiplies the step; 0 learns nothing, and no label joins.

        Returns
        -------
        MultilabelOutcome
            What was said before the labels were seen, and what they did.
        """
        true, weight = read_label_set(labels), importance_of(weight)
        example = self.row_reader.prepared(self.row_reader.example(x, learning=bool(weight)))
        if not weight:
            said = self.predict_one(example)
            return MultilabelOutcome(said, true, in_one_alone(said, true), False)
        before = self._begin_to_learn(label for label in true if label not in self._members)
        try:
            told = {label: one.learn_one(example, label in true, weight) for label, one in self._members.items()}
        except Exception:
            before.put_back(self._members, self._wrong)
            raise
        said = tuple(label for label, one in told.items() if one.prediction and label not in before.joined)
        wrong = in_one_alone(said, true)
        self._note(wrong, len(self._members))
        return MultilabelOutcome(said, true, wrong, any(one.updated for one in told.values()))

    def learn_many(self, X: Any, labels: Any, weights: Any = None) -> list[tuple[Label, ...]]:
        """Learns from each row in turn and returns what was said before its labels.

        The same, bit for bit, as learn_one in a loop. On bad input nothing is learned.

        Parameters
        ----------
        X : matrix, frame or list of examples
            A row for each example.
        labels : list of collections, or matrix of 0 and 1
            For each row the labels that are true; a matrix has a column for each of `labels`.
        weights : list or array, optional
            Importance weights.
        """
        from ..data import as_weights  # needs arrays, which a command starts without

        true = read_label_sets(labels, self.labels)
        matrix = self.row_reader.matrix(X, learning=True)
        given = [1.0] * len(true) if weights is None else as_weights(weights).tolist()
        if not len(true) == len(given) == matrix.rows:
            raise InputError(
                f"{matrix.rows} rows but {len(true)} sets of labels; there must be one (and a weight) each."
            )
        came = first_rows(true, given, self._members)
        before = self._begin_to_learn(came)
        try:
            said = {label: self._teach(label, matrix, true, given, came.get(label, 0)) for label in self._members}
        except Exception:
            before.put_back(self._members, self._wrong)
            raise
        answers = []
        for row, labels_of_row in enumerate(true):
            known = [label for label in self._members if came.get(label, 0) <= row]
            answers.append(tuple(label for label in known if said[label][row] and came.get(label) != row))
            if given[row]:
                self._note(in_one_alone(answers[-1], labels_of_row), len(known))
        return answers

    def _teach(
        self, label: Label, matrix: "Matrix", true: Sequence[tuple[Label, ...]], weights: Sequence[float], first: int
    ) -> list[Any]:
        """What a member said of each row; it is there from the first one on."""
        whether = [label in labels for labels in true[first:]]
        said = self._members[label].learn_many(matrix.between(first, matrix.rows), whether, weights[first:])
        return [*([False] * first), *said.tolist()]

    # Parameters, copies, files.

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """What the constructor was given or assumed; type(self)(**params) makes a fresh one."""
        return {"learner": self.learner, "labels": self._declared, "rows": self.row_reader.rows}

    def is_like(self, other: object) -> bool:
        """Whether another was made alike."""
        if type(other) is not type(self):
            return False
        return self._prototype.is_like(other._prototype) and self._declared == other._declared

    def __repr__(self) -> str:
        labels = "" if self._declared is None else f", labels={list(self._declared)!r}"
        return f"{type(self).__name__}({self._prototype!r}{labels})"

    def _repr_html_(self) -> str:
        """A small table, for a notebook."""
        shown = {"labels": f"{len(self._members):,}", "exactly right": f"{self.exact_match:.4f}"}
        return html_table(self, shown | {"labels answered wrongly": f"{self.hamming_loss:.4f}"})

    def copy(self) -> Self:
        """An independent one in the same state."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        members = {label: member.copy() for label, member in self._members.items()}
        twin.__dict__.update(_members=members, _wrong=dict(self._wrong), row_reader=self.row_reader.copy())
        return twin

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same model gives the same bytes.

        Parameters
        ----------
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`.
        """
        import numpy as np

        from ..files import pack, to_plain

        declared = None if self._declared is None else list(map(to_plain, self._declared))
        head: dict[str, Any] = {
            "labels": list(map(to_plain, self._members)),
            "declared": declared,
            "wrong": list(self._wrong.values()),
            "counts": self._counts(),
        }
        if progress:
            head["progress"] = progress
        saved = {"prototype": self._prototype} | {f"member_{i}": one for i, one in enumerate(self._members.values())}
        return pack(KIND, head, {name: np.frombuffer(one.to_bytes(), dtype=np.uint8) for name, one in saved.items()})

    def _kept_beside(self) -> Mapping[str, Any]:
        return self.row_reader.to_plain()

    def __reduce__(self) -> tuple[Any, ...]:
        from ..files import load_bytes

        link = self._prototype.choice.link
        return load_bytes, (self.to_bytes(self._kept_beside()), link if callable(link) else None)

    def resume(self, members: Mapping[Label, Learner], wrong: Sequence[int], counts: Mapping[str, int]) -> None:
        """Takes on what a file says.

        Parameters
        ----------
        members : mapping
            The learner of each label, in their order.
        wrong : sequence of int
            How often the answer was wrong about each.
        counts : mapping
            examples, mistakes and decisions.

        Raises
        ------
        ValueError
            Where something can't be.
        """
        if tuple(members)[: len(self._members)] != self.labels or len(wrong) != len(members):
            raise ValueError("its labels are not those that it was made for")
        if not all(new_member(self._prototype).is_like(member) for member in members.values()):
            raise ValueError("a label's learner was made otherwise than the others")
        learned = [member.examples for member in members.values()]
        self._take_counts(dict(zip(members, wrong, strict=True)), counts, learned)
        self._members = dict(members)

    # Inside.

    def _prepared(self, x: Features) -> PreparedExample:
        return self.row_reader.prepared(self.row_reader.example(x))

    def _join(self, label: Label) -> None:
        self._members[label] = new_member(self._prototype)
        self._wrong[label] = 0

    def _begin_to_learn(self, new: Iterable[Label]) -> "Before":
        """New labels join; what is needed to put everything back."""
        choice = self._prototype.choice
        can_fail_half_way = choice.n is not None or callable(choice.link)
        kept = {label: member.copy() for label, member in self._members.items()} if can_fail_half_way else {}
        joined = tuple(new)
        for label in joined:
            self._join(label)
        return Before(joined, kept)

    def _named(self, said: Sequence[bool]) -> tuple[Label, ...]:
        return tuple(label for label, yes in zip(self._members, said, strict=True) if yes)

    def _columns(self, columns: Sequence[Any], rows: int) -> "LabelledColumns":
        import numpy as np

        from ..data import LabelledColumns

        found = np.array(columns, dtype=np.float64).reshape(len(columns), rows)
        return LabelledColumns.of(found.T, self.labels)


def check_one_label_each(model: object, what: str) -> None:
    """Refuses a model of several labels where an example has one.

    Parameters
    ----------
    model : object
        What is to be taught.
    what : str
        Who takes none, the subject of a sentence.

    Raises
    ------
    ParameterError
        If it is a `Multilabel`.
    """
    if isinstance(model, Multilabel):
        raise ParameterError(f"{what} one label for each example, and {model!r} learns any number of them.")

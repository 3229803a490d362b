"""What every learner can do, of two labels or of many: the Python face of one native learner.

A named learner is a choice of link, loss, rate and range; everything else is here, once. Labels are class numbers to
the core; their names are here (`names.py`), and how a new one joins is in `joining.py`.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .._core import NativeBlock, NativeLearner, NativeTally
from ..data.examples import as_example
from ..data.labels import Labels, as_class
from ..errors import InputError, ParameterError
from ..protocols import Attribute, Features, Label, Outcome
from . import joining
from .arrays import attributes_of, records_of
from .blocks import BlockAnswers, BlockCounts
from .choice import DEFAULTS, Choice, check_options, describe, set_initial
from .names import Names
from .saved import Saved
from .traits import Traits, traits_of
from .writing import to_bytes

# What takes long to import is imported where it is used: a command starts before it needs arrays or files.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..data.columns import LabelledColumns

BIAS = "(bias)"
THRESHOLD = "(threshold)"


class Learner(Saved):
    """A learner that answers which of two labels, or of many, on line.

    Parameters
    ----------
    bias : bool, default False
        An attribute that is always 1; its weight is learned like the others.
    transform : transformation or list of them, default none
        Of thresher.features, applied to every example.
    labels : (negative, positive), optional
        The labels there are. Without, they are found on the way: of 0/1, -1/1 and False/True the 1 is positive, then
        pairs known by name (ham/spam), else the greater one.
    positive : label, optional
        Which of two labels is positive, where only that is known beforehand.
    probabilities : bool, default False
        Fit a slope on line so that predict_proba_one works (C10).
    bits : int, optional
        Hash names to 2^bits columns with Vowpal Wabbit's hash. Default: names are exact.
    join_after : int, default 0
        An attribute takes part after so many learned occurrences.
    max_attributes : int, optional
        Remember at most so many attributes.
    when_full : {"ignore", "forget"}, default "ignore"
        What happens to newcomers then: they keep the initial weight, or the quarter of the attributes whose weights
        differ least from the initial one is forgotten for them.
    """

    kinds: ClassVar[dict[str, type["Learner"]]] = {}
    """Every learner of two labels by its class name, as saved files call it."""

    def __init_subclass__(cls, *, named: bool = True) -> None:
        if named:
            Learner.kinds.setdefault(cls.__name__, cls)  # a namesake does not take over the files of the first

    def __init__(self) -> None:
        raise TypeError("Learner is what all learners have in common; make one of them, AdaptiveWinnow() for instance.")

    _native: NativeLearner
    _predict: Callable[[Any], int]
    _learn: Callable[[Any, int, float], int]
    _choice: Choice
    _options: dict[str, Any]
    _names: Names
    traits: Traits

    def _begin(self, choice: Choice, options: Mapping[str, Any], bound: str | None = None) -> None:
        """Called last in every constructor: from here on the parameters are fixed.

        bound: the theorem that bounds its mistakes with these parameters, if there is one.
        """
        self._options = check_options(type(self).__name__, options)
        self._choice = choice
        self.traits = traits_of(choice, self._options, bound)
        labels = Labels.given(self._options["labels"], self._options["positive"], self.traits.labels)
        description = describe(choice, self._options)
        function = choice.link if description["link"]["kind"] == "custom" else None
        self._names = Names(labels)
        native = NativeLearner(description, function)
        set_initial(native, choice)
        if labels.are_two:
            native.positive = labels.positive_number
        else:
            native.widen(True)
            for _ in labels.came[2:]:
                native.add_class()
        self._attach(native)

    def _attach(self, native: NativeLearner) -> None:
        """The two methods called most are kept at hand."""
        self.__dict__.update(_predict=native.predict_one, _learn=native.learn_one, _native=native)

    # Predicting: never changes the learner.

    def predict_one(self, x: Features) -> Label:
        """The answer for one example: of two labels positive iff the score is >= 0, of many that of the largest score.

        Of equal scores the class that came first; None if no class is known, or none is far enough ahead.
        """
        return self._names.labels.name(self._predict(x if type(x) is dict else as_example(x)))

    def score_one(self, x: Features, label: Label = None) -> float:
        """The score of one label: s = w.x - threshold, correctly rounded.

        Parameters
        ----------
        x : example
            What it is about.
        label : label, optional
            Whose score; of two labels the positive one if none is named.
        """
        if label is None and self._native.many:
            raise self._label_needed()
        if label is None:
            return self._native.scores_one(as_example(x))[0]
        number = self._number_of(label)
        scores = self._native.scores_one(as_example(x))
        return scores[number] if self._native.many else scores[0] if number == self._native.positive else -scores[0]

    def scores_one(self, x: Features) -> dict[Label, float]:
        """The score of each label."""
        scores = self._native.scores_one(as_example(x))
        if not self._native.many:
            scores = [-scores[0], scores[0]] if self._native.positive == 1 else [scores[0], -scores[0]]
        return self._names.by_label(scores)

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The probability of each label; needs probabilities=True, a logistic loss, or a learner that has its own."""
        import numpy as np

        scores = np.array(self._native.scores_one(as_example(x)), dtype=np.float64)
        return self._names.by_label(self._probabilities(scores, 1)[0].tolist())

    def top_k(self, x: Features, k: int) -> list[tuple[Label, float]]:
        """The k labels of the largest scores, best first, each with its probability; its score if there are none."""
        from ..parameters import whole

        whole("k", k, at_least=1)
        scores = self.scores_one(x)
        shown = self.predict_proba_one(x) if self.traits.probabilities else scores
        return [(name, shown[name]) for name in sorted(scores, key=lambda name: -scores[name])[:k]]

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The answer for each row."""
        from ..data.matrices import as_matrix

        return self._names.name_many(self._native.predict_many(*as_matrix(X).parts()))

    def scores(self, X: Any) -> "npt.NDArray[np.float64]":
        """The score of each row: of two labels that of the positive one, of many a column for each, as in `labels`."""
        from ..data.columns import LabelledColumns
        from ..data.matrices import as_matrix

        matrix = as_matrix(X)
        scores = self._native.score_many(*matrix.parts())
        if not self._native.many:
            return scores
        names = self._names.labels
        return LabelledColumns.of(self._names.shown(scores.reshape(matrix.rows, len(names.names))), names.shown)

    def predict_proba_many(self, X: Any) -> "LabelledColumns":
        """The probability of each label for each row: a column for each of `labels`, which the array has too."""
        from ..data.columns import LabelledColumns
        from ..data.matrices import as_matrix

        matrix = as_matrix(X)
        shares = self._probabilities(self._native.score_many(*matrix.parts()), matrix.rows)
        return LabelledColumns.of(self._names.shown(shares), self._names.labels.shown)

    def explain_one(self, x: Features, label: Label = None) -> dict[Attribute, float]:
        """Each attribute's share w_i x_i of a label's score, largest first.

        The bias and the threshold, where there are any, have shares under (bias) and (threshold). A voted
        Perceptron is not linear: its shares are those of the averaged one.

        Parameters
        ----------
        x : example
            What it is about.
        label : label, optional
            Whose score. Default: the positive one of two; of many the one that is predicted.
        """
        if self._native.many:
            chosen = self.predict_one(x) if label is None else label
            return {} if chosen is None else self.member(chosen).explain_one(x)
        shares = self._shares(x)
        if label is not None and self._number_of(label) != self._native.positive:
            shares = {key: -share for key, share in shares.items()}
        return dict(sorted(shares.items(), key=lambda share: -abs(share[1])))

    def _shares(self, x: Features) -> dict[Attribute, float]:
        shares: dict[Attribute, float] = {
            key: weight * value for key, weight, value in self._native.explain_one(as_example(x))
        }
        if self._options["bias"]:
            shares[BIAS] = shares.get(BIAS, 0.0) + self._native.bias
        if self._choice.threshold:
            shares[THRESHOLD] = shares.get(THRESHOLD, 0.0) - self._choice.threshold
        return shares

    def instance(self, x: Features) -> dict[Attribute, float]:
        """An example as the learner sees it: after its transformations, hashed if it hashes; the bias is not in it."""
        return {key: value for key, _, value in self._native.explain_one(as_example(x))}

    # Learning: predict, see the label, perhaps update.

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Learns from one example.

        Parameters
        ----------
        x : example
            A dict of attribute -> value, a list or set of names, (indices, values), a row, or an Example.
        y : label
            Its label.
        weight : float, default 1.0
            An importance weight multiplies the step; 0 learns nothing.

        Returns
        -------
        Outcome
            What was predicted before the label was seen, and what it did.
        """
        names = self._names
        try:
            number = names.numbers.get(y)
        except TypeError:  # no label that can be looked up
            number = None
        if number is None:
            return joining.learn_one(self, x, y, weight)
        return names.outcomes[number][self._learn(x if type(x) is dict else as_example(x), number, weight)]

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> "npt.NDArray[Any]":
        """Learns from each row in turn and returns what was predicted before each label.

        The same, bit for bit, as learn_one in a loop. On bad input nothing is learned.

        Parameters
        ----------
        X : matrix, frame or list of examples
            A row for each example.
        y : list or array
            The labels.
        weights : list or array, optional
            Importance weights.
        """
        from ..data.matrices import as_matrix, as_weights

        matrix = as_matrix(X)
        numbers = self._names.numbers_of(y)
        if numbers is None:
            return joining.learn_many(self, matrix, y, weights)
        importance = None if weights is None else as_weights(weights)
        return self._names.name_many(self._native.learn_many(*matrix.parts(), numbers, importance))

    def expect_labels(self, labels: Iterable[Label]) -> None:
        """Says which labels are to come, so that it is known which of two is positive before the first is learned.

        Needed only by learners of two labels that are not symmetric, for labels that no pair is known of by name.
        """
        with self._names.lock:
            joining.expect(self, labels)

    # Blocks of files.

    def learn_block(
        self,
        block: NativeBlock,
        first: int,
        numbers: "npt.NDArray[np.int32]",
        *,
        weights: "npt.NDArray[np.float64] | None" = None,
        seen: int = 0,
        scored: bool = False,
    ) -> BlockAnswers:
        """Learns from rows of a block that was read from a file, from row `first` on.

        Parameters
        ----------
        block : block
            What was read.
        first : int
            The first row.
        numbers : array of int32
            For each row from there on its class number, or -1 for rows that are only predicted.
        weights : array, optional
            Importance weights of these rows. Default: the block's own.
        seen : int
            Attributes read before, a hint about how much memory they are worth.
        scored : bool
            Whether scores and probabilities are wanted too.
        """
        return BlockAnswers(*self._native.learn_block(block, first, numbers, weights, seen, scored))

    def count_block(
        self, block: NativeBlock, first: int, last: int, tally: NativeTally, *, seen: int = 0
    ) -> BlockCounts | None:
        """Learns rows [first, last) of a block with the labels as they are written, and counts them in a tally.

        None where that can't be done in one go.
        """
        return BlockCounts(*self._native.teach_block(block, first, last, self._names.table, seen, tally))

    def refused_in(self, block: NativeBlock, first: int, last: int) -> tuple[int, str]:
        """The first row from `first` on that the learner would refuse, and why; `last` if it takes them all."""
        return self._native.check_block(block, first, last)

    def refused_at(self, block: NativeBlock, row: int, format: str, first_column: int, bits: int | None) -> int:
        """The column in its line, from 1, of the attribute that the learner refuses in a row."""
        return self._native.locate(block, row, format, first_column, bits)

    def become(self, other: Self) -> None:
        """Takes on the state of another learner of the same kind."""
        if not self.is_like(other):
            raise InputError(f"{self!r} can't become {other!r}: they must be of one kind.")
        with self._names.lock:
            self._attach(other._native.copy())
            self._names.set(other._names.labels)

    # What it is and what it knows.

    @property
    def choice(self) -> Choice:
        """The four choices that it is made of."""
        return self._choice

    @property
    def options(self) -> Mapping[str, Any]:
        """What every learner takes beside its own parameters, as it was made."""
        return self._options

    @property
    def choice(self) -> Choice:
        """The four choices that it is made of."""
        return self._choice

    @property
    def options(self) -> Mapping[str, Any]:
        """What every learner takes beside its own parameters, as it was made."""
        return self._options

    @property
    def examples(self) -> int:
        """Examples learned."""
        return self._count("examples")

    @property
    def mistakes(self) -> int:
        """Answers that were wrong, of those given by learn_one and learn_many."""
        return self._count("mistakes")

    @property
    def abstained(self) -> int:
        """Examples learned for which there was no answer; many classes alone have any."""
        return self._count("abstained")

    @property
    def promotions(self) -> int:
        """Updates on positive examples."""
        return self._count("promotions")

    @property
    def demotions(self) -> int:
        """Updates on negative examples."""
        return self._count("demotions")

    @property
    def updates(self) -> int:
        """Examples by which it changed."""
        return self._count("updates")

    @property
    def overflows(self) -> int:
        """Times a weight was stopped at the edge of what can be computed. Any bound is then void."""
        return self._count("overflows")

    @property
    def refused(self) -> int:
        """Times an attribute found the memory full (max_attributes)."""
        return self._count("refused")

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels: (negative, positive) of two; of more those that were declared, then in increasing order."""
        return self._names.labels.shown

    @property
    def known_labels(self) -> Labels:
        """The labels as one value: names by class number, which is positive, whether more may come."""
        return self._names.labels

    @property
    def labels_are_settled(self) -> bool:
        """Whether it is known for good which of two labels is positive."""
        return self._names.labels.are_settled

    @property
    def written_labels(self) -> tuple[Label, ...]:
        """The labels as they came, in the order of `labels`: False and True may have been 0 and 1, or -1 and 1."""
        labels = self._names.labels
        return tuple(labels.names[n] if labels.came[n] is None else labels.came[n] for n in labels.order)

    @property
    def label_names(self) -> tuple[Label, ...]:
        """The labels by class number."""
        return self._names.names

    @property
    def label_numbers(self) -> Mapping[Label, int]:
        """From a label that has come to its class number."""
        return self._names.numbers

    def written_numbers(self, block: NativeBlock, first: int, last: int) -> "npt.NDArray[np.int32]":
        """The class numbers of rows of a text as their labels are written: -1 without one, -2 of one that is new."""
        return self._names.table.codes(block, first, last)

    @property
    def classes(self) -> tuple[Label, ...]:
        """The labels that have come or were declared, in the order of `labels`."""
        came = self._names.labels.came
        return tuple(came[number] for number in self._names.labels.order if came[number] is not None)

    @property
    def positive(self) -> Label:
        """The positive one of two labels; None where there are more."""
        return self._names.labels.positive_name

    @property
    def bias(self) -> float:
        """The weight of the constant attribute; 0 without one."""
        return self._native.bias

    @property
    def memory(self) -> int:
        """Bytes of state, roughly."""
        return self._native.memory

    def confusion(self) -> dict[tuple[Label, Label], int]:
        """(label, prediction) -> how often; the prediction is None where there was no answer.

        Learners of two labels that keep no such table (all but Auto) refuse.
        """
        found = self._native.confusion()
        if found is None:
            raise ParameterError(f"{type(self).__name__} counts mistakes, not who was taken for whom: see evaluate.")
        labels = self._names.labels
        came = [name if seen is None else seen for name, seen in zip(labels.names, labels.came, strict=True)]
        pairs = zip(*(part.tolist() for part in found), strict=True)
        return {(came[label], None if answer < 0 else came[answer]): count for label, answer, count in pairs}

    def member(self, label: Label) -> "Learner":
        """A copy of the learner of one class, which asks whether an example is of it.

        Of two labels: this one for the positive, its mirror image for the negative, where it has one.
        """
        return self._learner_of(self._member(label))

    def weights(self, label: Label = None) -> dict[Attribute, float]:
        """Attribute -> weight, largest first, of those whose state differs from the initial one.

        Parameters
        ----------
        label : label, optional
            Whose weights; needed if there are more than two.
        """
        taken = self._one(label).snapshot()
        pairs = zip(attributes_of(taken), taken["weights"][:-1].tolist(), strict=True)
        return dict(sorted(pairs, key=lambda pair: -abs(pair[1])))

    def largest(self, count: int, label: Label = None) -> dict[Attribute, float]:
        """The attributes with the largest weights, largest first: quick, whatever the number of attributes."""
        return dict(self._one(label).largest(count))

    def weight(self, attribute: Attribute, label: Label = None) -> float:
        """One attribute's weight, known or not."""
        weight = self._one(label).weight_of(attribute)
        return 0.0 if weight is None else weight

    def duals(self) -> dict[Attribute, float]:
        """Attribute -> dual z, of those whose state differs from the initial one."""
        taken = self._native.snapshot()
        attributes = attributes_of(taken)
        return dict(zip(attributes, records_of(taken, len(attributes))[:-1, 0].tolist(), strict=True))

    def set_counts(self, examples: int, mistakes: int) -> None:
        """Sets the two counts that examples without an update change; for whoever learns without passing them here."""
        self._native.set_scalars({**self._native.scalars(), "examples": examples, "mistakes": mistakes})

    def drop_initial(self) -> None:
        """Gives back the memory of attributes that are back at their initial state; changes no answer."""
        self._native.drop_initial()

    def merge(self, others: Iterable["Learner"]) -> Self:
        """Takes in what others learned since they were copies of this one: z = z + sum of changes.

        No bound is known for the result. Returns itself.
        """
        others = list(others)
        for other in others:
            if not self.is_like(other):
                raise InputError(f"{other!r} can't be merged into {self!r}: they must be of one kind.")
        with self._names.lock:
            joining.take_in_labels(self, others)
            self._native.merge([other._native for other in others])
        return self

    # Parameters.

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """Everything the constructor was given or assumed; type(self)(**params) makes a fresh one.

        Parameters
        ----------
        deep : bool
            Ignored; scikit-learn's clone passes it.
        """
        names = inspect.signature(type(self).__init__).parameters
        own = {n: getattr(self, n) for n, p in names.items() if n != "self" and p.kind is not p.VAR_KEYWORD}
        return own | self._options

    def is_like(self, other: object) -> bool:
        """Whether another learner was made alike."""
        return type(other) is type(self) and other.get_params() == self.get_params()  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        signature = inspect.signature(type(self).__init__).parameters
        shown = []
        for name, value in self.get_params().items():
            default = signature[name].default if name in signature else self._default(name)
            if not (type(value) is type(default) and value == default):
                shown.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def _default(cls, option: str) -> Any:
        return DEFAULTS[option]

    # Copies and files.

    def copy(self) -> Self:
        """An independent learner in the same state."""
        twin = object.__new__(type(self))
        with self._names.lock:
            twin.__dict__.update(self.__dict__)
            twin.__dict__.update(_names=Names(self._names.labels))
            twin._attach(self._native.copy())
        return twin

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same learner gives the same bytes."""
        with self._names.lock:
            return to_bytes(self, progress)

    def __reduce__(self) -> tuple[Any, ...]:
        from ..files import load_bytes

        link = self._choice.link
        return load_bytes, (self.to_bytes(), link if callable(link) else None)  # pickled by its name, as functions are

    # Inside.

    def _count(self, name: str) -> int:
        return int(self._native.counts()[name])

    def _number_of(self, label: Label) -> int:
        number = self._names.numbers.get(as_class(label))
        if number is None and self._names.labels.are_plain and label in (0, 1):
            number = int(label)
        if number is None:
            known = ", ".join(map(repr, self.classes)) or "none yet"
            raise InputError(f"there is no class {label!r}; there are {known}.", field="label")
        return number

    def _label_needed(self) -> ParameterError:
        return ParameterError(f"there are many classes: name one of {self.labels!r} as the label.", field="label")

    def _one(self, label: Label) -> NativeLearner:
        """The binary learner that is asked: this one, or the member of a class."""
        if label is None and self._native.many:
            raise self._label_needed()
        return self._native if label is None else self._member(label)

    def _member(self, label: Label) -> NativeLearner:
        number = self._number_of(label)
        if self._native.many:
            return self._native.member(number)
        twin = self._native.copy()
        if number != self._native.positive:
            if not self.traits.symmetric:
                raise ParameterError(f"{type(self).__name__} is one learner, for {self.positive!r}.", field="label")
            twin.mirror()
        twin.positive = 1
        return twin

    def _learner_of(self, native: NativeLearner) -> "Learner":
        """A learner of two labels around a native one: whether an example is of a class."""
        twin = type(self)(**self.get_params() | {"labels": None, "positive": None})
        twin._attach(native)
        return twin

    def _probabilities(self, scores: "npt.NDArray[np.float64]", rows: int) -> "npt.NDArray[np.float64]":
        shares = self._native.probabilities(scores, rows)
        if shares is None:
            raise ParameterError(
                f"{type(self).__name__} has no probabilities; make it with probabilities=True.", field="probabilities"
            )
        return shares.reshape(rows, len(self._names.names))

"""What every learner can do: the Python face of one native learner.

A named learner is a choice of link, loss, rate and range; everything else is here, once.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .._core import NativeBlock, NativeLearner, NativeTally
from ..data.examples import as_example
from ..data.labels import Labels
from ..errors import InputError, ModelFileError, ParameterError
from ..files.codec import from_plain, to_plain
from ..protocols import Attribute, Features, Label, Outcome
from .arrays import ARRAYS, attributes_of, in_file, records_of
from .choice import DEFAULTS, Choice, check_options, describe, set_initial
from .keeping import Kept
from .lessons import Lesson, Taught

# What takes long to import is imported where it is used: a command starts before it needs arrays or files.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..data.matrices import Matrix
    from ..files.snapshots import Snapshot

BIAS = "(bias)"
THRESHOLD = "(threshold)"


class Learner(Kept):
    """A learner of yes or no, on line.

    Options that every learner takes:

    bias: an attribute that is always 1; its weight is learned like the others. Default False.
    transform: one or several of thresher.data.features, applied to every example. Default none.
    labels: (negative, positive), for labels other than 0/1, -1/1, False/True.
    probabilities: fit a slope on line so that predict_proba_one works (C10). Default False.
    bits: hash names to 2^bits columns with Vowpal Wabbit's hash. Default None: names are exact.
    join_after: an attribute takes part after so many learned occurrences. Default 0.
    max_attributes: remember at most so many attributes. Default None.
    when_full: "ignore" newcomers (they keep the initial weight), or "forget" the quarter whose
        weights differ least from the initial one.
    """

    kinds: ClassVar[dict[str, type["Learner"]]] = {}
    """Every learner by its class name, as saved files call it."""

    _arrays: ClassVar[tuple[str, ...]] = ARRAYS

    def __init_subclass__(cls, *, named: bool = True) -> None:
        if named:
            Learner.kinds.setdefault(cls.__name__, cls)  # a namesake does not take over the files of the first

    def __init__(self) -> None:
        raise TypeError("Learner is what all learners have in common; make one of them, AdaptiveWinnow() for instance.")

    _native: NativeLearner
    _predict: Callable[[Any], bool]
    _learn: Callable[[Any, Any, float], int]
    _choice: Choice
    _labels: Labels
    _options: dict[str, Any]
    _outcomes: tuple[Outcome, ...]

    def _begin(self, choice: Choice, options: Mapping[str, Any]) -> None:
        """Called last in every constructor: from here on the parameters are fixed."""
        self._options = check_options(type(self).__name__, options)
        self._labels = Labels(self._options["labels"])
        self._choice = choice
        description = describe(choice, self._options)
        function = choice.link if description["link"]["kind"] == "custom" else None
        self._names = self._labels.names
        self._renamed = self._labels.pair is not None
        self._outcomes = outcomes_of(self._names)
        native = NativeLearner(description, function)
        set_initial(native, choice)
        self._attach(native)

    def _attach(self, native: NativeLearner) -> None:
        """The two methods called most are kept at hand."""
        attached = {"_predict": native.predict_one, "_learn": native.learn_one, "_native": native}
        self.__dict__.update(attached)

    # Predicting: never changes the learner.

    def predict_one(self, x: Features) -> Label:
        """The answer for one example: positive iff its score is >= 0."""
        return self._names[self._predict(x if type(x) is dict else as_example(x))]

    def score_one(self, x: Features) -> float:
        """s = w.x - threshold, correctly rounded."""
        return self._native.score_one(as_example(x))

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The probability of each answer; needs probabilities=True or a logistic loss."""
        probability = self._probability(self.score_one(x))
        return {self._labels.names[0]: 1.0 - probability, self._labels.names[1]: probability}

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The answer for each row."""
        from ..data.matrices import as_matrix

        return self._labels.name_many(self._native.predict_many(*as_matrix(X).parts()))

    def scores(self, X: Any) -> "npt.NDArray[np.float64]":
        """The score of each row."""
        from ..data.matrices import as_matrix

        return self._native.score_many(*as_matrix(X).parts())

    def predict_proba_many(self, X: Any) -> "npt.NDArray[np.float64]":
        """The probability that each row is positive."""
        import numpy as np

        return np.array([self._probability(s) for s in self.scores(X).tolist()], dtype=np.float64)

    def explain_one(self, x: Features) -> dict[Attribute, float]:
        """Each attribute's share w_i x_i of the score, largest first.

        The bias and the threshold, where there are any, have shares under (bias) and (threshold). A voted
        Perceptron is not linear: its shares are those of the averaged one.
        """
        example = as_example(x)
        shares = {key: weight * value for key, weight, value in self._native.explain_one(example)}
        if self._options["bias"]:
            shares[BIAS] = shares.get(BIAS, 0.0) + self._native.bias
        if self._choice.threshold:
            shares[THRESHOLD] = shares.get(THRESHOLD, 0.0) - self._choice.threshold
        return dict(sorted(shares.items(), key=lambda share: -abs(share[1])))

    def instance(self, x: Features) -> dict[Attribute, float]:
        """An example as the learner sees it: after its transformations, hashed if it hashes; the bias is not in it."""
        return {key: value for key, _, value in self._native.explain_one(as_example(x))}

    # Learning: predict, see the label, perhaps update.

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Learns from one example. An importance weight multiplies the step; 0 learns nothing."""
        if self._renamed:
            y = self._labels.understand(y)
        return self._outcomes[self._learn(x if type(x) is dict else as_example(x), y, weight)]

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> "npt.NDArray[Any]":
        """Learns from each row in turn and returns what was predicted before each label.

        The same, bit for bit, as learn_one in a loop. On bad input nothing is learned.
        """
        from ..data.matrices import as_matrix, as_weights

        matrix = as_matrix(X)
        labels = self._labels.understand_many(y)
        return self._learn_rows(matrix, labels, None if weights is None else as_weights(weights))

    def _learn_rows(
        self, matrix: "Matrix", labels: "npt.NDArray[np.int8]", weights: "npt.NDArray[np.float64] | None"
    ) -> "npt.NDArray[Any]":
        return self._labels.name_many(self._native.learn_many(*matrix.parts(), labels, weights))

    def learn_block(
        self, block: NativeBlock, first: int, tasks: "npt.NDArray[np.int8]", *, seen: int = 0, scored: bool = False
    ) -> Lesson:
        """Learns from a block that was read from a file, from row `first` to the end of `tasks`.

        tasks: for each row 1 or -1 (learn) or 0 (only predict). seen: attributes read before, a hint about how much
        memory they are worth. Stops at the first row that can't be learned from: see Lesson.
        """
        return Lesson(*self._native.learn_block(block, first, tasks, seen, scored))

    def teach_block(
        self,
        block: NativeBlock,
        first: int,
        last: int,
        rule: tuple[float, float, float],
        tally: NativeTally,
        *,
        seen: int = 0,
    ) -> Taught:
        """Learns rows [first, last) of a block with the labels as they are written, and tallies them.

        rule: the numbers that mean positive, negative, and negative too.
        """
        return Taught(*self._native.teach_block(block, first, last, *rule, seen, tally))

    def refused_in(self, block: NativeBlock, first: int, last: int) -> tuple[int, str]:
        """The first row from `first` on that the learner would refuse, and why; `last` if it takes them all."""
        return self._native.check_block(block, first, last)

    def refused_at(self, block: NativeBlock, row: int, format: str, first_column: int, bits: int | None) -> int:
        """The column in its line, from 1, of the attribute that the learner refuses in a row."""
        return self._native.locate(block, row, format, first_column, bits)

    def become(self, other: Self) -> None:
        """Takes on the state of another learner of the same kind."""
        if type(other) is not type(self) or other.get_params() != self.get_params():
            raise InputError(f"{self!r} can't become {other!r}: they must be of one kind.")
        self._attach(other._native.copy())

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
    def promotions(self) -> int:
        """Updates on positive examples."""
        return self._count("promotions")

    @property
    def demotions(self) -> int:
        """Updates on negative examples."""
        return self._count("demotions")

    @property
    def updates(self) -> int:
        """Promotions and demotions."""
        return self.promotions + self.demotions

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
        """(negative, positive), as predictions come out."""
        return self._labels.names

    @property
    def bias(self) -> float:
        """The weight of the constant attribute; 0 without one."""
        return self._native.bias

    @property
    def memory(self) -> int:
        """Bytes of state, roughly."""
        return self._native.memory

    def weights(self) -> dict[Attribute, float]:
        """Attribute -> weight, largest first, of those whose state differs from the initial one."""
        taken = self._native.snapshot()
        pairs = zip(attributes_of(taken), taken["weights"][:-1].tolist(), strict=True)
        return dict(sorted(pairs, key=lambda pair: -abs(pair[1])))

    def largest(self, count: int) -> dict[Attribute, float]:
        """The attributes with the largest weights, largest first: quick, whatever the number of attributes."""
        return dict(self._native.largest(count))

    def weight(self, attribute: Attribute) -> float:
        """One attribute's weight, known or not."""
        weight = self._native.weight_of(attribute)
        return 0.0 if weight is None else weight

    def duals(self) -> dict[Attribute, float]:
        """Attribute -> dual z, of those whose state differs from the initial one."""
        taken = self._native.snapshot()
        attributes = attributes_of(taken)
        return dict(zip(attributes, records_of(taken, len(attributes))[:-1, 0].tolist(), strict=True))

    def drop_initial(self) -> None:
        """Gives back the memory of attributes that are back at their initial state; changes no answer."""
        self._native.drop_initial()

    # Parameters.

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """Everything the constructor was given or assumed; type(self)(**params) makes a fresh one.

        deep: ignored; scikit-learn's clone passes it.
        """
        names = inspect.signature(type(self).__init__).parameters
        own = {n: getattr(self, n) for n, p in names.items() if n != "self" and p.kind is not p.VAR_KEYWORD}
        return own | self._options

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

    # Copies, files, equality.

    def copy(self) -> Self:
        """An independent learner in the same state."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._attach(self._native.copy())
        return twin

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same learner gives the same bytes. progress: kept beside it, for `load_with_progress`."""
        from ..files.snapshots import Snapshot, to_bytes

        taken = self._native.snapshot()
        tensors = {in_file(name): taken[name] for name in self._arrays}
        parameters = {name: to_plain(value) for name, value in self.get_params().items()}
        names = [to_plain(name) for name in self._labels.to_save()]
        return to_bytes(Snapshot(type(self).__name__, parameters, taken["scalars"], tensors, progress or {}, names))

    def __reduce__(self) -> tuple[Any, ...]:
        from .loading import load_bytes

        link = self._choice.link
        function = link if callable(link) else None  # pickled by its own name, as functions are
        return load_bytes, (self.to_bytes(), function)

    def merge(self, others: Iterable["Learner"]) -> Self:
        """Takes in what others learned since they were copies of this one: z = z + sum of changes.

        No bound is known for the result. Returns itself.
        """
        others = list(others)
        for other in others:
            if type(other) is not type(self) or other.get_params() != self.get_params():
                raise InputError(f"{other!r} can't be merged into {self!r}: they must be of one kind.")
        mine = self.digest()
        changed = [other._native for other in others if other.digest() != mine]
        if changed:
            self._native.merge(changed)
        return self

    def _probability(self, score: float) -> float:
        probability = self._native.probability(score)
        if probability is None:
            raise ParameterError(f"{type(self).__name__} has no probabilities; make it with probabilities=True.")
        return probability

    @classmethod
    def _restore(cls, snapshot: "Snapshot", function: Callable[..., Any] | None) -> Self:
        parameters = {k: from_plain(v, function) for k, v in snapshot.parameters.items()}
        learner = cls(**parameters)
        if any(in_file(name) not in snapshot.tensors for name in cls._arrays):
            raise ModelFileError(f"the model file does not hold the arrays of {cls.__name__}.")
        arrays = {name: snapshot.tensors[in_file(name)] for name in cls._arrays}
        learner._native.restore(arrays)
        learner._native.set_scalars(dict(snapshot.scalars))
        return learner


def outcomes_of(names: tuple[Label, Label]) -> tuple[Outcome, ...]:
    """By the core's three bits: predicted, updated, label."""
    return tuple(
        Outcome(names[code & 1], names[code >> 2], (code & 1) != (code >> 2), bool(code & 2)) for code in range(8)
    )


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Pickles of 0.1.0 look for load_bytes here."""
        if name != "load_bytes":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from .loading import load_bytes

        return load_bytes

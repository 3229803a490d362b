"""What every learner can do, of two labels or of many: the Python face of one native learner.

A named learner is a choice of link, loss, rate and range; everything else is here, once. Labels are class numbers to
the core; their names are here (`names.py`), and how a new one joins is in `joining.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .._core import NativeBlock, NativeLearner, NativeTally, SnowIds
from ..data import Labels, RowReader
from ..errors import InputError
from ..protocols import Features, Label, Outcome
from . import joining
from .blocks import BlockAnswers, BlockCounts
from .choice import Choice, check_options, describe, set_initial
from .importance import weights_by_number
from .merging import shares_of
from .names import Names
from .new_labels import NewLabels
from .parametrised import Parametrised
from .traits import traits_of
from .writing import to_bytes

# What takes long to import is imported where it is used: a command starts before it needs arrays or files.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Learner(Parametrised):
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
    join_share : float, optional
        An attribute takes part while it is among the most frequent, which together make up this share of all learned
        occurrences so far; above 0, at most 1. Every attribute is counted.
    max_attributes : int, optional
        Remember at most so many attributes.
    when_full : {"ignore", "forget"}, default "ignore"
        What happens to newcomers then: they keep the initial weight, or the quarter of the attributes whose weights
        differ least from the initial one is forgotten for them.
    rows : Rows, optional
        What the columns of rows mean: rows given as dicts, frames or files are read by it, and it is saved with the
        model. Default: no column has a role.
    class_weights : mapping, optional
        Label -> what multiplies the importance weight of its examples; labels left out weigh 1. No bound is known then.
    """

    kinds: ClassVar[dict[str, type["Learner"]]] = {}
    """Every learner of two labels by its class name, as saved files call it."""
    without: ClassVar[Mapping[str, str]] = {}
    """Parameters that others of its kind have and this one has not, each with the reason."""

    def __init_subclass__(cls, *, named: bool = True) -> None:
        if named:
            Learner.kinds.setdefault(cls.__name__, cls)  # a namesake does not take over the files of the first

    def __init__(self) -> None:
        raise TypeError("Learner is what all learners have in common; make one of them, AdaptiveWinnow() for instance.")

    _learn: Callable[[Any, int, float], int]

    def _begin(self, choice: Choice, options: Mapping[str, Any], bound: str | None = None) -> None:
        """Called last in every constructor: from here on the parameters are fixed.

        bound: the theorem that bounds its mistakes with these parameters, if there is one.
        """
        self._options = check_options(type(self), options)
        self._choice = choice
        self._weight_of: Mapping[Label, float] = self._options["class_weights"] or {}
        self.traits = traits_of(choice, self._options, bound)
        labels = Labels.given(self._options["labels"], self._options["positive"], self.traits.labels)
        description = describe(choice, self._options)
        function = choice.link if description["link"]["kind"] == "custom" else None
        self._names = Names(labels)
        self._reader = RowReader(self._options.pop("rows"))
        native = NativeLearner(description, function)
        set_initial(native, choice)
        if labels.are_two:
            native.positive = labels.positive_number or 0
        else:
            native.widen(True)
            for _ in labels.came[2:]:
                native.add_class()
        self._attach(native)
        self.weigh_classes(labels)

    def weigh_classes(self, labels: Labels) -> None:
        """Tells the core what examples of each class weigh, by the class numbers that these labels have."""
        if self._weight_of:
            self._native.set_class_weights(weights_by_number(self._weight_of, labels))

    def _attach(self, native: NativeLearner) -> None:
        """The two methods called most are kept at hand."""
        self.__dict__.update(_predict=native.predict_one, _learn=native.learn_one, _native=native)
        self._reader.learned_names = native.names_alone

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
        if type(x) is not dict or self._reader.looks:
            x = self._reader.example(x, learning=True, label=y)
        code = self._learn(x, number, weight)
        try:
            return names.outcomes[number][code]
        except IndexError:  # it said a label that joined meanwhile, which gets its name under the lock
            with names.lock:
                return names.outcomes[number][code]

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
        from ..data import as_weights, one_list

        y = one_list(y)
        matrix = self._reader.matrix(X, learning=True, labels=y)
        if hasattr(y, "to_numpy") and (column := y.to_numpy()).dtype.kind in "biuf":  # a column of a frame
            y = column
        numbers = self._names.numbers_of(y)
        importance = None if weights is None else as_weights(weights)
        if numbers is None:
            said = joining.learn_plain(self, matrix, y, importance)
            return joining.learn_many(self, matrix, y, weights) if said is None else said
        return self._names.name_many(matrix.teach(self._native, numbers, importance))

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
        asked: "npt.NDArray[np.int32] | None" = None,
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
        asked : array of int32, optional
            Of many classes, in place of these: for each row the class number whose probability is wanted, -1 for none.
        """
        return BlockAnswers(*self._native.learn_block(block, first, numbers, weights, seen, scored, asked))

    def count_block(
        self, block: NativeBlock, first: int, last: int, tally: NativeTally, *, seen: int = 0
    ) -> BlockCounts | None:
        """Learns rows [first, last) of a block with the labels as they are written, and counts them in a tally.

        None where that can't be done in one go.
        """
        return BlockCounts(*self._native.teach_block(block, first, last, self._names.table, seen, tally))

    def learn_row(self, block: NativeBlock, row: int, label: Label) -> tuple[Label, bool] | None:
        """Learns one row of a text whose label is new to it: what was said, and whether it was wrong.

        None where that has to be done by learn_one: there are many classes, or will be.
        """
        return joining.learn_row(self, block, row, label)

    def new_labels_in(
        self, numbers: "npt.NDArray[np.int32]", label_at: Callable[[int], Label], most: int | None = None
    ) -> NewLabels | None:
        """Labels that are new in rows of a block, to join while these are learned in one go; None of two labels.

        Parameters
        ----------
        numbers : array of int32
            As `written_numbers` has them; those that are new get theirs.
        label_at : callable
            The label of a row, counted from the first of `numbers`; it may refuse it.
        most : int, optional
            So many classes there may be.
        """
        return NewLabels(self, numbers, label_at, most) if self._native.many else None

    def refused_in(self, block: NativeBlock, first: int, last: int) -> tuple[int, str]:
        """The first row from `first` on that the learner would refuse, and why; `last` if it takes them all."""
        return self._native.check_block(block, first, last)

    def refused_at(
        self, block: NativeBlock, row: int, format: str, first_column: int, bits: int | None, snow_ids: SnowIds
    ) -> int:
        """The column in its line, from 1, of the attribute that the learner refuses in a row."""
        return self._native.locate(block, row, format, first_column, bits, snow_ids)

    def become(self, other: Self) -> None:
        """Takes on the state of another learner of the same kind."""
        if not self.is_like(other):
            raise InputError(f"{self!r} can't become {other!r}: they must be of one kind.")
        with self._names.lock:
            self._attach(other._native.copy())
            self._names.set(other._names.labels)
            self.__dict__["_contributed_before"] = other.__dict__.get("_contributed_before", (0.0, {}))

    def merge(
        self, others: Iterable["Learner"], how: str | None = None, *, weights: Sequence[float] | None = None
    ) -> Self:
        """Takes in what others learned since they were copies of this one.

        "mean" is for learners that are mixed again and again, shards on many machines: the whole state becomes the mean
        of theirs, and for mistake-driven learners one machine's bound holds for the mean of their mistakes
        (bounds.mixed_mistakes). "sum" adds up what each of them changed. For counts, as those of NaiveBayes, that is
        what one learner would have counted; otherwise use it for one merge only: repeated, it overshoots
        (bounds.summed_mistakes).

        Parameters
        ----------
        others : iterable of Learner
            Learners that went on from this one. In a mean this one, where they began, does not count.
        how : {"mean", "sum"} or None, optional
            None: "sum" for counts, else "mean".
        weights : sequence of float or None, optional
            How much each of the others counts in the mean, 0 or more. None: all count the same.

        Returns
        -------
        Learner
            Itself. Examples and mistakes are those of all, whichever way.
        """
        others = list(others)
        for other in others:
            if not self.is_like(other):
                raise InputError(f"{other!r} can't be merged into {self!r}: they must be of one kind.")
        shares = shares_of(self._choice, how, weights, len(others))
        with self._names.lock:
            joining.take_in_labels(self, others)
            self._native.merge([other._native for other in others], shares)
        return self

    # Copies and files.

    def copy(self) -> Self:
        """An independent learner in the same state."""
        twin = object.__new__(type(self))
        with self._names.lock:
            twin.__dict__.update(self.__dict__)
            twin.__dict__.update(_names=Names(self._names.labels), _reader=self._reader.copy())
            twin._attach(self._native.copy())
        return twin

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same learner gives the same bytes."""
        with self._names.lock:
            return to_bytes(self, progress)

    def __reduce__(self) -> tuple[Any, ...]:
        from ..files import load_bytes

        link = self._choice.link
        function = link if callable(link) else None  # pickled by its own name, as functions are
        return load_bytes, (self.to_bytes(self._kept_beside()), function)

    # Inside.

    def _learner_of(self, native: NativeLearner) -> "Learner":
        """A learner of two labels around a native one: whether an example is of a class."""
        own = {"labels": None, "positive": None, "rows": None, "class_weights": None}
        twin = type(self)(**self.get_params() | own)
        twin._attach(native)
        return twin

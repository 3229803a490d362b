"""A label that has not come before joins a learner: as one of two, or as one more class.

Class numbers never change. Which of two labels is positive is known when both have come, or by name. A symmetric
learner that took the first for the other side is then turned into its mirror image: nothing that was learned is lost.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .._core import NativeBlock, NativeTally
from ..data import (
    NO_CLASS,
    Labels,
    as_class,
    in_order,
    known_side,
    label_of_row,
    labels_of,
    must_be_told,
)
from ..errors import InputError
from ..mistakes import is_mistake
from ..protocols import Features, Label, Outcome
from .all_different import are_suspect, check_that_labels_come_again, warn_of_amounts
from .importance import importance_of, importances
from .names import table_of
from .new_labels import one_more, tell_joined
from .traits import Traits

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..data import Matrix

Importances = "npt.NDArray[np.float64] | None"


def learn_one(learner: Any, x: Features, y: Label, weight: float) -> Outcome:
    """Learns from an example whose label is none of those that came so far."""
    label, weight = as_class(label_of_row(y, learner.row_reader.rows)), importance_of(weight)
    copied = dict(x) if type(x) is dict else x  # it is read twice, and must not change in between
    example = learner.row_reader.example(copied, learning=True, label=label)
    names = learner._names
    with names.lock:
        label = names.labels.spelled(label)
        if label not in names.numbers and not weight:
            said = learner.predict_one(example)
            return Outcome(said, label, is_mistake(said, label), False)
        if label in names.numbers:  # by now
            labels = names.labels
        else:
            labels = labels_with(learner, names.labels, label)
            if names.labels.are_two or learner._weight_of:
                learner._native.predict_one(example)  # a bad one is refused before anything changes
        number = labels.numbers[label]
        with _turned(learner, labels):
            code = learner._native.learn_one(example, number, weight)
        return names.outcomes[number][code]  # type: ignore[no-any-return]


def learn_row(learner: Any, block: NativeBlock, row: int, label: Label) -> tuple[Label, bool] | None:
    """Learns one row of a text whose label is new, just as the rows behind it are learned; None of many classes.

    What was said before the label was seen, and whether it was wrong.
    """
    names, native = learner._names, learner._native
    with names.lock:
        label = names.labels.spelled(label)
        labels = names.labels if label in names.numbers else labels_with(learner, names.labels, label)
        if not labels.are_two or native.many:
            return None
        refused, why = native.check_block(block, row, row + 1)
        if refused == row:
            raise InputError(why)
        with _turned(learner, labels):
            counted = native.teach_block(block, row, row + 1, table_of(labels), 0, NativeTally(1, 2))
        answer = int(counted[3])
        return labels.name(answer), answer != labels.numbers[label]


def learn_plain(learner: Any, matrix: "Matrix", y: Any, weights: Any) -> "npt.NDArray[Any] | None":
    """Learns rows with labels 0 and 1, -1 and 1, or False and True in one go; None if there are others.

    They need not wait for each other to get a name: 1 is positive whatever comes beside it.
    """
    import numpy as np

    names = learner._names
    plain = type(y) is np.ndarray or (type(y) is list and {type(label) for label in y} <= {bool, int, float})
    array = np.asarray(y) if plain else None
    if array is None or array.ndim != 1 or array.dtype.kind not in "biuf" or len(array) != matrix.rows:
        return None
    positive, negative = array == 1, array == (-1 if (array == -1).any() else 0)
    if not (positive | negative).all() or (weights is not None and not (np.asarray(weights) > 0).all()):
        return None
    with names.lock:
        labels = names.labels.with_plain(_first(array, negative), _first(array, positive))
        if labels is None:
            return None
        learner.weigh_classes(labels)
        answers = matrix.teach(learner._native, positive.astype(np.int32), weights)
        names.set(labels)
    return names.name_many(answers)  # type: ignore[no-any-return]


def _first(array: "npt.NDArray[Any]", side: "npt.NDArray[np.bool_]") -> list[Label]:
    """The first label of a side, if there is one."""
    at = int(side.argmax())
    return [array[at].item()] if side[at] else []


def learn_many(learner: Any, matrix: "Matrix", y: Any, weights: Any) -> "npt.NDArray[Any]":
    """Learns from rows among which are labels that are new; all or nothing."""
    labels = labels_of(y)
    if len(labels) != matrix.rows:
        raise InputError(f"{matrix.rows} examples but {len(labels)} labels")
    if (rows := learner.row_reader.rows) is not None:
        labels = labels_of([label_of_row(label, rows) for label in labels])
    importance = importances(matrix.rows, weights)
    with learner._names.lock:
        before = learner.copy()
        said: list[npt.NDArray[Any]] = []
        try:
            expect(learner, (label for row, label in enumerate(labels) if importance is None or importance[row]))
            while (done := sum(map(len, said))) < matrix.rows:
                said.append(_next_rows(learner, matrix, labels, importance, done))
        except BaseException:
            learner.become(before)
            learner.scores(matrix)  # refuses it with the row's number in the whole
            raise
    return _in_one(said)


def expect(learner: Any, labels: Iterable[Label]) -> None:
    """Which labels are to come: learners that can't be turned round must know the positive one beforehand."""
    names = learner._names
    if not names.labels.are_two or names.labels.are_settled or learner.traits.symmetric:
        return
    expected = {as_class(label) for label in labels}
    check_that_two_are_enough(learner, expected)
    names.set(names.labels.expecting(expected))
    learner.weigh_classes(names.labels)


def check_that_two_are_enough(learner: Any, labels: Collection[Label]) -> None:
    """Refuses more than two labels that are to come, where a learner of two could not even learn two of them.

    Parameters
    ----------
    learner : Any
        One that must know which of two labels is positive before it learns the first.
    labels : collection of Label
        Those that are to come, as far as that is known.
    """
    if any(isinstance(label, float) for label in labels):
        return  # amounts, which are refused as such
    sided = [label for label in labels if known_side(label) is not None]
    if len(labels) > 2 and all(must_be_told(pair) for pair in combinations(sided, 2)):
        some = ", ".join(map(repr, in_order(labels)[:3]))
        raise InputError(
            f"there are {len(labels):,} labels or more ({some}{', ...' if len(labels) > 3 else ''}), and "
            f"{type(learner).__name__} knows two labels: {_for_any_number(learner)}.",
            field="labels",
        )


def _for_any_number(learner: Any) -> str:
    return f"Multiclass({learner!r}) takes any number"


def take_in_labels(learner: Any, others: Sequence[Any]) -> None:
    """The labels of learners that are merged into one: those that have come must be the same."""
    if any(one._native.many for one in (learner, *others)):
        return  # the core says that it can't
    mine = learner._names.labels
    for other in others:
        theirs = other._names.labels
        pairs = zip(mine.came, theirs.came, strict=True)
        if any(None not in pair and pair[0] != pair[1] for pair in pairs):
            raise InputError(f"the labels {theirs.shown} can't be merged with {mine.shown}: they must be the same.")
        if mine.came.count(None) > theirs.came.count(None):
            mine = theirs
    if mine is not learner._names.labels:
        if not learner.examples:
            learner._native.positive = mine.positive_number
        learner._names.set(mine)
        learner.weigh_classes(mine)


def labels_with(learner: Any, old: Labels, label: Label) -> Labels:
    """The labels with one that is new to a learner, or an error that says why it can't be one.

    Parameters
    ----------
    learner : Any
        Whose labels they are.
    old : Labels
        The labels so far.
    label : Label
        The one that is new.
    """
    traits = getattr(learner, "traits", None)
    if not isinstance(traits, Traits):  # somebody else's model takes what it takes
        return old.with_label(label)
    if traits.labels is None:
        check_that_labels_come_again(old, label, learner.examples)
    if label == -1 and old.are_plain and old.came[0] is False:  # False may also be written -1
        return Labels((-1, old.came[1]), 1, old.most, old.declared, old.positive)
    try:
        labels = old.with_label(label)
    except InputError as error:
        if old.is_open or old.declared or old.positive is not None or traits.labels is None:
            raise
        raise InputError(
            f"{error.message.rstrip('.')}, and {type(learner).__name__} knows two labels: {_for_any_number(learner)}.",
            field="label",
            hint=error.hint,
        ) from None
    if labels.are_two and not traits.symmetric:
        _check_side(learner, labels)
    return labels


def _check_side(learner: Any, labels: Labels) -> None:
    """A learner that can't be turned round must know which label is positive before it learns the first."""
    kind = type(learner).__name__
    if not labels.are_settled and not labels.are_plain:
        (label,) = labels.numbers
        if known_side(label) is None:
            raise InputError(
                f"{kind} must know which label is positive before it learns the first, and {label!r} does not tell: "
                f"make it with labels=(negative, positive), or positive={label!r} if that is it; of more than two "
                f"labels, {_for_any_number(learner)}.",
                field="labels",
            )
    before = learner.known_labels
    if learner.examples and before.are_two and labels.positive_number != before.positive_number:
        raise InputError(
            f"of the labels {labels.shown[0]!r} and {labels.shown[1]!r} the second would be positive, but {kind} has "
            f"learned it as negative: make it with labels=(negative, positive).",
            field="labels",
        )


class _turned:
    """The learner with its new labels, which it keeps if nothing fails; else it is turned back."""

    def __init__(self, learner: Any, labels: Labels) -> None:
        self._learner, self._labels, self._mirrored = learner, labels, False
        self._before = None if learner._native.many else learner._native.positive

    def __enter__(self) -> None:
        native, labels = self._learner._native, self._labels
        if labels.are_two:
            if labels.positive_number != native.positive:
                self._turn(labels.positive_number)
        elif not native.many:
            native.widen(True)
        self._learner.weigh_classes(labels)

    def __exit__(self, kind: Any, *_: Any) -> None:
        native = self._learner._native
        if kind is None:
            if self._labels is not self._learner._names.labels:
                before = self._learner._names.labels
                tell_joined(before, self._labels)
                self._learner._names.set(self._labels)
                if are_suspect(before, self._labels, self._learner.examples - 1):
                    warn_of_amounts(self._labels, self._learner.examples)
        elif not native.many and native.positive != self._before:
            self._turn(self._before)

    def _turn(self, positive: int | None) -> None:
        native = self._learner._native
        if self._learner.examples:
            native.mirror()
        native.positive = positive


def _next_rows(learner: Any, matrix: "Matrix", labels: list[Label], importance: Any, first: int) -> "npt.NDArray[Any]":
    """Learns from the rows up to the next label that is new; from that row alone; or from all, of many classes."""
    import numpy as np

    names, native = learner._names, learner._native
    weights = None if importance is None else importance[first:]
    if native.many:
        before = learner.examples
        numbers, made, suspect = _numbers_with_new(names.labels, labels, first, weights, before)
        learner.weigh_classes(made)
        answers = native.learn_many(*matrix.between(first, matrix.rows).parts(), numbers, weights)
        tell_joined(names.labels, made)
        names.set(made)
        if suspect is not None:
            warn_of_amounts(suspect[0], before + suspect[1])
        return names.name_many(answers)  # type: ignore[no-any-return]
    found = [names.numbers.get(label, NO_CLASS) for label in labels[first:]]
    known = next((i for i, n in enumerate(found) if n < 0 and (weights is None or weights[i])), len(found))
    if known:
        rows = matrix.between(first, first + known)
        part = None if weights is None else weights[:known]
        return names.name_many(native.learn_many(*rows.parts(), np.array(found[:known], dtype=np.int32), part))  # type: ignore[no-any-return]
    with _in_row(first):
        joined = labels_with(learner, names.labels, labels[first])
    row = matrix.between(first, first + 1)
    native.predict_many(*row.parts())
    number = np.array([joined.numbers[labels[first]]], dtype=np.int32)
    with _turned(learner, joined):
        answers = native.learn_many(*row.parts(), number, None if weights is None else weights[:1])
    return names.name_many(answers)  # type: ignore[no-any-return]


def _numbers_with_new(
    labels: Labels, given: list[Label], first: int, weights: Any, learned: int
) -> "tuple[npt.NDArray[np.int32], Labels, tuple[Labels, int] | None]":
    """The class numbers of labels, the labels with those that are new, and after which row they may be amounts.

    One of weight 0 makes no class.
    """
    import numpy as np

    known = dict(labels.numbers)
    found, suspect = [], None
    for row, label in enumerate(given[first:]):
        number = known.get(label, NO_CLASS)
        if number == NO_CLASS and (weights is None or weights[row]):
            with _in_row(first + row):
                more = one_more(labels, label, learned + row)
            if are_suspect(labels, more, learned + row):
                suspect = more, row + 1
            labels = more
            number = known[label] = len(known)
        found.append(number)
    return np.array(found, dtype=np.int32), labels, suspect


@contextmanager
def _in_row(row: int) -> Iterator[None]:
    """What is wrong with a label is said of its row."""
    try:
        yield
    except InputError as error:
        raise error.at(f"row {row}") from None


def _in_one(parts: "list[npt.NDArray[Any]]") -> "npt.NDArray[Any]":
    """One array; of any objects where the parts are of different kinds."""
    import numpy as np

    if len({part.dtype.kind for part in parts}) == 1:
        return np.concatenate(parts)
    return np.concatenate([part.astype(object) for part in parts])

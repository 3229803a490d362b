"""What a shelf needs of a learner: its native prototype, its labels as numbers, and a learner of what lies there."""

from dataclasses import replace
from typing import Any

from .._core import NativeLabelTable, NativeLearner, NativeShelf
from ..errors import ParameterError
from .base import Learner
from .names import table_of


def settled(learner: Learner) -> Learner:
    """A copy whose two labels are known: those it has, or else 0 (or -1) and 1.

    Parameters
    ----------
    learner : Learner
        A learner of two labels, new or not.

    Raises
    ------
    ParameterError
        If it is of many classes, or knows one of two labels alone.
    """
    if not isinstance(learner, Learner) or learner._native.many or not learner._names.labels.are_two:
        raise ParameterError(f"a model for each key is a learner of two labels; got {learner!r}.")
    twin = learner.copy()
    if twin._names.labels.came == (None, None) and twin._names.labels.positive is None:
        twin._names.set(replace(twin._names.labels, came=(0, 1)))
    if None in twin._names.labels.came:
        raise ParameterError("both labels have to be known before keys are: labels=(negative, positive).")
    return twin


def label_table(learner: Learner) -> NativeLabelTable:
    """From labels as files write them to class numbers; of 0 and 1 the negative one may be -1 as well."""
    labels = learner._names.labels
    table = table_of(labels)
    if labels.are_plain:
        table.set(-1.0, 0)
        table.set(0.0, 0)
    return table


def label_number(learner: Learner, label: Any) -> int:
    """The class number of a label, -1 of none, -2 of one that the learner does not have."""
    if label is None or label != label:
        return -1
    labels = learner._names.labels
    if labels.are_plain and label == -1:
        return 0
    try:
        return labels.numbers.get(label, -2)
    except TypeError:
        return -2


def label_names(learner: Learner) -> tuple[Any, ...]:
    """Labels by class number, as answers have them."""
    return tuple(learner._names.labels.names)


def native_shelf(learner: Learner) -> NativeShelf:
    """A shelf of learners like this one, which new keys begin as."""
    return NativeShelf(learner._native)


def put_on(shelf: NativeShelf, key: str, learner: Learner) -> None:
    """Puts a copy of a learner on a shelf."""
    shelf.put(key, learner._native)


def learner_of(like: Learner, native: NativeLearner) -> Learner:
    """A learner like another, in the state that lay on a shelf."""
    twin = like.copy()
    twin._attach(native)
    return twin

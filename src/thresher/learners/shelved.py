"""What a shelf needs of a learner: its native prototype, its labels as numbers, and a learner of what lies there."""

import struct
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .._core import NativeLabelTable, NativeLearner, NativeShelf
from ..data import as_class
from ..errors import InputError, ParameterError
from ..protocols import Label
from .base import Learner
from .classes import Multiclass
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


def of_a_key(learner: Learner) -> Learner:
    """A copy that models by key begin as: of two labels that are known, or of any number of classes.

    Parameters
    ----------
    learner : Learner
        A learner of two labels, or a Multiclass.

    Raises
    ------
    ParameterError
        If it can't be one.
    """
    if not isinstance(learner, Multiclass):
        return settled(learner)
    if isinstance(learner.class_weights, dict):
        raise ParameterError(
            "every key meets classes in an order of its own: of models by key class_weights is 'balanced' or None.",
            field="class_weights",
        )
    return learner.copy()


def has_classes(learner: Learner) -> bool:
    """Whether it is of any number of classes, not of two labels."""
    return bool(learner._native.many)


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


def label_bytes(label: Label) -> bytes:
    """A label as rows carry it whose models have any number of classes: of equal ones the bytes are equal.

    >>> label_bytes("spam"), label_bytes(1) == label_bytes(1.0) == label_bytes(True)
    (b't:spam', True)
    """
    kept = as_class(label)
    if isinstance(kept, str):
        return b"t:" + kept.encode()
    if kept is None or abs(kept) >= 2**53:
        raise InputError(f"the label {label!r} can't be told from its neighbours; make a text of it.", field="label")
    return b"n:" + struct.pack("<d", float(kept) + 0.0)


def label_in(data: bytes) -> Label:
    """The label that `label_bytes` made bytes of.

    >>> label_in(label_bytes("spam")), label_in(label_bytes(2.5)), label_in(label_bytes(-3))
    ('spam', 2.5, -3)
    """
    if data[:2] == b"t:":
        return data[2:].decode()
    (number,) = struct.unpack("<d", data[2:])
    return as_class(number)


def native_shelf(learner: Learner, *, backs_off: bool = False) -> NativeShelf:
    """A shelf of learners like this one, which new keys begin as.

    Parameters
    ----------
    learner : Learner
        The one.
    backs_off : bool, default False
        Whether a model that all keys share stands beside theirs.
    """
    return NativeShelf(learner._native, backs_off, _names_of(learner))


def put_on(shelf: NativeShelf, key: str, learner: Learner) -> None:
    """Puts a copy of a learner on a shelf."""
    shelf.put(key, learner._native, _names_of(learner))


def learner_of(like: Learner, native: NativeLearner, names: Sequence[bytes] = ()) -> Learner:
    """A learner like another, in the state that lay on a shelf, with the names of its classes."""
    twin = like.copy()
    labels = twin._names.labels
    for name in names[len(labels.came) :] if has_classes(like) else ():
        labels = labels.with_label(label_in(name))
    twin._attach(native)
    if labels is not twin._names.labels:
        twin._names.set(labels)
    return twin


def _names_of(learner: Learner) -> list[bytes]:
    return [label_bytes(name) for name in learner._names.labels.came] if has_classes(learner) else []

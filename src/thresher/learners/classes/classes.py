"""Labels of many classes: texts and numbers, each a class at its first appearance."""

import math
import numbers
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import InputError, ParameterError
from ...protocols import Label

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_PLAIN = frozenset({str, int, bool})
NOBODY = -1
"""The place of no class: no answer, or a label that is not learned."""


def as_class(label: Any) -> Label:
    """The label as a class keeps it: a text, a whole number, True or False, or another finite number.

    A number that is whole is an int: 1.0 is 1.

    >>> as_class("spam"), as_class(2.0), as_class(2.5)
    ('spam', 2, 2.5)
    """
    if type(label) in _PLAIN:
        return label
    if hasattr(label, "ndim") and hasattr(label, "item") and label.ndim == 0:  # a scalar of numpy's
        label = label.item()
    if isinstance(label, str):
        return str(label)
    if isinstance(label, bool):
        return label
    if isinstance(label, numbers.Integral):
        return int(label)
    if isinstance(label, numbers.Real) and math.isfinite(label):
        number = float(label)
        return int(number) if number.is_integer() else number
    raise InputError(f"the label {label!r} is no class; a class is a text or a finite number.")


class Classes:
    """The classes known so far, in the order in which they were first seen.

    Labels that are equal are one class, under the name it had first: 1, 1.0 and True are.

    >>> classes = Classes(["ham", "spam"])
    >>> classes.place("spam"), classes.place("eggs"), classes.names
    (1, 2, ['ham', 'spam'])
    """

    def __init__(self, names: Iterable[Any] = ()) -> None:
        self.names: list[Label] = []
        self._places: dict[Label, int] = {}
        for name in names:
            self.add(as_class(name))

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, label: Label) -> bool:
        return label in self._places

    def add(self, name: Label) -> None:
        """One more class, unless it is known."""
        if name not in self._places:
            self._places[name] = len(self.names)
            self.names.append(name)

    def copy(self) -> "Classes":
        return Classes(self.names)

    def place(self, label: Label) -> int:
        """Where the class stands; the next free place if it is new."""
        return self._places.get(label, len(self.names))

    def known(self, label: Any) -> int:
        """Where the class stands, which must be known."""
        name = as_class(label)
        if name not in self._places:
            raise InputError(
                f"there is no class {label!r}; there are {', '.join(map(repr, self.names)) or 'none yet'}."
            )
        return self._places[name]

    def places(
        self, labels: Sequence[Label], weights: "npt.NDArray[np.float64] | None"
    ) -> tuple["npt.NDArray[np.int64]", list[Label]]:
        """Each label's place, and the new classes in order; a label of weight 0 makes no class."""
        import numpy as np

        new: dict[Label, int] = {}
        for row, label in enumerate(labels):
            if label not in self._places and label not in new and (weights is None or weights[row]):
                new[label] = len(self.names) + len(new)
        places = self._places | new
        if weights is None:
            return np.array([places[label] for label in labels], dtype=np.int64), list(new)
        # A weight of 0 comes too early for a class that is new further down.
        made: list[int] = []
        known = len(self.names)
        for row, label in enumerate(labels):
            place = places.get(label, NOBODY)
            if place >= known and not weights[row]:
                place = NOBODY
            known = max(known, place + 1)
            made.append(place)
        return np.array(made, dtype=np.int64), list(new)

    def name_many(self, places: "npt.NDArray[np.int64]") -> "npt.NDArray[Any]":
        """The classes at these places; None where there is nobody."""
        import numpy as np

        names = np.empty(len(self.names) + 1, dtype=object)
        names[:-1] = self.names
        names[-1] = None  # which is what -1 finds
        found = names[places]
        kinds = {type(name) for name in self.names}
        if len(kinds) != 1 or not (places >= 0).all() or not kinds <= _PLAIN:
            return found
        plain = np.array(self.names)  # one kind of label: an array of that kind
        exact = plain.dtype.kind in "Ubi" and plain.tolist() == self.names
        return plain[places] if exact else found


def labels_of(y: Any) -> list[Label]:
    """Labels as classes keep them, from a list or an array."""
    import numpy as np

    if isinstance(y, np.ma.MaskedArray):
        raise InputError("the labels are masked; leave the masked rows out first.")
    if isinstance(y, (str, bytes)):
        raise InputError(f"labels are one list; got the text {y[:20]!r}.")
    if not isinstance(y, (list, tuple)):  # an array of a mixed list would make texts of numbers
        array = np.asarray(y)
        if array.ndim != 1:
            raise InputError(f"labels are one list; got an array of shape {array.shape}.")
        y = array.tolist()
    if {type(label) for label in y} <= _PLAIN:
        return list(y)
    labels = []
    for row, label in enumerate(y):
        try:
            labels.append(as_class(label))
        except InputError as error:
            raise InputError(f"row {row}: {error}") from None
    return labels


def read_classes(classes: Any) -> tuple[Label, ...] | None:
    """The parameter `classes`."""
    if classes is None:
        return None
    if isinstance(classes, (str, bytes)):
        raise ParameterError(f"classes must be a list of labels; got {classes!r}.")
    try:
        names = tuple(labels_of(classes if hasattr(classes, "ndim") else list(classes)))
    except (InputError, TypeError) as error:
        raise ParameterError(f"classes must be a list of labels: {error}") from None
    if len(set(names)) != len(names):
        raise ParameterError(f"classes must differ from each other; got {names!r}.")
    return names

"""The names of a learner's labels beside the core's class numbers, both ways."""

import math
from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any

from .._core import NativeLabelTable
from ..data import NO_CLASS, Labels
from ..protocols import Label, Outcome

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class _Outcomes(dict[int, Outcome]):
    """The outcomes of examples of one label, by the core's code: 2 (answer + 1) + updated. Made when asked for."""

    def __init__(self, labels: Labels, number: int) -> None:
        self._labels, self._number = labels, number

    def __missing__(self, code: int) -> Outcome:
        answer = (code >> 1) - 1
        said, label = self._labels.name(answer), self._labels.name(self._number)
        wrong = answer not in (NO_CLASS, self._number)
        self[code] = outcome = Outcome(said, label, wrong, bool(code & 1))
        return outcome


class _OutcomesByLabel(dict[int, _Outcomes]):
    """By class number; made when asked for, because every label that joins makes them anew."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    def __missing__(self, number: int) -> _Outcomes:
        self[number] = outcomes = _Outcomes(self._labels, number)
        return outcomes


def table_of(labels: Labels) -> NativeLabelTable:
    """From labels as files write them, numbers or texts, to class numbers."""
    table = NativeLabelTable()
    for name, number in labels.numbers.items():
        _enter(table, name, number)
    return table


def _enter(table: NativeLabelTable, name: Label, number: int) -> None:
    if isinstance(name, str):
        table.set(name, number)
    elif isinstance(name, (int, float)) and abs(name) < 2**53:
        table.set(float(name), number)


class Names:
    """Labels as they are now, with what is looked up in them on the way; changed in one go, under its lock."""

    def __init__(self, labels: Labels) -> None:
        self.lock = RLock()
        self._table: NativeLabelTable | None = None
        self.labels = labels
        self.set(labels)

    def set(self, labels: Labels) -> None:
        """From now on labels are these. The class numbers so far stay."""
        self._table = self._continued_table(labels)
        self.labels = labels
        self.numbers = labels.numbers
        self.names = labels.names
        self.positive = labels.positive_name
        self.answers = (*labels.names, None)  # no answer is -1
        self.outcomes = _OutcomesByLabel(labels)
        self._typed: npt.NDArray[Any] | None = None

    def _continued_table(self, labels: Labels) -> NativeLabelTable | None:
        """The table with what these labels add to those so far; None where it has to be made anew."""
        if self._table is None or not labels.continues(self.labels):
            return None
        for number in range(len(self.labels.came), len(labels.came)):
            _enter(self._table, labels.came[number], number)
        return self._table

    @property
    def table(self) -> NativeLabelTable:
        """From labels as files write them, numbers or texts, to class numbers."""
        if self._table is None:
            self._table = table_of(self.labels)
        return self._table

    def numbers_of(self, y: Any) -> "npt.NDArray[np.int32] | None":
        """The class numbers of labels; None if there is one that has not come yet."""
        import numpy as np

        if type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biuf":
            came = self.labels.came
            if len(came) == 2 and not any(name is None or isinstance(name, str) for name in came):  # the usual case
                zero, one = y == came[0], y == came[1]
                if (zero | one).all():
                    return one.astype(np.int32)  # type: ignore[no-any-return]
            found = np.full(len(y), NO_CLASS, dtype=np.int32)
            for name, number in self.numbers.items():
                if not isinstance(name, str):
                    found[y == name] = number
            return None if (found == NO_CLASS).any() else found
        try:
            return np.array([self.numbers[label] for label in y], dtype=np.int32)
        except (KeyError, TypeError):
            return None

    def name_many(self, answers: "npt.NDArray[np.int32]") -> "npt.NDArray[Any]":
        """The labels of class numbers, None where there is no answer: an array of one kind where it can be."""
        try:
            return self._named(answers)
        except IndexError:  # a label that joined meanwhile, which gets its name under the lock
            with self.lock:
                return self._named(answers)

    def _named(self, answers: "npt.NDArray[np.int32]") -> "npt.NDArray[Any]":
        import numpy as np

        none = not self.labels.are_two and bool((answers == NO_CLASS).any())
        typed = self._typed
        if not none and typed is None:
            self._typed = typed = _of_one_kind(self.names)
        if not none and typed is not None and len(typed):
            return typed[answers]
        names = np.empty(len(self.names) + 1, dtype=object)
        names[:-1] = self.names
        names[-1] = None  # which is what -1 finds
        found: npt.NDArray[Any] = names[answers]
        return found

    def shown(self, columns: "npt.NDArray[np.float64]") -> "npt.NDArray[np.float64]":
        """Columns by class number, in the order in which labels are shown."""
        return columns[:, self.labels.order]

    def by_label(self, values: Sequence[float]) -> dict[Label, float]:
        """Values by class number, as label -> value in the order in which labels are shown.

        Of two labels one may not have come yet: it has no name, and what is left is its share.
        """
        return {self.names[number]: values[number] for number in self.labels.order}


def _of_one_kind(names: Sequence[Label]) -> "npt.NDArray[Any]":
    """The names as an array of their kind; an empty one where they are of several, or would not come out the same."""
    import numpy as np

    kinds = {type(name) for name in names}
    if len(kinds) == 1 and kinds <= {str, int, bool, float}:
        array = np.array(names)
        if array.dtype.kind in "Ubif" and array.tolist() == list(names):
            return array
    return np.empty(0)


def is_no_label(label: Any) -> bool:
    """Whether this stands for a missing label: None, or NaN."""
    return label is None or (isinstance(label, float) and math.isnan(label))

"""Labels of rows on their way to models: class numbers of two labels, or places among the names of any number."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from .._core import NativeBlock, NativeLabelTable
from ..errors import InputError
from ..learners import Learner
from ..learners.shelved import has_classes, label_bytes, label_number, label_table

Numbers = npt.NDArray[np.int32]
_NONE, _UNKNOWN = -1, -2


class RowLabels(ABC):
    """What the labels of rows are to the models."""

    names: list[bytes] | None = None
    """What numbers stand for, where rows carry names; None: numbers are class numbers."""

    @abstractmethod
    def of_block(self, block: NativeBlock) -> "Numbers":
        """The numbers of a block's labels, -1 for none."""

    @abstractmethod
    def of(self, label: Any, row: int) -> int:
        """The number of one label, which stands in some row; -1 for none."""


class NoLabels(RowLabels):
    """Of rows that are answered: their labels are not looked at."""

    def of_block(self, block: NativeBlock) -> "Numbers":
        """None of them has one."""
        return np.full(len(block), _NONE, dtype=np.int32)

    def of(self, label: Any, row: int) -> int:
        """None."""
        return _NONE


class TwoLabels(RowLabels):
    """Class numbers of a learner of two labels.

    Parameters
    ----------
    learner : Learner
        Says which labels there are.
    """

    def __init__(self, learner: Learner) -> None:
        self._learner = learner
        self._table = label_table(learner)

    def of_block(self, block: NativeBlock) -> "Numbers":
        """The class numbers of a block's labels."""
        numbers = self._table.codes(block, 0, len(block))
        unknown = np.flatnonzero(numbers == _UNKNOWN)
        if len(unknown):
            row = int(unknown[0])
            raise self._refused(block.label(row), f"line {block.line(row)}")
        return numbers

    def of(self, label: Any, row: int) -> int:
        """The class number of a label."""
        number = label_number(self._learner, label)
        if number == _UNKNOWN:
            raise self._refused(label, f"row {row}")
        return number

    def _refused(self, label: Any, where: str) -> InputError:
        named = " and ".join(repr(name) for name in self._learner.labels)
        many = f"Multiclass({type(self._learner).__name__}())"
        return InputError(
            f"{where}: the label {label!r} is none of {named}.",
            hint=f"say which they are, labels=(negative, positive); for any number, {many}",
        )


class ManyLabels(RowLabels):
    """Places among all names that came so far; rows carry the names, so the order makes no difference to models."""

    def __init__(self) -> None:
        self._table = NativeLabelTable()
        self._known: dict[bytes, int] = {}
        self.names = []

    def of_block(self, block: NativeBlock) -> "Numbers":
        """The places of a block's labels."""
        numbers = self._table.codes(block, 0, len(block))
        while len(unknown := np.flatnonzero(numbers == _UNKNOWN)):
            first = int(unknown[0])
            written = block.label(first)
            self._table.set(written, self._place(written))
            numbers[first:] = self._table.codes(block, first, len(block))
        return numbers

    def of(self, label: Any, row: int) -> int:
        """The place of a label."""
        if label is None or label != label:
            return _NONE
        try:
            return self._place(label)
        except InputError as error:
            raise error.at(f"row {row}") from None

    def _place(self, label: Any) -> int:
        name = label_bytes(label)
        place = self._known.setdefault(name, len(self._known))
        assert self.names is not None
        if place == len(self.names):
            self.names.append(name)
        return place


def row_labels(learner: Learner) -> RowLabels:
    """As models of this learner take them.

    Parameters
    ----------
    learner : Learner
        What models begin as.
    """
    return ManyLabels() if has_classes(learner) else TwoLabels(learner)

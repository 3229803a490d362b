"""Labels that are new in rows learned in one go: each becomes a class on the way, and has its name afterwards."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..data import NO_CLASS, Labels, warn_of_alike
from ..logs import tell
from ..protocols import Label
from .all_different import are_suspect, check_that_labels_come_again, warn_of_amounts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class NewLabels:
    """Labels that are new in rows of a text: each becomes a class while the rows are learned in one go.

    Parameters
    ----------
    learner : Any
        One of many classes.
    numbers : array of int32
        Class numbers of the rows, -1 without a label, -2 of one that is new: those that can join get theirs.
    label_at : callable
        The label of a row, counted from the first of `numbers`; it may refuse it.
    most : int, optional
        So many classes there may be.

    Attributes
    ----------
    rows : int
        So many rows can be learned; the label of the one behind them is refused, which is told when its turn comes.
    """

    def __init__(
        self, learner: Any, numbers: "npt.NDArray[np.int32]", label_at: Callable[[int], Label], most: int | None = None
    ) -> None:
        import numpy as np

        self._learner, self._most, self.rows = learner, most, len(numbers)
        self._joined = [(-1, learner._names.labels)]  # from which row on labels are these
        self._suspect: tuple[int, Labels, int] | None = None
        learned = learner.examples + np.cumsum(numbers != NO_CLASS) - 1  # before each row that has a label
        for row in np.flatnonzero(numbers < NO_CLASS).tolist():
            try:
                number = self._number(row, label_at(row), int(learned[row]))
            except ValueError:
                number = None
            if number is None:
                self.rows = row
                break
            numbers[row] = number
        learner.weigh_classes(self._joined[-1][1])

    def _number(self, row: int, label: Label, learned: int) -> int | None:
        labels = self._joined[-1][1]
        if label in labels.numbers:
            return int(labels.numbers[label])
        if self._most is not None and len(labels.came) >= self._most:
            return None
        more = one_more(labels, label, learned)
        if are_suspect(labels, more, learned):
            self._suspect = row, more, learned + 1
        self._joined.append((row, more))
        return int(more.numbers[label])

    def join(self, rows: int) -> None:
        """So many of the rows were learned: the labels of these have their names, and no others."""
        learner, before = self._learner, self._joined[0][1]
        labels = next(labels for row, labels in reversed(self._joined) if row < rows)
        if labels is not self._joined[-1][1]:
            learner.weigh_classes(labels)
        if labels is not before:
            tell_joined(before, labels)
            learner._names.set(labels)
        if self._suspect is not None and self._suspect[0] < rows:
            warn_of_amounts(*self._suspect[1:])


def one_more(labels: Labels, label: Label, learned: int) -> Labels:
    """One more of many, after so many examples; refused where labels are ids or amounts."""
    check_that_labels_come_again(labels, label, learned)
    return labels.with_label(label)


def tell_joined(before: Labels, after: Labels) -> None:
    """Those that joined, to whoever listens; and those that differ from a known one by spelling alone."""
    known = before.numbers
    came = after.came[len(before.came) if after.continues(before) else 0 :]
    joined = [label for label in came if label is not None and label not in known]
    for label in joined:
        tell("the label %r joined: there are %d", label, len(after.numbers))
    warn_of_alike(known, joined)

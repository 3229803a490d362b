"""The labels that a master knows: those of its experts, and those that it was taught."""

from collections.abc import Iterable
from typing import Any

from ..data import Labels, as_class
from ..protocols import Label


class KnownLabels:
    """Labels, two or any number of them, as a learner would call them; never changed, `joined_by` makes another one.

    names: two: (negative, positive); more: numbers, then texts, in order. It never depends on the order of the rows.
    preferred: the order in which ties are decided: of two the positive one first; of more as they joined.

    >>> known = KnownLabels(Labels(most=None)).joined_by(["spam"]).joined_by(["ham"])
    >>> known.names, known.preferred, known.joined_by(["eggs"]).names
    (('ham', 'spam'), ('spam', 'ham'), ('eggs', 'ham', 'spam'))
    """

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.names = labels.shown
        self.keys = frozenset(self.names)
        self.preferred = tuple(reversed(self.names)) if labels.are_two else labels.names
        self._name_of = {came: labels.names[number] for came, number in labels.numbers.items()}
        if labels.are_plain and labels.came[0] is False:
            self._name_of[-1] = False
        self._sides = {} if labels.positive_number is None else _sides(labels)

    def __contains__(self, label: Label) -> bool:
        return self.labels.spelled(label) in self._name_of

    @property
    def came(self) -> tuple[Label, ...]:
        """Those that have come, in the order in which they joined."""
        return tuple(label for label in self.labels.came if label is not None)

    @property
    def classes(self) -> tuple[Label, ...]:
        """Those that have come, in the order of `names`."""
        came = self.labels.came
        return tuple(came[number] for number in self.labels.order if came[number] is not None)

    @property
    def positive(self) -> Label:
        """The positive one of two; None of any other number."""
        return self.labels.positive_name

    def name(self, label: Label) -> Label:
        """What a label is called here, if it is known: -1 and 0 are False beside True.

        Of two others, False and True are what an expert calls the negative and the positive one before it has met any.
        """
        label = self.labels.spelled(label)
        if label in self._name_of or type(label) is not bool:  # a 1 is a label
            return self._name_of.get(label, label)
        return self._sides.get(label, label)

    def joined_by(self, labels: Iterable[Any]) -> "KnownLabels":
        """With labels that may be new; itself if none is. An InputError where no more may come."""
        joined = self.labels
        for label in [as_class(label) for label in labels if label not in self]:
            if label not in joined.numbers:
                joined = joined.with_label(label)
        return self if joined is self.labels else KnownLabels(joined)


def _sides(labels: Labels) -> dict[Label, Label]:
    """False and True, and which labels they mean; None where that one has not come."""
    assert labels.positive_number is not None
    return {bool(side): labels.names[labels.positive_number if side else 1 - labels.positive_number] for side in (0, 1)}

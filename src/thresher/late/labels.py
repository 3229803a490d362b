"""The labels of questions and answers, by number; and which labels a learner can take."""

from dataclasses import replace
from typing import Any

from ..data.labels import Labels, as_class
from ..files.codec import from_plain, to_plain
from ..learners import labels_with
from ..protocols import Label

NOTHING = -1
"""The number of no answer."""


class LateLabels:
    """Numbers of labels, in the order in which they were first said or told; and whether one can be a label at all.

    Equal labels (1, True) are one. A label that came is known here before the learner learns it.
    """

    def __init__(self, learner: Any) -> None:
        self._learner = learner
        known = getattr(learner, "known_labels", None)
        self.known: Labels = known if isinstance(known, Labels) else _of_other(learner)
        self.names: list[Label] = []
        self._numbers: dict[Label, int] = {}

    def number(self, name: Label) -> int:
        """The number of a label as answers have it; -1 of None."""
        if name is None:
            return NOTHING
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        return self._numbers[name]

    def name(self, number: int) -> Label:
        """The label of a number."""
        return None if number == NOTHING else self.names[number]

    def told(self, y: Any) -> int:
        """The number of a label that came; refused if it can't be one of the learner's."""
        label = as_class(y)
        if label not in self.known.numbers:
            self.known = labels_with(self._learner, self.known, label)
        return self.number(self.known.names[self.known.numbers[label]])

    def to_plain(self) -> dict[str, Any]:
        """The labels that came, for a file."""
        return {"came": [to_plain(name) for name in self.known.came], "positive": self.known.positive_number}

    def restore(self, names: list[Label], known: Any) -> None:
        """From a file."""
        for name in names:
            self.number(as_class(name))
        if len(self.names) != len(names):
            raise ValueError("labels are named twice")
        if known is None:
            return
        came = tuple(None if name is None else as_class(from_plain(name, None)) for name in known["came"])
        positive = known["positive"]
        if (positive is not None and (len(came) != 2 or positive not in (0, 1))) or len(set(came) - {None}) != len(
            [name for name in came if name is not None]
        ):
            raise ValueError("the labels do not fit together")
        self.known = replace(self.known, came=came, positive_number=positive)

    def written(self, number: int) -> Label:
        """A label as it came: False may be 0, or -1."""
        name = self.names[number]
        if self.known.are_plain and isinstance(name, bool):
            came = self.known.came[int(name)]
            return name if came is None else came
        return name


def _of_other(learner: Any) -> Labels:
    """Of somebody else's model: those it says it has, else any."""
    known = getattr(learner, "labels", None)
    return Labels.many(tuple(known)) if known else Labels(most=None)

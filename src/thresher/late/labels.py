"""The labels of questions and answers, by number; and which labels a learner can take."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self

from ..data.labels import Labels, as_class
from ..data.pairs import must_be_told
from ..errors import InputError
from ..files import from_plain, to_plain
from ..learners import Learner, labels_with
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
        self._kept = True

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
            made = labels_with(self._learner, self.known, label)
            self._check_sides(made)
            self.known = made
        return self.number(self.known.names[self.known.numbers[label]])

    @contextmanager
    def trying(self) -> Iterator[Self]:
        """What is told inside is forgotten again, unless it is kept."""
        known, count = self.known, len(self.names)
        self._kept = False
        try:
            yield self
        finally:
            if not self._kept:
                self.known = known
                for name in self.names[count:]:
                    del self._numbers[name]
                del self.names[count:]

    def keep(self) -> None:
        """What was told stays."""
        self._kept = True

    # Learners that can't be turned round must know which of two labels is positive before they learn the first.

    def expect(self, labels: Iterable[Label]) -> None:
        """Which labels are to come."""
        if isinstance(self._learner, Learner) and not self._learner.traits.symmetric:
            self.known = self.known.expecting(as_class(label) for label in labels)

    def prepare(self, learner: Any) -> None:
        """Tells a learner about both labels, where it could not know the positive one by the first that it learns."""
        if not isinstance(learner, Learner) or learner.labels_are_settled or self.known.are_plain:
            return
        names = {name for name in (*self.known.came, self.known.positive) if name is not None}
        if must_be_told(names):
            learner.expect_labels(names)

    def _check_sides(self, made: Labels) -> None:
        """The first of two labels was on a side already, and may have been learned there."""
        before = self.known
        learner = self._learner
        if not isinstance(learner, Learner) or learner.traits.symmetric or not before.are_two or not before.numbers:
            return
        if made.are_two and made.positive_number != before.positive_number:
            first, second = made.shown
            raise InputError(
                f"of the labels {first!r} and {second!r} the second would be positive, but the first came as that: "
                f"make {type(learner).__name__} with labels=(negative, positive).",
                field="labels",
            )

    # Files.

    def to_plain(self) -> dict[str, Any]:
        """The labels that came, for a file."""
        known = self.known
        came = [to_plain(name) for name in known.came]
        if known.are_plain:  # 0 and -1 are False
            came = [None if name is None else bool(number) for number, name in enumerate(known.came)]
        return {"came": came, "positive": known.positive_number, "expected": to_plain(known.positive)}

    def restore(self, names: list[Label], known: Any) -> None:
        """From a file."""
        for name in names:
            self.number(as_class(name))
        if len(self.names) != len(names):
            raise ValueError("labels are named twice")
        if known is None:
            return
        came = tuple(None if name is None else as_class(from_plain(name, None)) for name in known["came"])
        expected = None if known["expected"] is None else as_class(from_plain(known["expected"], None))
        made = replace(self.known, came=came, positive_number=known["positive"], positive=expected)
        self._check_restored(made)
        self.known = made

    def _check_restored(self, made: Labels) -> None:
        """Labels from a file must be those that the learner could have been told."""
        old = self.known
        if made.positive_number not in ((0, 1) if len(made.came) == 2 else ()) and made.positive_number is not None:
            raise ValueError("there is no such positive label")
        if old.positive not in (None, made.positive):
            raise ValueError("another label is positive than the learner's")
        if made.are_plain and old.are_plain:
            return
        reached = replace(old, positive=made.positive)
        for label in made.numbers:
            if label not in reached.numbers:
                reached = reached.with_label(label)
        same = set(reached.came) == set(made.came) and len(reached.came) == len(made.came)
        if not same or reached.positive_name != made.positive_name or reached.are_two != made.are_two:
            raise ValueError("the labels are not the learner's")
        if made.came[: old.declared] != old.came[: old.declared]:
            raise ValueError("the declared labels come first")

    def covers(self, learner: Any) -> bool:
        """Whether all labels of a learner, a copy from the past for instance, are known here."""
        return self.known.are_plain or set(learner.label_numbers) <= set(self.known.numbers)

    def written(self, number: int) -> Label:
        """A label as it came: False may be 0, or -1."""
        name = self.names[number]
        if self.known.are_plain and isinstance(name, bool):
            came = self.known.came[int(name)]
            return name if came is None else came
        return name


def _of_other(learner: Any) -> Labels:
    """Of somebody else's model: those it says it has, else any."""
    known = tuple(getattr(learner, "labels", ()))
    return Labels(most=None) if not known or set(known) == {False, True} else Labels.many(known)

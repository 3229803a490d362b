"""The labels of questions and answers, by number; and which labels a learner can take."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self

from ..data import Labels, as_class, in_order, must_be_told
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
        self._expected: tuple[Label, ...] = ()

    def number(self, name: Label) -> int:
        """The number of a label as answers have it; -1 of None."""
        if name is None:
            return NOTHING
        if name == -1 and -1 not in self._numbers and False in self._numbers:
            name = False  # so it was called while there were two labels
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        return self._numbers[name]

    def name(self, number: int) -> Label:
        """The label of a number."""
        return None if number == NOTHING else self.names[number]

    def told(self, y: Any) -> int:
        """The number of a label that came; refused if it can't be one of the learner's."""
        label = self.known.spelled(as_class(y))
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
            self._expected = tuple(in_order({as_class(label) for label in labels}))
            self.known = self.known.expecting(self._expected)

    def prepare(self, learner: Any) -> None:
        """Tells a learner about both labels, where it could not know the positive one by the first that it learns."""
        if not isinstance(learner, Learner) or learner.labels_are_settled or self.known.are_plain:
            return
        names = {name for name in (*self.known.came, *self._expected) if name is not None}
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
        return {"came": came, "positive": known.positive_number, "expected": list(map(to_plain, self._expected))}

    def restore(self, names: list[Label], known: Any) -> None:
        """From a file."""
        for name in names:
            self.number(as_class(name))
        if len(self.names) != len(names):
            raise ValueError("labels are named twice")
        if known is None:
            return
        came = tuple(None if name is None else as_class(from_plain(name, None)) for name in known["came"])
        self.expect(from_plain(name, None) for name in known["expected"])
        made = replace(self.known, came=came, positive_number=known["positive"])
        self._check_restored(made)
        self.known = made

    def _check_restored(self, made: Labels) -> None:
        """Labels from a file must be those that the learner could have been told."""
        old = self.known
        if made.positive_number not in ((0, 1) if len(made.came) == 2 else ()) and made.positive_number is not None:
            raise ValueError("there is no such positive label")
        if made.are_plain and old.are_plain:
            return
        if -1 in made.numbers and False not in made.numbers:  # a file of the learner calls it False
            old = replace(old, came=tuple(-1 if name is False else name for name in old.came))
        reached = old
        for label in made.numbers:
            if label not in reached.numbers:
                reached = reached.with_label(label)
        same = set(reached.came) == set(made.came) and len(reached.came) == len(made.came)
        if not same or reached.positive_name != made.positive_name or reached.are_two != made.are_two:
            raise ValueError("the labels are not the learner's")
        if made.came[: old.declared] != old.came[: old.declared]:
            raise ValueError("the declared labels come first")

    def possible(self) -> frozenset[int]:
        """The numbers of names that can have been told; True and False may have been said before any label came."""
        names = {*self.known.names, *self.known.came} | ({False} if self._was_minus_one else set())
        return frozenset(number for number, name in enumerate(self.names) if name in names)

    def covers(self, learner: Any) -> bool:
        """Whether all labels of a learner, a copy from the past for instance, are known here."""
        known = {*self.known.numbers} | ({False} if self._was_minus_one else set())
        return self.known.are_plain or set(learner.label_numbers) <= known

    def written(self, number: int) -> Label:
        """A label as it came: False may be 0, or -1."""
        name = self.names[number]
        if self.known.are_plain and isinstance(name, bool):
            came = self.known.came[int(name)]
            return name if came is None else came
        return -1 if name is False and self._was_minus_one else name

    @property
    def _was_minus_one(self) -> bool:
        """Whether what was called False of two labels is -1 among more."""
        return -1 in self.known.numbers and False not in self.known.numbers


def _of_other(learner: Any) -> Labels:
    """Of somebody else's model: those it says it has, else any."""
    known = tuple(getattr(learner, "labels", ()))
    return Labels(most=None) if not known or set(known) == {False, True} else Labels.many(known)

"""The labels of questions and answers, by number; and which labels a learner can take."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, Self

from ..data import Labels, as_class, in_order, must_be_told
from ..errors import InputError
from ..files import from_plain, to_plain
from ..learners import Learner, Stated, StatedEach, labels_with
from ..protocols import Label

NOTHING, YES, NO = -1, -2, -3
"""No answer; and answers before it is known which labels they are: the positive one of two, and the negative one."""


class Said(NamedTuple):
    """An answer, and its number: of a label, or one of those above."""

    label: Label
    number: int
    stated: Stated | None = None  # what the learner stated beside it


class SaidEach(NamedTuple):
    """Answers to several questions: their numbers, and what was stated of each."""

    numbers: list[int]
    stated: StatedEach


class LateLabels:
    """The labels that came, by their class numbers here; and whether one can be a label at all.

    A label that came is known here before the learner learns it, and has another number there: those of the learner go
    by the order in which it learns them.
    """

    def __init__(self, learner: Any) -> None:
        self._learner = learner
        known = getattr(learner, "known_labels", None)
        self.known: Labels = known if isinstance(known, Labels) else _of_other(learner)
        self._kept = True
        self._expected: tuple[Label, ...] = ()
        self._numbered: tuple[Labels | None, Labels | None, dict[Label, int]] = None, None, {}  # what was said of late

    def written(self, number: int) -> Label:
        """The label of a number as it came: what is called False may be 0, or -1, and these are two labels."""
        came = self.known.came[number]
        return self.known.names[number] if came is None else came

    def shown(self, number: int) -> Label:
        """The label of a number as answers have it; None of no answer, and of a label that has not come."""
        return self.known.names[number] if number >= 0 else None

    # What was said. Whoever has two labels answers by sides, and the label of that side may not have come yet.

    def number_said(self, answer: Label, learner: Learner) -> int:
        """The number of what one of Thresher's own learners answered: it stays while nobody learns of other labels."""
        labels = learner.known_labels
        if self._numbered[0] is not labels or self._numbered[1] is not self.known:
            self._numbered = labels, self.known, {}
        numbers = self._numbered[2]
        number = numbers.get(answer)
        if number is None:
            number = numbers[answer] = self.said(answer, learner).number
        return number

    def said(self, answer: Label, learner: Any = None) -> Said:
        """What a learner answered; or, of nobody, one of the labels that are known here."""
        theirs = self.known if learner is None else getattr(learner, "known_labels", None)
        if not isinstance(theirs, Labels):
            return Said(answer, self._said_by_other(answer))
        if not theirs.are_two or answer not in theirs.names or (answer is None and not isinstance(learner, Learner)):
            return Said(answer, NOTHING if answer is None else self._number(answer))
        place = theirs.names.index(answer)
        came, other = theirs.came[place], theirs.came[1 - place]
        if came is not None:
            return Said(answer, self._number(came))
        if other is not None:
            return Said(answer, 1 - self._number(other) if self.known.are_two else NOTHING)
        return Said(answer, self._side(yes=place == theirs.positive_number))

    def _said_by_other(self, answer: Label) -> int:
        """Somebody else's model says True and False of labels that it has not met, or that go by these names."""
        if answer is None:
            return NOTHING
        label = self.known.spelled(as_class(answer))
        if isinstance(label, bool) and label not in self.known.numbers and self.known.are_two:
            return self._side(yes=label)
        return self._number(label)

    def _side(self, *, yes: bool) -> int:
        """Of an answer by somebody who knows no label: that of two labels, or none where there are more."""
        if None not in self.known.came:
            return self._on_side(yes=yes)
        return YES if yes else NO

    def _on_side(self, *, yes: bool) -> int:
        positive = self.known.positive_number
        return NOTHING if positive is None else positive if yes else 1 - positive

    def _number(self, label: Label) -> int:
        """Of a label that was said; one that has not come here joins, and may still come."""
        label = self.known.spelled(label)
        if label not in self.known.numbers:
            self.known = self.known.with_label(label)
        return self.known.numbers[label]

    def named(self, said: int) -> int:
        """What was said, once a label came: yes and no are the label of their side, come or not; of more none."""
        return self._on_side(yes=said == YES) if said in (YES, NO) else said

    @staticmethod
    def is_wrong(said: int, label: int) -> bool:
        """Whether there was an answer, and it was another label."""
        return said not in (NOTHING, label)

    # What was told.

    def told(self, y: Any) -> int:
        """The number of a label that came; refused if it can't be one of the learner's."""
        label = self.known.spelled(as_class(y))
        if label not in self.known.numbers:
            made = labels_with(self._learner, self.known, label)
            self._check_sides(made)
            self.known = made
        return self.known.numbers[label]

    def number_of(self, y: Any) -> int | None:
        """The number of a label that is known; None of one that is not, or can't be one."""
        known = self.known
        try:
            return known.numbers.get(known.spelled(y) if type(y) is bool else y if type(y) is str else as_class(y))
        except InputError:
            return None

    @contextmanager
    def trying(self) -> Iterator[Self]:
        """What is told inside is forgotten again, unless it is kept."""
        known = self.known
        self._kept = False
        try:
            yield self
        finally:
            if not self._kept:
                self.known = known

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

    def to_plain(self, *, written: bool) -> dict[str, Any]:
        """The labels that came, for a file; written: as they are written, of 0 and False, -1 and False too."""
        came = [to_plain(name) for name in self.known.came]
        if self.known.are_plain and not written:
            came = [None if name is None else bool(number) for number, name in enumerate(self.known.came)]
        expected = list(map(to_plain, self._expected))
        return {"came": came, "positive": self.known.positive_number, "expected": expected}

    def restore(self, known: Any) -> None:
        """From a file; 0.1.0 wrote none but the learner's."""
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
        if -1 in made.numbers and -1 not in old.numbers:  # it came as False before
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
        """The numbers of labels that can have been told: also False and True that a file of 0.1.0 does not name."""
        return frozenset(number for number, name in enumerate(self.known.names) if name is not None)

    def covers(self, learner: Any) -> bool:
        """Whether all labels of a learner, a copy from the past for instance, are known here."""
        known = {*self.known.numbers} | ({False} if -1 in self.known.numbers else set())
        return self.known.are_plain or set(learner.known_labels.numbers) <= known


def _of_other(learner: Any) -> Labels:
    """Of somebody else's model: those it says it has, else any."""
    known = tuple(getattr(learner, "labels", ()))
    return Labels(most=None) if not known or set(known) == {False, True} else Labels.many(known)

"""Labels: what they are called, which of two is positive, and whether new ones may come.

Inside, a label is a class number: 0, 1, 2, ... in the order in which labels joined. A number never changes. Which of
two is positive is decided by the names alone, never by the order of the rows: by `positive` or `labels` where they are
given; else by pairs that are known by name; else the greater one is, as in scikit-learn.
"""

import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from functools import cached_property
from typing import Any, Self

from ..errors import InputError, ParameterError
from ..protocols import Label
from .alike import alike_in, difference, remedy
from .cell_kinds import kind_of
from .laid_out import one_list
from .pairs import known_pair, known_side

NO_CLASS = -1
"""No label, or no answer."""

_PLAIN = frozenset({str, int, bool})


def as_class(label: Any) -> Label:
    """The label as it is kept: a text, a whole number, True or False, or another finite number.

    A number that is whole is an int: 1.0 is 1.

    >>> as_class("spam"), as_class(2.0), as_class(2.5), as_class(Decimal(1))
    ('spam', 2, 2.5, 1)
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
    if isinstance(label, (numbers.Real, Decimal)) and math.isfinite(label):
        number = float(label)
        return int(number) if number.is_integer() else number
    raise InputError(
        f"the label {label!r} is no class; a class is a text or a finite number.", field="label", hint=_remedy(label)
    )


def _remedy(label: Any) -> str | None:
    """What can be done about something that is no class."""
    if kind_of(label, ()) == "missing":
        return "leave rows without a label out"
    if isinstance(label, (numbers.Real, Decimal, list, tuple)):
        return None
    if isinstance(label, Enum):
        return "give its name: label.name"
    return f"make a text of it: {'.decode()' if isinstance(label, bytes) else 'str(...)'}"


def in_order(names: Iterable[Label]) -> list[Label]:
    """Names as they are shown: numbers first, then texts, both increasing.

    >>> in_order(["dog", 2, "cat", 1])
    [1, 2, 'cat', 'dog']
    """
    return sorted(names, key=lambda name: (isinstance(name, str), name))


def positive_of(one: Label, other: Label) -> Label:
    """Which of two labels is positive: by a pair known by name, else the greater one.

    >>> positive_of("spam", "ham"), positive_of("No", "YES"), positive_of("cat", "dog"), positive_of(1, 2)
    ('spam', 'YES', 'dog', 2)
    """
    return known_pair(one, other) or in_order([one, other])[1]


@dataclass(frozen=True)
class Labels:
    """The labels of one learner.

    came: name by class number; None where that label has not come yet.
    positive_number: which of two is positive; None where there are more.
    most: how many there may be; None: any number.
    declared: so many were named beforehand, and keep their order.
    positive: the one that was named as positive, if any.
    fractions: whether a number with a fraction may be one; where labels are found, such numbers are rather amounts.
    """

    came: tuple[Label, ...] = (None, None)
    positive_number: int | None = 1
    most: int | None = 2
    declared: int = 0
    positive: Label = None
    fractions: bool = False
    names: tuple[Label, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        names = (False, True) if self.are_plain else self.came
        if self.positive is not None and self.positive_number is not None and names[self.positive_number] is None:
            names = tuple(self.positive if n == self.positive_number else name for n, name in enumerate(names))
        object.__setattr__(self, "names", names)

    @classmethod
    def given(cls, labels: Any, positive: Any, most: int | None) -> Self:
        """What the parameters `labels` and `positive` say; without them, labels are found on the way.

        most: of labels that are found.

        >>> Labels.given(("ham", "spam"), None, 2).shown, Labels.given(("spam", "ham"), "spam", 2).shown
        (('ham', 'spam'), ('ham', 'spam'))
        """
        chosen = None if positive is None else read_name("positive", positive)
        if labels is None:
            return cls(most=most, positive=chosen)
        names = read_names("labels", labels)
        if len(names) < 2 or (most == 2 and len(names) > 2):
            raise ParameterError(f"labels must be a pair (negative, positive); got {labels!r}.", field="labels")
        if chosen is not None and chosen not in names:
            raise ParameterError(f"positive={positive!r} is none of the labels {names!r}.", field="positive")
        if len(names) > 2:
            return cls(names, None, len(names), len(names))
        if chosen == names[0]:
            names = (names[1], names[0])
        return cls(names, 1, 2, 2, chosen)

    @classmethod
    def many(cls, declared: Sequence[Label] = ()) -> Self:
        """Any number of them, of which some may be known from the start."""
        return cls(tuple(declared), None, None, len(declared), fractions=True)

    # What they are.

    @property
    def are_two(self) -> bool:
        """Whether there are two, come or not."""
        return self.positive_number is not None

    @cached_property
    def are_plain(self) -> bool:
        """Whether they are 1 and 0 or -1, True and False: then they come out as True and False."""
        if not self.are_two or self.declared:
            return False
        assert self.positive_number is not None
        negative, positive = self.came[1 - self.positive_number], self.came[self.positive_number]
        named = self.positive is None or self.positive == 1
        return named and self.positive_number == 1 and negative in (None, 0, -1) and positive in (None, 1)

    @property
    def are_settled(self) -> bool:
        """Whether it is known for good which label is positive."""
        return not self.are_two or self.positive is not None or None not in self.came

    @property
    def is_open(self) -> bool:
        """Whether one more may come."""
        return self.most is None or None in self.came or len(self.came) < self.most

    @cached_property
    def numbers(self) -> Mapping[Label, int]:
        """From a label to its class number; equal ones (1, 1.0, True) are one."""
        known = {name: number for number, name in enumerate(self.came) if name is not None}
        return known

    @cached_property
    def order(self) -> list[int]:
        """Class numbers as labels are shown: negative and positive; of more, those declared, then in order."""
        if self.are_two:
            assert self.positive_number is not None
            pair = [1 - self.positive_number, self.positive_number]
            return [number for number in pair if self.names[number] is not None]
        later = in_order(self.names[self.declared :])
        return [*range(self.declared), *(self.numbers[name] for name in later)]

    @cached_property
    def shown(self) -> tuple[Label, ...]:
        """The names as they are shown: (negative, positive) of two; of more, those declared, then in order."""
        return tuple(self.names[number] for number in self.order)

    @property
    def written(self) -> tuple[Label, ...] | None:
        """How False and True were written, by class number, where that was another way: 0 and -1 are two labels."""
        plain = self.are_two and self.are_plain and any(type(name) is int for name in self.came)
        return self.came if plain else None

    @property
    def positive_name(self) -> Label:
        """The positive one of two; None of more, and where it has not come."""
        return None if self.positive_number is None else self.names[self.positive_number]

    @property
    def as_came(self) -> tuple[Label, ...]:
        """As `shown`, but as they came, where they have: False and True may have been 0 and 1, or -1 and 1."""
        return tuple(self.names[n] if self.came[n] is None else self.came[n] for n in self.order)

    def continues(self, before: "Labels") -> bool:
        """Whether these are many labels that came before, with the same numbers, and perhaps more of them."""
        return not before.are_two and self.came[: len(before.came)] == before.came

    def name(self, number: int) -> Label:
        """The label of a class number; None where there is none."""
        return None if number == NO_CLASS else self.names[number]

    def name_of(self, label: Label) -> Label:
        """A label that has come, as answers have it."""
        return self.names[self.numbers[label]]

    def came_as(self, name: Label) -> Label:
        """A label as it came, if it has, from its name: what is called False may be 0, or -1, which are two labels."""
        if type(name) is not bool or not self.are_plain:
            return name
        came = self.came[int(name)]
        return name if came is None else came

    def has_come(self, name: Label) -> bool:
        """Whether the label that answers have under a name has come."""
        return any(known == name for known, came in zip(self.names, self.came, strict=True) if came is not None)

    def spelled(self, label: Label) -> Label:
        """A label as it came: False, which is what answers say, may be -1."""
        if isinstance(label, bool) and not label and self.are_plain and self.came[0] == -1:
            return -1
        return label

    # What may become of them.

    def with_label(self, label: Label) -> Self:
        """With one more, which has not come yet and gets the next number."""
        if not self.is_open:
            raise self._too_many(label)
        if isinstance(label, float) and label != self.positive and not self.fractions:
            raise fraction(label)
        if not self.are_two:
            return self._longer(label)
        if None not in self.came:
            return self._wider(label)
        if self.came == (None, None):
            return self._first(label)
        number = self.came.index(None)
        came = (label, self.came[1]) if number == 0 else (self.came[0], label)
        if self.positive is not None:
            return self._by_name(came)
        return replace(self, came=came, positive_number=came.index(positive_of(*came)))

    def with_plain(self, negative: Sequence[Label], positive: Sequence[Label]) -> Self | None:
        """With 1 and 0 or -1, as far as they are given; None where labels are others, or one is written another way."""
        if not self.are_plain or self.positive is not None:
            return None
        came = tuple(given[0] if given else old for given, old in zip((negative, positive), self.came, strict=True))
        same = all(old is None or old == new for old, new in zip(self.came, came, strict=True))
        return replace(self, came=came) if same else None

    def expecting(self, labels: Iterable[Label]) -> Self:
        """Told which labels are to come: of two the positive one is then known, where it was not.

        >>> Labels().expecting(["dog", "cat"]).positive
        'dog'
        """
        known = {name for name in (*self.came, *labels) if name is not None}
        if not self.are_two or self.are_settled or len(known) != 2:
            return self
        return replace(self, positive=positive_of(*known))

    def _first(self, label: Label) -> Self:
        """The first of two: 1 and True are the second number, so that 0 and 1 are their own."""
        if self.positive is not None:
            return self._by_name((None, label) if label == self.positive else (label, None))
        if label in (0, 1, -1) and not isinstance(label, str):
            return replace(self, came=(None, label) if label == 1 else (label, None), positive_number=1)
        return replace(self, came=(label, None), positive_number=0 if known_side(label) else 1)

    def _by_name(self, came: tuple[Label, ...]) -> Self:
        """The positive one was named."""
        if self.positive in came:
            return replace(self, came=came, positive_number=came.index(self.positive))
        if None in came:
            return replace(self, came=came, positive_number=came.index(None))
        raise InputError(
            f"there are the labels {came[0]!r} and {came[1]!r}, and neither is {self.positive!r}, which "
            "was named as the positive one.",
            field="positive",
        )

    def _longer(self, label: Label) -> Self:
        """One more of many, with the numbers of those so far: they are not counted anew for each that joins."""
        longer = replace(self, came=(*self.came, label))
        longer.__dict__["numbers"] = {**self.numbers, label: len(self.came)}
        return longer

    def _wider(self, label: Label) -> Self:
        """From two to many, under the names by which they came."""
        if self.positive is not None:
            raise self._too_many(label)
        return replace(self, came=(*self.came, label), positive_number=None, declared=0)

    def _too_many(self, label: Label) -> InputError:
        known = ", ".join(map(repr, self.as_came))
        alike = alike_in(label, self.came)
        hint = (
            None
            if alike is None
            else f"it differs from {alike!r} only {difference(label, alike)}: {remedy(label, alike)}"
        )
        return InputError(f"the label {label!r} is none of {known}.", field="label", hint=hint)


def fraction(label: Label) -> InputError:
    """What is said of a number that is no class."""
    return InputError(
        f"the label {label!r} is no class: it is a number with a fraction. Thresher learns classes; to predict amounts "
        "(regression) use another tool, or make classes of them first.",
        field="label",
    )


def labels_of(y: Any) -> list[Label]:
    """Labels as they are kept, from a list or an array."""
    import numpy as np

    if isinstance(y, np.ma.MaskedArray):
        raise InputError("the labels are masked; leave the masked rows out first.", field="label")
    if isinstance(y, (str, bytes)):
        raise InputError(f"labels are one list; got the text {y[:20]!r}.", field="label")
    y = one_list(y)
    if not isinstance(y, (list, tuple)):  # an array of a mixed list would make texts of numbers
        array = np.asarray(y)
        if array.ndim != 1:
            raise InputError(
                f"labels are one list; got an array of shape {array.shape}.",
                field="label",
                hint="choose the column that has them, y[:, 0]; of codes that are 1 in one column: y.argmax(axis=1)",
            )
        y = array.tolist()
    if {type(label) for label in y} <= _PLAIN:
        return list(y)
    labels = []
    for row, label in enumerate(y):
        try:
            labels.append(as_class(label))
        except InputError as error:
            raise error.at(f"row {row}") from None
    return labels


def read_names(parameter: str, names: Any) -> tuple[Label, ...]:
    """A parameter that is a list of labels, which must differ."""
    if isinstance(names, (str, bytes, set, frozenset, Mapping)):  # a set has no order
        raise ParameterError(f"{parameter} must be a list of labels; got {names!r}.", field=parameter)
    try:
        read = tuple(labels_of(names if hasattr(names, "ndim") else list(names)))
    except (InputError, TypeError) as error:
        raise ParameterError(f"{parameter} must be a list of labels: {error}", field=parameter) from None
    if len(set(read)) != len(read):
        raise ParameterError(f"{parameter} must differ from each other; got {read!r}.", field=parameter)
    return read


def read_name(parameter: str, label: Any) -> Label:
    """A parameter that is a label."""
    try:
        return as_class(label)
    except InputError as error:
        raise ParameterError(f"{parameter}: {error}", field=parameter) from None

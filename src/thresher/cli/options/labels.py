"""Which labels there are, and how many of them are learned together."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import click

from ...errors import ParameterError
from .group import Group, option
from .numbers import REAL, number_in

ANY = "any"
BALANCED = "balanced"
TRUTHS = {"true": 1.0, "false": 0.0}


@dataclass(frozen=True)
class Labels(Group):
    """The labels that there are, if they are said; and how more than two are learned."""

    HEADING: ClassVar[str] = "Labels"

    labels: str | None = option(
        "--labels",
        metavar="A,B[,C...]|any",
        help="The labels, of two the negative one first, one with a comma in it quoted as in CSV; or 'any': more "
        "than two, with any learner. "
        "[default: as they are found]",
    )
    positive: str | None = option("--positive", metavar="LABEL", help="Which of two labels is the positive one.")
    classes: str | None = option("--classes", metavar="any|A,B,...", hidden=True, help="An old spelling of --labels.")
    scheme: str | None = option(
        "--scheme",
        type=click.Choice(["one-vs-rest", "constraint"]),
        help="More than two labels: how they learn together.",
    )
    class_weights: str | None = option(
        "--class-weights",
        "--class-weight",
        metavar="A=10[,B=1...]|balanced",
        help="What examples of a label weigh, 1 if not named; or 'balanced', by how rare it is.",
    )
    abstain_below: float | None = option(
        "--abstain-below", type=REAL, help="More than two: no answer where the best is less far ahead of the second."
    )

    softmax: bool | None = option(
        "--softmax/--no-softmax", help="More than two: probabilities are the softmax of the scores."
    )

    @property
    def names(self) -> tuple[Any, ...] | None:
        """The labels that are named; None if none are."""
        said = self.labels if self.labels is not None else self.classes
        return None if said in (None, ANY) else names_in(said or "")

    @property
    def many(self) -> bool:
        """Whether more than two labels are asked for, by any of the options."""
        return self.by_class or len(self.names or ()) > 2

    @property
    def three(self) -> bool:
        """Whether more than two labels are named."""
        return len(self.names or ()) > 2

    @property
    def by_class(self) -> bool:
        """Whether something is said about how each of them is learned, or that there may be any number."""
        balanced = self.class_weights if self.class_weights == BALANCED else None
        told = (self.classes, self.scheme, balanced, self.abstain_below, self.softmax or None)
        return any(one is not None for one in told) or self.labels == ANY

    @property
    def pair(self) -> tuple[Any, Any] | None:
        """(negative, positive), where two labels are named."""
        names = self.names
        if names is None or self.many:
            return None
        if len(names) != 2:
            raise ParameterError(f"--labels {self.labels}: give two labels at least, with commas between them.")
        positive = self.positive_name
        if positive is not None and positive not in names:
            raise ParameterError(f"--positive {self.positive} is none of --labels {self.labels}.")
        return (names[1], names[0]) if positive == names[0] else (names[0], names[1])

    @property
    def positive_name(self) -> Any:
        """The positive label; None if it is not said."""
        if self.positive is None:
            return None
        names = self.names or ()
        return self.positive if self.positive in names else as_labels([self.positive])[0]

    def said(self) -> list[str]:
        """The options that were given."""
        names = [one.name for one in fields(self) if getattr(self, one.name) is not None]
        return [f"--{name.replace('_', '-')}" for name in names]

    def check(self) -> None:
        """What can't be meant is said before anything is read."""
        if self.labels is not None and self.classes is not None:
            raise ParameterError("--classes is an old spelling of --labels; leave one of them out.")
        if self.positive is not None and self.many:
            raise ParameterError("--positive is about two labels, and more are asked for; leave it out.")
        _ = self.pair, weights_in(self.class_weights)


def names_in(text: str) -> tuple[Any, ...]:
    """Labels with commas between them, quoted as in CSV if they hold some.

    >>> names_in("de,en"), names_in("1,2,3"), names_in("0.5,1"), names_in('"a,b",c'), names_in("cat,1")
    (('de', 'en'), (1, 2, 3), (0.5, 1), ('a,b', 'c'), ('cat', 1))
    """
    names = parts_of(text)
    if not all(names):
        raise ParameterError(f"--labels {text!r}: a name is empty; give names with commas between them, or 'any'.")
    return as_labels(names)


def as_labels(names: Sequence[str]) -> tuple[Any, ...]:
    """Names as a table has them: what is a number, true and false too, is one."""
    numbers = ((name, TRUTHS.get(name.lower(), number_in(name))) for name in names)
    return tuple(name if number is None else _whole(number) for name, number in numbers)


def parts_of(text: str) -> list[str]:
    """What stands between commas, by the rules of CSV."""
    rows = list(csv.reader([text], skipinitialspace=True))
    return [part.strip() for part in rows[0]] if rows else [""]


def weights_in(text: str | None) -> str | Mapping[Any, float] | None:
    """`balanced`, or the weight of each label.

    >>> weights_in("de=2,en=0.5"), weights_in("balanced")
    ({'de': 2.0, 'en': 0.5}, 'balanced')
    """
    if text is None or text == BALANCED:
        return text
    weights = {}
    for part in parts_of(text):
        name, equals, value = part.rpartition("=")
        weight = number_in(value)
        if not equals or not name.strip() or weight is None:
            raise ParameterError(f"--class-weights {part!r} is no LABEL=NUMBER; say balanced, or spam=2,ham=1.")
        weights[name.strip()] = weight
    return dict(zip(as_labels(list(weights)), weights.values(), strict=True))


def _whole(number: float) -> float | int:
    return int(number) if number.is_integer() else number

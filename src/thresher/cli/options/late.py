"""Labels that come late: the options, and what their words mean."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import click

from ...errors import ParameterError
from .group import Group, option
from .labels import Labels

RULES = {"uniform": "uniform:1000 or uniform:10:1000", "heavy": "heavy:100 or heavy:100:1.5"}


@dataclass(frozen=True)
class Late(Group):
    """When labels come, and in which order they are learned."""

    HEADING: ClassVar[str] = "Late labels"

    delay: str | None = option(
        "--delay", metavar="RULE", help="Labels come so many questions late: 500, uniform:1000, heavy:100."
    )
    delay_seed: int = option("--delay-seed", default=0, help="Of the delays that are drawn.")
    delay_column: str | None = option(
        "--delay-column", metavar="COLUMN", help="Tables: how late the label is; empty: it never comes."
    )
    time_column: str | None = option(
        "--time-column", metavar="COLUMN", help="Tables: when the question was asked; delays are times."
    )
    order: str | None = option(
        "--order", metavar="ORDER", help="immediate, od1, od3:1000, copies:4, replay. [default: immediate]"
    )
    horizon: int | None = option("--horizon", type=int, help="Give an instance up after so many further questions.")
    answers: str | None = option(
        "--answers",
        type=click.Path(),
        metavar="FILE",
        help="Labels in a table of their own (also --labels FILE).",
    )
    id: str | None = option("--id", metavar="COLUMN", help="With --answers: the column that both files are joined by.")
    until: str = option(
        "--until",
        default="labels",
        type=click.Choice(["labels", "end"]),
        help="Wait for labels that are out when the file ends, or leave them out.",
    )

    @property
    def wanted(self) -> bool:
        """Whether labels come late, or an order was named."""
        told = (self.delay, self.order, self.delay_column, self.time_column, self.answers)
        return any(one is not None for one in told)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that say when, or whose: no attributes."""
        return tuple(name for name in (self.delay_column, self.time_column, self.id) if name is not None)

    def check(self) -> None:
        """What can't go together is said before anything is read."""
        for name in ("horizon", "id"):
            if getattr(self, name) is not None and not self.wanted:
                raise ParameterError(
                    f"--{name} is about late labels: say also when they come (--delay, --answers, ...)."
                )
        if self.answers is not None:
            if self.id is None:
                raise ParameterError("--answers needs --id COLUMN: the column that says whose label it is.")
            if self.delay is not None or self.delay_column is not None:
                raise ParameterError("--answers says when labels come; leave --delay and --delay-column out.")
            return
        if self.id is not None:
            raise ParameterError("--id joins instances with the labels of another file: name it by --answers FILE.")
        if self.delay is not None and self.delay_column is not None:
            raise ParameterError("--delay and --delay-column both say when labels come; give one of them.")
        if self.time_column is not None and self.delay is None and self.delay_column is None:
            raise ParameterError(
                "--time-column says when questions are asked; say also how late labels are, by --delay."
            )

    def how_late(self) -> Any:
        """The column, the time or the rule by which labels are late."""
        if self.delay_column is not None:
            return self.delay_column
        if self.time_column is not None:
            return time_of(self.delay or "")
        return arrival_of(self.delay or "1", self.delay_seed)


def answers_named_as_labels(labels: Labels, late: Late) -> tuple[Labels, Late]:
    """`--labels FILE --id COLUMN`: not names of labels, but a file of them."""
    if labels.labels and "," not in labels.labels and late.id and late.answers is None:
        return replace(labels, labels=None), replace(late, answers=labels.labels)
    return labels, late


def arrival_of(text: str, seed: int) -> Any:
    """A rule for delays: 500, uniform:1000, uniform:10:1000, heavy:100, heavy:100:1.5."""
    from ...late import Constant, HeavyTailed, Uniform

    name, *rest = text.split(":")
    try:
        if name == "uniform" and len(rest) in (1, 2):
            low, high = (1, *map(int, rest))[-2:]
            return Uniform(low, high, seed)
        if name == "heavy" and len(rest) in (1, 2):
            scale, exponent = (*map(float, rest), 1.5)[:2]
            return HeavyTailed(scale, exponent, seed)
        if not rest and name not in RULES:
            return Constant(int(text))
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
    raise ParameterError(
        f"--delay {text!r} is no delay: say a whole number of questions, {RULES['uniform']}, {RULES['heavy']}."
    )


def time_of(text: str) -> float:
    """A delay in units of time: seconds where moments are dates."""
    try:
        delay = float(text)
    except ValueError:
        delay = -1.0
    if not 0.0 <= delay < float("inf"):
        raise ParameterError(f"with --time-column, --delay is a number in its unit, seconds for dates; got {text!r}.")
    return delay

"""The options of `thresher learn` about late labels, and what they mean."""

from collections.abc import Callable
from typing import Any

import click

from ...errors import ParameterError
from .classes import NAMES

SAYING = ("delay", "order", "delay_column", "time_column", "answers")
ORDINARY = ("passes", "holdout", "patience", "test", "resume", "log", "certify", "measures")
RULES = {"uniform": "uniform:1000 or uniform:10:1000", "heavy": "heavy:100 or heavy:100:1.5"}


def late_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What can be said about labels that come late."""
    options = (
        click.option(
            "--delay", metavar="RULE", help="Labels come so many questions late: 500, uniform:1000, heavy:100."
        ),
        click.option("--delay-seed", default=0, show_default=True, help="Of the delays that are drawn."),
        click.option("--delay-column", metavar="COLUMN", help="Tables: how late the label is; empty: it never comes."),
        click.option("--time-column", metavar="COLUMN", help="Tables: when the question was asked; delays are times."),
        click.option(
            "--order", metavar="ORDER", help="immediate, od1, od3:1000, copies:4, replay. [default: immediate]"
        ),
        click.option("--horizon", type=int, help="Give an instance up after so many further questions."),
        click.option(
            "--answers", type=click.Path(), metavar="FILE", help="Labels in a table of their own (also --labels FILE)."
        ),
        click.option("--id", metavar="COLUMN", help="With --answers: the column that both files are joined by."),
        click.option(
            "--until",
            type=click.Choice(["labels", "end"]),
            default="labels",
            show_default=True,
            help="Wait for labels that are out when the file ends, or leave them out.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def is_late(options: dict[str, Any]) -> bool:
    """Whether labels come late, or an order was named."""
    if any(options[name] is not None for name in SAYING):
        return True
    for name in ("horizon", "id"):
        if options[name] is not None:
            raise ParameterError(f"--{name} is about late labels: say also when they come (--delay, --answers, ...).")
    return False


def order_of(text: str) -> Any:
    """An order with its number behind a colon: od3:1000."""
    from ...late.orders.naming import order_kind

    name, *rest = text.split(":")
    kind = order_kind(name)
    try:
        return kind(*map(int, rest))
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(f"{text!r}: behind the colon stands a whole number: {name}:1000.") from None
    except TypeError:
        fields = ", ".join(kind.__dataclass_fields__) or "no number"
        raise ParameterError(
            f"{text!r} is no order: {name} takes {fields}, behind colons: od3:1000, copies:4."
        ) from None


def arrival_of(text: str, seed: int) -> Any:
    """A rule for delays: 500, uniform:1000, uniform:10:1000, heavy:100, heavy:100:1.5."""
    from ...late.simulate.arrivals import Constant, HeavyTailed, Uniform

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


def check_late(options: dict[str, Any]) -> None:
    """What can't go together is said before anything is read."""
    for name in NAMES:
        if options[name] is not None:
            raise ParameterError(
                f"--{name.replace('_', '-')} is for many classes, and late labels are of two; leave it out."
            )
    for name in ORDINARY:
        said = options[name]
        if said and (name, said) != ("passes", 1):
            raise ParameterError(f"--{name} does not go with late labels; leave it out.")
    if options["answers"] is not None:
        if options["id"] is None:
            raise ParameterError("--answers needs --id COLUMN: the column that says whose label it is.")
        if options["delay"] is not None or options["delay_column"] is not None:
            raise ParameterError("--answers says when labels come; leave --delay and --delay-column out.")
        return
    if options["id"] is not None:
        raise ParameterError("--id joins instances with the labels of another file: name it by --answers FILE.")
    if options["delay"] is not None and options["delay_column"] is not None:
        raise ParameterError("--delay and --delay-column both say when labels come; give one of them.")
    if options["time_column"] is not None and options["delay"] is None and options["delay_column"] is None:
        raise ParameterError("--time-column says when questions are asked; say also how late labels are, by --delay.")


def time_of(text: str) -> float:
    """A delay in units of time: seconds where moments are dates."""
    try:
        delay = float(text)
    except ValueError:
        delay = -1.0
    if not 0.0 <= delay < float("inf"):
        raise ParameterError(f"with --time-column, --delay is a number in its unit, seconds for dates; got {text!r}.")
    return delay

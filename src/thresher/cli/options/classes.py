"""The options about many classes, and the learner that they make."""

from collections.abc import Callable
from typing import Any

import click

from ...errors import ParameterError
from .learner import DEFAULT_LEARNER, REAL, given, make
from .reading import pair

NAMES = ("classes", "scheme", "class_weights", "abstain_below")
ANY = "any"
CONSTRAINT_LEARNER = "adaptive-winnow"  # the usual one can't follow that scheme


def class_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What can be said about many classes."""
    options = (
        click.option(
            "--classes", metavar="any|A,B,...", help="Many classes: any that turn up; or these, known from the start."
        ),
        click.option(
            "--scheme", type=click.Choice(["one-vs-rest", "constraint"]), help="Many classes: how they learn together."
        ),
        click.option(
            "--class-weights", metavar="balanced|A=2,B=1", help="Many classes: what examples of each class weigh."
        ),
        click.option(
            "--abstain-below", type=REAL, help="Many classes: no answer where the best is less far ahead of the second."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def wants_classes(options: dict[str, Any]) -> bool:
    """Whether many classes were asked for, by any of their options."""
    return any(options[name] is not None for name in NAMES)


def learner_of(options: dict[str, Any]) -> Any:
    """The learner that the options describe: of two labels, or of many classes."""
    labels = pair(options["labels"])
    usual = CONSTRAINT_LEARNER if options["scheme"] == "constraint" else DEFAULT_LEARNER
    learner = make(options["learner"] or usual, given(options), labels)
    if not wants_classes(options):
        return learner
    return with_classes(learner, options)


def with_classes(learner: Any, options: dict[str, Any]) -> Any:
    """A copy of the learner for each class."""
    from ...learners import Multiclass

    if options["labels"] is not None:
        raise ParameterError("--labels names two labels, and --classes is for many; leave one of them out.")
    said = {
        "scheme": options["scheme"],
        "abstain_below": options["abstain_below"],
        "class_weights": weights_in(options["class_weights"]),
        "classes": None if options["classes"] in (None, ANY) else names_in(options["classes"]),
    }
    return Multiclass(learner, **{name: value for name, value in said.items() if value is not None})


def bits_of(learner: Any) -> int | None:
    """To how many columns it hashes names."""
    from ...learners import Multiclass

    made = learner.learner if isinstance(learner, Multiclass) else learner
    bits: int | None = made.get_params()["bits"]
    return bits


def names_in(text: str) -> list[Any]:
    """Names with commas between them: of numbers if all are.

    >>> names_in("de,en"), names_in("1,2,3")
    (['de', 'en'], [1.0, 2.0, 3.0])
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise ParameterError(f"--classes {text!r}: a name is empty; give names with commas between them, or 'any'.")
    numbers = [_number(name) for name in names]
    return names if None in numbers else numbers


def weights_in(text: str | None) -> Any:
    """`balanced`, or the weight of each class.

    >>> weights_in("de=2,en=0.5"), weights_in("balanced")
    ({'de': 2.0, 'en': 0.5}, 'balanced')
    """
    if text is None or text == "balanced":
        return text
    weights = {}
    for part in text.split(","):
        name, equals, value = part.rpartition("=")
        weight = _number(value)
        if not equals or not name.strip() or weight is None:
            raise ParameterError(f"--class-weights {part!r} is no CLASS=NUMBER; say balanced, or spam=2,ham=1.")
        weights[name.strip()] = weight
    numbers = [_number(name) for name in weights]
    return weights if None in numbers else dict(zip(numbers, weights.values(), strict=True))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None

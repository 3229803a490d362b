"""Which learner, with which parameters; and the learner that is made of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self

import click

from ...errors import ParameterError
from .group import Group, Option, option
from .labels import Labels, weights_in
from .learner_parameters import LEARNER_PARAMETERS, PARAMETER

DEFAULT_LEARNER = "auto"
CONSTRAINT_LEARNER = "adaptive-winnow"  # the usual one can't follow that scheme

DECIDING = "to answer positive from another probability on: thresher predict --threshold, or --cost fp=1,fn=50 here"

DEFAULT_COMPARED = (
    "auto",
    "adaptive-winnow",
    "arow",
    "averaged-perceptron",
    "balanced-winnow",
    "passive-aggressive",
    "perceptron",
)


@dataclass(frozen=True)
class LearnerOptions(Group):
    """The name of a learner, and the parameters that were said."""

    HEADING: ClassVar[str] = "Learner"

    name: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def options(cls, without: Sequence[str] = ()) -> list[click.Option]:
        words = "tracking-winnow, perceptron, ...; `--learner NAME --help` shows the parameters of one. "
        named = Option(
            ["--learner", "learner_name"],
            heading=cls.HEADING,
            metavar="NAME",
            is_eager=True,  # its name must be known when help is asked for
            help=f"{words}[default: {DEFAULT_LEARNER}]",
        )
        return [named, *(parameter.to_click() for parameter in LEARNER_PARAMETERS)]

    @classmethod
    def from_click(cls, values: dict[str, Any]) -> Self:
        told = {parameter.name: values.pop(parameter.name) for parameter in LEARNER_PARAMETERS}
        return cls(values.pop("learner_name"), {name: one for name, one in told.items() if one not in (None, ())})

    def wanted(self, labels: Labels) -> "Wanted":
        """The learner that is meant."""
        usual = CONSTRAINT_LEARNER if labels.scheme == "constraint" else DEFAULT_LEARNER
        return Wanted(self.name or usual, self.parameters)

    def said(self) -> list[str]:
        """The options that were given."""
        return ["--learner"] * (self.name is not None) + [PARAMETER[name].option for name in self.parameters]


@dataclass(frozen=True)
class ComparedOptions(Group):
    """The learners of a comparison."""

    HEADING: ClassVar[str] = "Learners"

    learners: tuple[str, ...] = option(
        "--learner",
        default=(),
        multiple=True,
        metavar="NAME[,PARAMETER=VALUE...]",
        help="May be repeated; `thresher learn --learner NAME --help` shows the parameters of one. "
        f"[default: {', '.join(DEFAULT_COMPARED)}]",
    )
    bits: int | None = option("--bits", type=int, help="Hash names to 2^bits columns, as VW does with -b.")

    def wanted(self) -> "list[Wanted]":
        """The learners that are meant, each with the name that it is shown by."""
        if len(set(self.learners)) < len(self.learners):
            raise ParameterError("a learner is named twice with the same parameters.")
        bits = {} if self.bits is None else {"bits": self.bits}
        return [parse_spec(spec, bits) for spec in self.learners or DEFAULT_COMPARED]


@dataclass(frozen=True)
class Wanted:
    """A learner that has not been made yet."""

    name: str
    parameters: Mapping[str, Any]
    shown: str = ""  # in a comparison: as it was written

    @property
    def bits(self) -> int | None:
        """To how many columns it will hash names."""
        return self.parameters.get("bits")

    def make(self, labels: Labels) -> Any:
        """The learner, told what was said about labels; where it has two, one for each of more."""
        from ...learners import for_labels

        return for_labels(
            partial(_made, self.name, self.parameters),
            names=labels.names if labels.many else labels.pair,
            positive=labels.positive_name if labels.pair is None else None,
            any_number=labels.by_class,
            scheme=labels.scheme,
            abstain_below=labels.abstain_below,
            softmax=labels.softmax,
            class_weights=weights_in(labels.class_weights),
        )


def parse_spec(spec: str, more: Mapping[str, Any]) -> Wanted:
    """A learner with its parameters in one word: tracking-winnow,floor=1/1000,promotion=1.5."""
    name, assignments = _parts(spec)
    return Wanted(name, {key: _read(key, PARAMETER[key].read, text) for key, text in assignments} | dict(more), spec)


def plain_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """The same as JSON has it: the name, and the parameters."""
    name, assignments = _parts(spec)
    return name, {key: _read(key, PARAMETER[key].plain, text) for key, text in assignments}


def _parts(spec: str) -> tuple[str, list[tuple[str, str]]]:
    name, *assignments = spec.split(",")
    found = []
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or key not in PARAMETER:
            raise ParameterError(f"{assignment!r} is no parameter=value of a learner.")
        found.append((key, text))
    return name, found


def _read(key: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except click.BadParameter as error:
        raise ParameterError(f"{key}: {error.message}") from None


def _made(name: str, parameters: Mapping[str, Any], **labels: Any) -> Any:
    """The learner of that name. A parameter that it does not take is an error that says which it takes."""
    from ...learners import from_words, learner_kind, parameters_of, required_of

    kind = learner_kind(name)
    takes = parameters_of(kind)
    for parameter in parameters:
        if parameter not in takes:
            known = ", ".join(PARAMETER[taken].option for taken in takes if taken in PARAMETER)
            hint = DECIDING if parameter == "threshold" else kind.without.get(parameter)
            raise ParameterError(f"{name} takes no {PARAMETER[parameter].option}; it takes {known}.", hint=hint)
    if missing := [PARAMETER[one].option for one in required_of(kind) if one not in parameters]:
        raise ParameterError(f"{name} needs {' and '.join(missing)}.")
    try:
        return kind(**from_words(kind, parameters), **labels)
    except TypeError as error:
        raise ParameterError(f"{name} can't be made: {error}.") from None

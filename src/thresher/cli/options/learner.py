"""The learners' parameters as options: one table, from which the options, their help and the learner are made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

DEFAULT_LEARNER = "auto"

if TYPE_CHECKING:
    _Kind = click.ParamType[Any]
else:  # older versions of click have no parameter here
    _Kind = click.ParamType


class Number(_Kind):
    """A number, also as a fraction: 0.02, 1e-4, 1/50."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        top, slash, bottom = value.partition("/")
        try:
            return float(top) / float(bottom) if slash else float(value)
        except (ValueError, ZeroDivisionError):
            self.fail(f"{value!r} is not a number.", param, ctx)


class NumberOr(Number):
    """A number, or something else in words."""

    def __init__(self, *words: str, pair: bool = False) -> None:
        self._words = words
        self._pair = pair
        self.name = " or ".join(["number", *words])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in self._words:
            return value
        if self._pair and isinstance(value, str) and ("," in value or ":" in value):
            first, second = value.replace(":", ",").split(",", 1)  # a colon where commas part parameters
            return (super().convert(first, param, ctx), super().convert(second, param, ctx))
        return super().convert(value, param, ctx)


class Choice(_Kind):
    """One of the choices in a room, with its parameters behind colons: two-sinh, p-norm:4, weight-range:0.01:10."""

    def __init__(self, room: str, also_number: bool = False) -> None:
        self.name = "name[:number...]"
        self._room = room
        self._also_number = also_number

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from importlib import import_module

        if not isinstance(value, str):
            return value
        room = getattr(import_module("thresher"), self._room)
        name, *arguments = value.split(":")
        if self._also_number and not name[:1].isalpha():
            return Number().convert(value, param, ctx)
        kinds = {_letters(kind): getattr(room, kind) for kind in _choices(room)}
        if _letters(name) not in kinds:
            self.fail(f"{name!r} is none of {', '.join(sorted(_choices(room)))}.", param, ctx)
        return kinds[_letters(name)](*(_number(argument) for argument in arguments))


def _choices(room: Any) -> list[str]:
    return [name for name, kind in vars(room).items() if isinstance(kind, type) and kind.__module__ == room.__name__]


def _letters(name: str) -> str:
    return name.replace("-", "").replace("_", "").lower()


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


@dataclass(frozen=True)
class Parameter:
    """One parameter of some learners."""

    name: str
    type: Any
    help: str
    multiple: bool = False

    @property
    def option(self) -> str:
        return "--" + self.name.replace("_", "-")


REAL = Number()
WHOLE = click.INT
YES_OR_NO = bool

LEARNER_PARAMETERS = (
    Parameter("rate", Choice("rates", also_number=True), "How far an update moves (the paper's eta)."),
    Parameter("promotion", REAL, "The factor of an update (alpha)."),
    Parameter("floor", REAL, "The least weight (epsilon)."),
    Parameter("ceiling", REAL, "The largest weight."),
    Parameter("threshold", REAL, "Positive iff the sum reaches it (theta)."),
    Parameter("initial", REAL, "The weight to begin with."),
    Parameter("margin", NumberOr(pair=True), "Update also when right by less; P,N or P:N for each side (gamma)."),
    Parameter("p", NumberOr("log"), "The norm; 'log' for 2 ln n."),
    Parameter("n", WHOLE, "How many attributes there are."),
    Parameter("k", WHOLE, "Of the interpolated link."),
    Parameter("r", REAL, "AROW's regularisation."),
    Parameter("alpha", REAL, "ALMA's accuracy."),
    Parameter("trigger_scale", REAL, "ALMA's B."),
    Parameter("step_scale", REAL, "ALMA's C."),
    Parameter("radius", REAL, "Of the ball the weights stay in."),
    Parameter("variant", click.Choice(["PA", "PA-I", "PA-II"]), "Of the passive-aggressive learner."),
    Parameter("aggressiveness", REAL, "The passive-aggressive C."),
    Parameter("floor_share", REAL, "SWIN's floor as a share of the threshold."),
    Parameter("lift_above", REAL, "Tracking Winnow: values above it are lifted (A9)."),
    Parameter("lift_least", REAL, "Tracking Winnow: lifted to at least this (A9)."),
    Parameter("voted", YES_OR_NO, "Averaged Perceptron: vote instead."),
    Parameter("randomized", YES_OR_NO, "SWIN: predict at random in the ramp."),
    Parameter("elimination", YES_OR_NO, "Winnow1: set weights to zero."),
    Parameter("smoothing", REAL, "Naive Bayes: what every count begins with."),
    Parameter("prior", YES_OR_NO, "Naive Bayes: the classes' frequencies take part."),
    Parameter("half_life", REAL, "Naive Bayes: examples after which a count is worth half."),
    Parameter("link", Choice("links"), "Quasi-additive: identity, exponential, two-sinh, p-norm:4, interpolated:3."),
    Parameter("loss", Choice("losses"), "Quasi-additive: mistake, margin:0.5, logistic."),
    Parameter("range", Choice("ranges"), "Quasi-additive: unlimited, weight-range:0.01:10."),
    Parameter("seed", WHOLE, "Of the learner's coins."),
    Parameter("bias", YES_OR_NO, "An attribute that is always 1."),
    Parameter(
        "transform", Choice("features"), "unit-length, complement:N, sign-map:N, ...; may be repeated.", multiple=True
    ),
    Parameter("probabilities", YES_OR_NO, "Fit probabilities on line."),
    Parameter("bits", WHOLE, "Hash names to 2^bits columns, as VW does with -b."),
    Parameter("join_after", WHOLE, "An attribute takes part after so many occurrences."),
    Parameter("max_attributes", WHOLE, "Remember at most so many attributes."),
    Parameter("when_full", click.Choice(["ignore", "forget"]), "What happens to newcomers then."),
)


def learner_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command every parameter of every learner as an option."""
    for parameter in reversed(LEARNER_PARAMETERS):
        flag = f"{parameter.option}/--no-{parameter.option[2:]}" if parameter.type is YES_OR_NO else parameter.option
        kind: dict[str, Any] = {"default": None, "help": parameter.help}
        if parameter.type is not YES_OR_NO:
            kind |= {"type": parameter.type, "multiple": parameter.multiple}
        command = click.option(flag, parameter.name, **kind)(command)
    return command


def given(options: dict[str, Any]) -> dict[str, Any]:
    """The parameters that were said."""
    names = [parameter.name for parameter in LEARNER_PARAMETERS]
    return {name: options[name] for name in names if options.get(name) not in (None, ())}


def make(name: str, parameters: dict[str, Any], labels: tuple[Any, Any] | None) -> Any:
    """The learner of that name. A parameter that it does not take is an error that says which it takes."""
    from ...errors import ParameterError
    from ...learners.naming import learner_kind, parameters_of

    kind = learner_kind(name)
    takes = parameters_of(kind)
    for parameter in parameters:
        if parameter not in takes:
            known = ", ".join("--" + taken.replace("_", "-") for taken in takes)
            raise ParameterError(f"{name} takes no --{parameter.replace('_', '-')}; it takes {known}.")
    if labels is not None:
        parameters = parameters | {"labels": labels}
    if kind.__name__ == "QuasiAdditive" and isinstance(parameters.get("rate"), float):
        from ...choices.rates import Constant

        parameters = parameters | {"rate": Constant(parameters["rate"])}
    try:
        return kind(**parameters)
    except TypeError as error:
        raise ParameterError(f"{name} can't be made: {error}.") from None


def parse_spec(spec: str, labels: tuple[Any, Any] | None) -> tuple[str, Any]:
    """A learner with its parameters in one word: tracking-winnow,floor=1/1000,promotion=1.5."""
    from ...errors import ParameterError

    name, *assignments = spec.split(",")
    by_name = {parameter.name: parameter for parameter in LEARNER_PARAMETERS}
    parameters: dict[str, Any] = {}
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or key not in by_name:
            raise ParameterError(f"{assignment!r} is no parameter=value of a learner.")
        kind = click.BOOL if by_name[key].type is YES_OR_NO else by_name[key].type
        try:
            parameters[key] = kind.convert(value, None, None)
        except click.BadParameter as error:
            raise ParameterError(f"{key}: {error.message}") from None
    return spec, make(name, parameters, labels)

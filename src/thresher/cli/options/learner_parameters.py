"""The learners' parameters as options: one table, from which the options and their help are made."""

from dataclasses import dataclass
from typing import Any

import click

from ...errors import ParameterError
from .group import Option
from .numbers import REAL, WHOLE, YES_OR_NO, Kind, Number, NumberOr

EVERY_LEARNER = "Every learner"


class Choice(Kind):
    """One of the choices in a room, with its parameters behind colons: two-sinh, p-norm:4, weight-range:0.01:10."""

    def __init__(self, parameter: str, also_number: bool = False) -> None:
        self.name = "name[:number...]"
        self._parameter = parameter
        self._also_number = also_number

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if self._also_number and not value[:1].isalpha():
            return Number().convert(value, param, ctx)
        from ...learners import choice_in

        try:
            return choice_in(self._parameter, value)
        except ParameterError as error:
            self.fail(error.message, param, ctx)


@dataclass(frozen=True)
class Parameter:
    """One parameter of some learners, or of every learner."""

    name: str
    type: Any
    help: str
    multiple: bool = False
    common: bool = False

    @property
    def option(self) -> str:
        return "--" + self.name.replace("_", "-")

    def to_click(self) -> click.Option:
        """As an option; hidden in the help of a command unless every learner has it."""
        flag = f"{self.option}/--no-{self.option[2:]}" if self.type is YES_OR_NO else self.option
        kind: dict[str, Any] = {"help": self.help, "hidden": not self.common}
        if self.type is YES_OR_NO:
            kind |= {"default": None}
        else:
            kind |= {"type": self.type, "multiple": self.multiple}
        return Option([flag, self.name], heading=EVERY_LEARNER, **kind)

    def read(self, text: str) -> Any:
        """What somebody wrote for it."""
        kind = click.BOOL if self.type is YES_OR_NO else self.type
        return kind.convert(text, None, None)

    def plain(self, text: str) -> Any:
        """The same as JSON has it: a choice stays the words that it was."""
        found = self.read(text)
        if isinstance(found, tuple):
            return list(found)
        return found if isinstance(found, (bool, int, float, str)) else text


LEARNER_PARAMETERS = (
    Parameter("rate", Choice("rate", also_number=True), "How far an update moves (the paper's eta)."),
    Parameter("promotion", REAL, "The factor of an update (alpha)."),
    Parameter("demotion", REAL, "The factor of a demotion (beta); 1/promotion if it is not given."),
    Parameter("aggressive", YES_OR_NO, "Steps as long as the example needs: to y * margin (C9)."),
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
    Parameter("discard", REAL, "Winnow: below this share of its initial weight an attribute is discarded for good."),
    Parameter("discard_relative", REAL, "Winnow: below this share of the largest weight an attribute is discarded."),
    Parameter("discard_every", WHOLE, "Winnow: updates from one look for such attributes to the next."),
    Parameter("smoothing", REAL, "Naive Bayes: what every count begins with."),
    Parameter("prior", YES_OR_NO, "Naive Bayes: the classes' frequencies take part."),
    Parameter("half_life", REAL, "Naive Bayes: examples after which a count is worth half."),
    Parameter("link", Choice("link"), "Quasi-additive: identity, exponential, two-sinh, p-norm:4, interpolated:3."),
    Parameter("loss", Choice("loss"), "Quasi-additive: mistake, margin:0.5, logistic."),
    Parameter("range", Choice("range"), "Quasi-additive: unlimited, weight-range:0.01:10."),
    Parameter("seed", WHOLE, "Of the learner's coins."),
    Parameter("bias", YES_OR_NO, "An attribute that is always 1.", common=True),
    Parameter(
        "transform",
        Choice("transform"),
        "unit-length, conjunctions, complement:N, ...; may be repeated.",
        multiple=True,
        common=True,
    ),
    Parameter("probabilities", YES_OR_NO, "Fit probabilities on line.", common=True),
    Parameter("bits", WHOLE, "Hash names to 2^bits columns, as VW does with -b.", common=True),
    Parameter("join_after", WHOLE, "An attribute takes part after so many occurrences.", common=True),
    Parameter("join_share", REAL, "Or while the most frequent, itself among them, make up this share.", common=True),
    Parameter("max_attributes", WHOLE, "Remember at most so many attributes.", common=True),
    Parameter("when_full", click.Choice(["ignore", "forget"]), "What happens to newcomers then.", common=True),
)

PARAMETER = {parameter.name: parameter for parameter in LEARNER_PARAMETERS}

"""When the answer is positive: from a probability on, or from the one that follows from what mistakes cost."""

from typing import TYPE_CHECKING, Any

import click

from .numbers import Kind, Number, number_in

if TYPE_CHECKING:
    from ...evaluation import Costs


class Probability(Number):
    """A number from 0 to 1."""

    name = "probability"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not 0 <= number <= 1:
            self.fail(f"{value!r} is no probability: give a number from 0 to 1.", param, ctx)
        return number


class CostsOfMistakes(Kind):
    """What a false positive and a false negative cost: fp=1,fn=50."""

    name = "fp=NUMBER,fn=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Costs":
        from ...errors import ParameterError
        from ...evaluation import Costs

        if isinstance(value, Costs):
            return value
        parts = [part.partition("=") for part in str(value).split(",")]
        told = {name.strip(): number_in(number) for name, _, number in parts}
        if len(parts) != 2 or set(told) != {"fp", "fn"} or None in told.values():
            words = "is not fp=NUMBER,fn=NUMBER: what a false positive and a false negative cost"
            self.fail(f"{value!r} {words}. A table of costs for more than two labels is not offered.", param, ctx)
        try:
            return Costs.read(told)
        except ParameterError as error:
            self.fail(error.message, param, ctx)


PROBABILITY = Probability()
COSTS = CostsOfMistakes()

"""Numbers on the command line: fractions too, and words or pairs in their place."""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    Kind = click.ParamType[Any]
else:  # older versions of click have no parameter here
    Kind = click.ParamType


class Number(Kind):
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


class TargetIds(Kind):
    """Ids with commas between them, or the word first."""

    name = "ids"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or value == "first":
            return value
        try:
            return tuple(int(one) for one in value.split(","))
        except ValueError:
            self.fail(f"{value!r} is neither ids with commas between them nor first.", param, ctx)


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


class Sizes(Kind):
    """From a whole number to another: 3-4, or 3 for 3-3."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        first, dash, last = value.partition("-")
        try:
            return int(first), int(last if dash else first)
        except ValueError:
            self.fail(f"{value!r} is not two whole numbers, such as 3-4.", param, ctx)


def number_in(text: str) -> float | None:
    """The number that a text is, if it is one."""
    try:
        return float(text)
    except ValueError:
        return None


REAL = Number()
SIZES = Sizes()
WHOLE = click.INT
YES_OR_NO = bool

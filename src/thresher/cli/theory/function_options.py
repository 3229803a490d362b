"""A command whose options are the parameters of functions: those of one that is named first, or of all."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

import click

from .function_parameters import FunctionParameter


class FunctionCommand(click.Command, ABC):
    """Options are made when they are first looked at. Its help lists those of what is named, if something is."""

    @abstractmethod
    def asks(self, chosen: str | None) -> Iterable[FunctionParameter]:
        """What must be known for the choice that the first argument names; without it, for any."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        if not hasattr(self, "_made"):
            self._made = _options(self.asks(None))
        own = super().get_params(ctx)
        return [*own[:1], *self._made, *own[1:]]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.is_eager = False  # the help of what is named can be shown only when the name is known
        return option

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        chosen = ctx.params.get(self.params[0].name or "")
        made = _options(self.asks(chosen))
        groups = {"Numbers": made, "Options": [p for p in super().get_params(ctx) if isinstance(p, click.Option)]}
        for title, options in groups.items():
            with formatter.section(title):
                formatter.write_dl([record for option in options if (record := option.get_help_record(ctx))])


def _options(asked: Iterable[FunctionParameter]) -> list[click.Option]:
    """One option for each name; of two parameters with one name the first is the one that is explained."""
    made: dict[str, click.Option] = {}
    for parameter in asked:
        flag = f"{parameter.option}/--no-{parameter.option[2:]}" if parameter.kind is bool else parameter.option
        if parameter.name not in made:
            made[parameter.name] = click.Option(
                [flag, parameter.name],
                default=None,
                is_flag=parameter.kind is bool,
                metavar=parameter.looks_like or None,
                help=parameter.meaning,
            )
    return list(made.values())

"""`--learner NAME --help`: what one learner is, and its parameters with meaning and default."""

import inspect
from typing import Any

import click

from ..docstrings import documented
from .group import GroupedCommand
from .learner_parameters import EVERY_LEARNER, PARAMETER


class CommandWithLearner(GroupedCommand):
    """A command whose help is about a learner if one is named, and about the command otherwise."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.is_eager = False  # the learner's name is read first
        return option

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        name = ctx.params.get("learner_name")
        if name is None:
            super().format_help(ctx, formatter)
        else:
            write_learner(name, ctx, formatter)


def write_learner(name: str, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """One learner in words."""
    from ...learners import learner_kind, spell

    kind = learner_kind(name)
    formatter.write_usage(ctx.command_path, f"FILE... --learner {spell(kind)} [PARAMETERS] [OPTIONS]")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text((inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " "))
    for heading, rows in {f"Parameters of {spell(kind)}": _own(kind, ctx), EVERY_LEARNER: _common(ctx)}.items():
        if rows:
            with formatter.section(heading):
                formatter.write_dl(rows)
    formatter.write_paragraph()
    formatter.write_text(f"`{ctx.command_path} --help` shows the options that are not about the learner.")


def _own(kind: type, ctx: click.Context) -> list[tuple[str, str]]:
    """Each parameter of the learner's own, its meaning and what it is unless said."""
    rows = []
    for name, parameter in inspect.signature(kind).parameters.items():
        if name not in PARAMETER or PARAMETER[name].common or parameter.kind is parameter.VAR_KEYWORD:
            continue
        option, meaning = _record(name, ctx)
        rows.append((option, documented(kind).get(name, meaning) + _default(parameter.default)))
    return rows


def _common(ctx: click.Context) -> list[tuple[str, str]]:
    return [_record(name, ctx) for name, parameter in PARAMETER.items() if parameter.common]


def _record(name: str, ctx: click.Context) -> tuple[str, str]:
    option = PARAMETER[name].to_click()
    option.hidden = False
    return option.get_help_record(ctx) or ("", "")


def _default(value: Any) -> str:
    """What it is unless said; what the learner works out for itself is left to the words."""
    if value is inspect.Parameter.empty:
        return "  [required]"
    if value is None:
        return ""
    if isinstance(value, bool):
        return f"  [default: {'yes' if value else 'no'}]"
    return f"  [default: {value:g}]" if isinstance(value, float) else f"  [default: {value}]"

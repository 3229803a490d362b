"""Groups of options: a frozen dataclass each, from which click's options and the headings of --help are made."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

import click


def option(*flags: str, default: Any = None, heading: str = "", bare: str | None = None, **said: Any) -> Any:
    """A field of a group, and the click option that fills it.

    heading: where it stands in --help, if not under that of its group.   bare: its value where it stands alone; then
    one is given by `=` only, so that what follows it is not taken for it.   said: what `click.option` takes.
    """
    return field(default=default, metadata={"flags": flags, "heading": heading, "bare": bare, "said": said})


class Option(click.Option):
    """An option that knows its heading, and what it means without a value."""

    def __init__(self, *arguments: Any, heading: str = "", bare: str | None = None, **said: Any) -> None:
        super().__init__(*arguments, **said)
        self.heading = heading
        self.bare = bare


@dataclass(frozen=True)
class Group:
    """Options that belong together; its fields are made by `option`."""

    HEADING: ClassVar[str] = ""

    @classmethod
    def options(cls, without: Sequence[str] = ()) -> list[click.Option]:
        """The options of click, but for those left out: their fields keep the defaults."""
        return [_made(cls.HEADING, one) for one in fields(cls) if one.name not in without]

    @classmethod
    def from_click(cls, values: dict[str, Any]) -> Self:
        """The group, with its values taken out of those that click has."""
        return cls(**{one.name: values.pop(one.name) for one in fields(cls) if one.name in values})


def takes(*, without: Sequence[str] = (), **groups: type[Group]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command the options of groups; its function is handed each group under its name here."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def called(**values: Any) -> Any:
            made = {name: group.from_click(values) for name, group in groups.items()}
            return function(**values, **made)

        own = getattr(called, "__click_params__", [])
        made = [made for group in groups.values() for made in group.options(without)]
        called.__click_params__ = [*reversed(made), *own]  # type: ignore[attr-defined] # click's order: the last first
        return called

    return decorate


class GroupedCommand(click.Command):
    """A command whose help shows its options under the headings of their groups."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        bare = {flag: one.bare for one in self.params if isinstance(one, Option) and one.bare for flag in one.opts}
        options = args.index("--") if "--" in args else len(args)
        filled = [f"{word}={bare[word]}" if word in bare else word for word in args[:options]]
        return super().parse_args(ctx, [*filled, *args[options:]])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                sections.setdefault(getattr(parameter, "heading", "") or "Options", []).append(record)
        for heading, rows in sorted(sections.items(), key=lambda section: section[0] == "Options"):  # those last
            with formatter.section(heading):
                formatter.write_dl(rows)


def _made(heading: str, one: Any) -> Option:
    said = dict(one.metadata["said"])
    default = one.default
    if default not in (None, (), False):
        said.setdefault("show_default", True)
    if said.get("is_flag") or not said.get("multiple"):
        said["default"] = default
    where = one.metadata["heading"] or heading
    return Option([*one.metadata["flags"], one.name], heading=where, bare=one.metadata["bare"], **said)

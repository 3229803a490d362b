"""The files of a command: names, `-` for standard input, and wildcards in quotes, which no shell has resolved."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...wildcards import resolved

Command = TypeVar("Command", bound=Callable[..., Any])


def files_argument(command: Command) -> Command:
    """One file or more: `files`, wildcards of this machine's files resolved in the order of their names."""
    path = click.Path(allow_dash=True)
    argument = click.argument("files", nargs=-1, required=True, metavar="FILE...", type=path, callback=_resolved)
    return argument(command)


def _resolved(_context: click.Context, _parameter: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    # Whoever reads them asks elsewhere. Wildcards that name nothing stay, so that the file is missed by its name.
    return tuple(name for one in files for name in resolved(one, lambda address: [address]) or [one])

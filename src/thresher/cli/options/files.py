"""The files of a command: names, `-` for standard input, and wildcards in quotes, which no shell has resolved."""

import glob
import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def files_argument(command: Command) -> Command:
    """One file or more: `files`, wildcards of this machine's files resolved in the order of their names."""
    path = click.Path(allow_dash=True)
    argument = click.argument("files", nargs=-1, required=True, metavar="FILE...", type=path, callback=_resolved)
    return argument(command)


def _resolved(_context: click.Context, _parameter: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for one in files for name in _named(one))


def _named(one: str) -> list[str]:
    """Those that wildcards name; a name without them, of another file system, or of nothing, stays as it is."""
    if not any(sign in one for sign in "*?[") or "://" in one or os.path.exists(one):
        return [one]
    return sorted(glob.glob(one, recursive=True)) or [one]

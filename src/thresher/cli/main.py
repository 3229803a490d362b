"""The group of commands. Data goes to stdout, the rest to stderr. A command's module is imported when it is called."""

import functools
import warnings
from importlib import import_module
from typing import Any

import click

from ..errors import ThresherError, ThresherWarning

COMMANDS = {
    "learn": "Learn from files or a pipe, and count mistakes on the way.",
    "predict": "Answer for every example of a file or pipe.",
    "explain": "Each prediction with its reasons, which add up to its score.",
    "inspect": "What a model or a data file is, and what changed between two models.",
    "compare": "Several learners over one read of the data.",
    "replay": "Replay an event log and see whether it comes to the same model.",
    "serve": "Answer over HTTP: predict now, learn the label when it comes, lose nothing.",
    "experiment": "An experiment of the papers, run again: a page, figures, tables.",
    "bound": "What a theorem promises: the number, how it comes about, what it assumes.",
    "tune": "The parameters for which a theorem promises the fewest mistakes.",
    "demo": "A first look: spam that changes, late labels, mistakes beside the bound.",
    "completion": "Print the completion script of a shell.",
}


class Lazy(click.Group):
    """Commands known by name; their code is loaded when one is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".commands.{cmd_name}", __package__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(f"{error.message} There are {', '.join(COMMANDS)}.", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("always", ThresherWarning)
            warnings.showwarning = functools.partial(self._show, ctx, warnings.showwarning)
            return self._invoke(ctx)

    def _show(self, ctx: click.Context, usual: Any, message: Any, category: Any, *where: Any) -> None:
        """What Thresher warns of, on a line of its own; any other warning as usual."""
        if isinstance(message, ThresherWarning):
            click.echo(f"thresher: warning: {self._in_options(ctx, str(message))}", err=True)
        else:
            usual(message, category, *where)

    def _invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ThresherError as error:
            click.echo(f"thresher: {self._worded(ctx, error)}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            _forget_stdout()
            ctx.exit(1)
        except OSError as error:  # a full disk, say
            what = error.strerror or str(error)
            click.echo(f"thresher: {f'{error.filename}: {what}' if error.filename else what}", err=True)
            if error.filename is None:
                _forget_stdout()
            ctx.exit(2)

    def _worded(self, ctx: click.Context, error: ThresherError) -> str:
        from .wording import worded

        return worded(error, self._spelled(ctx))

    def _in_options(self, ctx: click.Context, text: str) -> str:
        from .wording import in_options

        return in_options(text, self._spelled(ctx))

    def _spelled(self, ctx: click.Context) -> dict[str, str]:
        """The options of the command that was called, by the names of their parameters."""
        from .wording import spellings

        command = self.get_command(ctx, ctx.invoked_subcommand or "")
        if command is None:
            return {}
        parts = command.commands.values() if isinstance(command, click.Group) else ()
        return spellings([*command.get_params(ctx), *(one for part in parts for one in part.params)])


EXAMPLE = """\b
Example:
  thresher demo
"""


@click.group(cls=Lazy, epilog=EXAMPLE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="thresher", prog_name="thresher")
def main() -> None:
    """Learn yes or no from a stream, with the guarantee beside the count."""


def _forget_stdout() -> None:
    """Whoever read our output has gone: what is left in the buffer would fail once more at exit."""
    import os
    import sys

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""`thresher completion`: the script that makes a shell complete commands, options and learners."""

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "zsh", "fish")

EXAMPLE = """\b
Example:
  thresher completion bash >> ~/.bash_completion
"""


@click.command("completion", epilog=EXAMPLE)
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell; put it where the shell reads it."""
    kind = get_completion_class(shell)
    if kind is None:  # pragma: no cover - click has had all three for years
        raise click.ClickException(f"this version of click has no completion for {shell}.")
    click.echo(kind(ctx.find_root().command, {}, "thresher", "_THRESHER_COMPLETE").source())

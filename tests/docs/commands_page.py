"""Makes docs/commands.md, every command with its options: `python -m tests.docs.commands_page`."""

import click

from thresher.cli.main import COMMANDS, main
from thresher.cli.options.learner_help import write_learner
from thresher.learners import LEARNERS, spell

from .help_as_markdown import MarkdownFormatter, help_of
from .pages import ROOT

PAGE = ROOT / "docs" / "commands.md"
HEAD = """# Commands and options

Every command of `thresher` with every option it has, as `thresher COMMAND --help` shows it;
[command-line.md](command-line.md) goes by task instead. It is made from the commands themselves
(`python -m tests.docs.commands_page`), and a test keeps it so.
"""
OF_LEARNERS = """## Parameters of learners

What `--learner NAME` can be given beside the options of every learner; the same is shown by
`thresher learn --learner NAME --help`. Why each default is what it is: [defaults.md](defaults.md).
"""


def section(command: click.Command, path: tuple[str, ...]) -> list[str]:
    """A command, and those it has itself."""
    parts = [f"{'#' * len(path)} {' '.join(path)}", help_of(command, path)]
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        parts += section(inner, (*path, name))
    return parts


def of_learner(name: str) -> str:
    """The parameters that a learner has of its own."""
    formatter = MarkdownFormatter()
    command = main.get_command(click.Context(main), "learn")
    assert command is not None
    write_learner(name, click.Context(command, info_name="learn"), formatter)
    own = [table for heading, table in formatter.sections.items() if heading.startswith("Parameters of")]
    return "\n\n".join([f"### {name}", formatter.pieces[1], *own])


def page() -> str:
    """The whole page."""
    parts = [HEAD.rstrip("\n")]
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        parts += section(command, ("thresher", name))
    learners = sorted(spell(kind) for kind in LEARNERS.values())
    made = "\n\n".join([*parts, OF_LEARNERS.rstrip("\n"), *map(of_learner, learners)]) + "\n"
    return made.replace("| `--help` |", HELP)  # a command remembers how help was called when it was first asked for


HELP = "| `-h, --help` |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

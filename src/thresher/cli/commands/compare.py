"""`thresher compare`: several learners over one read of the data."""

import sys

import click

from ..options import ComparedOptions, GroupedCommand, Labels, Output, Passes, Reading, Request, takes

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' > mail.vw
  thresher compare mail.vw --learner perceptron --learner tracking-winnow,floor=1/1000
"""


@click.command("compare", cls=GroupedCommand, epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@takes(
    without=("model", "resume", "save_every", "log", "measures", "patience"),
    reading=Reading,
    compared=ComparedOptions,
    labels=Labels,
    passes=Passes,
    output=Output,
)
def command(
    files: tuple[str, ...],
    reading: Reading,
    compared: ComparedOptions,
    labels: Labels,
    passes: Passes,
    output: Output,
) -> None:
    """Several learners over one read of the data: the same examples in the same order, counted side by side."""
    from ..flow import run

    code = run(Request(files, tuple(compared.wanted()), reading, labels, passes, output, compared=True))
    if code:
        sys.exit(code)

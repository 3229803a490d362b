"""`thresher compare`: several learners over one read of the data."""

import sys

import click

from ..options import ComparedOptions, GroupedCommand, Labels, Output, Passes, Reading, Request, Where, takes
from ..options.files import files_argument

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' > mail.vw
  thresher compare mail.vw --learner perceptron --learner tracking-winnow,floor=1/1000
"""


@click.command("compare", cls=GroupedCommand, epilog=EXAMPLE)
@files_argument
@takes(
    without=("model", "resume", "save_every", "log", "measures", "patience"),
    reading=Reading,
    compared=ComparedOptions,
    labels=Labels,
    passes=Passes,
    output=Output,
    scale=Where,
)
def command(
    files: tuple[str, ...],
    reading: Reading,
    compared: ComparedOptions,
    labels: Labels,
    passes: Passes,
    output: Output,
    scale: Where,
) -> None:
    """Several learners over one read of the data: the same examples in the same order, counted side by side.

    On Ray each learner reads the files by itself, several at once; the table is the same.
    """
    asked = Request(files, tuple(compared.wanted()), reading, labels, passes, output, compared=True)
    if scale.on != "here":
        from ..comparing import compare_elsewhere

        code = compare_elsewhere(asked, scale.on)
    else:
        from ..flow import run

        code = run(asked)
    if code:
        sys.exit(code)

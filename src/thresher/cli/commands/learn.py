"""`thresher learn`: read, predict, learn, count; save, plot, report."""

import sys

import click

from ..options import (
    Certificate,
    CommandWithLearner,
    Labels,
    Late,
    LearnerOptions,
    Output,
    Passes,
    Predictions,
    Reading,
    Request,
    answers_named_as_labels,
    takes,
)

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' | thresher learn - --format vw --model spam.thresher
"""


@click.command("learn", cls=CommandWithLearner, epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@takes(
    reading=Reading,
    learner=LearnerOptions,
    labels=Labels,
    passes=Passes,
    late=Late,
    certificate=Certificate,
    output=Output,
    predictions=Predictions,
)
def command(
    files: tuple[str, ...],
    reading: Reading,
    learner: LearnerOptions,
    labels: Labels,
    passes: Passes,
    late: Late,
    certificate: Certificate,
    output: Output,
    predictions: Predictions,
) -> None:
    """Learn from files or a pipe (`-`), one example after the other, and count mistakes on the way.

    Each example is predicted before its label is looked at. Examples without a label are only predicted.

    `thresher learn --learner NAME --help` shows the parameters of a learner.
    """
    from ..flow import run

    labels, late = answers_named_as_labels(labels, late)
    learners = (learner.wanted(labels),)
    asked = Request(
        files, learners, reading, labels, passes, output, learner, late, certificate, predictions=predictions
    )
    code = run(asked)
    if code:
        sys.exit(code)

"""`thresher learn`: read, predict, learn, count; save, plot, report."""

import sys

import click

from ...errors import ParameterError
from ..options import (
    Certificate,
    CommandWithLearner,
    FewLabels,
    Labels,
    Late,
    LearnerOptions,
    Output,
    Passes,
    Predictions,
    Reading,
    Request,
    Scale,
    answers_named_as_labels,
    takes,
)
from ..options.files import files_argument

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' | thresher learn - --format vw --model spam.thresher
"""


class LearnCommand(CommandWithLearner):
    """With --by, the folder of the models is what is gone on with: `--resume` stands alone then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if any(word.partition("=")[0] == "--by" for word in args):
            args = ["--resume=models" if word == "--resume" else word for word in args]
        return super().parse_args(ctx, args)


@click.command("learn", cls=LearnCommand, epilog=EXAMPLE)
@files_argument
@takes(
    reading=Reading,
    learner=LearnerOptions,
    labels=Labels,
    passes=Passes,
    late=Late,
    few=FewLabels,
    certificate=Certificate,
    output=Output,
    predictions=Predictions,
    scale=Scale,
)
def command(
    files: tuple[str, ...],
    reading: Reading,
    learner: LearnerOptions,
    labels: Labels,
    passes: Passes,
    late: Late,
    few: FewLabels,
    certificate: Certificate,
    output: Output,
    predictions: Predictions,
    scale: Scale,
) -> None:
    """Learn from files or a pipe (`-`), one example after the other, and count mistakes on the way.

    Each example is predicted before its label is looked at. Examples without a label are only predicted.

    `thresher learn --learner NAME --help` shows the parameters of a learner.
    """
    learners = (learner.wanted(labels),)
    if reading.multilabel:
        from ..multilabel import learn_multilabel

        asked = Request(
            files,
            learners,
            reading,
            labels,
            passes,
            output,
            learner,
            late,
            certificate,
            predictions=predictions,
            few=few,
        )
        return learn_multilabel(asked, scale)
    if few.wanted and (scale.by is not None or scale.models is not None or scale.shards is not None):
        raise ParameterError("--ask and --sets are about one learner: leave --by, --models and --shards out.")
    if scale.by is not None or scale.models is not None:
        from ..keyed import learn_by_key

        return learn_by_key(files, reading, learner, labels, output, scale)
    if scale.shards is not None:
        from ..keyed import learn_by_shards

        return learn_by_shards(files, reading, learner, labels, passes, output, scale)
    if scale.on != "here":
        raise ParameterError("one learner learns in this process: --on is for --by and --shards.")
    from ..flow import run

    labels, late = answers_named_as_labels(labels, late)
    asked = Request(
        files, learners, reading, labels, passes, output, learner, late, certificate, predictions=predictions, few=few
    )
    code = run(asked)
    if code:
        sys.exit(code)

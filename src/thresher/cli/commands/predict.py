"""`thresher predict`: an answer for every example."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import click

from ...errors import ParameterError
from ...parameters import real
from ..checks import check_written
from ..options import COSTS, PROBABILITY, REAL, AnswerForm, ByKey, GroupedCommand, Reading, option, takes
from ..options.files import files_argument
from ..output.columns import column_lines, watched
from ..output.words import some
from ..saved_models import as_written, bits_of, learner_in, load_model, rows_in

if TYPE_CHECKING:
    from ...evaluation import Costs

EXAMPLE = """\b
Example:
  printf '| free lunch\\n' | thresher predict - --format vw --model spam.thresher
"""


@dataclass(frozen=True)
class Answers(AnswerForm):
    """What is printed for each example, and how; by which model."""

    HEADING: ClassVar[str] = "Output"

    model: str | None = option(
        "--model",
        type=click.Path(),
        metavar="IN",
        help="A model that `thresher learn --model` saved.  [required, but with --by]",
    )
    threshold: float | None = option(
        "--threshold",
        type=PROBABILITY,
        metavar="P",
        help="Of two labels: positive where its probability is at least P.",
    )
    cost: "Costs | None" = option(
        "--cost",
        type=COSTS,
        metavar="fp=1,fn=50",
        help="What mistakes of two labels cost: the threshold is fp / (fp + fn).",
    )
    abstain_below: float | None = option(
        "--abstain-below",
        type=REAL,
        metavar="SCORE",
        help="No answer where the best score is less far ahead of the second; of two labels, less far from 0.",
    )


@click.command("predict", cls=GroupedCommand, epilog=EXAMPLE)
@files_argument
@takes(reading=Reading, answers=Answers, scale=ByKey)
def command(files: tuple[str, ...], reading: Reading, answers: Answers, scale: ByKey) -> None:
    """Answer for every example of files or a pipe (`-`). The model does not change; labels are not looked at."""
    if scale.by is not None or scale.models is not None:
        from ..keyed import predict_by_key

        if answers.what == "sets":
            raise ParameterError("models by key answer with labels; leave --output sets out.")
        return predict_by_key(files, reading, answers.what or "labels", scale)
    if answers.model is None:
        raise click.MissingParameter(param_hint="'--model'", param_type="option")
    if scale.on != "here":
        return _predict_elsewhere(files, reading, answers, scale.on)
    predict(files, reading, answers)


def _predict_elsewhere(files: tuple[str, ...], reading: Reading, answers: Answers, on: str) -> None:
    """A task a file; what they print comes out in the order of the files."""
    from ...scale.file_names import file_names
    from ...scale.tasks import run_all

    names = file_names(files) or []
    for text in run_all(printed, [(name, reading, answers, number == 0) for number, name in enumerate(names)], on):
        sys.stdout.write(text)
        sys.stdout.flush()


def printed(name: str, reading: Reading, answers: Answers, first: bool) -> str:
    """What `predict` prints of one file; the head only of the first."""
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as out:
        predict((name,), reading, answers, head=first)
    return out.getvalue()


def predict(files: tuple[str, ...], reading: Reading, answers: Answers, *, head: bool = True) -> None:
    """Answers for every example of files, printed."""
    from ...evaluation.on_error import OnError

    assert answers.model is not None

    check_written([reading.quarantine] if reading.quarantine else [], files, appended=reading.quarantine)
    model, remembered = load_model(answers.model)
    if not learner_in(model).examples:
        click.echo(f"thresher: warning: {answers.model} has learned nothing yet: its answers mean nothing", err=True)
    sources = reading.sources(files, bits_of(model), remembered.get("reading"), rows_in(model), labelled=False)
    for source in sources:
        source.check()
    on_error = OnError(reading.on_error)
    form = _form_of(model, as_written(learner_in(model), remembered), answers, on_error.answers)
    if head:
        sys.stdout.write(form.head())
    columns = watched(model, sources, reading.roles_said)
    for source in sources:
        columns.begin(source)
        for block in source.blocks():
            columns.see(source, block)
            sys.stdout.writelines(_lines(form, source, block, on_error))
            sys.stdout.flush()
        columns.end(source)
    on_error.close()
    for line in column_lines(columns.notes()):
        click.echo(line, err=True)
    if on_error.skipped:
        click.echo(f"{some(on_error.skipped, 'bad line')} skipped; the first: {on_error.first}", err=True)


def _form_of(model: Any, written: tuple[Any, ...], answers: Answers, errors: bool) -> Any:
    """How this model's answers are written. What it can't say is refused before anything is read."""
    from ...learners import Multilabel
    from ..output.answer_forms import Form
    from ..output.answers import Asked
    from ..output.set_answers import SETS, AskedForSets, wanted_of
    from ..saved_models import states_probabilities

    threshold = _threshold_of(answers)
    if isinstance(model, Multilabel) and (threshold is not None or answers.abstain_below is not None):
        raise ParameterError(
            "several labels may be true at once, each by itself: leave --threshold, --cost and --abstain-below out, "
            "and decide by --output probabilities."
        )
    if isinstance(model, Multilabel) and answers.top is not None and answers.what in (None, "labels"):
        raise ParameterError("as many labels are said as are true: --top-k goes with --output scores or probabilities.")
    wanted = wanted_of(answers.what, model, threshold, answers.abstain_below, answers.top)
    if wanted == SETS:
        return Form(answers.form, wanted, AskedForSets(model, written), None, errors)
    if (wanted == "probabilities" or threshold is not None) and not states_probabilities(model):
        raise ParameterError("the model has no probabilities; learn it with --probabilities, or print --output scores.")
    if threshold is not None and len(written) != 2:
        raise ParameterError(
            f"--threshold and --cost are about two labels, and the model has {len(written):,}: "
            "print --output probabilities and decide by them."
        )
    what = "scores" if wanted == "labels" and answers.top is not None else wanted
    below = 0.0 if answers.abstain_below is None else real("--abstain-below", answers.abstain_below, at_least=0)
    if below and (threshold is not None or answers.top is not None):
        raise ParameterError(
            "--abstain-below goes with the model's own answers: leave --threshold, --cost, --top-k out."
        )
    return Form(answers.form, wanted, Asked(model, written, what, threshold, below), answers.top, errors)


def _threshold_of(answers: Answers) -> float | None:
    """From which probability on the answer is positive; None if nothing is said about it."""
    said = [name for name in ("threshold", "cost", "top") if getattr(answers, name) is not None]
    if len(said) > 1:
        first, second = (f"--{'top-k' if name == 'top' else name}" for name in said[:2])
        raise ParameterError(f"{first} and {second} exclude each other: leave one of them out.")
    return answers.threshold if answers.cost is None else answers.cost.threshold


def _lines(form: Any, source: Any, block: Any, on_error: Any) -> Iterator[str]:
    """What is said of a block; a line that is no example is told when what stands before it was answered."""
    from ...evaluation.empty_lines import EmptyLine, lines_to_answer

    said, refusals = form.asked.ask(source, block)
    done = 0
    known = lines_to_answer(source, block) if on_error.answers else block.troubles
    for trouble in [*sorted([*known, *refusals], key=lambda trouble: (trouble.row, trouble.line)), None]:
        last = len(block) if trouble is None else trouble.row
        for row in range(done, last):
            if said[row] is not None:
                yield form.row(source.name, block, row, said[row])
        done = last
        if trouble is not None:
            sys.stdout.flush()
            if not isinstance(trouble, EmptyLine):
                on_error(trouble, source.name)
            if on_error.answers:
                yield form.refused(source.name, trouble)

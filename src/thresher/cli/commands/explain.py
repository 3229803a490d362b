"""`thresher explain`: each prediction with its reasons."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import click

from ...errors import ParameterError
from ..checks import check_written
from ..options import Group, GroupedCommand, Reading, option, takes
from ..options.files import files_argument
from ..output.columns import column_lines, watched
from ..output.words import some
from ..saved_models import as_written, bits_of, learner_in, load_model, rows_in

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' | thresher learn - --format vw --model spam.thresher
  printf '| free lunch\\n' | thresher explain - --model spam.thresher --why
"""


@dataclass(frozen=True)
class Explained(Group):
    """What is told of each example, and how."""

    HEADING: ClassVar[str] = "Output"

    model: str = option(
        "--model", type=click.Path(), required=True, metavar="IN", help="A model that `thresher learn --model` saved."
    )
    why: bool = option(
        "--why", default=False, is_flag=True, help="Every part on a line: attributes, ranges, pairs, and experts."
    )
    shown: int = option(
        "--reasons", default=5, type=click.IntRange(min=1), help="Without --why: how many attributes to name."
    )
    about: str | None = option(
        "--about", metavar="LABEL", help="Whose score is explained. [default: the label that is predicted]"
    )
    as_json: bool = option("--json", default=False, is_flag=True, help="A JSON object for each, with all parts.")


@click.command("explain", cls=GroupedCommand, epilog=EXAMPLE)
@files_argument
@takes(reading=Reading, explained=Explained)
def command(files: tuple[str, ...], reading: Reading, explained: Explained) -> None:
    """Each prediction for the examples of files or a pipe (`-`), with its reasons.

    The reasons are parts of the score of the label that is predicted, and add up to it: above 0 speaks for the label,
    below 0 against it. Labels in the files are not looked at, and the model does not change.
    """
    from ...evaluation.on_error import OnError

    check_written([reading.quarantine] if reading.quarantine else [], files, appended=reading.quarantine)
    model, remembered = load_model(explained.model)
    sources = reading.sources(files, bits_of(model), remembered.get("reading"), rows_in(model), labelled=False)
    for source in sources:
        source.check()
    form = _form_of(model, as_written(learner_in(model), remembered), explained)
    on_error = OnError(reading.on_error)
    columns = watched(model, sources, reading.roles_said)
    for source in sources:
        columns.begin(source)
        for block in source.blocks():
            columns.see(source, block)
            sys.stdout.writelines(_told(form, source, block, on_error))
            sys.stdout.flush()
        columns.end(source)
    on_error.close()
    for line in column_lines(columns.notes()):
        click.echo(line, err=True)
    if on_error.skipped:
        click.echo(f"{some(on_error.skipped, 'bad line')} skipped; the first: {on_error.first}", err=True)


def _form_of(model: Any, written: tuple[Any, ...], asked: Explained) -> Any:
    from ...learners import Multilabel
    from ..output.answers import in_words
    from ..output.explanations import ExplanationForm

    learner = learner_in(model)
    if isinstance(learner, Multilabel):
        raise ParameterError(
            "Multilabel can't be asked for reasons: it has a learner for each label.",
            hint="ask that of one label, in Python: thresher.load(MODEL).member(LABEL).why_one(example)",
        )
    if not hasattr(learner, "why_one"):
        raise ParameterError(f"{type(learner).__name__} can't be asked for reasons: it is a master over other models.")
    labels = dict(zip(map(in_words, written), learner.labels, strict=True))
    if asked.about is not None and asked.about not in labels:
        raise ParameterError(f"--about {asked.about}: there is no such label; there are {', '.join(labels)}.")
    about = None if asked.about is None else labels[asked.about]
    shown = dict(zip(learner.labels, written, strict=True))
    return ExplanationForm(learner, shown, about, why=asked.why, as_json=asked.as_json, most=asked.shown)


def _told(form: Any, source: Any, block: Any, on_error: Any) -> Iterator[str]:
    """What is told of a block; a line that is no example is told when what stands before it was."""
    from ...evaluation.empty_lines import EmptyLine, lines_to_answer
    from ..output.answers import refused

    known = lines_to_answer(source, block) if on_error.answers else block.troubles
    troubles = {row: [one for one in known if one.row == row] for row in {one.row for one in known}}
    for row in range(len(block) + 1):
        for trouble in troubles.get(row, ()):
            sys.stdout.flush()
            if not isinstance(trouble, EmptyLine):
                on_error(trouble, source.name)
            if on_error.answers:
                yield form.refused(source.name, trouble)
        if row == len(block):
            return
        try:
            yield form.row(source.name, block, row)
        except ValueError as error:
            trouble = refused(block, row, source.locate(form.learner, block, row), str(error))
            on_error(trouble, source.name)
            if on_error.answers:
                yield form.refused(source.name, trouble)

"""`thresher predict`: an answer for every example, one line each."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import click

from ...errors import ParameterError
from ..checks import check_written
from ..options import Group, GroupedCommand, Reading, option, takes
from ..output.class_answers import ONE, cell, class_answers, class_form, class_head
from ..output.words import some
from ..saved_models import bits_of, load_model

WHAT = tuple(ONE)
FORMS = ("lines", "csv", "json")
_STRETCH = 256  # rows asked at a time: a refusal costs no more than these

EXAMPLE = """\b
Example:
  printf '| free lunch\\n' | thresher predict - --format vw --model spam.thresher
"""


@dataclass(frozen=True)
class Answers(Group):
    """What is printed for each example, and how."""

    HEADING: ClassVar[str] = "Output"

    model: str = option(
        "--model",
        type=click.Path(),
        required=True,
        metavar="IN",
        help="A model that `thresher learn --model` saved.",
    )
    what: str = option("--output", default="labels", type=click.Choice(WHAT), help="What to print for each example.")
    form: str = option(
        "--as", default="lines", type=click.Choice(FORMS), help="Lines; or CSV or JSON lines with line and tag."
    )
    top: int | None = option("--top-k", type=int, metavar="K", help="More than two labels: the K best.")


@click.command("predict", cls=GroupedCommand, epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@takes(reading=Reading, answers=Answers)
def command(files: tuple[str, ...], answers: Answers, reading: Reading) -> None:
    """Answer for every example of files or a pipe (`-`). The model does not change; labels are not looked at."""
    from ...evaluation.on_error import OnError

    check_written([reading.quarantine] if reading.quarantine else [], files)
    learner, remembered = load_model(answers.model)
    classes = _classes(learner)
    _check(answers, learner, classes)
    what, form, top = answers.what, answers.form, answers.top
    on_error = OnError(reading.on_error)
    sources = reading.sources(files, bits_of(learner), remembered.get("reading"), labelled=False)
    for source in sources:
        source.check()
    out = sys.stdout
    if form == "csv":
        out.write((f"file,line,tag,{ONE[what]}" if classes is None else class_head(what, classes, top)) + "\n")
    for source in sources:
        for block in source.blocks():
            if classes is None:
                write = _form(form, source.name, what)
                answered, refusals = _answers(learner, source, block, what)
            else:
                write = class_form(form, source.name, what, classes, top)
                answered, refusals = class_answers(learner, source, block, what, top)
            done = 0
            for trouble in sorted([*block.troubles, *refusals], key=lambda trouble: (trouble.row, trouble.line)):
                out.writelines(_lines(block, done, trouble.row, answered, write))  # what stands before it
                done = trouble.row
                out.flush()
                on_error(trouble, source.name)
            out.writelines(_lines(block, done, len(block), answered, write))
            out.flush()
    on_error.close()
    if on_error.skipped:
        click.echo(f"{some(on_error.skipped, 'bad line')} skipped; the first: {on_error.first}", err=True)


def _check(answers: Answers, learner: Any, classes: Any) -> None:
    from ...learners.naming import has_probabilities

    if answers.top is not None and (answers.top < 1 or classes is None):
        raise ParameterError("--top-k is a whole number from 1, for a model of many classes.")
    if answers.what == "probabilities" and not has_probabilities(learner):
        raise ParameterError("the model has no probabilities; learn it with --probabilities, or print --output scores.")


def _classes(learner: Any) -> tuple[Any, ...] | None:
    """The classes of a model of many, or of one to which no two labels came yet; None of one that has two."""
    from ...evaluation.many import many_of

    return learner.classes if many_of(learner) is not None or None in learner.labels else None


def _answers(learner: Any, source: Any, block: Any, what: str) -> tuple[list[Any], list[Any]]:
    """What the model says of each row, None of those it refuses; and its refusals."""
    import numpy as np

    from ...streams.block import Trouble

    answers: list[Any] = [None] * len(block)
    refusals = []
    names = [_shown(name) for name in learner.labels]
    tasks = np.zeros(len(block), dtype=np.int8)
    first = 0
    while first < len(block):
        last = min(len(block), first + _STRETCH)
        lesson = learner.learn_block(block.native, first, tasks[:last], scored=what != "labels")
        rows = slice(first, lesson.row)
        if what == "labels":
            answers[rows] = [names[said] for said in lesson.predictions[rows].tolist()]
        else:
            values = lesson.scores if what == "scores" else lesson.probabilities
            answers[rows] = values[rows].tolist()
        first = lesson.row
        if lesson.refusal:
            column = source.locate(learner, block, first)
            place = block.before(first)
            refusals.append(
                Trouble(first, block.native.line(first), column, lesson.refusal, "", block.text(first), place)
            )
            first += 1
    return answers, refusals


def _shown(label: Any) -> Any:
    if isinstance(label, bool):
        return 1 if label else -1
    return int(label) if isinstance(label, float) and label.is_integer() else label


def _lines(
    block: Any, first: int, last: int, answers: list[Any], form: Callable[[Any, int, Any], str]
) -> Iterator[str]:
    return (form(block, row, answers[row]) for row in range(first, last) if answers[row] is not None)


def _form(form: str, file: str, what: str) -> Callable[[Any, int, Any], str]:
    if form == "lines":
        return lambda block, row, answer: f"{answer}\n"
    if form == "csv":
        return lambda block, row, answer: (
            f"{cell(file)},{block.native.line(row)},{cell(block.native.tag(row))},{cell(str(answer))}\n"
        )
    key = ONE[what]
    return lambda block, row, answer: (
        json.dumps(
            {"file": file, "line": block.native.line(row), "tag": block.native.tag(row), key: answer},
            ensure_ascii=False,
        )
        + "\n"
    )

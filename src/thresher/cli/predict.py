"""`thresher predict`: an answer for every example, one line each."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from .reading import error_options, load_model, reading_options, sources

WHAT = ("labels", "scores", "probabilities")
FORMS = ("lines", "csv", "json")

EXAMPLE = """\b
Example:
  printf '| free lunch\\n' | thresher predict - --format vw --model spam.thresher
"""


@click.command("predict", epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--model", required=True, metavar="IN", help="A model that `thresher learn --model` saved.")
@click.option(
    "--output",
    "what",
    type=click.Choice(WHAT),
    default="labels",
    show_default=True,
    help="What to print for each example.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(FORMS),
    default="lines",
    show_default=True,
    help="Lines; or CSV or JSON lines with line and tag.",
)
@reading_options
@error_options
def command(files: tuple[str, ...], model: str, what: str, form: str, **options: Any) -> None:
    """Answer for every example of files or a pipe (`-`). The model does not change; labels are not looked at."""
    from ..errors import ParameterError
    from ..evaluation.on_error import OnError
    from ..naming import has_probabilities

    if options["labels"]:
        raise ParameterError("the model knows its labels: leave --labels out.")
    learner, progress = load_model(model)
    if what == "probabilities" and not has_probabilities(learner):
        raise ParameterError("the model has no probabilities; learn it with --probabilities, or print --output scores.")
    on_error = OnError(options["on_error"])
    out = sys.stdout
    if form == "csv":
        out.write(f"file,line,tag,{what[:-1] if what != 'probabilities' else 'probability'}\n")
    for source in sources(files, options, learner.get_params()["bits"], progress.get("reading"), labelled=False):
        for block, rows in _rows(source, learner, on_error):
            out.writelines(_lines(block, rows, _answers(learner, block, what), _form(form, source.name, what)))
            out.flush()
    on_error.close()
    if on_error.skipped:
        click.echo(f"{on_error.skipped:,} bad lines skipped; the first: {on_error.first}", err=True)


def _rows(source: Any, learner: Any, on_error: Any) -> Iterator[tuple[Any, list[int]]]:
    """Blocks, and the rows of each that have an answer. Bad lines are reported in their order."""
    from ..streams.block import Trouble

    for block in source.blocks():
        troubles = list(block.troubles)
        refused = set()
        first = 0
        while first < len(block):
            row, why = learner.refused_in(block.native, first, len(block))
            if row < len(block):
                place = block.before(row)
                column = source.locate(learner, block, row)
                troubles.append(Trouble(row, block.native.line(row), column, why, "", block.native.text(row), place))
                refused.add(row)
            first = row + 1
        answered = 0
        for trouble in sorted(troubles, key=lambda trouble: (trouble.row, trouble.line)):
            yield block, [row for row in range(answered, trouble.row) if row not in refused]  # what stands before it
            answered = trouble.row
            on_error(trouble, source.name)
        yield block, [row for row in range(answered, len(block)) if row not in refused]


def _answers(learner: Any, block: Any, what: str) -> list[Any]:
    import numpy as np

    lesson = learner.learn_block(block.native, 0, np.zeros(len(block), dtype=np.int8), scored=what != "labels")
    if what == "labels":
        names = [_shown(name) for name in learner.labels]
        return [names[said] for said in lesson.predictions.tolist()]
    values = lesson.scores if what == "scores" else lesson.probabilities
    return list(values.tolist())


def _shown(label: Any) -> Any:
    if isinstance(label, bool):
        return 1 if label else -1
    return int(label) if isinstance(label, float) and label.is_integer() else label


def _lines(block: Any, rows: list[int], answers: list[Any], form: Callable[[Any, int, Any], str]) -> Iterator[str]:
    return (form(block, row, answers[row]) for row in rows)


def _form(form: str, file: str, what: str) -> Callable[[Any, int, Any], str]:
    if form == "lines":
        return lambda block, row, answer: f"{answer}\n"
    if form == "csv":
        return lambda block, row, answer: (
            f"{_cell(file)},{block.native.line(row)},{_cell(block.native.tag(row))},{_cell(str(answer))}\n"
        )
    key = {"labels": "label", "scores": "score", "probabilities": "probability"}[what]
    return lambda block, row, answer: (
        json.dumps(
            {"file": file, "line": block.native.line(row), "tag": block.native.tag(row), key: answer},
            ensure_ascii=False,
        )
        + "\n"
    )


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text

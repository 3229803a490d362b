"""`thresher inspect`: what a model is, what changed between two, and what is in a data file."""

import json
from pathlib import Path
from typing import Any

import click

from ..options import GroupedCommand, Reading, takes
from ..saved_models import load_model

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' > mail.vw
  thresher inspect mail.vw
"""

SAID = {"features": "values other than 0"}
"""Keys of JSON that are said otherwise to people."""


@click.command("inspect", cls=GroupedCommand, epilog=EXAMPLE)
@click.argument("file", metavar="MODEL|DATA")
@click.argument("other", required=False, metavar="[MODEL]")
@click.option("--weights", "shown", default=20, show_default=True, help="How many of the largest weights to show.")
@click.option(
    "--since",
    type=click.IntRange(min=0),
    help="Of Auto: its loss beside its best expert's and the bound, over the examples after the first so many.",
)
@click.option("--bits", type=int, help="Data in VW's format: hash as VW does with -b.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@takes(without=("on_error",), reading=Reading)
def command(
    file: str, other: str | None, shown: int, since: int | None, bits: int | None, as_json: bool, reading: Reading
) -> None:
    """What a model is: its learner, labels, parameters, counts and largest weights. With a second model: what changed
    from the first to the second. Of a data file: its format, and how many examples, labels and values it holds.
    """
    from ...errors import InputError
    from ..output.records import print_record

    if (Path(file) / "models.json").is_file():
        raise InputError(
            f"{file}: is a folder of models by key, not a model.",
            hint="a model of it, in Python: thresher.scale.Keyed.load(FOLDER).model(KEY)",
        )
    if Path(file).is_dir():
        raise InputError(f"{file}: is a folder.")
    if file != "-" and not Path(file).is_file():
        raise InputError(f"{file}: can't be opened: there is no such file.")
    words: list[str] = []
    if since is not None and (other is not None or not _is_model(file)):
        raise InputError("--since is about one model.")
    if not _is_model(file):
        if other is not None:
            raise InputError(f"{file} is no model; two files to inspect are two models.")
        record = _data(file, bits, reading)
    elif other is None:
        record, words = _model(file, shown, since)
    else:
        record = _change(file, other, shown)
    if as_json:
        click.echo(json.dumps(record, default=str))
    else:
        shown_otherwise = ("standing", "trust") if words else ()
        print_record({SAID.get(key, key): value for key, value in record.items() if key not in shown_otherwise})
        for line in words:  # as wide as they are
            click.echo(line)


def _is_model(name: str) -> bool:
    if name == "-":
        return False
    with Path(name).open("rb") as file:
        start = file.read(4096)
    return name.endswith(".thresher") or (start[8:9] == b"{" and b"thresher" in start)


def _data(name: str, bits: int | None, reading: Reading) -> dict[str, Any]:
    from ...streams import describe

    (source,) = reading.sources([name], bits)
    found = describe(source)
    record = {
        "data": name,
        "format": found.format,
        "lines": found.lines,
        "examples": found.examples,
        "labelled": found.labelled,
        "features": found.features,
        "weighted_examples": found.weight_sum,
        "weighted_label_sum": found.label_sum,
        "bytes": found.bytes,
        "bad_lines": found.bad_lines,
    }
    if found.first_trouble is not None:
        record["first_bad_line"] = found.first_trouble.sentence(name)
    return record


def _model(name: str, shown: int, since: int | None) -> tuple[dict[str, Any], list[str]]:
    """What is known of it, and of a master the words of its own."""
    from ..output.models import model_record, model_words

    model, remembered = load_model(name)
    return model_record(name, model, remembered, shown, since), model_words(model, since)


def _change(before: str, after: str, shown: int) -> dict[str, Any]:
    from ..output.models import model_change

    return model_change(before, load_model(before), after, load_model(after), shown)

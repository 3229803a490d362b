"""The options that say how files are read, and the sources they make."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from ...errors import InputError, ModelFileError, ParameterError

FORMATS = ("svmlight", "vw", "snow", "csv", "json", "text", "parquet", "arrow")
WORDS = {"pairs": False, "counts": False, "lower": True}
_WORDS_OPTIONS = {
    "pairs": ("--no-pairs", "--pairs"),
    "counts": ("--no-counts", "--counts"),
    "lower": ("--keep-case", "--lower"),
}
READING = ("format", "one_based", "label", "importance", "tag", "text", *WORDS, "categories", "ignore")


def error_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What to do with bad lines, and which labels there are."""
    options = (
        click.option("--labels", metavar="NEG,POS", help="Labels other than 0/1 and -1/1: ham,spam for instance."),
        click.option(
            "--on-error",
            default="stop",
            show_default=True,
            metavar="stop|skip|quarantine=FILE",
            help="What to do with a line that is no example.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How files are read: the same for every command that reads them."""
    options = (
        click.option("--format", type=click.Choice(FORMATS), help="Else found by the file's name or first line."),
        click.option(
            "--one-based/--zero-based",
            default=None,
            help="svmlight: the first column is 1. [default: columns as written]",
        ),
        click.option("--label", metavar="COLUMN", help="Tables: the column with the label. [default: label]"),
        click.option("--importance", metavar="COLUMN", help="Tables: the column with importance weights."),
        click.option("--tag", metavar="COLUMN", help="Tables: a column to carry along with predictions."),
        click.option("--text", metavar="COLUMN", multiple=True, help="Tables: split into words; may be repeated."),
        click.option("--pairs/--no-pairs", default=None, help="Text: also pairs of neighbouring words."),
        click.option("--counts/--no-counts", default=None, help="Text: a word's value is how often it occurs."),
        click.option("--lower/--keep-case", default=None, help="Text: words in lower case. [default: lower]"),
        click.option(
            "--category",
            "categories",
            metavar="COLUMN",
            multiple=True,
            help="Tables: a category even where it looks like a number.",
        ),
        click.option("--ignore", metavar="COLUMN", multiple=True, help="Tables: leave out."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def sources(
    files: Sequence[str],
    options: dict[str, Any],
    bits: int | None,
    remembered: dict[str, Any] | None = None,
    *,
    labelled: bool = True,
) -> list[Any]:
    """The files as sources. What is not said is as it was when the model learned.

    labelled: labels and importance weights are wanted; else columns of a table may also be missing.
    """
    from ...data.text import Words
    from ...streams import Columns, Source
    from ...streams.opening import STDIN

    said = {name: options[name] for name in READING if options.get(name) not in (None, ())}
    known = (remembered or {}) | said
    _check_words(remembered or {}, known, said)
    columns = Columns(
        label=known.get("label", "label"),
        weight=known.get("importance") if labelled else None,
        tag=known.get("tag"),
        text=tuple(known.get("text", ())),
        categories=tuple(known.get("categories", ())),
        ignore=(*known.get("ignore", ()), *([] if labelled else filter(None, [known.get("importance")]))),
        lenient=not labelled,
        words=Words(**{name: known.get(name, usual) for name, usual in WORDS.items()}),
    )
    first = 1 if known.get("one_based") else 0
    for name in files:
        if name != STDIN and not os.path.exists(name):
            raise InputError(f"{name}: can't be opened: there is no such file.")
        if os.path.isdir(name):
            raise InputError(f"{name}: is a folder.")
    return [Source(name, options.get("format"), first, bits, columns) for name in files]


def check_outputs(files: Sequence[str], options: dict[str, Any]) -> None:
    """What can't be written in the end, or would be written over what is read, is said in the beginning."""
    inputs = {os.path.realpath(name) for name in [*files, options.get("test") or ""] if name}
    paths = [options.get(name) for name in ("model", "log", "plot", "report")]
    on_error = options.get("on_error", "")
    paths.append(on_error.partition("=")[2] if on_error.startswith("quarantine=") else None)
    for path in filter(None, paths):
        folder = os.path.dirname(path) or "."
        if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK):
            raise InputError(f"{path}: can't be written: {folder} is no folder to write to.")
        if os.path.realpath(path) in inputs:
            raise InputError(f"{path}: is read, and can't be written to in the same run.")


def load_model(path: str) -> tuple[Any, dict[str, Any]]:
    """A saved model and what is remembered beside it."""
    from pathlib import Path

    from ...files.snapshots import progress_of
    from ...learners import load

    try:
        return load(path), progress_of(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"{path}: can't be opened: {error.strerror}.") from None
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from None


def to_remember(options: dict[str, Any], remembered: dict[str, Any] | None = None) -> dict[str, Any]:
    """How the data were read, for whoever predicts with the model."""
    said = {name: options[name] for name in READING if name != "format" and options.get(name) not in (None, ())}
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}
    implied = {"text": ["text"]} if options.get("format") == "text" else {}
    return implied | (remembered or {}) | plain


def _check_words(remembered: dict[str, Any], known: dict[str, Any], said: dict[str, Any]) -> None:
    """A model knows words by the names that they had when it learned: other names would be other attributes."""
    for name in (name for name in WORDS if name in said):
        learned, option = remembered.get(name, WORDS[name]), _WORDS_OPTIONS[name]
        if "text" not in known and known.get("format") != "text":
            raise ParameterError(f"{option[said[name]]} is about words: name the column of text by --text COLUMN.")
        if "text" in remembered and said[name] != learned:
            raise ParameterError(
                f"the model learned its words with {option[learned]}: leave {option[said[name]]} out, or learn anew."
            )
    if "text" not in remembered:
        return
    before, now = list(remembered["text"]), list(known["text"])
    if sorted(before) != sorted(now) and max(len(before), len(now)) > 1:
        raise ParameterError(
            f"the model learned from the text of {', '.join(before)}, not of {', '.join(now)}. The words of several "
            "columns have the columns in their names: name the same ones, or learn anew."
        )


def pair(labels: str | None) -> tuple[Any, Any] | None:
    """NEG,POS as a pair: of numbers if both are."""
    if labels is None:
        return None
    parts = [part.strip() for part in labels.split(",")]
    if len(parts) != 2 or not all(parts):
        raise click.BadParameter(
            "give two labels with a comma between them, the negative one first: ham,spam", param_hint="--labels"
        )
    try:
        return float(parts[0]), float(parts[1])
    except ValueError:
        return parts[0], parts[1]

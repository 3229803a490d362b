"""The options that say how files are read, and the sources they make."""

from collections.abc import Callable, Sequence
from typing import Any

import click

FORMATS = ("svmlight", "vw", "snow", "csv", "json", "parquet", "arrow")
READING = ("format", "one_based", "label", "importance", "tag", "text", "categories", "ignore")


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How files are read: the same for every command that reads them."""
    options = (
        click.option("--format", type=click.Choice(FORMATS), help="Else found by the file's name or first line."),
        click.option(
            "--one-based/--zero-based",
            default=None,
            help="svmlight: the first column is 1. [default: columns as written]",
        ),
        click.option("--labels", metavar="NEG,POS", help="Labels other than 0/1 and -1/1: ham,spam for instance."),
        click.option("--label", metavar="COLUMN", help="Tables: the column with the label. [default: label]"),
        click.option("--importance", metavar="COLUMN", help="Tables: the column with importance weights."),
        click.option("--tag", metavar="COLUMN", help="Tables: a column to carry along with predictions."),
        click.option("--text", metavar="COLUMN", multiple=True, help="Tables: split into words; may be repeated."),
        click.option(
            "--category",
            "categories",
            metavar="COLUMN",
            multiple=True,
            help="Tables: a category even where it looks like a number.",
        ),
        click.option("--ignore", metavar="COLUMN", multiple=True, help="Tables: leave out."),
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


def sources(
    files: Sequence[str], options: dict[str, Any], bits: int | None, remembered: dict[str, Any] | None = None
) -> list[Any]:
    """The files as sources. What is not said is as it was when the model learned."""
    from ..streams import Columns, Source

    said = {name: options[name] for name in READING if options.get(name) not in (None, ())}
    known = (remembered or {}) | said
    columns = Columns(
        label=known.get("label", "label"),
        weight=known.get("importance"),
        tag=known.get("tag"),
        text=tuple(known.get("text", ())),
        categories=tuple(known.get("categories", ())),
        ignore=tuple(known.get("ignore", ())),
    )
    first = 1 if known.get("one_based") else 0
    return [Source(name, options.get("format"), first, bits, columns) for name in files]


def to_remember(options: dict[str, Any], remembered: dict[str, Any] | None = None) -> dict[str, Any]:
    """How the data were read, for whoever predicts with the model."""
    said = {name: options[name] for name in READING if name != "format" and options.get(name) not in (None, ())}
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}
    return (remembered or {}) | plain


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

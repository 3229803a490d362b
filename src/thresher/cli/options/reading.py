"""How files are read: the options, and the sources that they make."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import click

from ...errors import InputError, ParameterError
from .group import Group, option
from .numbers import SIZES, TargetIds

if TYPE_CHECKING:
    from ...data import Rows
    from ...streams import Source
    from ...streams.targets import Targets


FORMATS = ("svmlight", "vw", "snow", "csv", "json", "text", "parquet", "arrow")
WORDS = {"pairs": False, "counts": False, "lower": True, "shape": True, "characters": None}  # what they are unless said
_SPELLED = {
    "pairs": ("--no-pairs", "--pairs"),
    "counts": ("--no-counts", "--counts"),
    "lower": ("--keep-case", "--lower"),
    "shape": ("--no-shape", "--shape"),
}
_TABLES = "Tables and texts"
_ROLES = {
    "label": "label",
    "weight": "importance",
    "tag": "tag",
    "text": "text",
    "categories": "categories",
    "dates": "dates",
    "ignore": "ignore",
    "missing": "missing",
    "strict": "strict_columns",
}
"""What a model says of columns, and the option that says it."""


@dataclass(frozen=True)
class Reading(Group):
    """What files look like, and what is done with a line that is no example."""

    HEADING: ClassVar[str] = "Files"

    format: str | None = option(
        "--format", type=click.Choice(FORMATS), help="Else found by the file's name or first line."
    )
    one_based: bool | None = option(
        "--one-based/--zero-based", help="svmlight: the first column is 1. [default: columns as written]"
    )
    targets: tuple[int, ...] | str | None = option(
        "--targets",
        type=TargetIds(),
        metavar="ID,ID...|first",
        help="SNoW: the ids that are labels, wherever they stand in a line. [default: the first id of a line]",
    )
    target: int | None = option(
        "--target",
        type=int,
        metavar="ID",
        help="SNoW: learn whether this target is there, 1 or 0; a line may have several of --targets.",
    )
    multilabel: bool | None = option(
        "--multilabel",
        is_flag=True,
        help="Several labels may be true of an example, or none: all --targets of a line, elsewhere written 1,2.",
    )
    on_error: str = option(
        "--on-error",
        default="stop",
        metavar="stop|skip|answer|quarantine=FILE",
        help="What to do with a line that is no example; answer: give it an answer line of its own.",
    )
    label: str | None = option(
        "--label", heading=_TABLES, metavar="COLUMN", help="The column with the label. [default: label]"
    )
    importance: str | None = option(
        "--importance", "--weight", heading=_TABLES, metavar="COLUMN", help="The column with importance weights."
    )
    tag: str | None = option(
        "--tag", heading=_TABLES, metavar="COLUMN", help="A column to carry along with predictions."
    )
    text: tuple[str, ...] = option(
        "--text",
        default=(),
        heading=_TABLES,
        metavar="COLUMN",
        multiple=True,
        help="Split into words; may be repeated.",
    )
    pairs: bool | None = option("--pairs/--no-pairs", heading=_TABLES, help="Text: also pairs of neighbouring words.")
    counts: bool | None = option(
        "--counts/--no-counts", heading=_TABLES, help="Text: a word's value is how often it occurs."
    )
    lower: bool | None = option(
        "--lower/--keep-case", heading=_TABLES, help="Text: words in lower case. [default: lower]"
    )
    characters: tuple[int, int] | None = option(
        "--characters",
        heading=_TABLES,
        metavar="3-4",
        type=SIZES,
        help="Text: also runs of so many neighbouring characters.",
    )
    shape: bool | None = option(
        "--shape/--no-shape",
        heading=_TABLES,
        help="Text: also its length, capitals, digits, signs, ! and ?. [default: shape]",
    )
    categories: tuple[str, ...] = option(
        "--category",
        "--categories",
        default=(),
        heading=_TABLES,
        metavar="COLUMN",
        multiple=True,
        help="A category even where it looks like a number.",
    )
    dates: tuple[str, ...] = option(
        "--dates",
        "--time",
        default=(),
        heading=_TABLES,
        metavar="COLUMN",
        multiple=True,
        help="Dates or times (ISO 8601): hour, weekday, month, days.",
    )
    ignore: tuple[str, ...] = option(
        "--ignore", default=(), heading=_TABLES, metavar="COLUMN", multiple=True, help="Leave out."
    )
    missing: tuple[str, ...] = option(
        "--missing",
        default=(),
        heading=_TABLES,
        metavar="WORD",
        multiple=True,
        help="Says that nothing is known. [default: NA, null, nan, ... as in pandas]",
    )
    separator: str | None = option(
        "--separator",
        "--delimiter",
        heading=_TABLES,
        metavar="CHARACTER",
        help="CSV: what stands between cells. [default: , ; tab or |, found in the first line]",
    )
    strict_columns: bool | None = option(
        "--strict-columns/--no-strict-columns",
        heading=_TABLES,
        help="Refuse columns that are gone or new, and numbers that turned into text. [default: warn]",
    )

    def sources(
        self,
        files: Sequence[str],
        bits: int | None,
        remembered: Mapping[str, Any] | None = None,
        rows: "Rows | None" = None,
        *,
        labelled: bool = True,
    ) -> "list[Source]":
        """The files as sources. What is not said is as it was when the model learned.

        remembered: how it read files.   rows: what it says of columns.
        labelled: labels and importance weights are wanted; else columns of a table may also be missing.
        """
        from ...streams import Source

        before = _with_words(dict(remembered or {})) | _said_by(rows)
        known = before | self._said()
        _check_words(before, known, self._said())
        columns = _columns(known, labelled)
        first = 1 if known.get("one_based") else 0
        check_readable(files)
        return [
            Source(
                name,
                self.format or remembered_format(name, before.get("format")),
                first,
                bits,
                columns,
                self.between_cells or remembered_separator(name, before.get("separator")),
                targets=self._targets(known, labelled),
            )
            for name in files
        ]

    def _targets(self, known: Mapping[str, Any], labelled: bool) -> "Targets":
        from ...streams.targets import Targets

        several = bool(known.get("multilabel"))
        return Targets.of(
            known.get("targets"), known.get("target"), candidates=not labelled and not several, several=several
        )

    def to_remember(self, remembered: Mapping[str, Any] | None = None, format: str | None = None) -> dict[str, Any]:
        """How the data were read, for whoever predicts with the model; what columns mean it knows itself.

        format: what it was found to be.
        """
        kept = ("one_based", "format", "separator", "targets", "target", "multilabel")
        known = {name: value for name, value in (remembered or {}).items() if name in kept}
        said = {
            "one_based": self.one_based,
            "format": format,
            "separator": self.between_cells,
            "targets": list(self.targets) if isinstance(self.targets, tuple) else self.targets,
            "target": self.target,
            "multilabel": self.multilabel,
        }
        return known | {name: value for name, value in said.items() if value or (name == "target" and value == 0)}

    @property
    def roles_said(self) -> list[tuple[str, str]]:
        """Columns whose role was said this time; labels and weights may be missing where answers are wanted."""
        several = {role: getattr(self, _ROLES[role]) for role in ("text", "categories", "dates", "ignore")}
        return [(name, role) for role, names in several.items() for name in names] + (
            [(self.tag, "tag")] if self.tag else []
        )

    @property
    def between_cells(self) -> str | None:
        """The separator as a character, where it was said by a word."""
        return {"tab": "\t", "\\t": "\t", "space": " "}.get(self.separator or "", self.separator)

    @property
    def quarantine(self) -> str | None:
        """The file that bad lines go to, if there is one."""
        policy, _, path = self.on_error.partition("=")
        return path if policy == "quarantine" and path else None

    def _said(self) -> dict[str, Any]:
        names = ("format", "one_based", "targets", "target", "multilabel", *(name for name in _ROLES.values()), *WORDS)
        said = {name: getattr(self, name) for name in names if getattr(self, name) not in (None, ())}
        return said if self.multilabel else {name: one for name, one in said.items() if name != "multilabel"}


def remembered_format(name: str, before: str | None) -> str | None:
    """The format that a model learned from, for what does not say its own: a pipe, a file whose name says nothing.

    Plain text looks like a table of one column, so it is not looked at.
    """
    from ...streams.formats import format_by_look, format_by_name
    from ...streams.opening import peek

    if before is None or not os.path.isfile(name):
        return None if before in ("parquet", "arrow") else before
    looks = None if before == "text" else format_by_look(peek(name))
    return None if format_by_name(name) or looks else before


def remembered_separator(name: str, before: str | None) -> str | None:
    """What stood between cells where a model learned, unless a file shows that it is something else there."""
    from ...streams.opening import peek

    if before is None or not os.path.isfile(name):
        return before
    first_line = peek(name).partition(b"\n")[0]
    return before if before.encode() in first_line else None


def check_readable(files: Iterable[str]) -> None:
    """That there are such files; standard input is `-`."""
    for name in files:
        if name != "-" and not os.path.exists(name):
            raise InputError(f"{name}: can't be opened: there is no such file.")
        if os.path.isdir(name):
            raise InputError(f"{name}: is a folder.")


def _said_by(rows: "Rows | None") -> dict[str, Any]:
    """What a model says of columns, as it would be said here."""
    if rows is None:
        return {}
    plain = rows.to_plain()
    words = {name: getattr(rows.words, name) for name in WORDS} if rows.text else {}
    return {_ROLES[name]: value for name, value in plain.items() if name in _ROLES} | words


def _columns(known: Mapping[str, Any], labelled: bool) -> "Rows":
    from ...data import Rows, Words

    importance = known.get("importance")
    return Rows(
        label=known.get("label", "label"),
        weight=importance if labelled else None,
        tag=known.get("tag"),
        text=tuple(known.get("text", ())),
        categories=tuple(known.get("categories", ())),
        dates=tuple(known.get("dates", ())),
        missing=tuple(known["missing"]) if known.get("missing") is not None else None,
        strict=bool(known.get("strict_columns")),
        ignore=(*known.get("ignore", ()), *([importance] if importance and not labelled else [])),
        lenient=not labelled,
        words=Words(**{name: known.get(name, usual) for name, usual in WORDS.items()}),
    )


def _with_words(remembered: Mapping[str, Any]) -> dict[str, Any]:
    """How a model read its files. One of Thresher 0.1.0 says nothing of shape, because there was none."""
    return ({"shape": False} if "text" in remembered else {}) | dict(remembered)


def _spelled(name: str, value: Any) -> str:
    if name == "characters":
        return f"--characters {value[0]}-{value[1]}" if value else "no --characters"
    return _SPELLED[name][value]


def _check_words(remembered: Mapping[str, Any], known: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    """A model knows words by the names that they had when it learned: other names would be other attributes."""
    for name in (name for name in WORDS if name in said):
        learned, spelled = remembered.get(name, WORDS[name]), _spelled(name, said[name])
        if "text" not in known and known.get("format") != "text":
            raise ParameterError(f"{spelled} is about words: name the column of text by --text COLUMN.")
        if "text" in remembered and spelled != _spelled(name, learned):
            raise ParameterError(
                f"the model learned its words with {_spelled(name, learned)}: leave {spelled} out, or learn anew."
            )
    if "text" not in remembered:
        return
    before, now = list(remembered["text"]), list(known["text"])
    if sorted(before) != sorted(now) and max(len(before), len(now)) > 1:
        raise ParameterError(
            f"the model learned from the text of {', '.join(before)}, not of {', '.join(now)}. The words of several "
            "columns have the columns in their names: name the same ones, or learn anew."
        )

"""The sets in a folder: which files are one, which order means something, and why a file is left out."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thresher.errors import InputError, ParameterError
from thresher.streams import Columns, Source

from .examples import Examples

SUFFIXES = (".libsvm", ".svmlight", ".svm", ".vw", ".dat", ".data", ".csv", ".gz", ".zst", ".txt")
LEFT_OUT = (".md", ".stderr", ".stdout", ".py", ".json", ".jsonl", ".tsv", ".log", ".html", ".names")
LABEL_COLUMNS = ("label", "class", "target", "y")
MOST_CLASSES = 1000

# Their rows are in order of time, or their concept is known to shift: no other order is tried.
IN_TIME = re.compile(
    r"spamassassin|gutenberg|sotu|elec|weather|power|airline|drift|stream|time|occupancy|news|usenet|mail|sensor"
    r"|covertype|covtype|stock|ozone|rialto|insects|season|sequence|ordered",
    re.IGNORECASE,
)
_TWIN = re.compile(r"[._-](t|te|tr|test|train|training|testing)$")


@dataclass(frozen=True)
class DataSet:
    """One stream of a folder.

    origin: what it was split from. A training file and its test file are two sets and one origin, and an origin
        counts once where results of several sets are put together.
    ordered: its order means something.
    """

    name: str
    path: Path
    ordered: bool

    @property
    def origin(self) -> str:
        return origin_of(self.name)


@dataclass(frozen=True)
class Skipped:
    """A file that is no set, and why."""

    path: Path
    reason: str


def origin_of(name: str) -> str:
    """The name without what says which part it is.

    >>> origin_of("a9a.t"), origin_of("agaricus.train"), origin_of("rcv1_small_test"), origin_of("sms_spam")
    ('a9a', 'agaricus', 'rcv1_small', 'sms_spam')
    """
    return _TWIN.sub("", name)


def find_sets(*folders: Path) -> list[DataSet]:
    """Every file that may be a set, in the order of their paths; whether it is one is seen when it is read."""
    found: dict[str, DataSet] = {}
    for folder in folders:
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and _may_be_one(path)]
        times = Counter(_short(path) for path in paths)
        said = _said_orders(folder)
        for path in paths:
            below = path.relative_to(folder)
            name = _short(path) if times[_short(path)] == 1 else _long(below)
            name = f"{folder.name}-{name}" if name in found else name
            found[name] = DataSet(name, path, said.get(_short(path), bool(IN_TIME.search(str(below)))))
    return list(found.values())


def _may_be_one(path: Path) -> bool:
    return path.suffix not in LEFT_OUT and path.name.upper() != "README" and not path.name.startswith(".")


def _said_orders(folder: Path) -> dict[str, bool]:
    """Whether order means something, where lines of `info.jsonl` say it: {"name": ..., "order": "time"} or another."""
    path = folder / "info.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    facts = [json.loads(line) for line in lines]
    return {fact["name"]: fact["order"].startswith("time") for fact in facts if "order" in fact}


def _long(path: Path) -> str:
    return "-".join([*path.parts[:-1], _short(path)])


def read_set(found: DataSet, limit: int | None = None) -> Examples | Skipped:
    """Its examples, or why it can't be used."""
    try:
        rows, labels = _read(found.path, limit)
    except (InputError, ParameterError, UnicodeDecodeError, OSError) as error:
        return Skipped(found.path, f"not read: {error}")
    numbers = [_number(label) for label in labels]
    if None in numbers:
        return Skipped(found.path, "its labels are not numbers")
    written = np.array(numbers, dtype=np.float64)
    if np.any(written != np.floor(written)):
        return Skipped(found.path, "regression: its labels are not classes")
    known, y = np.unique(written, return_inverse=True)
    if len(known) < 2:
        return Skipped(found.path, "it has one class only")
    if len(known) > min(MOST_CLASSES, max(2, len(y) // 5)):
        return Skipped(found.path, f"{len(known)} different labels in {len(y)} rows are no classes")
    return Examples.from_rows(rows, y, len(known))


def _short(path: Path) -> str:
    name = path.name
    while Path(name).suffix in SUFFIXES:
        name = Path(name).stem
    return name.replace(".txt.", ".")


def _read(path: Path, limit: int | None) -> tuple[list[dict[int, float]], list[object]]:
    """Attributes become columns in order of first appearance, so that nothing collides however it is stored."""
    source = Source(str(path))
    if source.found_format == "csv":
        source = Source(str(path), columns=Columns(label=_label_column(path)))
    columns: dict[object, int] = {}
    rows: list[dict[int, float]] = []
    labels: list[object] = []
    for block in source.blocks():
        if block.troubles:
            raise InputError(block.troubles[0].sentence(path.name))
        for x, label in zip(block.examples(), block.labels, strict=True):
            if limit is not None and len(rows) >= limit:
                return rows, labels
            rows.append({columns.setdefault(name, len(columns)): value for name, value in x.items()})
            labels.append(label)
    return rows, labels


def _label_column(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        heads = [head.strip().strip('"') for head in file.readline().split(",")]
    found = next((head for head in heads if head.lower() in LABEL_COLUMNS), None)
    if found is None:
        raise InputError(f"no column is called {', '.join(LABEL_COLUMNS)}.")
    return found


def _number(label: object) -> float | None:
    try:
        number = float(label)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if np.isfinite(number) else None

"""Findings as files: a CSV per table, a PNG and an SVG per figure, `findings.json`, and a page over all of it."""

import csv
import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...errors import InputError
from .drawing import draw
from .experiment import Findings, Size, Table
from .page import page


def write(findings: Findings, folder: Path, *, name: str, title: str, size: Size, seed: int) -> list[Path]:
    """Writes everything into `folder`, which is made if it is not there; returns the paths, the page first."""
    _check_names([*(figure.name for figure in findings.figures), *(table.name for table in findings.tables)])
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "index.html", folder / "findings.json"]
    for table in findings.tables:
        paths.append(_write_table(table, folder))
    for figure in findings.figures:
        paths += draw(figure, folder)
    record = {"experiment": name, "title": title, "size": size, "seed": seed, **_plain(asdict(findings))}
    paths[1].write_text(json.dumps(record, allow_nan=False) + "\n", encoding="utf-8")
    made = f"thresher experiment {name}{' --quick' if size == 'quick' else ''} --seed {seed}"
    paths[0].write_text(page(findings, title, made), encoding="utf-8")
    return paths


def _write_table(table: Table, folder: Path) -> Path:
    path = folder / f"{table.name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.columns)
        for row in table.rows:
            if len(row) != len(table.columns):
                raise InputError(f"a row of {table.name} has {len(row)} cells under {len(table.columns)} columns.")
            writer.writerow(row)
    return path


def _check_names(names: Iterable[str]) -> None:
    """They become the names of files that lie side by side."""
    seen = {"index", "findings"}
    for name in names:
        if name in seen or not name.replace("_", "").replace("-", "").isalnum():
            raise InputError(
                f"a figure or table can't be called {name!r}: use each name once, letters, digits, - and _."
            )
        seen.add(name)


def _plain(value: Any) -> Any:
    """The same without numbers that JSON does not know."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value

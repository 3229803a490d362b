"""Learning from frames of pandas and polars beside the same rows as dicts, in one process.

The rows are those of benchmarks/tables.py: three numbers and two categories, the same with a text of twenty words, and
thirty numbers. Ratios only mean something within one run: contenders take turns, and the best of several rounds counts.
"dicts, one by one" is a loop of learn_one over dicts that are there already; "to_dict and one by one" makes them of the
frame first, as one has to without frames.

    python benchmarks/frames.py                           # a million rows
    python benchmarks/frames.py --rows 100000 --rounds 3  # a quick look
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import pandas as pd
import polars as pl
from rich.console import Console
from rich.table import Table
from tables import CATEGORIES, COLUMNS, NUMBERS, mixed_rows, numeric_rows

import thresher as th
from thresher.learners import make_learner

Contender = Callable[[], Any]


def mixed_frame(rows: int, text: bool) -> pd.DataFrame:
    names = ["label", *NUMBERS, *CATEGORIES, "body"]
    frame = pd.DataFrame(mixed_rows(rows), columns=names)
    return frame if text else frame.drop(columns="body")


def numeric_frame(rows: int) -> pd.DataFrame:
    return pd.DataFrame(numeric_rows(rows), columns=["label", *(f"x{i}" for i in range(COLUMNS))])


def contenders(frame: pd.DataFrame, learner: str, text: bool) -> dict[str, Contender]:
    """What is timed; every one learns all rows."""
    rows = th.Rows(label="label", text=("body",) if text else ())
    labels = frame["label"].tolist()
    coded = frame.astype({name: "category" for name in CATEGORIES if name in frame})
    forms = {"pandas": frame, "pandas, categories": coded, "polars": pl.DataFrame(frame)}
    if not any(name in frame for name in CATEGORIES):
        del forms["pandas, categories"]

    def made() -> Any:
        return make_learner(learner, rows=rows) if rows.text else make_learner(learner)

    def one_by_one(given: list[dict[str, Any]]) -> None:
        learn = made().learn_one
        for row, label in zip(given, labels, strict=True):
            learn(row, label)

    found: dict[str, Contender] = {
        name: lambda X=X: made().learn_many(X if rows.text else _unlabelled(X), X["label"]) for name, X in forms.items()
    }
    bare = frame if rows.text else _unlabelled(frame)  # the roles leave the label out, where there are any
    plain = bare.to_dict("records")
    found["dicts, all at once"] = lambda: made().learn_many(plain, labels)
    found["dicts, one by one"] = lambda: one_by_one(plain)
    found["to_dict and one by one"] = lambda: one_by_one(bare.to_dict("records"))
    return found


def _unlabelled(X: Any) -> Any:
    return X.drop("label") if isinstance(X, pl.DataFrame) else X.drop(columns="label")


def measured(found: dict[str, Contender], rounds: int) -> dict[str, tuple[float, float]]:
    """Seconds by the clock and of the processor, the best of each."""
    best: dict[str, tuple[float, float]] = {}
    for _ in range(rounds):
        for name, contender in found.items():
            begin = time.perf_counter(), time.process_time()
            contender()
            now = time.perf_counter() - begin[0], time.process_time() - begin[1]
            before = best.get(name, now)
            best[name] = min(before[0], now[0]), min(before[1], now[1])
    return best


def show(results: dict[str, dict[str, tuple[float, float]]], rows: int, learner: str) -> None:
    table = Table(title=f"{rows:,} rows, {learner}; seconds by the clock (of the processor), best of the rounds")
    for heading in ("rows", "contender", "seconds", "processor", "frame is faster by: clock", "processor"):
        table.add_column(heading, justify="left" if heading in ("rows", "contender") else "right")
    for name, best in results.items():
        first = next(iter(best.values()))
        for contender, (clock, processor) in best.items():
            ratios = f"{clock / first[0]:.2f}", f"{processor / first[1]:.2f}"
            table.add_row(name, contender, f"{clock:.2f}", f"{processor:.2f}", *ratios)
        table.add_section()
    Console(width=120).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--learner", default="perceptron")
    asked = parser.parse_args()
    results = {
        "numbers and categories": measured(
            contenders(mixed_frame(asked.rows, False), asked.learner, False), asked.rounds
        ),
        "with a text": measured(contenders(mixed_frame(asked.rows, True), asked.learner, True), asked.rounds),
        "thirty numbers": measured(contenders(numeric_frame(asked.rows), asked.learner, False), asked.rounds),
    }
    show(results, asked.rows, asked.learner)


if __name__ == "__main__":
    main()

"""Learning from tables beside River and pandas: whole processes, start-up included, from file to answer.

Ratios only mean something within one run: contenders take turns and the best of several rounds is taken. Files are
read once before the first round, so what is timed is parsing and learning, not the disk. River's loop is
stream.iter_csv, a dict of the row's attributes and LogisticRegression; pandas.read_csv and json.loads learn nothing.

    python benchmarks/tables.py                          # a million rows
    python benchmarks/tables.py --rows 100000 --rounds 3 # a quick look
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from claims import Claim, note
from rich.console import Console
from rich.table import Table

NUMBERS = ("age", "income", "balance")
CATEGORIES = ("city", "device")
WORDS_A_ROW = 20
VOCABULARY = 20_000
CITIES, DEVICES = 200, 12
COLUMNS = 30  # of the numeric file
AT_ONCE = 20_000  # rows made at a time

COMMAND = "from thresher.cli import main; main()"

RIVER_MIXED = """
import sys
from river import linear_model, stream
model, mistakes = linear_model.LogisticRegression(), 0
numbers = {name: float for name in ("age", "income", "balance")}
for row, y in stream.iter_csv(sys.argv[1], target="label", converters=numbers | {"label": int}):
    x = {name: row[name] for name in numbers}
    x["city=" + row["city"]] = x["device=" + row["device"]] = 1.0
    for word in row["body"].split():
        x[word] = 1.0
    mistakes += bool(model.predict_one(x)) != bool(y)
    model.learn_one(x, y)
print(mistakes)
"""

RIVER_NUMERIC = """
import sys
from river import linear_model, stream
model, mistakes = linear_model.LogisticRegression(), 0
numbers = {f"x{i}": float for i in range(30)}
for x, y in stream.iter_csv(sys.argv[1], target="label", converters=numbers | {"label": int}):
    mistakes += bool(model.predict_one(x)) != bool(y)
    model.learn_one(x, y)
print(mistakes)
"""

PANDAS = "import sys, pandas; print(len(pandas.read_csv(sys.argv[1])))"

JSON_LOADS = """
import json, sys
count = 0
with open(sys.argv[1], "rb") as file:
    for line in file:
        count += len(json.loads(line))
print(count)
"""


def mixed_rows(rows: int, seed: int = 0) -> Iterator[list[str | int | float]]:
    """label, three numbers, two categories, twenty words: a label depends on some of each."""
    rng = np.random.default_rng(seed)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(letters[rng.integers(0, 26, size)]) for size in rng.integers(3, 11, VOCABULARY)]
    useful = rng.normal(size=VOCABULARY) * (rng.random(VOCABULARY) < 0.05)
    for start in range(0, rows, AT_ONCE):
        count = min(AT_ONCE, rows - start)
        numbers = rng.normal(size=(count, len(NUMBERS)))
        cities, devices = rng.integers(0, CITIES, count), rng.integers(0, DEVICES, count)
        ranks = np.minimum(np.exp(rng.random((count, WORDS_A_ROW)) * np.log(VOCABULARY)).astype(int), VOCABULARY - 1)
        score = numbers[:, 0] + 0.1 * (cities % 7 - 3) + useful[ranks].sum(axis=1) + 0.5 * rng.normal(size=count)
        for i in range(count):
            text = " ".join(words[rank] for rank in ranks[i])
            shown = [round(float(number), 4) for number in numbers[i]]
            yield [int(score[i] > 0), *shown, f"city{cities[i]}", f"device{devices[i]}", text]


def numeric_rows(rows: int, seed: int = 1) -> Iterator[list[str | int | float]]:
    """label and thirty numbers."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=COLUMNS)
    for start in range(0, rows, AT_ONCE):
        values = rng.normal(size=(min(AT_ONCE, rows - start), COLUMNS))
        labels = values @ weights + rng.normal(size=len(values)) > 0
        for label, row in zip(labels, values, strict=True):
            yield [int(label), *(round(float(value), 5) for value in row)]


def make_files(folder: Path, rows: int) -> dict[str, Path]:
    """mixed.csv, the same as mixed.jsonl, and numeric.csv."""
    names = ["label", *NUMBERS, *CATEGORIES, "body"]
    paths = {name: folder / name for name in ("mixed.csv", "mixed.jsonl", "numeric.csv")}
    with paths["mixed.csv"].open("w") as table, paths["mixed.jsonl"].open("w") as lines:
        table.write(",".join(names) + "\n")
        for row in mixed_rows(rows):
            table.write(",".join(map(str, row)) + "\n")
            lines.write(json.dumps(dict(zip(names, row, strict=True))) + "\n")
    with paths["numeric.csv"].open("w") as table:
        table.write(",".join(["label", *(f"x{i}" for i in range(COLUMNS))]) + "\n")
        for row in numeric_rows(rows):
            table.write(",".join(map(str, row)) + "\n")
    return paths


def thresher(path: Path, learner: str) -> list[str]:
    text = ["--text", "body"] if "mixed" in path.name else []
    return [sys.executable, "-c", COMMAND, "learn", str(path), "--learner", learner, "--quiet", *text]


def contenders(paths: dict[str, Path], learners: list[str]) -> dict[str, dict[str, list[str]]]:
    """What is run on each file."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, path in paths.items():
        mine = {f"thresher {learner}": thresher(path, learner) for learner in learners}
        script = {"mixed.csv": RIVER_MIXED, "numeric.csv": RIVER_NUMERIC}.get(name)
        others = {"json.loads": [sys.executable, "-c", JSON_LOADS, str(path)]}
        if script is not None:
            others = {
                "pandas.read_csv": [sys.executable, "-c", PANDAS, str(path)],
                "River's loop": [sys.executable, "-c", script, str(path)],
            }
        found[name] = mine | others
    return found


BARS = (("River's loop", 10.0, False), ("pandas.read_csv", 3.0, True), ("json.loads", 3.0, True))
"""Of each peer: how many times as fast, or of its time, and whether the time is asked about."""


def timed(command: list[str]) -> float:
    begin = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command[:6])} failed: {done.stderr[-500:]}")
    return time.perf_counter() - begin


def measured(commands: dict[str, list[str]], rounds: int) -> dict[str, float]:
    """The best of some rounds; what takes long is run once."""
    best: dict[str, float] = {}
    for turn in range(rounds):
        for name, command in commands.items():
            if turn and best[name] > 30.0:
                continue
            seconds = timed(command)
            best[name] = min(best.get(name, seconds), seconds)
    return best


def show(results: dict[str, dict[str, float]], paths: dict[str, Path], rows: int) -> None:
    table = Table(title=f"{rows:,} rows; seconds, start-up included, best of the rounds")
    for heading in ("file", "MB", "contender", "seconds", "times the first's time"):
        table.add_column(heading, justify="left" if heading in ("file", "contender") else "right")
    for name, best in results.items():
        first = next(iter(best.values()))
        size = paths[name].stat().st_size / 1e6
        for peer, bar, at_most in BARS:
            if peer in best and name != "numeric.csv":
                ours, theirs = (first, best[peer]) if at_most else (1 / first, 1 / best[peer])
                what = f"Perceptron from {name}, {rows:,} rows" + ("" if at_most else ": speed")
                note(Claim(what, ours, theirs, "s" if at_most else "a second", peer, bar, at_most))
        for contender, seconds in best.items():
            table.add_row(name, f"{size:.0f}", contender, f"{seconds:.2f}", f"{seconds / first:.2f}")
        table.add_section()
    Console(width=110).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--learner", nargs="+", default=["perceptron", "auto"])
    parser.add_argument("--file", nargs="+", help="some of mixed.csv mixed.jsonl numeric.csv")
    parser.add_argument("--keep", type=Path, help="make the files here, or use those that are here, and keep them")
    asked = parser.parse_args()
    folder = asked.keep or Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    try:
        there = {name: folder / name for name in ("mixed.csv", "mixed.jsonl", "numeric.csv")}
        paths = there if all(path.exists() for path in there.values()) else make_files(folder, asked.rows)
        for path in paths.values():
            path.read_bytes()
        wanted = {name: path for name, path in paths.items() if not asked.file or name in asked.file}
        commands = contenders(wanted, asked.learner)
        results = {name: measured(of_file, asked.rounds) for name, of_file in commands.items()}
        show(results, paths, asked.rows)
    finally:
        if asked.keep is None:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()

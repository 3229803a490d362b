"""How time and memory of every learner grow: with rows, with attributes ever seen, with those active in an example.

Processor seconds on one core, the best of several rounds. What it should show: twice the rows take twice the time, an
example does not take longer because there are more attributes (but for memory further away), and a value takes no
longer because it has many beside it: no square.

    python benchmarks/growth.py                              # about ten minutes
    python benchmarks/growth.py --values 300000 --rounds 1   # a quick look
    python benchmarks/growth.py --only Perceptron,Auto
"""

import argparse

import numpy as np
import scipy.sparse as sp
from auto import processor_time
from engine import best_of, our_pass, table
from learners import LEARNERS, stay_on_one_core
from rich.console import Console

ACTIVE = 67


def drawn(rows: int, columns: int, active: int, seed: int = 0) -> tuple[sp.csr_matrix, np.ndarray]:
    """Binary rows of so many active columns, one from each of as many equal stretches; the first hundredth decides."""
    rng = np.random.default_rng(seed)
    width = columns // active
    # Within a stretch low places are much more frequent, as words are.
    place = np.exp(rng.random((rows, active)) * np.log(width)).astype(np.int64) - 1
    indices = (place + np.arange(active) * width).astype(np.int32)
    starts = np.arange(0, rows * active + 1, active)
    X = sp.csr_matrix((np.ones(rows * active), indices.ravel(), starts), shape=(rows, columns))
    some = place[:, : max(1, active // 100)]
    noise = rng.random(rows) < 0.02
    return X, np.where((np.median(some, axis=1) < np.sqrt(width)) != noise, 1, -1)


def seconds(name: str, X: sp.csr_matrix, y: np.ndarray, rounds: int) -> float:
    return best_of({name: processor_time(our_pass(LEARNERS[name][0], X, y))}, rounds)[name]


def by_rows(names: list[str], values: int, rounds: int) -> list[dict[str, object]]:
    """Over a million columns; the last column is the time of eight times the rows over that of one time."""
    sizes = [values // ACTIVE * times for times in (1, 2, 4, 8)]
    data = [drawn(rows, 1_000_000, ACTIVE) for rows in sizes]
    results: list[dict[str, object]] = []
    for name in names:
        spent = [seconds(name, X, y, rounds) for X, y in data]
        line: dict[str, object] = {"learner": name}
        line |= {f"us a row of {rows:,}": time / rows * 1e6 for rows, time in zip(sizes, spent, strict=True)}
        results.append(line | {"8x the rows": spent[-1] / spent[0]})
    return results


def again(name: str, X: sp.csr_matrix, y: np.ndarray, rounds: int) -> tuple[float, float]:
    """Seconds of a pass of a learner that has its state already, and its bytes."""
    model = LEARNERS[name][0]()
    model.learn_many(X, y)
    spent = best_of({name: processor_time(lambda: model.learn_many(X, y))}, rounds)[name]
    return spent, float(model.memory)


def by_attributes(names: list[str], values: int, rounds: int) -> list[dict[str, object]]:
    """The same number of rows over more and more columns: state and all, and where the state is there already."""
    sizes = (100_000, 1_000_000, 10_000_000)
    rows = max(values // ACTIVE * 8, 10_000_000 // ACTIVE)
    data = [drawn(rows, columns, ACTIVE) for columns in sizes]
    results: list[dict[str, object]] = []
    for name in names:
        line: dict[str, object] = {"learner": name}
        for columns, (X, y) in zip(sizes, data, strict=True):
            spent, memory = again(name, X, y, rounds)
            line[f"us a row, {columns:,}, new"] = seconds(name, X, y, rounds) / rows * 1e6
            line[f"us a row, {columns:,}"] = spent / rows * 1e6
        line["bytes an attribute"] = memory / sizes[-1]
        results.append(line)
    return results


def by_active(names: list[str], values: int, rounds: int) -> list[dict[str, object]]:
    """The same number of values in rows of 1, 10, ... of them, over a million columns."""
    sizes = (1, 10, 100, 1_000, 10_000, 100_000)
    data = [drawn(max(values // active, 10), 1_000_000, active) for active in sizes]
    results: list[dict[str, object]] = []
    for name in names:
        line: dict[str, object] = {"learner": name}
        for active, (X, y) in zip(sizes, data, strict=True):
            line[f"ns a value, {active:,} active"] = seconds(name, X, y, rounds) / X.nnz * 1e9
        results.append(line)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=2_000_000, help="active attributes of all rows together")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", help="names of learners, with commas between them")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(LEARNERS)
    stay_on_one_core()
    out = Console(width=170)
    titles = {
        by_rows: "More and more rows",
        by_attributes: "The same rows over more and more attributes",
        by_active: "The same values in longer and longer rows; 16 MB and more of state are made in every run",
    }
    for measure, title in titles.items():
        out.print(table(title, measure(names, options.values, options.rounds)))


if __name__ == "__main__":
    main()

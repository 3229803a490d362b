"""Auto in memory beside scikit-learn's one SGDClassifier, on the engine's benchmark, and how it grows.

Learning: processor seconds of one thread, so that what else the machine does matters less. Answering many rows:
seconds on the clock, with all cores (ours takes as many as it is given, scikit-learn one) and with one. Contenders take
turns, the best of several rounds counts. From files: `python benchmarks/files.py --learner auto`.

    python benchmarks/auto.py                              # about two minutes
    python benchmarks/auto.py --rows 20000 --rounds 2      # a quick look
"""

import argparse
import os
import time
import warnings
from collections.abc import Callable

import numpy as np
import scipy.sparse as sp
from claims import Claim, note
from engine import ACTIVE, COLUMNS, best_of, stay_on_one_core, table, zipf_rows
from rich.console import Console
from sklearn.linear_model import SGDClassifier
from threadpoolctl import threadpool_limits

import thresher as th


def processor_time(run: Callable[[], object]) -> Callable[[], float]:
    """The same, measuring itself."""

    def timed() -> float:
        began = time.process_time()
        run()
        return time.process_time() - began

    return timed


def sgd(X: sp.csr_matrix, y: np.ndarray, **options: object) -> Callable[[], object]:
    """One learner, logistic loss unless another is asked for, one pass."""
    settings = {"loss": "log_loss"} | options

    def run() -> object:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return SGDClassifier(**settings).partial_fit(X, y, classes=[-1, 1])

    return run


def rows_of(rows: int, rounds: int, real: bool) -> list[dict[str, object]]:
    """One pass each, binary or real values."""
    X, y = zipf_rows(rows, real=real)
    called = "scikit-learn SGDClassifier(loss='log_loss')"
    contenders = {
        "Auto": lambda: th.Auto().learn_many(X, y),
        called: sgd(X, y),
        called + ", shuffle=False": sgd(X, y, shuffle=False),
    }
    seconds = best_of({name: processor_time(run) for name, run in contenders.items()}, rounds)
    kind = "real values" if real else "binary"
    note(Claim(f"Auto in memory, {kind}", seconds["Auto"], seconds[called], "s", called, 2.0))
    return [
        {"data": kind, "contender": name, "seconds": spent, "x SGDClassifier's time": spent / seconds[called]}
        for name, spent in seconds.items()
    ]


def time_of_answers(
    ours: th.Auto, called: str, theirs: SGDClassifier, X: sp.csr_matrix, rounds: int
) -> dict[str, float]:
    """Seconds of one pair over the same rows."""
    return best_of({"Auto": lambda: ours.predict_many(X), called: lambda: theirs.predict(X)}, rounds)


def answering(rows: int, rounds: int) -> list[dict[str, object]]:
    """Answers for many rows of learners that have learned, on all cores and then on one."""
    results: list[dict[str, object]] = []
    called = "scikit-learn SGDClassifier.predict"
    for real in (False, True):
        X, y = zipf_rows(rows, real=real)
        ours, theirs = th.Auto(), sgd(X, y)()
        ours.learn_many(X, y)
        given = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        for cores in sorted({len(given) or 1, 1}, reverse=True):
            if given:
                os.sched_setaffinity(0, sorted(given)[-cores:])
            seconds = time_of_answers(ours, called, theirs, X, rounds)
            kind = f"{'real values' if real else 'binary'}, {cores} core{'s' if cores > 1 else ''}"
            note(Claim(f"Auto.predict_many, {kind}", seconds["Auto"], seconds[called], "s", called, 3.0))
            results += [
                {"data": kind, "contender": name, "seconds": spent, "x scikit-learn's time": spent / seconds[called]}
                for name, spent in seconds.items()
            ]
        if given:
            os.sched_setaffinity(0, given)
    return results


def one_at_a_time(rounds: int) -> list[dict[str, object]]:
    """A dict of names at a time, as a service has them."""
    X, y = zipf_rows(5000)
    rows = [
        ({f"word{i}": 1.0 for i in X.indices[X.indptr[row] : X.indptr[row + 1]]}, int(y[row]))
        for row in range(X.shape[0])
    ]

    model = th.Auto()

    def learn() -> None:
        for x, label in rows:
            model.learn_one(x, label)

    learn()  # the names are known from then on, as they are in a service that runs
    spent = best_of({"Auto": learn}, rounds)["Auto"] / len(rows) * 1e6
    note(Claim("Auto.learn_one of a dict of 67 names", spent, 8.0, "us", "what is asked", 1.0))
    return [{"what": "Auto.learn_one of a dict of 67 names", "microseconds": spent}]


def growth(rows: int, rounds: int) -> list[dict[str, object]]:
    """Twice the rows, twice again: time and state."""
    results: list[dict[str, object]] = []
    for size in (rows // 4, rows // 2, rows):
        X, y = zipf_rows(size)
        model = th.Auto()
        model.learn_many(X, y)
        spent = best_of({"Auto": processor_time(lambda X=X, y=y: th.Auto().learn_many(X, y))}, rounds)["Auto"]
        results.append(
            {"rows": size, "seconds": spent, "state MB": model.memory / 2**20, "error": model.mistakes / size}
        )
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    threadpool_limits(1)
    out = Console(width=130)
    title = f"Answers for {options.rows:,} rows, seconds on the clock"
    out.print(table(title, answering(options.rows, options.rounds)))
    out.print(table("One example at a time", one_at_a_time(options.rounds)))
    stay_on_one_core()
    title = (
        f"One pass over {options.rows:,} x {COLUMNS:,}, {ACTIVE} active a row; input checks included; processor seconds"
    )
    out.print(table(title, [row for real in (False, True) for row in rows_of(options.rows, options.rounds, real)]))
    out.print(table("Auto over more and more rows, binary", growth(options.rows, max(2, options.rounds - 3))))


if __name__ == "__main__":
    main()

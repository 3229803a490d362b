"""The engine beside its peers: one pass in memory, one example at a time, and how both grow.

Ratios only mean something within one run: contenders are interleaved and the best of several rounds is taken.

    python benchmarks/engine.py            # all of it, about four minutes
    python benchmarks/engine.py --rows 20000 --rounds 2    # a quick look
"""

import argparse
import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from rich.console import Console
from rich.table import Table
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.linear_model import Perceptron as SklearnPerceptron
from threadpoolctl import threadpool_limits

import thresher as th

COLUMNS = 1_000_000
ACTIVE = 67
RELEVANT = 40
NOISE = 0.02


def zipf_rows(rows: int, *, real: bool = False, seed: int = 0) -> tuple[sp.csr_matrix, np.ndarray]:
    """Rows of 67 active columns of a million, drawn from a Zipf-like law; 40 relevant, 2 % of labels flipped."""
    rng = np.random.default_rng(seed)
    place = rng.permutation(COLUMNS)
    chunks, labels = [], []
    relevant = np.zeros(COLUMNS)
    relevant[place[rng.choice(np.arange(20, 5000), RELEVANT, replace=False)]] = 1
    for begin in range(0, rows, 100_000):
        size = min(100_000, rows - begin)
        ranks = np.exp(rng.random((size, ACTIVE + 40)) * np.log(COLUMNS)).astype(np.int64) - 1
        drawn = np.array([_first_distinct(row) for row in place[np.minimum(ranks, COLUMNS - 1)]], dtype=np.int32)
        drawn.sort(axis=1)
        values = rng.random(drawn.size) * 0.9 + 0.1 if real else np.ones(drawn.size)
        starts = np.arange(0, drawn.size + 1, ACTIVE)
        X = sp.csr_matrix((values, drawn.ravel(), starts), shape=(size, COLUMNS))
        labels.append(np.where((X @ relevant > 0.3) != (rng.random(size) < NOISE), 1, -1))
        chunks.append(X)
    return sp.vstack(chunks, format="csr"), np.concatenate(labels)


def _first_distinct(row: np.ndarray) -> np.ndarray:
    _, first = np.unique(row, return_index=True)
    return row[np.sort(first)[:ACTIVE]]


def stay_on_one_core() -> None:
    """As far as the system lets a process choose, and without threads of linear algebra.

    These wait for work with a busy core: of scikit-learn's processor seconds they were two fifths, and did nothing.
    """
    threadpool_limits(1)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def best_of(contenders: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds, the best of so many rounds, contenders taking turns. One that returns a float has measured itself."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for name, run in contenders.items():
            began = time.perf_counter()
            measured = run()
            seconds = measured if isinstance(measured, float) else time.perf_counter() - began
            best[name] = min(best[name], seconds)
    return best


def our_pass(make: Callable[[], th.Learner], X: sp.csr_matrix, y: np.ndarray) -> Callable[[], object]:
    return lambda: make().learn_many(X, y)


def sklearn_pass(X: sp.csr_matrix, y: np.ndarray, **options: object) -> Callable[[], object]:
    def run() -> object:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return SklearnPerceptron(**options).partial_fit(X, y, classes=[-1, 1])

    return run


def bare_pass(X: sp.csr_matrix, y: np.ndarray) -> Callable[[], object] | None:
    """The C++ loop of bare_loop.cpp, if there is a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    folder = tempfile.mkdtemp()
    library = Path(folder) / "bare.so"
    source = Path(__file__).with_name("bare_loop.cpp")
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    function = ctypes.CDLL(str(library)).bare_tracking_winnow
    starts, labels = X.indptr.astype(np.int64), y.astype(np.int8)
    floor = 1 / (50 * ACTIVE)

    def pointer(array: np.ndarray) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    def run() -> object:
        weights = np.full(COLUMNS, floor)
        size, ratio, least = ctypes.c_int64(len(y)), ctypes.c_double(2.0), ctypes.c_double(floor)
        return function(pointer(starts), pointer(X.indices), pointer(labels), size, pointer(weights), ratio, least)

    return run


def one_pass(rows: int, rounds: int) -> list[dict[str, object]]:
    """(a) and (d): one pass over a CSR matrix, checks of the input included."""
    learners: dict[str, Callable[[], th.Learner]] = {
        "TrackingWinnow": lambda: th.TrackingWinnow(2.0, 1 / (50 * ACTIVE)),
        "Perceptron": lambda: th.Perceptron(),
        "BalancedWinnow (2 sinh)": lambda: th.BalancedWinnow(1.5),
        "PNormPerceptron (p = 2 ln n)": lambda: th.PNormPerceptron("log", n=COLUMNS),
    }
    results = []
    for real in (False, True):
        X, y = zipf_rows(rows, real=real)
        ours = {name: our_pass(make, X, y) for name, make in learners.items()}
        peers = {
            "scikit-learn Perceptron, as called": sklearn_pass(X, y),
            "scikit-learn Perceptron, shuffle=False": sklearn_pass(X, y, shuffle=False),
        }
        bare = None if real else bare_pass(X, y)
        contenders = ours | peers | ({"bare C++ loop": bare} if bare else {})
        seconds = best_of(contenders, rounds)
        called, in_order = (seconds[name] for name in peers)
        for name, time_ in seconds.items():
            results.append(
                {
                    "data": "real values" if real else "binary",
                    "contender": name,
                    "seconds": time_,
                    "M values/s": X.nnz / time_ / 1e6,
                    "x default call": called / time_,
                    "x in-order call": in_order / time_,
                }
            )
    return results


def one_by_one(rounds: int, examples: int = 5000) -> list[dict[str, object]]:
    """(b): predict_one + learn_one with fresh dicts of names, beside River."""
    results = []
    rng = np.random.default_rng(1)
    for names in (10, 67):
        vocabulary = [f"word{i}" for i in range(50_000)]
        ranks = np.exp(rng.random((examples, names * 3)) * np.log(len(vocabulary))).astype(int) - 1
        rows = [[vocabulary[i] for i in list(dict.fromkeys(row.tolist()))[:names]] for row in ranks]
        relevant = set(vocabulary[20 : 20 + RELEVANT])
        labels = [any(word in relevant for word in row) != (rng.random() < NOISE) for row in rows]

        def run(make: Callable[[], object], rows=rows, labels=labels) -> Callable[[], object]:
            def loop() -> float:
                model = make()
                seconds = 0.0
                for row, y in zip(rows, labels, strict=True):
                    x = dict.fromkeys(row, 1.0)
                    began = time.perf_counter()
                    model.predict_one(x)
                    model.learn_one(x, y)
                    seconds += time.perf_counter() - began
                return seconds

            return loop

        contenders = {
            "TrackingWinnow": run(lambda names=names: th.TrackingWinnow(2.0, 1 / (50 * names))),
            "Perceptron": run(lambda: th.Perceptron()),
            "River Perceptron": run(lambda: RiverPerceptron()),
        }
        seconds = best_of(contenders, rounds)
        for name, time_ in seconds.items():
            results.append(
                {
                    "data": f"dict of {names} names",
                    "contender": name,
                    "us an example": time_ / examples * 1e6,
                    "x River": seconds["River Perceptron"] / time_,
                }
            )
    return results


GROWTH = """
import json, sys, time
sys.path.insert(0, {folder!r})
from engine import ACTIVE, zipf_rows
import thresher as th
X, y = zipf_rows({rows})
def peak():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0])
open("/proc/self/clear_refs", "w").write("5")  # the peak so far was that of making the data
before = peak()
best = float("inf")
for _ in range({rounds}):
    model = th.TrackingWinnow(2.0, 1 / (50 * ACTIVE))
    began = time.perf_counter()
    model.learn_many(X, y)
    best = min(best, time.perf_counter() - began)
after = peak()
state = model.memory / 2**20
print(json.dumps(dict(seconds=best, values=int(X.nnz), grown_mb=(after - before) / 1024, state_mb=state)))
"""


def growth(rows: int, rounds: int) -> list[dict[str, object]]:
    """(c): ten times the rows; each size in a process of its own, so that memory can be told apart."""
    results = []
    for size in (rows, 10 * rows):
        code = GROWTH.format(folder=str(Path(__file__).parent), rows=size, rounds=rounds)
        output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        results.append({"rows": size, **json.loads(output)})
    return results


def table(title: str, rows: list[dict[str, object]]) -> Table:
    shown = Table(title=title, title_justify="left")
    for name in rows[0]:
        shown.add_column(name, justify="left" if isinstance(rows[0][name], str) else "right")
    for row in rows:
        shown.add_row(*map(cell, row.values()))
    return shown


def cell(value: object) -> str:
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    options = parser.parse_args()
    results = {
        "one pass": one_pass(options.rows, options.rounds),
        "one by one": one_by_one(options.rounds),
        "growth": growth(options.rows, max(2, options.rounds - 2)),
    }
    if options.json:
        print(json.dumps(results, indent=1))
        return
    out = Console(width=130)
    titles = {
        "one pass": f"One pass over {options.rows:,} x {COLUMNS:,}, {ACTIVE} active a row; input checks included",
        "one by one": "predict_one + learn_one, a fresh dict each time (its making not counted)",
        "growth": "TrackingWinnow over ten times the rows; memory beyond the data",
    }
    for name, rows in results.items():
        out.print(table(titles[name], rows))
    small, large = results["growth"]
    out.print(f"10x the rows took {large['seconds'] / small['seconds']:.1f}x the time")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    out.print(f"peak memory of this process {peak:,.0f} MB", style="dim")


if __name__ == "__main__":
    main()

"""Late labels: how fast questions are asked and answered while many instances wait, and what these weigh.

Instances have 67 attributes out of a million. Times are the best of several rounds, in pairs of a question and an
answer a second, in batches through ask_many and label_many; beside them what one pass without delay does with the same
rows. Memory is measured in a process of its own.

    python benchmarks/late_store.py
    python benchmarks/late_store.py --waiting 1000 100000 --rounds 1
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from engine import ACTIVE, zipf_rows

import thresher as th
from thresher.late import Delayed

BATCH = 1000
PAIRS = 50_000  # timed in a round
ROWS = 20_000  # drawn once, asked again and again
KINDS = ("binary", "real")


def fill(late: Delayed, X: sp.csr_matrix, waiting: int) -> None:
    """Asks until so many wait."""
    for begin in range(0, waiting, ROWS):
        late.ask_many(X[: min(ROWS, waiting - begin)])


def pairs_a_second(X: sp.csr_matrix, y: np.ndarray, waiting: int) -> float:
    """The oldest labels come while new questions are asked; as many wait before as after."""
    late = Delayed(th.TrackingWinnow(), remember=2 * waiting + 10 * PAIRS)
    fill(late, X, waiting)
    batches = [X[begin : begin + BATCH] for begin in range(0, ROWS, BATCH)]
    began = time.perf_counter()
    for i in range(PAIRS // BATCH):
        first = i * BATCH
        tickets = np.arange(first + 1, first + BATCH + 1)
        late.label_many(tickets, y[(tickets - 1) % ROWS])
        late.ask_many(batches[i % len(batches)])
    return PAIRS / (time.perf_counter() - began)


def pass_a_second(X: sp.csr_matrix, y: np.ndarray) -> float:
    """The same batches, learned at once."""
    model = th.TrackingWinnow()
    batches = [(X[begin : begin + BATCH], y[begin : begin + BATCH]) for begin in range(0, ROWS, BATCH)]
    began = time.perf_counter()
    for i in range(PAIRS // BATCH):
        model.learn_many(*batches[i % len(batches)])
    return PAIRS / (time.perf_counter() - began)


def resident() -> int:
    """Bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def memory(kind: str, waiting: int) -> dict[str, float]:
    """What the store says, and by how much the process grew."""
    X, _ = zipf_rows(ROWS, real=kind == "real")
    late = Delayed(th.TrackingWinnow(), remember=2 * waiting)
    late.ask_many(X[:1])
    before = resident()
    fill(late, X, waiting)
    return {"bytes": late.bytes, "grown": resident() - before}


def measured_alone(kind: str, waiting: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--memory", kind, "--waiting", str(waiting)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waiting", type=int, nargs="+", default=[1000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", choices=KINDS, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.memory:
        print(json.dumps(memory(wanted.memory, wanted.waiting[0])))
        return
    best = {(kind, waiting): 0.0 for kind in KINDS for waiting in (0, *wanted.waiting)}
    rows = {kind: zipf_rows(ROWS, real=kind == "real") for kind in KINDS}
    for _ in range(wanted.rounds):
        for kind, waiting in best:
            rate = pairs_a_second(*rows[kind], waiting) if waiting else pass_a_second(*rows[kind])
            best[kind, waiting] = max(best[kind, waiting], rate)
    print(f"| {ACTIVE} attributes | waiting | pairs a second | of a pass without delay | memory | an instance |")
    print("|---|---|---|---|---|---|")
    for (kind, waiting), rate in best.items():
        if waiting:
            weight = measured_alone(kind, waiting)
            print(
                f"| {kind} | {waiting:,} | {rate:,.0f} | {rate / best[kind, 0]:.0%} | {weight['bytes'] / 1e6:,.1f} MB "
                f"(process: {weight['grown'] / 1e6:,.1f} MB) | {weight['bytes'] / waiting:,.0f} bytes |",
                flush=True,
            )


if __name__ == "__main__":
    main()

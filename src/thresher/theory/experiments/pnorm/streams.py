"""Streams of signed instances for targets with few or many relevant attributes; their norms are exact."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....data import Matrix

VALUES = 1 << 21  # of one block: some dozens of megabytes


@dataclass(frozen=True)
class Shape:
    """n attributes, of which the first `relevant` have target weights of 1 or -1 and `active` are 1 or -1 at a time."""

    n: int
    relevant: int
    active: int

    def target_norm(self, q: float) -> float:
        """|u|_q."""
        return float(self.relevant ** (1 / q))

    def instance_norm(self, p: float) -> float:
        """|x|_p."""
        return float(self.active ** (1 / p))


def signed_stream(shape: Shape, trials: int, seed: int) -> Iterator[tuple[Matrix, npt.NDArray[np.bool_]]]:
    """Instances with random signs on randomly chosen attributes, labelled by the sign of u.x, block by block.

    Where u.x = 0 the instance is left out, so that y u.x >= 1; there are as many trials as asked for.
    """
    rng = np.random.default_rng(seed)
    target = np.zeros(shape.n)
    target[: shape.relevant] = rng.choice([-1.0, 1.0], shape.relevant)
    while trials > 0:
        columns = _columns(shape, min(trials + 64, VALUES // shape.active), rng)
        values = rng.choice([-1.0, 1.0], columns.shape)
        scores = np.einsum("ij,ij->i", target[columns], values)
        rows = np.flatnonzero(scores)[:trials]
        if len(rows):
            starts = np.arange(len(rows) + 1, dtype=np.int64) * shape.active
            yield Matrix(starts, columns[rows].ravel(), values[rows].ravel(), shape.n), scores[rows] > 0
        trials -= len(rows)


def _columns(shape: Shape, rows: int, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """Which attributes are active, for each row: `active` different ones, in order. Perhaps not quite so many rows."""
    if shape.active == shape.n:
        return np.tile(np.arange(shape.n, dtype=np.int32), (rows, 1))
    drawn = np.sort(rng.integers(0, shape.n, (rows, shape.active), dtype=np.int32), axis=1)
    return drawn[(np.diff(drawn, axis=1) > 0).all(axis=1)]

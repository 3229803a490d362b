"""Streams with tiny values: irrelevant attributes and relevant ones, whose tiny values matter or do not."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....data import Matrix

SEPARATION = 0.5


@dataclass(frozen=True)
class TinyValues:
    """A linear threshold over some columns with weights 2/scale, replaced by one over others at every shift.

    Positive: one relevant attribute between 3/4 and 1 times `scale`. Negative: all of them together at most scale/4.
    So u.x >= 1.5 or u.x <= 0.5, separation 1/2. All other values are between `smallest` and 1, as many in each decade.

    Attributes
    ----------
    attributes : int
        How many columns.
    active : int
        Irrelevant ones of an instance, at most.
    relevant : int
        At a time.
    every : int
        Trials between two shifts.
    smallest : float
        zeta.
    scale : float, default 1.0
        The largest value of a relevant attribute; below 1, tiny values matter.
    """

    attributes: int
    active: int
    relevant: int
    shifts: int
    every: int
    smallest: float
    scale: float = 1.0
    seed: int = 0

    @property
    def norm(self) -> float:
        """lambda: what an instance's values can sum to."""
        return self.active + self.relevant * self.scale

    @property
    def weight(self) -> float:
        """u_i of a relevant attribute."""
        return 2 / self.scale

    @property
    def largest_total(self) -> float:
        """nu."""
        return self.relevant * self.weight

    @property
    def total_rise(self) -> float:
        """H(C): every target is new."""
        return (self.shifts + 1) * self.largest_total

    def stretches(self) -> list[tuple[Matrix, npt.NDArray[np.bool_]]]:
        """The examples of one target after the other."""
        rng = np.random.default_rng(self.seed)
        return [self._stretch(i * self.relevant, rng) for i in range(self.shifts + 1)]

    def _stretch(self, first: int, rng: np.random.Generator) -> tuple[Matrix, npt.NDArray[np.bool_]]:
        labels = rng.random(self.every) < 0.5
        others = np.sort(rng.integers(0, self.attributes, (self.every, self.active)), axis=1)
        values = self._log_uniform(rng, (self.every, self.active), 1.0)
        taken = (others >= first) & (others < first + self.relevant)
        again = np.zeros_like(taken)
        again[:, 1:] = others[:, 1:] == others[:, :-1]
        values[taken | again] = 0
        columns = np.concatenate([others, np.tile(np.arange(first, first + self.relevant), (self.every, 1))], axis=1)
        return _matrix(columns, np.concatenate([values, self._relevant(labels, rng)], axis=1), self.attributes), labels

    def _relevant(self, labels: npt.NDArray[np.bool_], rng: np.random.Generator) -> npt.NDArray[np.float64]:
        """Each is tiny or absent with equal chances; in positive examples one of them is large."""
        shape = (self.every, self.relevant)
        most = self.scale / (4 * self.relevant)
        values = np.zeros(shape)
        if self.smallest < most:
            values = self._log_uniform(rng, shape, most) * (rng.random(shape) < 0.5)
        positive = np.flatnonzero(labels)
        large = self.scale * rng.uniform(0.75, 1.0, len(positive)) if self.smallest < 0.75 * self.scale else self.scale
        values[positive, rng.integers(0, self.relevant, len(positive))] = large
        return values

    def _log_uniform(self, rng: np.random.Generator, shape: tuple[int, int], most: float) -> npt.NDArray[np.float64]:
        low = math.log(self.smallest)
        return np.exp(low + (math.log(most) - low) * rng.random(shape))


def _matrix(columns: npt.NDArray[np.int64], values: npt.NDArray[np.float64], attributes: int) -> Matrix:
    """Rows without their zeros."""
    present = values > 0
    starts = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(present.sum(axis=1), out=starts[1:])
    return Matrix(starts, columns[present].astype(np.int32), np.minimum(values[present], 1.0), attributes)

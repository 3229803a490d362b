"""Scores or probabilities beside labels, in order: the area under the curve, in bounded memory.

About 17 MB at most of scores and 4 MB of probabilities, and nearly all of it only where there are many.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .grids import SCORES, Grid, sortable
from .scores import Booleans, Reals

EXACT_SCORES = 65536  # so many are kept as they are; with more they are counted in buckets


class Counted(NamedTuple):
    """Negatives and positives at each number, ascending; where they are counted in buckets, at its lower end.

    Attributes
    ----------
    numbers : array of float
        What was stated.
    counts : array, 2 * numbers
        How many negatives and positives, or the sums of their weights.
    exact : bool
        Whether no number stands for others beside it.
    """

    numbers: Reals
    counts: npt.NDArray[Any]
    exact: bool


class Ranks:
    """What was stated beside the labels: kept while it is little, then counted in buckets.

    Parameters
    ----------
    grid : Grid
        The buckets.
    weighted : bool, default False
        Whether each example counts by its weight, and not once.
    """

    def __init__(self, grid: Grid = SCORES, *, weighted: bool = False) -> None:
        self._grid = grid
        self._kind = np.float64 if weighted else np.int64
        self.folded = 0  # numbers in the buckets
        self.kept = 0
        self.scores = np.zeros(0)
        self.positive = np.zeros(0, dtype=bool)
        self.weights = np.zeros(0, dtype=self._kind)
        self.counts = np.zeros((2, 0), dtype=self._kind)  # negatives and positives of each bucket

    def add(self, scores: Reals, positive: Booleans, weights: Reals | None = None) -> None:
        if self.kept + len(scores) > EXACT_SCORES:
            self._fold_kept()
        each = np.ones(len(scores), dtype=self._kind) if weights is None else weights
        if len(scores) > EXACT_SCORES:
            self._fold(scores, positive, each)
            return
        start, self.kept = self.kept, self.kept + len(scores)
        self._make_room()
        self.scores[start : self.kept] = scores
        self.positive[start : self.kept] = positive
        self.weights[start : self.kept] = each

    def counted(self) -> Counted:
        """The different numbers, with what there is of each."""
        if self.folded + self.kept > EXACT_SCORES:
            self._fold_kept()
            used = np.flatnonzero(self.counts[0] + self.counts[1])
            return Counted(self._grid.ends(used), self.counts[:, used], False)
        scores, positive = self.scores[: self.kept], self.positive[: self.kept]
        _, first, places = np.unique(sortable(scores), return_index=True, return_inverse=True)
        counts = np.zeros((2, len(first)), dtype=self._kind)
        np.add.at(counts, (positive.astype(np.intp), places), self.weights[: self.kept])
        return Counted(scores[first], counts, True)

    def measures(self) -> dict[str, float]:
        """The area under the curve, and how far from it the true one may be."""
        _, counts, exact = self.counted()
        area, error = _area(counts)
        return {} if area is None else {"auc": area, "auc_error": 0.0 if exact else error}

    def turn(self) -> None:
        """As if the other label had been the positive one."""
        self.scores, self.positive = self._grid.mirrored(self.scores), ~self.positive
        if self.folded:
            self.counts = self._grid.turned(self.counts)

    def as_weighted(self) -> "Ranks":
        """The same with weights, all of them 1 so far."""
        made = Ranks(self._grid, weighted=True)
        made.folded, made.kept = self.folded, self.kept
        made.scores, made.positive = self.scores.copy(), self.positive.copy()
        made.weights, made.counts = self.weights.astype(np.float64), self.counts.astype(np.float64)
        return made

    def _make_room(self) -> None:
        if self.kept > len(self.scores):
            more = min(EXACT_SCORES, max(1024, 2 * self.kept)) - len(self.scores)
            self.scores = np.concatenate([self.scores, np.zeros(more)])
            self.positive = np.concatenate([self.positive, np.zeros(more, dtype=bool)])
            self.weights = np.concatenate([self.weights, np.zeros(more, dtype=self._kind)])

    def _fold_kept(self) -> None:
        self._fold(self.scores[: self.kept], self.positive[: self.kept], self.weights[: self.kept])
        self.kept = 0

    def _fold(self, scores: Reals, positive: Booleans, weights: npt.NDArray[Any]) -> None:
        if not self.folded:
            self.counts = np.zeros((2, self._grid.size), dtype=self._kind)
        np.add.at(self.counts, (positive.astype(np.intp), self._grid.places(scores)), weights)
        self.folded += len(scores)


def _area(counts: npt.NDArray[np.int64]) -> tuple[float | None, float]:
    """From the negatives and the positives at each score, ascending: the area, and half the share of tied pairs."""
    negatives, positives = counts[:, np.flatnonzero(counts[0] | counts[1])]
    pairs = int(negatives.sum()) * int(positives.sum())
    if not pairs:
        return None, 0.0
    if pairs >= 1 << 62:  # Python's whole numbers do not overflow
        negatives, positives = negatives.astype(object), positives.astype(object)
    tied = int((negatives * positives).sum())
    below = np.cumsum(negatives) - negatives
    return (2 * int((positives * below).sum()) + tied) / (2 * pairs), tied / (2 * pairs)

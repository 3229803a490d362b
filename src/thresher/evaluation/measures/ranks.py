"""Scores beside labels, in order: the area under the curve, in bounded memory.

About 17 MB at most, and nearly all of it only where there are many scores.
"""

import numpy as np
import numpy.typing as npt

from .scores import Booleans, Reals

EXACT_SCORES = 65536  # so many scores are kept as they are; with more they are counted in buckets
BUCKET_BITS = 20  # of a score: its sign, its exponent and 8 bits of its fraction


class Ranks:
    """The area under the ROC curve: the scores are kept while they are few, then counted in buckets."""

    def __init__(self) -> None:
        self.folded = 0  # scores in the buckets
        self.kept = 0
        self.scores = np.zeros(0)
        self.positive = np.zeros(0, dtype=bool)
        self.counts = np.zeros((2, 0), dtype=np.int64)  # negatives and positives of each bucket

    def add(self, scores: Reals, positive: Booleans) -> None:
        if self.kept + len(scores) > EXACT_SCORES:
            self._fold(self.scores[: self.kept], self.positive[: self.kept])
            self.kept = 0
        if len(scores) > EXACT_SCORES:
            self._fold(scores, positive)
            return
        start, self.kept = self.kept, self.kept + len(scores)
        self._make_room()
        self.scores[start : self.kept] = scores
        self.positive[start : self.kept] = positive

    def measures(self) -> dict[str, float]:
        scores, positive = self.scores[: self.kept], self.positive[: self.kept]
        exact = self.folded + self.kept <= EXACT_SCORES
        if not exact:
            self._fold(scores, positive)
            self.kept = 0
        area, error = _area(_counts_of_each(scores, positive) if exact else self.counts)
        return {} if area is None else {"auc": area, "auc_error": 0.0 if exact else error}

    def turn(self) -> None:
        """As if the other label had been the positive one."""
        self.scores, self.positive = -self.scores, ~self.positive
        self.counts = self.counts[::-1, ::-1].copy()

    def _make_room(self) -> None:
        if self.kept > len(self.scores):
            more = min(EXACT_SCORES, max(1024, 2 * self.kept)) - len(self.scores)
            self.scores = np.concatenate([self.scores, np.zeros(more)])
            self.positive = np.concatenate([self.positive, np.zeros(more, dtype=bool)])

    def _fold(self, scores: Reals, positive: Booleans) -> None:
        if not self.folded:
            self.counts = np.zeros((2, 1 << BUCKET_BITS), dtype=np.int64)
        buckets = (sortable(scores) >> np.uint64(64 - BUCKET_BITS)).astype(np.intp)
        np.add.at(self.counts[0], buckets[~positive], 1)
        np.add.at(self.counts[1], buckets[positive], 1)
        self.folded += len(scores)


def sortable(scores: Reals) -> npt.NDArray[np.uint64]:
    """Whole numbers in the order of the scores; -0.0 and 0.0 are one.

    The bits of a positive float grow with it and those of a negative one with its size, so the sign of the first is
    set and all bits of the second are turned over.

    >>> sortable(np.array([-np.inf, -1.0, -0.0, 0.0, 5e-324, np.inf])).argsort(kind="stable").tolist()
    [0, 1, 2, 3, 4, 5]
    """
    bits = (scores + 0.0).view(np.uint64)
    sign = np.uint64(1 << 63)
    return np.where(bits & sign, ~bits, bits | sign)


def _counts_of_each(scores: Reals, positive: Booleans) -> npt.NDArray[np.int64]:
    different, places = np.unique(sortable(scores), return_inverse=True)
    counted = [np.bincount(places[chosen], minlength=len(different)) for chosen in (~positive, positive)]
    return np.array(counted, dtype=np.int64)


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

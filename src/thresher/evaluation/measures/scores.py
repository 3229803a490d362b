"""What scores and probabilities were worth: log loss, Brier score, area under the curve, in bounded memory.

The result is the same, bit for bit, however the stream was cut into batches: sums of losses are taken over blocks that
begin at fixed places of the stream. About 17 MB at most, and nearly all of it only where there are many scores.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError

Numbers = npt.NDArray[np.int32]
Booleans = npt.NDArray[np.bool_]
Reals = npt.NDArray[np.float64]

EXACT_SCORES = 65536  # so many scores are kept as they are; with more they are counted in buckets
BUCKET_BITS = 20  # of a score: its sign, its exponent and 8 bits of its fraction
LEAST_PROBABILITY = 1e-15  # log loss takes no probability for smaller, nor for nearer to 1
BLOCK = 1024


class Losses:
    """Log loss and Brier score, summed block by block: block i holds examples i * BLOCK to (i + 1) * BLOCK - 1.

    A whole block is computed at once, so that neither the rounding of sums nor that of a logarithm, which may depend
    on its place in the array, knows how the stream was cut. Sums over blocks are exact.
    """

    def __init__(self) -> None:
        self.blocks = 0
        self.filled = 0  # examples in the block that is filling
        self.probabilities = np.zeros(BLOCK)
        self.positive = np.zeros(BLOCK, dtype=bool)
        self.log_parts: list[float] = []  # exact sums, as floats that do not overlap
        self.square_parts: list[float] = []

    def add(self, probabilities: Reals, positive: Booleans) -> None:
        taken = 0
        while taken < len(positive):
            size = min(BLOCK - self.filled, len(positive) - taken)
            place, source = slice(self.filled, self.filled + size), slice(taken, taken + size)
            self.probabilities[place] = probabilities[source]
            self.positive[place] = positive[source]
            self.filled += size
            taken += size
            if self.filled == BLOCK:
                logs, squares = self._block()
                self._whole_block(logs, squares)
                self.log_parts = _exact([*self.log_parts, math.fsum(logs.tolist())])
                self.square_parts = _exact([*self.square_parts, math.fsum(squares.tolist())])
                self.blocks, self.filled = self.blocks + 1, 0

    def measures(self) -> dict[str, float]:
        examples = self.blocks * BLOCK + self.filled
        if not examples:
            return {}
        logs, squares = (math.fsum(losses.tolist()) for losses in self._block())
        log_loss = math.fsum([*self.log_parts, logs]) / examples
        return {"log_loss": log_loss, "brier": math.fsum([*self.square_parts, squares]) / examples}

    def turn(self) -> None:
        """As if the other label had been the positive one: of the blocks that are whole the losses are the same."""
        self.probabilities = 1.0 - self.probabilities
        self.positive = ~self.positive

    def _whole_block(self, logs: Reals, squares: Reals) -> None:
        """A block is full: a place for what else is kept of it."""

    def _block(self) -> tuple[Reals, Reals]:
        """The losses of each example that the block holds so far."""
        clipped = np.clip(self.probabilities, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
        logs = -np.log(np.where(self.positive, clipped, 1 - clipped))
        squares = (self.probabilities - self.positive) ** 2
        return logs[: self.filled], squares[: self.filled]


class StatedLosses:
    """The log loss of probabilities that were given to labels, of any number of classes; the sum is exact."""

    def __init__(self) -> None:
        self.examples = 0
        self.parts: list[float] = []

    def add(self, probabilities: Reals) -> None:
        """The probability that each label was given before it was seen."""
        logs = [-math.log(max(p, LEAST_PROBABILITY)) for p in probabilities.tolist()]
        self.parts = _exact([*self.parts, *logs])
        self.examples += len(logs)


def joined_log_loss(stated: Losses | None, losses: StatedLosses | None) -> float | None:
    """The mean log loss of a stream that began with two labels and went on with many; None without any."""
    sums, examples = [], 0
    if stated is not None and stated.measures():
        examples = stated.blocks * BLOCK + stated.filled
        sums.append(stated.measures()["log_loss"] * examples)
    if losses is not None:
        examples += losses.examples
        sums += losses.parts
    return math.fsum(sums) / examples if examples else None


def _exact(terms: list[float]) -> list[float]:
    """The same sum, exactly, in few terms: each is what the ones before it leave, rounded once."""
    parts = []
    while part := math.fsum(terms):
        parts.append(part)
        terms.append(-part)
    return parts


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


def checked_numbers(labels: Any, answers: Any) -> tuple[Numbers, Numbers]:
    """Class numbers as the core takes them."""
    numbers, said = np.asarray(labels), np.asarray(answers)
    if numbers.ndim != 1 or numbers.shape != said.shape:
        raise InputError("labels and answers are class numbers, in two arrays of the same length.")
    return _class_numbers(numbers, 0), _class_numbers(said, -1)


def _class_numbers(numbers: npt.NDArray[Any], least: int) -> Numbers:
    if not len(numbers):
        return np.zeros(0, dtype=np.int32)
    if numbers.dtype.kind not in "biu" or int(numbers.min()) < least or int(numbers.max()) >= 2**31:
        raise InputError("labels are class numbers from 0 on; leave out the examples that have none.")
    return np.ascontiguousarray(numbers, dtype=np.int32)


def checked_scores(scores: Any, rows: int) -> Reals:
    array = np.asarray(scores, dtype=np.float64)
    if array.shape != (rows,) or np.isnan(array).any():
        raise InputError(f"{rows} labels need {rows} scores, none of them NaN.")
    return array


def checked_probabilities(probabilities: Any, rows: int) -> Reals:
    array = np.asarray(probabilities, dtype=np.float64)
    if array.shape != (rows,) or not ((array >= 0) & (array <= 1)).all():
        raise InputError(f"{rows} labels need {rows} probabilities from 0 to 1.")
    return array

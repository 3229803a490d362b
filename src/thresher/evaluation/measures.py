"""Predictions beside labels, batch after batch: counts, a curve, and what scores and probabilities were worth.

In come arrays of labelled examples in the order of the stream; out come a Tally and a Curve. Memory is bounded
whatever the length of the stream (about 17 MB at most, and nearly all of it only where scores are given). The result
is the same, bit for bit, however the stream was cut into batches: whole numbers are counted, and sums of losses are
taken over blocks that begin at fixed places of the stream. A measure that is not defined is left out, never NaN.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..parameters import whole
from .run import MOST_BINS, Curve, Tally

Labels = npt.NDArray[np.int8]
Booleans = npt.NDArray[np.bool_]
Reals = npt.NDArray[np.float64]

EXACT_SCORES = 65536  # so many scores are kept as they are; with more they are counted in buckets
BUCKET_BITS = 20  # of a score: its sign, its exponent and 8 bits of its fraction
LEAST_PROBABILITY = 1e-15  # log loss takes no probability for smaller, nor for nearer to 1
BLOCK = 1024


class Measures:
    """What a stream of predictions was worth.

        kappa = (p0 - pe) / (1 - pe)      p0: accuracy; pe: that of saying the previous label (at first: negative)
        auc = share of (positive, negative) pairs in which the positive scores higher, ties counting half

    window: width of the first bins of the curve, >= 1; doubled whenever there are more than MOST_BINS. Default 64.

    The area under the curve is exact for up to EXACT_SCORES examples. After that scores that agree in sign, exponent
    and 8 bits count as ties, and the true area is within auc +- auc_error. Log loss and Brier score are of the
    examples that came with probabilities, the area of those that came with scores.

    >>> measures = Measures()
    >>> labels = np.array([1, 1, -1, -1], dtype=np.int8)
    >>> scores = np.array([2.0, -1.0, -1.0, -3.0])
    >>> measures.add(labels, scores >= 0, scores)
    >>> tally = measures.tally()
    >>> tally.examples, tally.mistakes, tally.false_negatives, tally.measures["auc"]
    (4, 1, 1, 0.875)

    References: Zliobaite, Bifet, Read, Pfahringer, Holmes, Evaluation methods and decision theory for
    classification of streaming data with temporal dependence, Machine Learning 98, 2015 (kappa temporal).
    """

    def __init__(self, *, window: int = 64) -> None:
        self._tally = Tally()
        self._bins = _Bins(whole("window", window, at_least=1))
        self._losses = _Losses()
        self._ranks = _Ranks()
        self._last_label = -1
        self._unchanged = 0  # labels equal to the one before

    def add(self, labels: Labels, predictions: Booleans, scores: Any = None, probabilities: Any = None) -> None:
        """Takes in the next labelled examples; on bad input nothing is taken in.

        labels: +1 or -1, int8.   predictions: True for positive.   scores: float64, any but NaN; the larger the more
        positive.   probabilities: float64 in [0, 1], of being positive.
        """
        rows = len(labels)
        scores = None if scores is None else _checked_scores(scores, rows)
        probabilities = None if probabilities is None else _checked_probabilities(probabilities, rows)
        positive = _checked_labels(labels, predictions)
        if not rows:
            return
        wrong = positive != predictions
        self._bins.add(rows, wrong)
        self._count(positive, wrong)
        self._count_unchanged(labels)
        if scores is not None:
            self._ranks.add(scores, positive)
        if probabilities is not None:
            self._losses.add(probabilities, positive)

    @property
    def examples(self) -> int:
        """Labelled examples so far."""
        return self._tally.examples

    @property
    def mistakes(self) -> int:
        """Wrong predictions so far."""
        return self._tally.mistakes

    def tally(self) -> Tally:
        """The counts, and the measures that are defined."""
        counts = {name: value for name, value in vars(self._tally).items() if name != "measures"}
        tally = Tally(**counts)
        tally.measures |= self._losses.measures() | self._ranks.measures() | _class_measures(tally)
        if tally.examples > self._unchanged:
            right = tally.examples - tally.mistakes
            tally.measures["kappa_no_change"] = (right - self._unchanged) / (tally.examples - self._unchanged)
        return tally

    def curve(self) -> Curve:
        """Examples and mistakes in bins of equal width."""
        return self._bins.curve()

    def last_window(self) -> float:
        """The error of the last full bin and the one that is filling; 0 without any."""
        curve = self._bins.curve()
        first = -2 if curve.examples and curve.examples[-1] < curve.width else -1
        examples = sum(curve.examples[first:])
        return sum(curve.mistakes[first:]) / examples if examples else 0.0

    def _count(self, positive: Booleans, wrong: Booleans) -> None:
        positives, mistakes = int(np.count_nonzero(positive)), int(np.count_nonzero(wrong))
        missed = int(np.count_nonzero(positive & wrong))
        tally = self._tally
        tally.examples += len(positive)
        tally.mistakes += mistakes
        tally.positives += positives
        tally.negatives += len(positive) - positives
        tally.false_positives += mistakes - missed
        tally.false_negatives += missed

    def _count_unchanged(self, labels: Labels) -> None:
        self._unchanged += int(labels[0] == self._last_label) + int(np.count_nonzero(labels[1:] == labels[:-1]))
        self._last_label = int(labels[-1])


class _Bins:
    """Mistakes in at most MOST_BINS bins: bin i holds examples i * width to (i + 1) * width - 1."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.examples = 0
        self.mistakes = np.zeros(MOST_BINS, dtype=np.int64)

    def add(self, rows: int, wrong: Booleans) -> None:
        start, self.examples = self.examples, self.examples + rows
        while self.examples > MOST_BINS * self.width:
            self._join()
        places = np.flatnonzero(wrong)
        if len(places):
            self.mistakes += np.bincount((places + start) // self.width, minlength=MOST_BINS)

    def curve(self) -> Curve:
        full, rest = divmod(self.examples, self.width)
        examples = [self.width] * full + ([rest] if rest else [])
        return Curve(self.width, examples, self.mistakes[: len(examples)].tolist())

    def _join(self) -> None:
        joined = np.zeros_like(self.mistakes)
        joined[: (MOST_BINS + 1) // 2] = np.add.reduceat(self.mistakes, np.arange(0, MOST_BINS, 2))
        self.mistakes, self.width = joined, 2 * self.width


class _Losses:
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
                self.log_parts, self.square_parts = (
                    _exact([*self.log_parts, logs]),
                    _exact([*self.square_parts, squares]),
                )
                self.blocks, self.filled = self.blocks + 1, 0

    def measures(self) -> dict[str, float]:
        examples = self.blocks * BLOCK + self.filled
        if not examples:
            return {}
        logs, squares = self._block()
        log_loss = math.fsum([*self.log_parts, logs]) / examples
        return {"log_loss": log_loss, "brier": math.fsum([*self.square_parts, squares]) / examples}

    def _block(self) -> tuple[float, float]:
        """The sums over what the block holds so far."""
        clipped = np.clip(self.probabilities, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
        logs = -np.log(np.where(self.positive, clipped, 1 - clipped))
        squares = (self.probabilities - self.positive) ** 2
        return math.fsum(logs[: self.filled].tolist()), math.fsum(squares[: self.filled].tolist())


def _exact(terms: list[float]) -> list[float]:
    """The same sum, exactly, in few terms: each is what the ones before it leave, rounded once."""
    parts = []
    while part := math.fsum(terms):
        parts.append(part)
        terms.append(-part)
    return parts


class _Ranks:
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


def _class_measures(tally: Tally) -> dict[str, float]:
    hits = tally.positives - tally.false_negatives
    said = hits + tally.false_positives
    measures = {}
    if tally.positives and tally.negatives:
        missed, alarmed = tally.false_negatives / tally.positives, tally.false_positives / tally.negatives
        measures["balanced_error"] = (missed + alarmed) / 2
    if said:
        measures["precision"] = hits / said
    if tally.positives:
        measures["recall"] = hits / tally.positives
    if hits + tally.mistakes:
        measures["f1"] = 2 * hits / (2 * hits + tally.mistakes)
    return measures


def _checked_labels(labels: Labels, predictions: Booleans) -> Booleans:
    """Which are positive."""
    if labels.dtype != np.int8 or predictions.dtype != np.bool_ or labels.shape != predictions.shape:
        raise InputError("labels are int8 and predictions bool, in two arrays of the same length.")
    positive: Booleans = labels == 1
    if np.count_nonzero(positive) + np.count_nonzero(labels == -1) != len(labels):
        raise InputError("labels are +1 or -1 here; leave out the examples that have none.")
    return positive


def _checked_scores(scores: Any, rows: int) -> Reals:
    array = np.asarray(scores, dtype=np.float64)
    if array.shape != (rows,) or np.isnan(array).any():
        raise InputError(f"{rows} labels need {rows} scores, none of them NaN.")
    return array


def _checked_probabilities(probabilities: Any, rows: int) -> Reals:
    array = np.asarray(probabilities, dtype=np.float64)
    if array.shape != (rows,) or not ((array >= 0) & (array <= 1)).all():
        raise InputError(f"{rows} labels need {rows} probabilities from 0 to 1.")
    return array

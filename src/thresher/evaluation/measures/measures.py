"""Predictions beside labels, batch after batch: counts, a curve, and what scores and probabilities were worth.

In come arrays of labelled examples in the order of the stream; out come a Tally and a Curve. Memory is bounded
whatever the length of the stream. The result is the same, bit for bit, however the stream was cut into batches. A
measure that is not defined is left out, never NaN.
"""

from typing import TYPE_CHECKING, Any

from ..._core import NativeTally
from ...parameters import whole
from ..run import MOST_BINS, Curve, Tally

if TYPE_CHECKING:  # counting needs neither: they are imported with the first scores
    from .reliability_meter import ReliabilityMeter
    from .scores import Booleans, Labels, Ranks


class Measures:
    """What a stream of predictions was worth.

        kappa = (p0 - pe) / (1 - pe)      p0: accuracy; pe: that of saying the previous label (at first: negative)
        auc = share of (positive, negative) pairs in which the positive scores higher, ties counting half

    window: width of the first bins of the curve, >= 1; doubled whenever there are more than MOST_BINS. Default 64.

    The area under the curve is exact for up to 65,536 examples. After that scores that agree in sign, exponent
    and 8 bits count as ties, and the true area is within auc +- auc_error. Log loss, Brier score and calibration error
    (`Reliability`) are of the examples that came with probabilities, the area of those that came with scores.

    >>> import numpy as np
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
        self.counts = NativeTally(whole("window", window, at_least=1), MOST_BINS)
        self._stated: ReliabilityMeter | None = None
        self._ranks: Ranks | None = None

    def add(self, labels: "Labels", predictions: "Booleans", scores: Any = None, probabilities: Any = None) -> None:
        """Takes in the next labelled examples; on bad input nothing is taken in.

        labels: +1 or -1, int8.   predictions: True for positive.   scores: float64, any but NaN; the larger the more
        positive.   probabilities: float64 in [0, 1], of being positive.
        """
        from .scores import Ranks, checked_labels, checked_probabilities, checked_scores

        rows = len(labels)
        scores = None if scores is None else checked_scores(scores, rows)
        probabilities = None if probabilities is None else checked_probabilities(probabilities, rows)
        positive = checked_labels(labels, predictions)
        if not rows:
            return
        self.counts.add(_contiguous(labels), _contiguous(predictions))
        if scores is not None:
            self._ranks = self._ranks or Ranks()
            self._ranks.add(scores, positive)
        if probabilities is not None:
            from .reliability_meter import ReliabilityMeter

            self._stated = self._stated or ReliabilityMeter()
            self._stated.add(probabilities, positive)

    @property
    def examples(self) -> int:
        """Labelled examples so far."""
        return self.counts.examples

    @property
    def mistakes(self) -> int:
        """Wrong predictions so far."""
        return self.counts.mistakes

    def tally(self) -> Tally:
        """The counts, and the measures that are defined."""
        counts = self.counts
        tally = Tally(
            examples=counts.examples,
            mistakes=counts.mistakes,
            positives=counts.positives,
            negatives=counts.negatives,
            false_positives=counts.false_positives,
            false_negatives=counts.false_negatives,
        )
        if self._stated is not None:
            tally.reliability = self._stated.result()
            tally.measures |= tally.reliability.measures()
        if self._ranks is not None:
            tally.measures |= self._ranks.measures()
        tally.measures |= _class_measures(tally)
        if tally.examples > counts.unchanged:
            right = tally.examples - tally.mistakes
            tally.measures["kappa_no_change"] = (right - counts.unchanged) / (tally.examples - counts.unchanged)
        return tally

    def curve(self) -> Curve:
        """Examples and mistakes in bins of equal width."""
        mistakes = self.counts.bins()
        width = self.counts.width
        return Curve(width, [width] * (len(mistakes) - 1) + [self.counts.filled] * bool(mistakes), mistakes)

    def last_window(self) -> float:
        """The error of the last full bin and the one that is filling; 0 without any."""
        curve = self.curve()
        first = -2 if curve.examples and curve.examples[-1] < curve.width else -1
        examples = sum(curve.examples[first:])
        return sum(curve.mistakes[first:]) / examples if examples else 0.0


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


def _contiguous(array: Any) -> Any:
    return array if array.flags.c_contiguous else array.copy()

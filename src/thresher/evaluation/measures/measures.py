"""Predictions beside labels, batch after batch: counts, a curve, and what scores and probabilities were worth.

In come arrays of labelled examples in the order of the stream, labels and answers as class numbers; out come a Tally
and a Curve. Memory is bounded by the number of labels, whatever the length of the stream. The result is the same, bit
for bit, however the stream was cut into batches. A measure that is not defined is left out, never NaN.
"""

import math
from array import array
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..._core import NativeTally
from ...parameters import whole
from ...protocols import Label
from ..run import MOST_BINS, Curve
from ..tally import Tally

if TYPE_CHECKING:  # counting needs neither: they are imported with the first scores
    from .costs import Costs
    from .decision_meter import DecisionMeter
    from .reliability_meter import ReliabilityMeter
    from .scores import StatedLosses


class Measures:
    """What a stream of predictions was worth, of two labels or of many.

    Parameters
    ----------
    window : int, default 64
        Width of the first bins of the curve; doubled whenever there are more than 512.
    before : int, default 0
        The class number that is taken to have come before the first; -1 for none.
    costs : Costs, optional
        What the two kinds of mistakes cost.

    Notes
    -----
    An answer of -1 is none, and no mistake either.

        kappa = (p0 - pe) / (1 - pe)      p0: share of right answers; pe: that of answers drawn with the same counts
        kappa_no_change                   the same with pe: share of right answers of who repeats the last label
        balanced_error                    the mean of the labels' own errors
        precision, recall, f1             two labels: of the answers; many: macro_..., the means over the labels
        average_precision (two labels)    mean precision at the positives, from the highest probability on
        cost (two labels)                 where costs are given: what mistakes cost, per example (Tally.cost)
        log_loss                          mean of -ln of the probability given to the label before it was seen
        auc (two labels)                  share of (positive, negative) pairs in which the positive scores higher, ties
                                          counting half

    The area under the curve is exact for up to 65,536 examples. After that scores that agree in sign, exponent
    and 8 bits count as ties, and the true area is within auc +- auc_error. Log loss, Brier score and calibration error
    (`Reliability`, of two labels) are of the examples that came with probabilities, the area of those that came with
    scores. Average precision and all that is in `Decisions` is by probability where there are any, else by score, and
    exact as far as the area is; each example counts once. With importance weights there are weighted_average_precision
    and weighted_base_rate too. Weights of classes are how a learner learns, and change nothing in how it is measured.

    References
    ----------
    Zliobaite, Bifet, Read, Pfahringer, Holmes, Evaluation methods and decision theory for classification of streaming
    data with temporal dependence, Machine Learning 98, 2015 (kappa temporal).

    Examples
    --------
    >>> import numpy as np
    >>> measures = Measures()
    >>> labels, scores = np.array([1, 1, 0, 0]), np.array([2.0, -1.0, -1.0, -3.0])
    >>> measures.add(labels, scores >= 0, scores)
    >>> tally = measures.tally()
    >>> tally.examples, tally.mistakes, tally.false_negatives, tally.measures["auc"]
    (4, 1, 1, 0.875)
    """

    def __init__(self, *, window: int = 64, before: int = 0, costs: "Costs | None" = None) -> None:
        self.counts = NativeTally(whole("window", window, at_least=1), MOST_BINS, before)
        self._stated: ReliabilityMeter | None = None
        self._losses: StatedLosses | None = None
        self._decided: DecisionMeter | None = None
        self._costs = costs

    def add(
        self,
        labels: Any,
        answers: Any,
        scores: Any = None,
        probabilities: Any = None,
        *,
        positive: int | None = 1,
        weights: Any = None,
    ) -> None:
        """Takes in the next labelled examples; on bad input nothing is taken in.

        Parameters
        ----------
        labels, answers : arrays of class numbers
            What each was, and what was said.
        scores : array, optional
            Two labels: the larger the more positive; any numbers but NaN.
        probabilities : array, optional
            Of two labels that of the positive one for each row; of many that of each row's label.
        positive : int or None
            The class number of the positive label; None where there are more than two.
        weights : array, optional
            Importance weights: they count in the weighted decisions alone.
        """
        from .scores import StatedLosses, checked_numbers, checked_probabilities, checked_scores, checked_weights

        numbers, said = checked_numbers(labels, answers)
        rows = len(numbers)
        scores = None if scores is None or positive is None else checked_scores(scores, rows)
        stated = None if probabilities is None else checked_probabilities(probabilities, rows)
        weights = None if weights is None else checked_weights(weights, rows)
        if not rows:
            return
        self.counts.add(numbers, said)
        if positive is not None and not (scores is None and stated is None):
            from .decision_meter import DecisionMeter

            self._decided = self._decided or DecisionMeter()
            self._decided.add(scores, stated, numbers == positive, weights)
        if stated is not None and positive is not None:
            from .reliability_meter import ReliabilityMeter

            self._stated = self._stated or ReliabilityMeter()
            self._stated.add(stated, numbers == positive)
        elif stated is not None:
            self._losses = self._losses or StatedLosses()
            self._losses.add(stated)

    def add_one(self, number: int, answer: int) -> None:
        """Takes in one labelled example without a score: needs no arrays of Python's."""
        self.counts.add(array("i", [number]), array("i", [answer]))  # type: ignore[arg-type]

    def turn(self) -> None:
        """The other one of two labels turns out to be the positive one: so it was from the start."""
        if self._decided is not None:
            self._decided.turn()
        if self._stated is not None:
            self._stated.turn()

    @property
    def examples(self) -> int:
        """Labelled examples so far."""
        return self.counts.examples

    @property
    def mistakes(self) -> int:
        """Wrong answers so far."""
        return self.counts.mistakes

    @property
    def abstained(self) -> int:
        """Labelled examples without an answer so far."""
        return self.counts.abstained

    def base_rate(self, positive: int | None) -> float | None:
        """The share of a class number among the labels so far; None without any, and of none."""
        if positive is None or not self.examples:
            return None
        return sum(count for label, _, count in self.counts.pairs() if label == positive) / self.examples

    def tally(self, name: Callable[[int], Label] = bool, positive: Label = True) -> Tally:
        """The counts, and the measures that are defined.

        Parameters
        ----------
        name : function
            From a class number to the label's name.
        positive : label
            The positive one of two; None where there are more.
        """
        pairs: Counter[tuple[Label, Label]] = Counter()
        for label, answer, count in self.counts.pairs():
            pairs[name(label), None if answer < 0 else name(answer)] += count
        counts = self.counts
        tally = Tally(counts.examples, counts.mistakes, counts.abstained, dict(pairs), positive, costs=self._costs)
        if positive is not None and self._losses is None:
            self._measure_two(tally)
        else:
            self._measure_many(tally)
        if tally.examples > counts.unchanged:
            right = tally.examples - tally.mistakes - tally.abstained
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

    def _measure_two(self, tally: Tally) -> None:
        if self._stated is not None:
            tally.reliability = self._stated.result()
            tally.measures |= tally.reliability.measures()
        if self._decided is not None:
            self._measure_decisions(tally, self._decided)
        hits = tally.true_positives
        said = hits + tally.false_positives
        if tally.positives and tally.negatives:
            tally.measures["balanced_error"] = balanced_error(tally.confusion)
        if said:
            tally.measures["precision"] = hits / said
        if tally.positives:
            tally.measures["recall"] = hits / tally.positives
        if said + tally.positives:
            tally.measures["f1"] = 2 * hits / (said + tally.positives)
        if tally.cost is not None:
            tally.measures["cost"] = tally.cost / tally.examples

    def _measure_decisions(self, tally: Tally, decided: "DecisionMeter") -> None:
        tally.decisions, tally.weighted_decisions = decided.decisions(), decided.weighted()
        tally.measures |= decided.measures()
        if tally.decisions is not None:
            tally.measures |= tally.decisions.measures()
        if tally.weighted_decisions is not None:
            weighted = {"base_rate": tally.weighted_decisions.base_rate} | tally.weighted_decisions.measures()
            tally.measures |= {f"weighted_{name}": value for name, value in weighted.items()}

    def _measure_many(self, tally: Tally) -> None:
        from .scores import joined_log_loss

        loss = joined_log_loss(self._stated, self._losses)
        if loss is not None:
            tally.measures["log_loss"] = loss
        if not tally.examples:
            return
        tally.measures["balanced_error"] = balanced_error(tally.confusion)
        of_label, of_answer, right = Counter[Label](), Counter[Label](), 0
        for (label, said), count in tally.confusion.items():
            of_label[label] += count
            of_answer[said] += count
            right += count * (label == said)
        for name, one in macro_measures(tally.confusion).items():
            tally.measures[f"macro_{name}"] = one
        chance = sum(n * of_answer[label] for label, n in of_label.items())
        if chance < tally.examples**2:
            tally.measures["kappa"] = (right * tally.examples - chance) / (tally.examples**2 - chance)


def balanced_error(confusion: dict[tuple[Label, Label], int]) -> float:
    """The mean of the labels' own errors, from (label, answer) -> how often; no answer counts as not right."""
    of_label, hits = Counter[Label](), Counter[Label]()
    for (label, said), count in confusion.items():
        of_label[label] += count
        hits[label] += count * (label == said)
    errors = [(n - hits[label]) / n for label, n in of_label.items()]
    return math.fsum(errors) / len(errors)


def macro_measures(confusion: dict[tuple[Label, Label], int]) -> dict[str, float]:
    """The means over the labels of precision, recall and F1; 0 for a label that was never said, or never came."""
    of_label, of_answer, hits = Counter[Label](), Counter[Label](), Counter[Label]()
    for (label, said), count in confusion.items():
        of_label[label] += count
        of_answer[said] += count
        hits[label] += count * (label == said)
    names = sorted((of_label.keys() | of_answer.keys()) - {None}, key=str)
    precision = math.fsum(hits[name] / of_answer[name] for name in names if of_answer[name])
    recall = math.fsum(hits[name] / of_label[name] for name in names if of_label[name])
    f1 = math.fsum(2 * hits[name] / (of_label[name] + of_answer[name]) for name in names)
    return {name: one / len(names) for name, one in (("precision", precision), ("recall", recall), ("f1", f1))}

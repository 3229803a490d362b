"""Predictions beside labels of many classes: who was taken for whom, a curve, and what probabilities were worth.

Memory is bounded by the number of classes, whatever the length of the stream.
"""

import math
from collections import Counter
from collections.abc import Sequence

from ...protocols import Label
from ..run import Curve, Tally
from .measures import Measures

LEAST_PROBABILITY = 1e-15


class ClassMeasures:
    """What a stream of predictions was worth, where there are many classes.

        kappa = (p0 - pe) / (1 - pe)      p0: share of right answers; pe: that of answers drawn with the same counts
        kappa_no_change                   the same with pe: share of right answers of who repeats the last label
        balanced_error                    the mean of the classes' own errors
        log_loss                          mean of -ln of the probability given to the label before it was seen

    A prediction of None is no answer, and no mistake either.

    >>> measures = ClassMeasures()
    >>> measures.add(["de", "en", "de", "fr"], ["de", "de", "de", None])
    >>> tally = measures.tally()
    >>> tally.examples, tally.mistakes, tally.abstained, tally.confusion[("en", "de")]
    (4, 1, 1, 1)
    """

    def __init__(self) -> None:
        self._plain = Measures()  # right or wrong: the counts and the curve
        self._pairs: Counter[tuple[Label, Label]] = Counter()
        self._abstained = 0
        self._unchanged = 0
        self._last: Label = None
        self._losses: list[float] = [0.0, 0]

    @classmethod
    def after(cls, measures: Measures, labels: tuple[Label, Label]) -> "ClassMeasures":
        """What goes on where two labels were counted before: (negative, positive), as classes."""
        tally = measures.tally()
        negative, positive = labels
        made = cls()
        made._plain = measures
        made._unchanged = measures.counts.unchanged
        made._pairs[negative, positive] = tally.false_positives
        made._pairs[positive, negative] = tally.false_negatives
        made._pairs[negative, negative] = tally.negatives - tally.false_positives
        made._pairs[positive, positive] = tally.positives - tally.false_negatives
        made._pairs += Counter()  # leaves out what never happened
        if "log_loss" in tally.measures:
            made._losses = [tally.measures["log_loss"] * tally.examples, tally.examples]
        return made

    def add(
        self, labels: Sequence[Label], predictions: Sequence[Label], probabilities: Sequence[float] | None = None
    ) -> None:
        """Takes in the next labelled examples. probabilities: what was given to each label before it was seen."""
        if not len(labels):
            return
        import numpy as np

        self._pairs.update(zip(labels, predictions, strict=True))
        self._abstained += sum(said is None for said in predictions)
        right = [said is None or said == label for label, said in zip(labels, predictions, strict=True)]
        self._plain.counts.add(np.ones(len(right), dtype=np.int8), np.array(right, dtype=np.bool_))
        for label in labels:
            self._unchanged += label == self._last
            self._last = label
        if probabilities is not None:
            self._losses[0] -= math.fsum(math.log(max(p, LEAST_PROBABILITY)) for p in probabilities)
            self._losses[1] += len(labels)

    @property
    def examples(self) -> int:
        """Labelled examples so far."""
        return self._plain.examples

    @property
    def mistakes(self) -> int:
        """Wrong answers so far."""
        return self._plain.mistakes

    def tally(self) -> Tally:
        """The counts, and the measures that are defined."""
        tally = Tally(examples=self.examples, mistakes=self.mistakes, abstained=self._abstained)
        tally.confusion = dict(self._pairs)
        if self._losses[1]:
            tally.measures["log_loss"] = self._losses[0] / self._losses[1]
        if tally.examples:
            tally.measures |= self._agreement(tally.examples)
        return tally

    def curve(self) -> Curve:
        """Examples and mistakes in bins of equal width."""
        return self._plain.curve()

    def last_window(self) -> float:
        """The error of the last full bin and the one that is filling; 0 without any."""
        return self._plain.last_window()

    def _agreement(self, examples: int) -> dict[str, float]:
        of_label, of_answer, hits = Counter[Label](), Counter[Label](), Counter[Label]()
        for (label, said), count in self._pairs.items():
            of_label[label] += count
            of_answer[said] += count
            hits[label] += count * (label == said)
        right = sum(hits.values())
        measures = {"balanced_error": 1 - math.fsum(hits[label] / n for label, n in of_label.items()) / len(of_label)}
        chance = sum(n * of_answer[label] for label, n in of_label.items())
        if chance < examples**2:
            measures["kappa"] = (right * examples - chance) / (examples**2 - chance)
        if self._unchanged < examples:
            measures["kappa_no_change"] = (right - self._unchanged) / (examples - self._unchanged)
        return measures

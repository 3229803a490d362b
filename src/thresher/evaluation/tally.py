"""Predictions beside labels, in numbers: what was right, what was wrong, and what it cost."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .run_in_words import html_table, shown, shown_tally

if TYPE_CHECKING:
    from .measures.costs import Costs
    from .measures.decisions import Decisions
    from .measures.reliability import Reliability


@dataclass(repr=False)
class Tally:
    """Predictions beside labels, and what the scores were worth where there are any.

    Attributes
    ----------
    examples : int
        Labelled ones.
    mistakes : int
        Wrong answers.
    abstained : int
        Examples without an answer, which is no mistake.
    confusion : dict
        (label, answer) -> how often; the answer is None where there was none.
    positive : label
        The positive one of two labels; None where there are more.
    measures : dict
        log_loss, brier, auc, kappa_no_change, ...: those that are defined.
    reliability : Reliability, optional
        Of the probabilities that were stated, of two labels.
    decisions : Decisions, optional
        Precision, recall, alerts at every threshold, of two labels: each example counts once.
    weighted_decisions : Decisions, optional
        The same by importance weights, where there are any.
    costs : Costs, optional
        What the two kinds of mistakes cost, if that was said.
    """

    examples: int = 0
    mistakes: int = 0
    abstained: int = 0
    confusion: dict[tuple[Any, Any], int] = field(default_factory=dict)
    positive: Any = None
    measures: dict[str, float] = field(default_factory=dict)
    reliability: "Reliability | None" = field(default=None, repr=False)
    decisions: "Decisions | None" = field(default=None, repr=False)
    weighted_decisions: "Decisions | None" = field(default=None, repr=False)
    costs: "Costs | None" = None

    @property
    def base_rate(self) -> float | None:
        """The share of examples with the positive label of two; None of many, and without examples."""
        return self.positives / self.examples if self.examples and self.positive is not None else None

    @property
    def constant(self) -> tuple[Any, float] | None:
        """The most frequent label, and the error of always saying it; None without examples."""
        of_label: dict[Any, int] = {}
        for (label, _), count in self.confusion.items():
            of_label[label] = of_label.get(label, 0) + count
        if not of_label:
            return None
        label = max(of_label, key=lambda one: (of_label[one], one != self.positive))
        return label, (self.examples - of_label[label]) / self.examples

    @property
    def cost(self) -> float | None:
        """What mistakes would have cost at the threshold that follows from the costs; None if those were not said.

        Without probabilities: what the mistakes of the answers cost.
        """
        if self.costs is None or self.positive is None or not self.examples:
            return None
        if self.decisions is None or self.decisions.by != "probability":
            return self.costs.of(self.false_positives, self.false_negatives)
        return self.decisions.at(self.costs.threshold).cost(self.costs)

    @property
    def error(self) -> float:
        """Mistakes per labelled example; NaN where there was no answer to any: nothing can be said of it then."""
        return self.mistakes / self.examples if self.answered else math.nan

    @property
    def answered(self) -> int:
        """Labelled examples to which there was an answer."""
        return self.examples - self.abstained

    @property
    def positives(self) -> int:
        """Examples with the positive label of two."""
        return self._count(lambda label, _: label == self.positive)

    @property
    def negatives(self) -> int:
        """Examples with the negative label of two."""
        return self._count(lambda label, _: label != self.positive)

    @property
    def true_positives(self) -> int:
        """Positive examples that were called so."""
        return self._count(lambda label, said: label == self.positive and said == self.positive)

    @property
    def false_positives(self) -> int:
        """Negative examples that were called positive."""
        return self._count(lambda label, said: label != self.positive and said == self.positive)

    @property
    def false_negatives(self) -> int:
        """Positive examples that were called negative."""
        return self._count(lambda label, said: label == self.positive and said not in (None, self.positive))

    def __repr__(self) -> str:
        return shown("Tally", shown_tally(self))

    def _repr_html_(self) -> str:
        return html_table("Tally", shown_tally(self))

    def _count(self, chosen: Callable[[Any, Any], bool]) -> int:
        if self.positive is None:
            return 0
        return sum(count for (label, said), count in self.confusion.items() if chosen(label, said))

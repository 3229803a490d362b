"""What comes of giving no answer where one is not sure: how much is answered, and how much of that is wrong.

Of two labels. The answer is positive where the probability is at least 1/2 + doubt, negative where it is below
1/2 - doubt, and there is none between; of scores the same around 0.
"""

from typing import NamedTuple

import numpy as np

from ...errors import ParameterError
from .costs import Costs
from .decisions import PROBABILITY, Decisions

DOUBTS = (0.0, *(step / 20 for step in range(1, 10)), 0.47, 0.48, 0.49, 0.495, 0.498, 0.499)
"""Of probabilities: those at which examples that were counted in buckets are counted exactly."""

SCORES = 40


class Covered(NamedTuple):
    """What comes of one doubt.

    Attributes
    ----------
    doubt : float
        How far from the middle an answer has to be.
    false_positives, false_negatives : float
        Wrong answers.
    answered, examples : float
        Examples with an answer, and all of them.
    """

    doubt: float
    false_positives: float
    false_negatives: float
    answered: float
    examples: float

    @property
    def coverage(self) -> float:
        """The share of examples with an answer."""
        return self.answered / self.examples

    @property
    def error(self) -> float | None:
        """Wrong answers among the answers; None without any."""
        return (self.false_positives + self.false_negatives) / self.answered if self.answered else None

    def cost(self, costs: Costs, unanswered: float = 0.0) -> float:
        """What its mistakes cost, and examples without an answer at so much each, of all examples together."""
        return costs.of(self.false_positives, self.false_negatives) + unanswered * (self.examples - self.answered)

    def to_plain(self) -> dict[str, float | None]:
        """As JSON holds it."""
        return {"doubt": self.doubt, "coverage": self.coverage, "error": self.error}


def covered(decisions: Decisions, doubt: float) -> Covered:
    """What comes of answering only from so far away on.

    Parameters
    ----------
    decisions : Decisions
        What was counted at every threshold.
    doubt : float
        How far from 1/2 a probability has to be, from 0 a score; 0 answers all.

    Examples
    --------
    >>> found = Decisions.of([True, False, True, False], [0.9, 0.6, 0.3, 0.1])
    >>> covered(found, 0.0).error, covered(found, 0.25).error, covered(found, 0.25).coverage
    (0.5, 0.0, 0.5)
    """
    middle = 0.5 if decisions.by == PROBABILITY else 0.0
    if doubt < 0.0 or (middle and doubt > 0.5):
        raise ParameterError(f"doubt is how far from {middle} an answer has to be; got {doubt!r}.", field="doubt")
    above, below = (round(middle + side * doubt, 6) if middle else side * doubt for side in (1, -1))
    yes, maybe = decisions.at(above), decisions.at(below)
    no, missed = decisions.examples - maybe.alerts, decisions.positives - maybe.hits
    return Covered(doubt, yes.alerts - yes.hits, missed, yes.alerts + no, decisions.examples)


def coverage_curve(decisions: Decisions) -> list[Covered]:
    """From answering all to answering least: at round doubts, of scores at evenly spread shares of the examples."""
    if decisions.by == PROBABILITY:
        doubts = list(DOUBTS)
    else:
        sizes, counts = np.abs(decisions.thresholds), np.diff(decisions.alerts, prepend=0.0)
        order = np.argsort(sizes)
        shares = np.cumsum(counts[order]) / decisions.examples
        places = np.minimum(np.searchsorted(shares, np.arange(1, SCORES) / SCORES), len(order) - 1)
        doubts = [0.0, *np.unique(sizes[order][places]).tolist()]
    curve = [covered(decisions, doubt) for doubt in doubts if doubt < float("inf")]
    return [one for one in curve if one.answered]

"""On line to batch (end of F): what a run promises about the hypotheses in it, if its examples were drawn alike.

A mistake bound needs no distribution. Here one is assumed: examples drawn independently from one distribution, so that
"the risk" of a hypothesis, its probability of a mistake on one more of them, means something.
"""

from typing import NamedTuple

from ..bounds import likely_average_risk, risk_of_survivor
from .trials import Trials

FAILURE = 0.05


class Risk(NamedTuple):
    """What may be said of the risk of a run's hypotheses on new examples.

    Attributes
    ----------
    failure : float
        The probability with which each of the two promises may fail.
    average : float
        The risk, at most, of a hypothesis drawn anew for each example from those of the run.
    survivor : float
        The risk, at most, of the hypothesis that examples `first` to `last` left unchanged, chosen among all of them.
    first, last : int
        The examples that the survivor survived.
    """

    failure: float
    average: float
    survivor: float
    first: int
    last: int

    def __str__(self) -> str:
        survivor = ""
        if self.survivor < 1.0:
            which = f"the one that examples {self.first + 1:,} to {self.last:,} left unchanged"
            survivor = f"; {which}, on {self.survivor:.2%}"
        return (
            f"if the examples were drawn alike and independently, then, each with {1 - self.failure:.0%} confidence: "
            f"hypotheses of the run err on {self.average:.2%} of new examples at most, on average{survivor}"
        )


def risk_of(trials: Trials, failure: float = FAILURE) -> Risk | None:
    """The average, and the hypothesis with the best promise; None without trials."""
    import numpy as np

    if not len(trials):
        return None
    average = likely_average_risk(mistakes=trials.mistakes, trials=len(trials), failure=failure)
    # The i-th hypothesis comes with the (i - 1)-th update and lives until the next one; a mistake that moves nothing,
    # on an example without attributes for instance, ends it too.
    ends = np.flatnonzero(trials.updated | trials.mistaken)
    births, deaths = np.concatenate([[0], ends + 1]), np.concatenate([ends, [len(trials)]])
    best = (2.0, 0, 0)
    longest = -1
    for number, (birth, death) in enumerate(zip(births.tolist(), deaths.tolist(), strict=True), start=1):
        if death - birth <= longest:
            continue  # a later hypothesis must survive longer to be promised less
        longest = death - birth
        risk = risk_of_survivor(survived=longest, hypotheses=number * (number + 1), failure=failure)
        best = min(best, (risk, birth, death))
    return Risk(failure, min(1.0, average), *best)

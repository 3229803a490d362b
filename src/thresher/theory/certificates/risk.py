"""On line to batch (end of F): what a run promises about the hypotheses in it, if its examples were drawn alike.

A mistake bound needs no distribution. Here one is assumed: examples drawn independently from one distribution, so that
"the risk" of a hypothesis, its probability of a mistake on one more of them, means something.
"""

from typing import NamedTuple

from ..bounds.batch import likely_average_risk, risk_of_survivor
from .trials import Trials

FAILURE = 0.05


class Risk(NamedTuple):
    """What may be said of the risk, each except with probability `failure`.

    average: of a hypothesis drawn anew for each example from those of the run.
    survivor: of the hypothesis that examples `first` to `last` left unchanged, chosen among all of them.
    """

    failure: float
    average: float
    survivor: float
    first: int
    last: int


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

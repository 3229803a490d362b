"""What a learner must beat to have learned anything: the last label again, and the label seen most often so far."""

import numpy as np

from .contestant import Answer, Contestant
from .examples import Examples


def no_change(examples: Examples, limit: float) -> Answer:
    """The label of the example before; class 0 at first."""
    return Answer(np.concatenate([[0], examples.y[:-1]]))


def most_frequent(examples: Examples, limit: float) -> Answer:
    """The class seen most often so far; of two, the smaller."""
    counts = np.zeros((len(examples), examples.classes), dtype=np.int64)
    counts[np.arange(len(examples)), examples.y] = 1
    before = np.cumsum(counts, axis=0) - counts
    return Answer(before.argmax(axis=1))


BASELINES = [
    Contestant("no-change", "baseline", "the last label", no_change, many=True),
    Contestant("most-frequent", "baseline", "the most frequent label so far", most_frequent, many=True),
]

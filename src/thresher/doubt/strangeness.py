"""How strange each label would be for an example, to a learner as it is: the smaller, the likelier."""

from collections.abc import Mapping
from typing import Any

from ..protocols import Features, Label

MOST = 1e300  # what a file can hold


def strangeness(learner: Any, x: Features, states_probabilities: bool) -> dict[Label, float]:
    """Of each label that the learner knows.

    1 - p where it states probabilities; of two labels the score of the other one; of many, by how much the best other
    one is ahead. Only their order matters, so that of a score may have any scale.
    """
    if states_probabilities:
        return {label: 1.0 - float(p) for label, p in learner.predict_proba_one(x).items()}
    scores: Mapping[Label, float] = learner.scores_one(x)
    found = {}
    for label, score in scores.items():
        others = [other for name, other in scores.items() if name != label]
        ahead = (-score if len(scores) <= 2 else max(others) - score) if others else -score
        found[label] = min(MOST, max(-MOST, ahead))
    return found

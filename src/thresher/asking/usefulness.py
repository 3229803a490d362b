"""Which of many examples are worth a label most: those that a learner is least sure of, as it is now."""

from collections.abc import Iterable
from typing import Any

from ..late import Question
from ..late.delayed import stated_by
from ..protocols import Features
from .rules import Reach, ScoreRule, rule_for


def chances(learner: Any, xs: Iterable[Features]) -> list[float]:
    """With which probability `Asking` would ask for the label of each, if they came now. Changes nothing.

    Where its rule goes by the largest norm, or by the mean distance, these are of the examples given: what matters is
    which is larger.

    Parameters
    ----------
    learner : learner
        Any one.
    xs : iterable of examples
        Of which one has no label yet.

    Returns
    -------
    list of float
        From 0 to 1, the larger the more useful.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> model = Perceptron()
    >>> for _ in range(5):
    ...     outcomes = model.learn_one({"free": 1}, True), model.learn_one({"lunch": 1}, False)
    >>> sure, unsure = chances(model, [{"lunch": 1}, {"hello": 1}])
    >>> sure < unsure
    True
    """
    examples, rule = list(xs), rule_for(learner)
    norm = max((rule.norm_of(learner, x) for x in examples), default=0.0)
    total = rule.total(learner) if examples else 0.0
    found = [rule.reach(learner, x, _said(learner, x), norm, total) for x in examples]
    if isinstance(rule, ScoreRule) and found:
        mean = sum(one.distance for one in found) / len(found)
        found = [Reach(mean, one.distance) for one in found]
    return [one.chance(1.0) for one in found]


def _said(learner: Any, x: Features) -> Question:
    stated = stated_by(learner, x, learner.predict_one(x))
    return Question(None, stated.label, 0, stated.probabilities, stated.score)

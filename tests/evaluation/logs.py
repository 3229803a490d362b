"""An event log, for the tests."""

import thresher as th
from thresher.evaluation.events.log import EventLog


def logged(path, learner=None):
    """A log of two examples, the first a mistake."""
    learner = th.Perceptron() if learner is None else learner
    with EventLog(path, learner) as log:
        log.learn({"a": 1}, False)
        log.learn({"a": 1, 2: 0.5}, True, weight=2.0)
    return learner

"""Streams whose labels come late, and the drivers that feed them to a delayed learner and to a reference."""

import math

from hypothesis import strategies as st

import thresher as th
from thresher.late import Delayed, Fate
from thresher.theory.reference.delay import Basic

LEARNERS = {
    "TrackingWinnow": lambda: th.TrackingWinnow(2.0, 0.1),
    "Perceptron": lambda: th.Perceptron(bias=True),
    "BalancedWinnow": lambda: th.BalancedWinnow(1.5),
    "AdaptiveWinnow": lambda: th.AdaptiveWinnow(),
}

_EXAMPLES = st.dictionaries(st.sampled_from([0, 1, 2, 2**40, "a", "b", "ü"]), st.just(1.0), max_size=4)
_DELAYS = st.one_of(st.integers(1, 4), st.integers(1, 25), st.just(math.inf))


@st.composite
def late_streams(draw, most=40):
    """A list of (example, label, delay): single ones, bursts that come at one moment, reversals, losses."""
    stream = []
    while len(stream) < most and draw(st.booleans() if stream else st.just(True)):
        size = draw(st.integers(1, 10))
        kind = draw(st.sampled_from(["any", "burst", "reversed"]))
        wait = draw(st.integers(1, 6))
        for i in range(size):
            delay = {"any": draw(_DELAYS), "burst": size - i + wait, "reversed": 2 * (size - i) + wait}[kind]
            stream.append((draw(_EXAMPLES), draw(st.booleans()), delay))
    return stream[:most]


class Engine(Basic):
    """A learner of Thresher's as the reference wants it: states are copies."""

    def __init__(self, learner):
        self.start = learner

    def predict(self, state, x):
        return {state.predict_one(x): 1.0}

    def update(self, state, x, y, predicted):
        after = state.copy()
        return after, after.learn_one(x, y).updated


def due_before(stream):
    """For each trial, and once after the last, the labels that come before it: [(number, label)]."""
    due = [[] for _ in range(len(stream) + 1)]
    for number, (_, y, delay) in enumerate(stream, 1):
        if delay < math.inf:
            due[min(number + delay - 1, len(stream))].append((number, y))
    return due


def reference_run(order, stream):
    """The distributions that a reference predicts."""
    due, predicted = due_before(stream), []
    for (x, _, _), labels in zip(stream, due, strict=False):
        order.labels(labels)
        predicted.append(order.trial(x))
    order.labels(due[-1])
    return predicted


def late_run(late, stream, *, between=lambda late: late, again=()):
    """What a delayed learner says. between: after each question. again: trials before which old labels come again."""
    due, said, told = due_before(stream), [], []
    for trial, labels in enumerate(due, 1):
        for number, y in reversed(labels):
            assert late.label(number, y) in (Fate.WAITING, Fate.TOO_LATE)
        told += labels
        if trial in again:
            for number, y in told:
                assert late.label(number, y) in (Fate.DUPLICATE, Fate.TOO_LATE)
        if trial <= len(stream):
            said.append(late.ask(stream[trial - 1][0]).prediction)
            late = between(late)
    late.apply()
    return late, said


def make(name, order):
    """A fresh delayed learner."""
    return Delayed(LEARNERS[name](), order)

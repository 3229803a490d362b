"""On line to batch: what a run promises about its hypotheses."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from thresher.streams.pairs import as_stream
from thresher.theory.bounds import risk_of_survivor
from thresher.theory.certificates.risk import risk_of
from thresher.theory.certificates.trials import Trials, record


def run_of(updated):
    """Trials in which the learner was wrong exactly where it was updated."""
    marks = np.array(updated, dtype=bool)
    none = np.zeros(0)
    starts = np.zeros(len(marks) + 1, dtype=np.int64)
    return Trials([], starts, none.astype(np.int64), none, ~marks, marks, marks, 0.0, False)


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_the_survivor_has_the_best_promise_of_all(updated):
    found = risk_of(run_of(updated), failure=0.1)
    births = [0] + [t + 1 for t, u in enumerate(updated) if u]
    deaths = [t for t, u in enumerate(updated) if u] + [len(updated)]
    promises = [
        risk_of_survivor(survived=death - birth, hypotheses=i * (i + 1), failure=0.1)
        for i, (birth, death) in enumerate(zip(births, deaths, strict=True), start=1)
    ]
    assert found.survivor == min(promises)
    assert not any(updated[found.first : found.last])


def test_no_trials_promise_nothing():
    assert risk_of(run_of([])) is None


def planted(seed, trials, noise=0.0):
    """Two of ten attributes decide; drawn independently."""
    coins = random.Random(seed)
    for _ in range(trials):
        x = {i: 1.0 for i in range(10) if coins.random() < 0.3}
        yield x, (0 in x or 1 in x) != (coins.random() < noise)


def test_the_promises_hold_on_fresh_examples():
    """The true risk of the chosen hypothesis, and the average of all risks, against their promises: 40 runs."""
    broken = 0
    for seed in range(40):
        pairs = list(planted(seed, 300, noise=0.05))
        trials = record(th.TrackingWinnow(floor=0.01), [as_stream(pairs)])
        risk = risk_of(trials, failure=0.05)
        model = th.TrackingWinnow(floor=0.01)
        for x, y in pairs[: risk.first]:
            model.learn_one(x, y)
        fresh = list(planted(10_000 + seed, 2000, noise=0.05))
        broken += sum(model.predict_one(x) != y for x, y in fresh) / len(fresh) > risk.survivor + 0.02
    assert broken <= 6  # 2 are expected at most; the chance of more than 6 is below 1 %


def test_the_check_can_fail():
    """A hypothesis that survived on examples of one kind promises nothing about those of another."""
    trials = record(th.TrackingWinnow(floor=0.01), [as_stream([({0: 1.0}, False)] * 500)])
    risk = risk_of(trials)
    model = th.TrackingWinnow(floor=0.01)
    assert risk.survivor < 0.01
    assert model.predict_one({0: 1.0}) is not True  # on positive examples it would be wrong every time

"""Asking and Sets do what their plain loops do (J1, J2, J3), question by question."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher._core import coin
from thresher.theory import reference
from thresher.theory.reference import asking as plain
from thresher.theory.reference import sets as plain_sets

VALUES = st.sampled_from([0.25, 0.5, 1.0])
SIGNED = st.sampled_from([-1.0, -0.5, 0.5, 1.0, 2.0])
KEYS = st.integers(0, 6)


def streams(values):
    return st.lists(st.tuples(st.dictionaries(KEYS, values, min_size=1, max_size=4), st.booleans()), max_size=60)


def tracking(seed):
    rule = {"promotion": 1.5, "floor": 0.01}
    engine = th.Asking(th.TrackingWinnow(**rule), seed=seed)
    reach = plain.tracking_reach(1.5, 0.01, 0.5)
    return engine, plain.Asking(reference.TrackingWinnow(**rule), plain.total_value, reach, lambda t: coin(seed, t))


def p_norm(p, rate, seed):
    engine = th.PNormPerceptron(p, rate=rate) if p > 2 else th.Perceptron(rate=rate)
    slow = reference.PNormPerceptron(p=p, rate=rate) if p > 2 else reference.Perceptron(rate=rate)
    loop = plain.Asking(slow, plain.p_norm_of(p), plain.p_norm_reach(p, rate), lambda t: coin(seed, t))
    return th.Asking(engine, seed=seed), loop


def majority(seed):
    loop = plain.Asking(
        reference.WeightedMajority(rate=0.3),
        plain.largest_value,
        plain.majority_reach(0.3, 9),
        lambda t: coin(seed, t),
    )
    return th.Asking(th.WeightedMajority(0.3), n=9, seed=seed), loop


MADE = {
    "tracking Winnow": (tracking, VALUES),
    "Perceptron": (lambda seed: p_norm(2, 0.5, seed), SIGNED),
    "p-norm": (lambda seed: p_norm(4.0, 0.7, seed), SIGNED),
    "weighted majority": (majority, SIGNED),
}


@pytest.mark.parametrize("name", sorted(MADE))
@tries(100)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_asking_is_its_loop(name, data, seed):
    made, values = MADE[name]
    fast, slow = made(seed)
    for x, y in data.draw(streams(values)):
        before = fast.wanted
        outcome = fast.learn_one(x, y)
        said, wants = slow.learn(x, y)
        assert (outcome.prediction, fast.wanted - before) == (said, wants)
        assert outcome.mistake == (said != y)
    assert (fast.wanted, fast.learner.updates) == (slow.asked, slow.learner.updates)
    assert all(
        math.isclose(fast.learner.weight(i), weight, rel_tol=1e-9) for i, weight in slow.learner.weights().items()
    )


@tries(100)
@given(
    stream=streams(SIGNED),
    late=st.integers(0, 7),
    miss=st.sampled_from([0.05, 0.3]),
    step=st.sampled_from([0.02, 0.4]),
    empty=st.booleans(),
)
def test_sets_are_their_loop(stream, late, miss, step, empty):
    fast = th.Sets(th.Perceptron(), miss=miss, step=step, window=9, empty=empty)
    slow = plain_sets.Sets(miss=miss, step=step, window=9, empty=empty)
    for number, (x, _) in enumerate(stream, 1):
        held = fast.ask(x).labels
        score = fast.learner.score_one(x)
        assert set(held) == slow.ask(number, {True: -score, False: score})
        assert held == fast.predict_one(x)
        if number > late:
            label = stream[number - 1 - late][1]
            fast.label(number - late, label)
            slow.label(number - late, label)
            assert (fast.missed, fast.judged) == (slow.missed, slow.judged)
            assert fast.level.credit == pytest.approx(slow.credit)

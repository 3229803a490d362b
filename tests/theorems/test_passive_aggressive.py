"""J7: passive-aggressive learners stay below their bounds, noise and bad examples included; and what breaks them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import in_ball, size, teach_mistakes
from tests.theorems.playing import SEEDS
from thresher.theory.bounds import (
    passive_aggressive_mistakes,
    passive_aggressive_squared_mistakes,
    plain_passive_aggressive_mistakes,
)

HARD = tries(30)


class Missed:
    """By how much all examples that were shown miss the margin by u."""

    def __init__(self, u, margin):
        self.u, self.margin, self.values = u, margin, []

    def add(self, v):
        self.values.append(max(0.0, self.margin - float(self.u @ v)))


def played(model, u, margin, most, rng, trials, miss=lambda: 0.0):
    """Examples of length `most` that are mistakes, or within the margin; u misses its own by `miss`."""
    missed = Missed(u, margin)

    def find(w):
        least = margin - miss()
        for level in (0.0, margin / 2):
            if (v := in_ball(rng, w, u, least, 2, most, level)) is not None:
                missed.add(v)
                return v
        return None

    teach_mistakes(model, find, trials, rng, len(u))
    return missed


@HARD
@given(
    seed=SEEDS,
    n=st.integers(3, 8),
    share=st.floats(0.2, 0.9),
    margin=st.sampled_from([0.3, 1.0, 2.0]),
    c=st.sampled_from([0.05, 0.5, 5.0]),
    wrong=st.sampled_from([0.0, 0.2]),
)
def test_all_three_with_and_without_noise(seed, n, share, margin, c, wrong):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=n)
    most = 1.3
    u *= margin / (share * most * size(u, 2))  # the margin is a share of |u| R
    known = {"target_norm": size(u, 2), "instance_norm": most, "margin": margin}

    def miss():
        return 1.5 * margin * (rng.random() < wrong)

    model = th.PassiveAggressive("PA-I", aggressiveness=c, margin=margin)
    missed = played(model, u, margin, most, rng, 150, miss)
    assert model.mistakes <= passive_aggressive_mistakes(**known, aggressiveness=c, noise=sum(missed.values))
    model = th.PassiveAggressive("PA-II", aggressiveness=c, margin=margin)
    missed = played(model, u, margin, most, rng, 150, miss)
    length = size(missed.values, 2) if missed.values else 0.0
    assert model.mistakes <= passive_aggressive_squared_mistakes(**known, aggressiveness=c, noise_length=length)
    model = th.PassiveAggressive("PA", margin=margin)
    played(model, u, margin, most, rng, 150)
    assert model.mistakes <= plain_passive_aggressive_mistakes(**known)


def test_the_bound_is_nearly_reached():
    rng = np.random.default_rng(0)
    u = np.eye(6)[0] * 5.0
    model = th.PassiveAggressive("PA-I", aggressiveness=100.0)
    played(model, u, 1.0, 1.0, rng, 200)
    limit = passive_aggressive_mistakes(target_norm=5.0, instance_norm=1.0, aggressiveness=100.0)
    assert 0.6 * limit < model.mistakes <= limit == 25


def test_an_empty_example_is_noise():
    model = th.PassiveAggressive("PA-I", aggressiveness=0.5)
    for _ in range(10):
        model.learn_one({}, False)  # a score of 0 is positive, and there is nothing to learn from
    assert (
        model.mistakes
        == 10
        <= passive_aggressive_mistakes(target_norm=0.0, instance_norm=1.0, aggressiveness=0.5, noise=10.0)
    )


# The tests above can fail.


@pytest.mark.parametrize("name", ["target_norm", "instance_norm"])
def test_an_understated_length_breaks_the_bound(name):
    rng = np.random.default_rng(0)
    u = np.eye(6)[0] * 5.0
    model = th.PassiveAggressive("PA-I", aggressiveness=100.0)
    played(model, u, 1.0, 1.0, rng, 200)
    known = {"target_norm": 5.0, "instance_norm": 1.0, "aggressiveness": 100.0}
    assert model.mistakes > passive_aggressive_mistakes(**known | {name: 0.7 * known[name]})


@pytest.mark.parametrize("variant", ["PA", "PA-I"])
def test_noise_that_is_not_declared_breaks_the_bound(variant):
    model = th.PassiveAggressive(variant, aggressiveness=1.0)
    for t in range(40):
        model.learn_one({0: 1.0}, t % 2 == 0)
    assert model.mistakes > plain_passive_aggressive_mistakes(target_norm=1.0, instance_norm=1.0)
    limit = passive_aggressive_mistakes(target_norm=1.0, instance_norm=1.0, noise=40.0)
    assert model.mistakes <= limit

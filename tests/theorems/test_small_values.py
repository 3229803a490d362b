"""Tracking Winnow on values as small as you like: A6 with a budget, tested by a chain that makes weights heavy."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.learners import TrackingWinnow
from thresher.theory.bounds import small_values_mistakes, small_values_mistakes_by_budget
from thresher.theory.experiments.tracking.chain import Chain

RULE = {"promotion": 1.5, "floor": 0.002, "separation": 0.5, "norm": 5.0}


@tries(30)
@given(rise=st.floats(1, 1e4), share=st.floats(1e-4, 1), noise=st.floats(0, 1e3))
def test_the_budget_is_a6_where_one_weight_is_all_that_rises_and_less_elsewhere(rise, share, noise):
    known = {**RULE, "total_rise": rise, "noise": noise}
    without = small_values_mistakes(**known)
    assert small_values_mistakes_by_budget(largest_target_weight=rise, **known) == pytest.approx(without)
    assert small_values_mistakes_by_budget(largest_target_weight=share * rise, **known) <= without * (1 + 1e-9)


def test_the_budget_does_not_grow_with_the_number_of_shifts():
    few, many = (small_values_mistakes_by_budget(total_rise=h, largest_target_weight=2, **RULE) / h for h in (2, 2e6))
    assert few == pytest.approx(many)


def test_the_budget_says_which_assumption_is_violated():
    with pytest.raises(ParameterError, match=r"\(1 \+ separation\)"):
        small_values_mistakes_by_budget(
            promotion=4, floor=0.01, separation=0.5, norm=5, total_rise=3, largest_target_weight=1
        )


def play(seed, *, separation, norm, segments, every):
    """Values of every size, of which a learner is shown those that it gets wrong: mistakes, H(C) and U."""
    rng = random.Random(seed)
    learner = TrackingWinnow.for_separation(separation, norm=norm)
    names, before, rise, largest = range(norm), [0.0] * norm, 0.0, 0.0
    for _ in range(segments):
        u = [rng.choice([0, 0, 1 + separation, 3, 12]) for _ in names]
        rise += sum(max(0.0, new - old) for new, old in zip(u, before, strict=True))
        before, largest = u, max(largest, *u)
        for _ in range(every):
            x = {i: 10 ** rng.uniform(-3, 0) for i in rng.sample(names, rng.randint(1, norm))}
            score = sum(u[i] * value for i, value in x.items())
            if abs(score - 1) >= separation and learner.predict_one(x) != (score > 1):
                learner.learn_one(x, score > 1)
    return learner.mistakes, rise, largest


@tries(25)
@given(seed=st.integers(0, 10**6), separation=st.sampled_from([1.0, 0.5, 0.2]), segments=st.integers(1, 6))
def test_mistakes_stay_below_the_budget_at_all_values(seed, separation, segments):
    mistakes, rise, largest = play(seed, separation=separation, norm=4, segments=segments, every=400)
    assume(rise > 0)
    rule = {"promotion": 1 + separation, "floor": separation / 200, "separation": separation, "norm": 4}
    assert mistakes <= small_values_mistakes_by_budget(total_rise=rise, largest_target_weight=largest, **rule)


def test_the_budget_of_a_shorter_chain_is_broken():
    chain = Chain(TrackingWinnow.for_separation(0.5, norm=6), 0.5, 6, 1e-3)
    chain.play(8)
    rule = {"promotion": 1.5, "floor": 0.5 / 300, "separation": 0.5, "norm": 6, "largest_target_weight": 1.5}
    assert (
        small_values_mistakes_by_budget(total_rise=1.5, **rule)
        < chain.mistakes
        <= small_values_mistakes_by_budget(total_rise=12, **rule)
    )

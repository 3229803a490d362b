"""C4, C5, C6: Winnow's mistakes on disjunctions stay below the bounds; and what breaks them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import against_a_disjunction
from tests.theorems.playing import SEEDS, Schedule, disjunction, play
from thresher.theory import bounds
from thresher.theory.bounds import winnow1_mistakes_at

HARD = tries(30)


def after_mistakes(model, target, n, threshold, rng, trials):
    """Presents what the model gets wrong, and something from anywhere when it gets nothing wrong."""
    for _ in range(trials):
        x, y = against_a_disjunction(rng, model, target, n, threshold) or disjunction(rng, target, n, n)
        model.learn_one(x, y)
    return model


def some_literals(rng, n, k):
    return set(rng.choice(n, size=min(k, n), replace=False).tolist())


@HARD
@given(seed=SEEDS, n=st.integers(1, 40), k=st.integers(0, 4), elimination=st.booleans())
def test_winnow_on_a_fixed_disjunction(seed, n, k, elimination):
    rng = np.random.default_rng(seed)
    target = some_literals(rng, n, k)
    promise = bounds.winnow1_mistakes if elimination else bounds.winnow_mistakes
    limit = promise(n=n, literals=len(target))
    model = th.Winnow(n=n, elimination=elimination)
    assert after_mistakes(model, target, n, n, rng, 2 * limit).mistakes <= limit
    played = play(th.Winnow(n=n, elimination=elimination), lambda r: disjunction(r, target, n, n), 100, rng)
    assert played.mistakes <= limit


@HARD
@given(
    seed=SEEDS,
    n=st.integers(1, 40),
    k=st.integers(0, 4),
    promotion=st.sampled_from([1.2, 1.5, 2.0, 3.0, 5.0]),
    threshold=st.floats(0.5, 60),
)
def test_elimination_at_any_promotion_and_threshold(seed, n, k, promotion, threshold):
    rng = np.random.default_rng(seed)
    target = some_literals(rng, n, k)
    limit = winnow1_mistakes_at(n=n, literals=len(target), promotion=promotion, threshold=threshold)
    model = th.Winnow(promotion=promotion, threshold=threshold, elimination=True)
    assert after_mistakes(model, target, n, threshold, rng, min(2 * limit, 300)).mistakes <= limit


@HARD
@given(seed=SEEDS, n=st.integers(4, 40), shifts=st.integers(0, 4))
def test_winnow_r_on_shifting_disjunctions(seed, n, shifts):
    """C6, which has no noise term."""
    rng = np.random.default_rng(seed)
    schedule = Schedule(n=n, active=n)
    model = th.WinnowR(n=n)
    for _ in range(shifts + 1):
        schedule.shift(rng, literals=2)
        after_mistakes(model, schedule.target, n, n, rng, 80)
    assert model.mistakes <= bounds.winnow_r_mistakes(n=n, literals=schedule.on)


# The tests above can fail: a broken assumption, a mutated rule or an understated quantity breaks the bound.


def test_noise_that_is_not_declared_breaks_the_bound():
    model = th.Winnow(n=8)
    for _ in range(100):
        for y in (True, False):
            model.learn_one({0: 1.0}, y)
    assert model.mistakes > bounds.winnow_mistakes(n=8, literals=1)


def test_a_shift_breaks_the_bound_of_elimination():
    model = th.Winnow(n=8, elimination=True)
    for _ in range(5):
        model.learn_one({1: 1.0}, True)
    model.learn_one({1: 1.0}, False)  # switched off: eliminated
    for _ in range(30):
        model.learn_one({1: 1.0}, True)  # switched on again, in vain
    assert model.mistakes > bounds.winnow1_mistakes(n=8, literals=2)


def test_a_shift_breaks_the_bound_of_a_fixed_disjunction_but_not_winnow_rs():
    """Winnow sinks what was switched off as low as it is told to; Winnow-R stops at a half."""
    fixed, floored = th.Winnow(n=8), th.WinnowR(n=8)
    for model in (fixed, floored):
        for _ in range(12):
            for _ in range(100):
                against = against_a_disjunction(np.random.default_rng(0), model, {0}, 8, 8)
                model.learn_one(*(against or ({0: 1.0}, True)))
            for _ in range(100):
                model.learn_one({0: 1.0}, False)
    assert fixed.mistakes > bounds.winnow_mistakes(n=8, literals=1)
    assert floored.mistakes <= bounds.winnow_r_mistakes(n=8, literals=12)


def test_literals_that_are_not_counted_break_the_bound():
    rng = np.random.default_rng(1)
    model = after_mistakes(th.Winnow(n=32), {1, 2, 3, 4}, 32, 32, rng, 300)
    assert bounds.winnow_mistakes(n=32, literals=1) < model.mistakes <= bounds.winnow_mistakes(n=32, literals=4)


def test_a_floor_that_is_too_high_breaks_the_bound_of_winnow_r():
    model = th.WinnowR(n=8, floor=1.0)
    for _ in range(50):
        model.learn_one(dict.fromkeys(range(8), 1.0), False)
    assert model.mistakes > bounds.winnow_r_mistakes(n=8, literals=0)


def test_a_promotion_that_is_not_the_one_declared_breaks_the_bound():
    rng = np.random.default_rng(2)
    model = th.Winnow(promotion=1.1, threshold=16, elimination=True)
    after_mistakes(model, {1, 2}, 16, 16, rng, 300)
    known = {"n": 16, "literals": 2, "threshold": 16}
    assert model.mistakes <= winnow1_mistakes_at(**known, promotion=1.1)
    assert model.mistakes > winnow1_mistakes_at(**known, promotion=3)

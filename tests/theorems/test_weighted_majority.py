"""E5, E7: mistakes of weighted majority and Balanced Winnow stay below the bounds; and what breaks them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import Noise, in_box, size, teach_mistakes
from tests.theorems.playing import SEEDS, play, separable
from thresher.theory import bounds

HARD = tries(30)
LEARNERS = {
    "E5": (th.WeightedMajority, bounds.weighted_majority_mistakes),
    "E7": (lambda rate: th.BalancedWinnow(math.exp(rate)), bounds.balanced_winnow_mistakes),
    "E7 initial": (lambda rate: th.BalancedWinnow(math.exp(rate), initial=0.01), bounds.balanced_winnow_mistakes),
}
ENTRIES = st.sampled_from(sorted(LEARNERS))


def problem(rng, entry, n, share):
    u = rng.normal(size=n) * (rng.random(n) < 0.5)
    u[0] = 1.0
    u = np.abs(u) if entry == "E5" else u
    return u, {"target": u.tolist(), "n": n, "separation": share * size(u, 1)}


def after_mistakes(model, u, separation, most, rng, trials=150, note=None, miss=None):
    def find(w):
        return in_box(rng, w, u, separation - (miss() if miss else 0.0), most)

    return teach_mistakes(model, find, trials, rng, len(u), note)


@HARD
@given(
    seed=SEEDS,
    entry=ENTRIES,
    n=st.integers(2, 12),
    share=st.floats(0.1, 0.7),
    factor=st.sampled_from([0.3, 1.0, 1.7]),
    largest=st.sampled_from([0.5, 1.0, 3.0]),
)
def test_separable_examples(seed, entry, n, share, factor, largest):
    """At the best rate delta/(|u|_1 S^2), and beside it."""
    make, promise = LEARNERS[entry]
    rng = np.random.default_rng(seed)
    u, known = problem(rng, entry, n, share * largest)
    rate = factor * known["separation"] / (size(u, 1) * largest**2)
    limit = promise(**known, rate=rate, largest_value=largest)
    assert after_mistakes(make(rate), u, known["separation"], largest, rng).mistakes <= limit
    drawn = separable(rng, u, min(known["separation"], 0.2 * size(u, 1)), boolean=True)
    if largest == 1.0 and share <= 0.2:
        assert play(make(rate), drawn, 60, rng).mistakes <= limit


@HARD
@given(
    seed=SEEDS,
    entry=ENTRIES,
    n=st.integers(2, 10),
    share=st.floats(0.1, 0.6),
    factor=st.sampled_from([0.3, 1.0, 1.7]),
    wrong=st.floats(0, 0.6),
    by=st.floats(0, 1),
)
def test_noise(seed, entry, n, share, factor, wrong, by):
    """The noise over the mistakes of the run."""
    make, promise = LEARNERS[entry]
    rng = np.random.default_rng(seed)
    u, known = problem(rng, entry, n, share)
    rate = factor * share
    noise = Noise(u, known["separation"])
    amount = by * size(u, 1)
    model = after_mistakes(
        make(rate), u, known["separation"], 1.0, rng, note=noise, miss=lambda: amount * (rng.random() < wrong)
    )
    assert model.mistakes <= promise(**known, rate=rate, largest_value=1.0, noise=noise.total)


# The tests above can fail: a broken assumption, a mutated rule or an understated quantity breaks the bound.


@pytest.mark.parametrize("entry", ["E5", "E7"])
def test_noise_that_is_not_declared_breaks_the_bound(entry):
    make, promise = LEARNERS[entry]
    rng = np.random.default_rng(0)
    u = np.eye(4)[0]
    noise = Noise(u, 0.5)
    model = after_mistakes(make(0.5), u, 0.5, 1.0, rng, 300, noise, miss=lambda: 1.0 * (rng.random() < 0.4))
    known = {"target": [1.0], "n": 4, "rate": 0.5, "separation": 0.5, "largest_value": 1.0}
    assert model.mistakes <= promise(**known, noise=noise.total)
    assert model.mistakes > promise(**known)


@pytest.mark.parametrize("entry", ["E5", "E7"])
def test_understated_quantities_break_the_bound(entry):
    make, promise = LEARNERS[entry]
    rng = np.random.default_rng(0)
    n = 40
    u = np.eye(n)[0]
    known = {"target": [1.0], "n": n, "rate": 0.1, "separation": 0.1, "largest_value": 1.0}
    model = after_mistakes(make(0.1), u, 0.1, 1.0, rng, 900)
    assert model.mistakes <= promise(**known)
    for change in ({"n": 1 if entry == "E5" else 2}, {"separation": 0.4}):
        assert model.mistakes > promise(**known | change)


def test_weighted_majority_never_learns_a_weight_below_zero():
    """E5 asks for a target of weights that are not negative; Balanced Winnow learns this one."""
    majority, balanced = th.WeightedMajority(0.5), th.BalancedWinnow(math.exp(0.5))
    for _ in range(100):
        for model in (majority, balanced):
            model.learn_one({0: 1.0}, False)
    known = {"n": 1, "rate": 0.5, "separation": 1.0, "largest_value": 1.0}
    assert balanced.mistakes <= bounds.balanced_winnow_mistakes(target=[-1.0], **known)
    assert majority.mistakes == 100 > bounds.weighted_majority_mistakes(target=[1.0], **known)

"""Winnow on a linear threshold that stays (A11, A12): mistakes <= bound, and what breaks it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.theorems.playing import HARD, SEEDS, Ledger, play, thresholded
from thresher.theory.bounds import fixed_winnow_mistakes, noisy_winnow_mistakes, sparse_winnow_mistakes

N = 12
VALUES = st.sampled_from([(1.0,), (0.25, 0.5, 0.75, 1.0), (1e-3, 0.1, 1.0)])
SEPARATIONS = st.sampled_from([0.25, 0.5, 1.0])


def target(rng):
    u = rng.random(N) * (rng.random(N) < 0.5) * 3
    u[0] = 1.0
    return u


@HARD
@given(seed=SEEDS, separation=SEPARATIONS, values=VALUES, start=st.sampled_from([1 / N, 1e-4, None]))
def test_at_the_promotion_for_a_separation(seed, separation, values, start):
    """A11's first form; a start of None is the best one. A threshold other than 1 changes nothing but the scale."""
    rng = np.random.default_rng(seed)
    u = target(rng)
    start = float(u.sum()) / N if start is None else start
    scale = float(rng.choice([1.0, N]))
    model = th.Winnow(promotion=1 + separation, threshold=scale, initial=start * scale)
    play(model, thresholded(u, separation, values), 250, rng)
    known = {"target": u.tolist(), "n": N, "separation": separation, "initial": start * scale, "threshold": scale}
    assert model.mistakes <= fixed_winnow_mistakes(**known)
    sharper = noisy_winnow_mistakes(promotion=1 + separation, **known)
    assert model.mistakes <= sharper <= fixed_winnow_mistakes(**known) * (1 + 1e-12)


@HARD
@given(seed=SEEDS, separation=SEPARATIONS, values=VALUES, share=st.floats(0.2, 1.2), wrong=st.sampled_from([0.0, 0.1]))
def test_at_any_promotion_with_noise(seed, separation, values, share, wrong):
    """A11's second form."""
    rng, ledger = np.random.default_rng(seed), Ledger(N, separation)
    ledger.move(target(rng))
    model = th.Winnow(promotion=1 + share * separation, threshold=1.0, initial=1 / N)
    play(model, thresholded(ledger.weights, separation, values, wrong), 250, rng, note=ledger.note)
    promised = noisy_winnow_mistakes(
        target=ledger.weights.tolist(),
        n=N,
        promotion=model.promotion,
        separation=separation,
        initial=1 / N,
        noise=ledger.noise,
    )
    assert model.mistakes <= promised


@HARD
@given(seed=SEEDS, separation=SEPARATIONS, values=VALUES)
def test_at_a_start_for_sparse_examples(seed, separation, values):
    """A12; some weights of the target are below the start."""
    rng = np.random.default_rng(seed)
    u = target(rng)
    u[rng.random(N) < 0.3] *= 1e-4
    model = th.Winnow(promotion=1 + separation, threshold=1.0, initial=separation / (50 * N))
    play(model, thresholded(u, separation, values), 250, rng)
    assert model.mistakes <= sparse_winnow_mistakes(target=u.tolist(), separation=separation, norm=N)


# The tests above can fail: a broken assumption, a mutated rule or an understated quantity breaks the bound.

ONE_LITERAL = {"target": [2.0], "separation": 1.0}


def test_noise_that_is_not_declared_breaks_the_bounds():
    model = th.Winnow(promotion=2.0, threshold=1.0, initial=1 / N)
    for _ in range(300):
        model.learn_one({0: 1.0}, not model.predict_one({0: 1.0}))
    known = {"n": N, "initial": 1 / N}
    assert model.mistakes > fixed_winnow_mistakes(**ONE_LITERAL, **known)
    assert model.mistakes > noisy_winnow_mistakes(**ONE_LITERAL, **known, promotion=2.0)
    assert model.mistakes > sparse_winnow_mistakes(**ONE_LITERAL, norm=N)


def test_a_shift_breaks_the_bounds():
    """Literal after literal is on for a while; each alone would be learned within the bound."""
    model = th.Winnow(promotion=2.0, threshold=1.0, initial=1 / N)
    for i in range(N):
        while not model.predict_one({i: 1.0}):
            model.learn_one({i: 1.0}, True)
        model.learn_one({i: 1.0}, False)
    assert model.mistakes > noisy_winnow_mistakes(**ONE_LITERAL, n=N, promotion=2.0, initial=1 / N)


def test_a_promotion_that_is_too_large_breaks_the_bound():
    """Where a mistake gains nothing the weights go round in circles; the second form refuses such a promotion."""
    rng = np.random.default_rng(0)
    u, separation = np.array([1.1, 0.9]), 0.2
    model = th.Winnow(promotion=20.0, threshold=1.0, initial=0.5)
    play(model, thresholded(u, separation, np.arange(1, 101) / 100), 1000, rng)
    known = {"target": u.tolist(), "n": 2, "separation": separation, "initial": 0.5}
    assert model.mistakes > fixed_winnow_mistakes(**known)
    with pytest.raises(th.ParameterError, match="A11 needs a promotion at which every mistake gains"):
        noisy_winnow_mistakes(promotion=20.0, **known)


def test_the_printed_sum_over_all_relevant_attributes_is_too_small():
    """A12's correction: many weights of the target below the start would make the number negative."""
    separation, norm = 1.0, 4
    u = [2.0] + [1e-4] * 10**5  # in an example of 4 attributes they add 0.0004 at most
    printed = (2.09 + 1.05) * sum((math.log(norm) + 3.92) * w + w * math.log(w) for w in u)
    model = th.Winnow(promotion=2.0, threshold=1.0, initial=1 / (50 * norm))
    assert model.learn_one({0: 1.0}, True).mistake
    assert printed < 0 < model.mistakes <= sparse_winnow_mistakes(target=u, separation=separation, norm=norm)

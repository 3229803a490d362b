"""Mistakes <= bound on streams that meet the assumptions; and streams or rules that do not, break it.

Streams are played against the learner: of several candidates the one it gets wrong is presented, so that
the bounds are pressed as hard as a random search can.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thresher as th
from thresher import bounds

SEEDS = st.integers(0, 2**32 - 1)
HARD = settings(max_examples=30)


def disjunction(rng, target, n, active):
    """A boolean example that a disjunction of columns labels: x, y."""
    x = dict.fromkeys(rng.choice(n, size=int(rng.integers(1, active + 1)), replace=False).tolist(), 1.0)
    if rng.random() < 0.5:
        x = {i: 1.0 for i in x if i not in target}
    elif target:
        x.pop(next(iter(x)))
        x[int(rng.choice(sorted(target)))] = 1.0
    return x, any(i in target for i in x)


def play(model, draw, trials, rng, candidates=8):
    """Presents, of a few candidates, one the learner gets wrong; lets it learn."""
    for _ in range(trials):
        x, y = draw(rng)
        for _ in range(candidates):
            if model.predict_one(x) != y:
                break
            x, y = draw(rng)
        model.learn_one(x, y)
    return model


@HARD
@given(seed=SEEDS, n=st.integers(2, 64), k=st.integers(1, 4))
def test_winnow_on_a_fixed_disjunction(seed, n, k):
    rng = np.random.default_rng(seed)
    target = set(rng.choice(n, size=min(k, n), replace=False).tolist())

    def draw(r):
        return disjunction(r, target, n, n)

    assert play(th.Winnow(n=n), draw, 400, rng).mistakes <= bounds.winnow_mistakes(n=n, literals=len(target))
    eliminating = play(th.Winnow(n=n, elimination=True), draw, 400, rng)
    assert eliminating.mistakes <= bounds.winnow1_mistakes(n=n, literals=len(target))


@HARD
@given(seed=SEEDS, shifts=st.integers(0, 4), noise=st.sampled_from([0.0, 0.05]))
def test_shifting_disjunctions(seed, shifts, noise):
    """A13 for tracking Winnow, B6 for SWIN, C6 for Winnow-R (which has no noise term)."""
    rng = np.random.default_rng(seed)
    n, active = 40, 6
    target: set[int] = set()
    tracking = th.TrackingWinnow(2.0, 1 / (50 * active))
    swin, winnow_r = th.Swin(n), th.WinnowR(n=n)
    randomized = th.Swin(n, randomized=True, seed=seed % 1000)
    added = removed = errors = 0
    for _ in range(shifts + 1):
        kept = set(list(target)[: len(target) // 2])
        removed += len(target - kept)
        new = {int(i) for i in rng.choice(n, size=3, replace=False)} - kept
        added += len(new)
        target = kept | new
        for _ in range(150):
            x, y = disjunction(rng, target, n, active)
            if rng.random() < noise:
                y = not y
                errors += sum(i in target for i in x) if not y else 1
            tracking.learn_one(x, y)
            swin.learn_one(x, y)
            randomized.learn_one(x, y)
            winnow_r.learn_one(x, y)
    assert tracking.mistakes <= bounds.disjunction_mistakes(
        promotion=2.0, floor=tracking.floor, norm=active, literals=added, noise=2 * errors
    )
    promise = {"n": n, "promotion": swin.promotion, "floor_share": swin.floor_share, "literals_on": added}
    promise |= {"literals_off": removed, "attribute_errors": errors}
    assert swin.mistakes <= bounds.swin_mistakes(**promise)
    assert randomized.expected_mistakes <= bounds.swin_mistakes(**promise, randomized=True)
    if not noise:
        assert winnow_r.mistakes <= bounds.winnow_r_mistakes(n=n, literals=added)


@HARD
@given(seed=SEEDS, separation=st.sampled_from([0.25, 0.5, 1.0]), boolean=st.booleans())
def test_tracking_winnow_on_linear_thresholds(seed, separation, boolean):
    """A4 and A5: weights that shift, values in [0, 1]."""
    rng = np.random.default_rng(seed)
    n, zeta = 12, 1.0 if boolean else 0.25
    model = th.TrackingWinnow.for_separation(separation, norm=n)
    previous, rise = np.zeros(n), 0.0
    for _ in range(3):
        u = rng.random(n) * (rng.random(n) < 0.5) * 3
        rise += np.maximum(u - previous, 0).sum()
        previous = u

        def draw(r, u=u):
            while True:
                values = (r.random(n) < 0.4) * (1.0 if boolean else r.integers(1, 5, n) * 0.25)
                activation = float(values @ u)
                if abs(activation - 1) >= separation or r.random() < 0.001:
                    break
            if abs(activation - 1) < separation:
                values, activation = np.zeros(n), 0.0
            return {i: float(v) for i, v in enumerate(values) if v}, activation >= 1

        play(model, draw, 80, rng)
    known = {"separation": separation, "norm": n, "total_rise": rise, "smallest_value": zeta}
    general = bounds.tracking_winnow_mistakes(promotion=model.promotion, floor=model.floor, **known)
    assert model.mistakes <= general <= bounds.tracking_winnow_mistakes_for_separation(**known)


def separable(rng, u, separation, boolean=False):
    """Draws examples with y u.x >= separation."""

    def draw(r):
        while True:
            x = r.choice([-1.0, 1.0], len(u)) if boolean else r.uniform(-1, 1, len(u))
            score = float(u @ x)
            if abs(score) >= separation:
                return {i: float(v) for i, v in enumerate(x)}, score > 0

    return draw


@HARD
@given(seed=SEEDS, p=st.sampled_from([2.0, 3.0, 6.0]))
def test_perceptron_and_p_norms(seed, p):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=8) * (rng.random(8) < 0.5) + 1e-3
    separation = 0.2 * np.abs(u).sum() / 8
    model = th.Perceptron() if p == 2 else th.PNormPerceptron(p)
    play(model, separable(rng, u, separation), 300, rng)
    q = p / (p - 1)
    limit = bounds.p_norm_mistakes(
        p=p, target_norm=float(np.linalg.norm(u, q)), instance_norm=8 ** (1 / p), separation=separation
    )
    assert model.mistakes <= limit
    if p == 2:
        known = {"target_norm": float(np.linalg.norm(u)), "instance_norm": 8**0.5, "separation": separation}
        assert limit == bounds.perceptron_mistakes(**known)


@HARD
@given(seed=SEEDS)
def test_weighted_majority_and_balanced_winnow(seed):
    rng = np.random.default_rng(seed)
    n = 10
    signed = rng.normal(size=n) * (rng.random(n) < 0.4)
    signed[0] = 1.0
    for u, balanced in ((np.abs(signed), False), (signed, True)):
        total = float(np.abs(u).sum())
        separation = 0.15 * total
        rate = separation / total
        model = th.BalancedWinnow(math.exp(rate)) if balanced else th.WeightedMajority(rate)
        play(model, separable(rng, u, separation, boolean=True), 300, rng)
        promise = bounds.balanced_winnow_mistakes if balanced else bounds.weighted_majority_mistakes
        known = {"target": u.tolist(), "n": n, "rate": rate, "separation": separation, "largest_value": 1.0}
        assert model.mistakes <= promise(**known)


@HARD
@given(seed=SEEDS, p=st.sampled_from([2.0, 4.0]))
def test_tracking_p_norm(seed, p):
    """G4: a target that moves, no noise."""
    rng = np.random.default_rng(seed)
    n, q = 6, p / (p - 1)
    separation = 0.1
    model = th.TrackingPNorm(p, rate=separation / ((p - 1) * n ** (2 / p)))
    path, last = 0.0, np.zeros(n)
    for _ in range(3):
        u = rng.normal(size=n)
        u /= np.linalg.norm(u, q)
        path += float(np.linalg.norm(u - last, q)) if last.any() else 0.0
        last = u
        play(model, separable(rng, u, separation), 100, rng)
    assert model.mistakes <= bounds.tracking_p_norm_mistakes(
        p=p,
        instance_norm=n ** (1 / p),
        separation=separation,
        radius=1.0,
        last_norm=1.0,
        path_length=path,
    )


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


def test_a_mutated_rule_breaks_the_bound():
    """A floor so high that a negative example of irrelevant attributes is wrong for ever."""
    model = th.TrackingWinnow(2.0, 0.2)
    x = dict.fromkeys(range(6), 1.0)
    for _ in range(1000):
        model.learn_one(x, False)
    assert model.mistakes == 1000
    with pytest.raises(th.ParameterError, match="floor"):
        bounds.disjunction_mistakes(promotion=2.0, floor=0.2, norm=6, literals=0)


def test_an_understated_separation_breaks_the_bound():
    """The Perceptron needs many mistakes at a small separation; pretending it is larger breaks E6."""
    rng = np.random.default_rng(0)
    u = np.array([1.0, -1.0, 0.001])
    model = play(th.Perceptron(), separable(rng, u, 1e-3), 3000, rng, candidates=50)
    norms = {"target_norm": float(np.linalg.norm(u)), "instance_norm": 3**0.5}
    assert model.mistakes <= bounds.perceptron_mistakes(**norms, separation=1e-3)
    assert model.mistakes > bounds.perceptron_mistakes(**norms, separation=1.0)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: bounds.tracking_winnow_mistakes(promotion=2, floor=0.5, separation=1, norm=4, total_rise=1), "floor"),
        (
            lambda: bounds.tracking_winnow_mistakes(promotion=2, floor=0.01, separation=0.1, norm=4, total_rise=1),
            "A4 needs",
        ),
        (
            lambda: bounds.tracking_winnow_mistakes(
                promotion=3, floor=0.01, separation=1, norm=4, total_rise=1, smallest_value=0.5
            ),
            "promotion <= e",
        ),
        (lambda: bounds.swin_mistakes(n=9, promotion=1.5, floor_share=0.9, literals_on=1), "floor_share"),
        (lambda: bounds.p_norm_mistakes(p=1, target_norm=1, instance_norm=1, separation=1), "p must be"),
        (
            lambda: bounds.weighted_majority_mistakes(target=[1], n=2, rate=5, separation=1, largest_value=1),
            "rate must be a number above 0 and below 2",
        ),
        (lambda: bounds.winnow_mistakes(n=4, literals=5), "literals must be"),
    ],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(th.ParameterError, match=match):
        call()

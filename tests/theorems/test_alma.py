"""G2, G2a, G4: ALMA's corrections and the tracking p-norm's mistakes stay below the bounds; and what breaks them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import in_ball, size, teach_mistakes, weights_of
from tests.theorems.playing import SEEDS
from thresher.theory import bounds

HARD = tries(30)
NORMS = st.sampled_from([2.0, 2.5, 4.0, 8.0])


def corrected(model, u, p, separation, rng, trials):
    """Examples of p-norm 1 that keep the separation and are within ALMA's margin of now."""
    scale = math.sqrt(8) / model.alpha if model.trigger_scale is None else model.trigger_scale

    def find(w):
        margin = (1 - model.alpha) * scale * math.sqrt((p - 1) / (model.updates + 1))
        length = size(w, p / (p - 1))
        levels = (0.99 * length, 0.8 * length, length * rng.random(), 0.0)
        found = (in_ball(rng, w, u, separation, p, 1.0, min(level, margin)) for level in levels)
        return next((v for v in found if v is not None), None)

    return teach_mistakes(model, find, trials, rng, len(u), patience=6)


@HARD
@given(
    seed=SEEDS,
    n=st.integers(3, 8),
    p=NORMS,
    share=st.floats(0.2, 0.8),
    alpha=st.sampled_from([1.0, 0.9, 0.5, 0.2]),
    scales=st.sampled_from([None, (1.0, 1.0), (5.0, 0.3), (0.5, 4.0)]),
)
def test_alma(seed, n, p, share, alpha, scales):
    """At the defaults by G2 and by G2a, at other scales by G2a."""
    rng = np.random.default_rng(seed)
    u = rng.normal(size=n) * (rng.random(n) < 0.6) + 0.01
    u /= size(u, p / (p - 1))
    known = {"p": p, "separation": share, "alpha": alpha}
    trigger, step = scales or (math.sqrt(8) / alpha, math.sqrt(2))
    limit = bounds.alma_updates_at_scales(**known, trigger_scale=trigger, step_scale=step)
    model = (
        th.Alma(p, alpha=alpha) if scales is None else th.Alma(p, alpha=alpha, trigger_scale=trigger, step_scale=step)
    )
    corrected(model, u, p, share, rng, 100)
    assert model.mistakes <= model.updates <= limit
    assert scales or limit <= bounds.alma_updates(**known)


class Path:
    """A target that moves: the length of its path, and the noise of the updates (G4)."""

    def __init__(self, u, q, separation):
        self.u, self.q, self.separation = u, q, separation
        self.length = self.noise = 0.0

    def move(self, u):
        self.length += size(u - self.u, self.q)
        self.u = u

    def learn(self, model, v, y):
        """Teaches v = y x; the noise counts if there was an update."""
        if model.learn_one(dict(enumerate((v if y else -v).tolist())), y).updated:
            self.noise += max(0.0, self.separation - float(self.u @ v))

    def known(self, p, most, radius):
        return {
            "p": p,
            "instance_norm": most,
            "separation": self.separation,
            "radius": radius,
            "last_norm": min(radius, size(self.u, self.q)),
            "path_length": self.length,
            "noise": self.noise,
        }


@HARD
@given(
    seed=SEEDS,
    n=st.integers(3, 8),
    p=NORMS,
    share=st.floats(0.15, 0.7),
    factor=st.sampled_from([0.3, 1.0, 1.7]),
    moves=st.floats(0, 0.3),
    wrong=st.floats(0, 0.3),
)
def test_the_tracking_p_norm(seed, n, p, share, factor, moves, wrong):
    """A target that moves away from the learner's weights, with noise, at the best rate and beside it."""
    rng = np.random.default_rng(seed)
    q, radius, most = p / (p - 1), 1.5, 1.0
    u = rng.normal(size=n)
    path = Path(u / size(u, q), q, share)
    rate = factor * share / ((p - 1) * most**2)
    model = th.TrackingPNorm(p, rate=rate, radius=radius)
    for _ in range(80):
        w = weights_of(model, n)
        if rng.random() < moves:
            away = path.u - rng.uniform(0, 3) * w + 0.3 * rng.normal(size=n)
            path.move(away * min(1.0, radius / size(away, q)))
        v = in_ball(rng, w, path.u, share - (1.0 if rng.random() < wrong else 0.0), p, most)
        if v is not None:
            path.learn(model, v, bool(rng.random() < 0.5))
    assert model.mistakes <= bounds.tracking_p_norm_mistakes(**path.known(p, most, radius), rate=rate)


# The tests above can fail: a broken assumption, a mutated rule or an understated quantity breaks the bound.


def test_alma_with_a_separation_that_is_understated_breaks_the_bound():
    """Of the bounds the sharper one is broken first."""
    rng = np.random.default_rng(0)
    known = {"p": 2.0, "alpha": 0.2}
    scales = {"trigger_scale": math.sqrt(8) / 0.2, "step_scale": math.sqrt(2)}
    model = corrected(th.Alma(2.0, alpha=0.2), np.eye(5)[0], 2.0, 0.6, rng, 600)
    assert 0.7 * bounds.alma_updates_at_scales(**known, **scales, separation=0.6) < model.updates
    assert model.updates <= bounds.alma_updates_at_scales(**known, **scales, separation=0.6)
    assert model.updates > bounds.alma_updates(**known, separation=0.8)


def test_almas_corrections_are_more_than_its_mistakes_would_be_without_a_margin():
    rng = np.random.default_rng(0)
    model = corrected(th.Alma(2.0, alpha=0.2), np.eye(5)[0], 2.0, 0.6, rng, 600)
    assert model.updates > bounds.alma_updates(p=2.0, alpha=1.0, separation=0.6)


def shifted(times):
    """A target that turns round so many times: the path and the model."""
    path = Path(np.eye(3)[0], 2.0, 0.5)
    model = th.TrackingPNorm(2.0, rate=0.5)
    for _ in range(times):
        for _ in range(9):
            path.learn(model, path.u, y=False)
        path.move(-path.u)
    return model, path


def test_a_path_that_is_not_declared_breaks_the_bound():
    model, path = shifted(40)
    known = path.known(2.0, 1.0, 1.0)
    assert model.mistakes <= bounds.tracking_p_norm_mistakes(**known)
    assert model.mistakes > bounds.tracking_p_norm_mistakes(**known | {"path_length": 0.0})


def test_weights_outside_the_ball_break_the_bound():
    """Without the projection evidence piles up: what was learned for long takes long to unlearn."""
    path = Path(np.array([1.0]), 2.0, 1.0)
    perceptron, tracking = th.Perceptron(margin=1e9), th.TrackingPNorm(2.0, rate=1.0)
    for label in (True, False):
        for _ in range(300):
            perceptron.learn_one({0: 1.0}, label)
            path.learn(tracking, np.array([1.0]) if label else np.array([-1.0]), label)
        path.move(-path.u)
    limit = bounds.tracking_p_norm_mistakes(**path.known(2.0, 1.0, 1.0))
    assert tracking.mistakes <= limit < perceptron.mistakes


@pytest.mark.parametrize("over", ["updates", "mistakes"])
def test_noise_must_be_summed_over_all_updates(over):
    """A positive example of score 0 is no mistake, but it updates: its noise counts."""
    model, noise = th.TrackingPNorm(2.0, rate=0.5), {"updates": 0.0, "mistakes": 0.0}
    for _ in range(100):
        for value in (-1.0, 1.0):  # u = 1: the first is noise, the second keeps the separation
            outcome = model.learn_one({0: value}, True)
            missed = max(0.0, 0.5 - value)
            noise["updates"] += missed * outcome.updated
            noise["mistakes"] += missed * outcome.mistake
    known = {"p": 2.0, "instance_norm": 1.0, "separation": 0.5, "radius": 1.0, "last_norm": 1.0}
    holds = model.mistakes <= bounds.tracking_p_norm_mistakes(**known, noise=noise[over])
    assert holds == (over == "updates")

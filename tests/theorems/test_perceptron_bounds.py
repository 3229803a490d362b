"""C3, E6, E8b: the Perceptron's mistakes and updates stay below the bounds; and what breaks them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import Noise, in_ball, size, teach_mistakes
from tests.theorems.playing import SEEDS, play, separable
from thresher.theory import bounds
from thresher.theory.bounds import perceptron_mistakes_by_progress, perceptron_mistakes_with_noise, perceptron_updates

HARD = tries(30)


def target(rng, n):
    return rng.normal(size=n) * (rng.random(n) < 0.6) + 0.01


def after_mistakes(model, u, separation, most, rng, trials, note=None, levels=(0.0,), miss=None):
    """Examples of length `most` that the model gets wrong, or whose score is below one of the levels."""

    def find(w):
        least = separation - (miss() if miss else 0.0)
        found = (in_ball(rng, w, u, least, 2, most, level) for level in levels)
        return next((v for v in found if v is not None), None)

    return teach_mistakes(model, find, trials, rng, len(u), note)


@HARD
@given(seed=SEEDS, n=st.integers(3, 10), share=st.floats(0.12, 0.9), rate=st.sampled_from([0.1, 1.0, 7.0]))
def test_the_perceptron_on_separable_examples(seed, n, share, rate):
    """E6 by both routes."""
    rng = np.random.default_rng(seed)
    u, most = target(rng, n), 1.7
    known = {"target_norm": size(u, 2), "instance_norm": most, "separation": share * size(u, 2) * most}
    limit = bounds.perceptron_mistakes(**known)
    model = after_mistakes(th.Perceptron(rate), u, known["separation"], most, rng, 200)
    assert model.mistakes <= limit <= perceptron_mistakes_by_progress(**known)
    assert model.mistakes > 0.6 * limit - 1  # the test has teeth: the bound is nearly reached


@HARD
@given(seed=SEEDS, n=st.integers(2, 8))
def test_the_perceptron_with_a_bias_counts_it_in_both_norms(seed, n):
    rng = np.random.default_rng(seed)
    u, theta = rng.normal(size=n), 0.3
    lengths = {"target_norm": size([*u, theta], 2), "instance_norm": (n + 1) ** 0.5}

    def draw(r):
        while abs(u @ (x := r.uniform(-1, 1, n)) - theta) < 0.1:
            pass
        return dict(enumerate(x.tolist())), bool(u @ x > theta)

    model = play(th.Perceptron(bias=True), draw, 200, rng)
    assert model.mistakes <= bounds.perceptron_mistakes(**lengths, separation=0.1)


@HARD
@given(seed=SEEDS, n=st.integers(3, 8), share=st.floats(0.2, 0.7), wrong=st.floats(0, 1), by=st.floats(0, 1.5))
def test_the_perceptron_with_noise(seed, n, share, wrong, by):
    """C3: D2 measured over the mistakes of the run."""
    rng = np.random.default_rng(seed)
    u = target(rng, n)
    separation = share * size(u, 2)
    noise = Noise(u, separation)
    model = after_mistakes(
        th.Perceptron(), u, separation, 1.0, rng, 150, noise, miss=lambda: by * size(u, 2) * (rng.random() < wrong)
    )
    limit = perceptron_mistakes_with_noise(
        target_norm=size(u, 2), instance_norm=1.0, separation=separation, noise_length=noise.length
    )
    assert model.mistakes <= limit


@HARD
@given(
    seed=SEEDS,
    n=st.integers(3, 8),
    share=st.floats(0.15, 0.7),
    margin=st.floats(0, 3),
    rate=st.sampled_from([0.2, 1.0, 5.0]),
)
def test_the_perceptron_with_a_margin(seed, n, share, margin, rate):
    """E8b: updates, for examples whose score is just below the margin."""
    rng = np.random.default_rng(seed)
    u = target(rng, n)
    known = {"target_norm": size(u, 2), "instance_norm": 1.0, "separation": share * size(u, 2)}
    model = th.Perceptron(rate, margin=margin)
    after_mistakes(model, u, known["separation"], 1.0, rng, 300, levels=(margin, margin / 2, 0.0))
    limit = perceptron_updates(**known, margin=margin, rate=rate)
    assert model.mistakes <= model.updates <= limit


def test_the_bound_with_a_margin_is_nearly_reached():
    rng = np.random.default_rng(0)
    u, known = np.array([1.0, 0.0, 0.0, 0.0]), {"instance_norm": 1.0, "separation": 0.2, "margin": 0.3}
    model = after_mistakes(th.Perceptron(margin=0.3), u, 0.2, 1.0, rng, 100, levels=(0.3, 0.15, 0.0))
    assert 0.8 * perceptron_updates(**known) < model.updates <= perceptron_updates(**known)


# The tests above can fail: a broken assumption, a mutated rule or an understated quantity breaks the bound.


def test_an_understated_separation_or_length_breaks_the_bound():
    rng = np.random.default_rng(0)
    u = np.array([1.0, -1.0, 0.1, 0.3])
    known = {"target_norm": size(u, 2), "instance_norm": 1.0, "separation": 0.3}
    model = after_mistakes(th.Perceptron(), u, 0.3, 1.0, rng, 300)
    assert model.mistakes <= bounds.perceptron_mistakes(**known)
    for name, factor in (("separation", 1.2), ("instance_norm", 0.8), ("target_norm", 0.8)):
        assert model.mistakes > bounds.perceptron_mistakes(**known | {name: known[name] * factor})


def test_examples_drawn_at_random_break_it_too():
    rng = np.random.default_rng(0)
    u = np.array([1.0, -1.0, 0.001])
    model = play(th.Perceptron(), separable(rng, u, 1e-3), 3000, rng, candidates=50)
    norms = {"target_norm": size(u, 2), "instance_norm": 3**0.5}
    assert model.mistakes <= bounds.perceptron_mistakes(**norms, separation=1e-3)
    assert model.mistakes > bounds.perceptron_mistakes(**norms, separation=1.0)


def test_noise_that_is_not_declared_breaks_the_bound():
    rng = np.random.default_rng(0)
    u, noise = np.array([1.0, 0.0, 0.0]), Noise(np.array([1.0, 0.0, 0.0]), 0.5)
    model = after_mistakes(th.Perceptron(), u, 0.5, 1.0, rng, 100, noise, miss=lambda: 0.4)
    known = {"instance_norm": 1.0, "separation": 0.5}
    assert model.mistakes <= perceptron_mistakes_with_noise(**known, noise_length=noise.length)
    assert model.mistakes > perceptron_mistakes_with_noise(**known)


def test_updates_for_a_margin_break_the_bound_for_mistakes():
    rng = np.random.default_rng(0)
    model = after_mistakes(th.Perceptron(margin=3.0), np.eye(3)[0], 0.5, 1.0, rng, 100, levels=(3.0, 1.0, 0.5, 0.0))
    known = {"instance_norm": 1.0, "separation": 0.5}
    assert model.updates <= perceptron_updates(**known, margin=3.0)
    assert model.updates > bounds.perceptron_mistakes(**known, target_norm=1.0)


def test_with_a_margin_the_rate_matters():
    rng = np.random.default_rng(0)
    model = after_mistakes(
        th.Perceptron(0.1, margin=1.0), np.eye(3)[0], 0.5, 1.0, rng, 300, levels=(1.0, 0.5, 0.1, 0.0)
    )
    known = {"instance_norm": 1.0, "separation": 0.5, "margin": 1.0}
    assert perceptron_updates(**known, rate=1.0) < model.updates <= perceptron_updates(**known, rate=0.1)

"""Measures of progress (E2): M* >= 0, H* rises by at most Q_f, u.z grows; and Bregman's inequality (E10).

Streams are played against a twin of the learner, which gets wrong whatever can be got wrong; the run that is measured
then makes the same mistakes.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.choices import links, losses, ranges, rates
from thresher.data import features
from thresher.theory.potentials import Measure, Progress, measure_progress

SEEDS = st.integers(0, 2**32 - 1)
N = 6

SIGNED = {
    "Perceptron": lambda: th.Perceptron(0.5),
    "PNormPerceptron": lambda: th.PNormPerceptron(4.0),
    "PNormPerceptron log": lambda: th.PNormPerceptron("log", n=100),
    "InterpolatedPerceptron": lambda: th.InterpolatedPerceptron(3, rate=0.5),
    "BalancedWinnow": lambda: th.BalancedWinnow(1.3),
    "BalancedWinnow small": lambda: th.BalancedWinnow(2.0, initial=0.1),
    "QuasiAdditive initial": lambda: th.QuasiAdditive(links.TwoSinh(), rate=rates.Constant(0.2), initial=0.1),
    "QuasiAdditive per attribute": lambda: th.QuasiAdditive(
        links.PerAttribute(links.Identity(), {1: links.TwoSinh(), 2: links.PNorm(3)}), initial={0: 1.0, 4: -0.5}
    ),
    "QuasiAdditive unit length": lambda: th.QuasiAdditive(links.Identity(), transform=features.UnitLength()),
    "z^3": lambda: th.QuasiAdditive(lambda z: z**3),
    "z + z^3": lambda: th.QuasiAdditive(lambda z: z + z**3, rate=rates.Constant(0.5)),
}
POSITIVE = {
    "WeightedMajority": lambda: th.WeightedMajority(0.2),
    "Exponential": lambda: th.QuasiAdditive(links.Exponential(1.5, 0.01), rate=rates.Constant(0.3)),
    "e^z": lambda: th.QuasiAdditive(np.exp, rate=rates.Constant(0.2)),
}


def played(model, draw, trials, rng, candidates=6):
    """A stream whose examples the model gets wrong where one of a few candidates is."""
    stream = []
    for _ in range(trials):
        x, y = draw(rng)
        for _ in range(candidates):
            if model.predict_one(x) != y:
                break
            x, y = draw(rng)
        model.learn_one(x, y)
        stream.append((x, y))
    return stream


def separable(u, separation):
    def draw(rng):
        while True:
            x = rng.uniform(-1, 1, len(u))
            if abs(u @ x) >= separation:
                return dict(enumerate(x.tolist())), bool(u @ x > 0)

    return draw


def target(rng, *, positive):
    u = rng.normal(size=N) * (rng.random(N) < 0.6)
    u[0] = 1.0
    return np.abs(u) if positive else u


def cases(makers):
    return pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in makers.items()])


def holds(progress, mistakes):
    """Everything E2 says of a run without noise."""
    assert progress.violations() == []
    assert progress.mistakes == mistakes
    assert progress.least >= -1e-9
    scale = 1e-7 * (1 + max(map(abs, progress.highest)))
    gain = progress.rate * (progress.separation or 0.0)
    assert all(rise <= limit - gain + scale for rise, limit in zip(progress.rises, progress.limits, strict=True))
    if progress.separation is None:
        return
    # the conclusion: mistakes <= m1 + 2 B / (a delta), where Q_f <= a delta / 2 after the m1-th
    large = [i + 1 for i, limit in enumerate(progress.limits) if limit > gain / 2]
    m1 = max(large, default=0)
    assert progress.mistakes <= m1 + 2 * max(progress.measures[m1:]) / gain + 1e-6


@cases(SIGNED)
@tries(4)
@given(seed=SEEDS)
def test_signed_targets(make, seed):
    rng = np.random.default_rng(seed)
    u = target(rng, positive=False)
    twin = make()
    stream = played(twin, separable(u, 0.3), 25, rng)
    holds(measure_progress(make(), stream, dict(enumerate(u.tolist())), n=N), twin.mistakes)


@cases(POSITIVE)
@tries(4)
@given(seed=SEEDS)
def test_targets_of_positive_links(make, seed):
    rng = np.random.default_rng(seed)
    u = target(rng, positive=True)
    twin = make()
    stream = played(twin, separable(u, 0.3), 25, rng)
    holds(measure_progress(make(), stream, dict(enumerate(u.tolist())), n=N), twin.mistakes)


@tries(15)
@given(seed=SEEDS, boolean=st.booleans())
def test_winnow_with_its_threshold_as_a_constant_attribute(seed, boolean):
    """A monotone target scaled to the threshold; M* starts at the distance d(u, w0) of A11, in units of ln alpha."""
    rng = np.random.default_rng(seed)
    n, theta, delta = 12, 3.0, 0.5
    u = theta * rng.uniform(0.5, 2, n) * (rng.random(n) < 0.4)
    u[0] = 2 * theta

    def draw(r):
        while True:
            x = (r.random(n) < 0.3) * (1.0 if boolean else r.uniform(0.1, 1, n))
            if abs(u @ x - theta) >= delta:
                return {i: float(v) for i, v in enumerate(x) if v}, bool(u @ x > theta)

    twin = th.Winnow(threshold=theta, promotion=1.5, initial=0.25)
    stream = played(twin, draw, 60, rng)
    progress = measure_progress(
        th.Winnow(threshold=theta, promotion=1.5, initial=0.25), stream, dict(enumerate(u.tolist())), n=n
    )
    holds(progress, twin.mistakes)
    positive = u[u > 0]
    distance = n * 0.25 + (positive * np.log(positive / 0.25) - positive).sum()
    assert progress.measures[0] * math.log(1.5) == pytest.approx(distance)


def test_the_bias_is_an_attribute_that_is_always_one():
    rng = np.random.default_rng(5)
    stream = [({0: float(v)}, bool(v > 0.25)) for v in rng.uniform(-1, 1, 200) if abs(v - 0.25) > 0.05]
    model = th.Perceptron(bias=True)
    progress = measure_progress(model, stream, {0: 1.0, "(bias)": -0.25})
    holds(progress, sum(th.Perceptron(bias=True).learn_many([x for x, _ in stream], y := [y for _, y in stream]) != y))
    assert progress.mistakes > 3
    assert model.examples == 0  # the one that was given has learned nothing


# The tests above can fail.


def test_a_wrong_target_is_found():
    rng = np.random.default_rng(0)
    u = target(rng, positive=False)
    stream = played(th.Perceptron(), separable(u, 0.3), 60, rng)
    found = measure_progress(th.Perceptron(), stream, {0: -float(u[0])}).violations()
    assert any(violation.statement == "u.z grows" for violation in found)
    assert "u.z grows, but -" in str(found[0])


def test_noise_is_found():
    rng = np.random.default_rng(1)
    u = target(rng, positive=False)
    draw = separable(u, 0.3)
    stream = [(x, y != (rng.random() < 0.2)) for x, y in (draw(rng) for _ in range(100))]
    assert measure_progress(th.BalancedWinnow(), stream, dict(enumerate(u.tolist()))).violations()


def test_a_step_that_no_mistake_asked_for_is_found():
    """y w.x > 0: the gradient of H* then adds to Q_f."""
    measure = Measure(links.Identity(), {"a": 1.0})
    before, after = {"a": 1.0}, {"a": 2.0}
    assert measure.highest(after) - measure.highest(before) > measure.step_limit(before, after)
    made_up = Progress(1.0, 1, 0.1, [0, 1], [1.0, 2.0], [0.5, 2.0], [1.0, 2.0], [0.0, 0.0], [0.5])
    assert [violation.statement for violation in made_up.violations()] == ["H* rises by at most Q_f"]
    negative = Progress(1.0, 1, None, [0], [2.0], [0.5], [1.0], [-1.0])
    assert [violation.statement for violation in negative.violations()] == ["M* >= 0"]


def test_a_link_that_the_learner_does_not_have_is_found():
    """The Perceptron's steps are no mistakes of the p-norm learner: H* of that one rises too far."""
    rng = np.random.default_rng(3)
    u = target(rng, positive=False)
    measure = Measure(links.PNorm(16), dict(enumerate(u.tolist())))
    model = th.Perceptron()
    before, too_far = model.duals(), 0
    for x, y in played(th.Perceptron(), separable(u, 0.05), 150, rng):
        model.learn_one(x, y)
        after = model.duals()
        rise = measure.highest(after) - measure.highest(before)
        too_far += rise > 1.001 * measure.step_limit(before, after) + 1e-9
        before = after
    assert too_far


@pytest.mark.parametrize(
    ("model", "match"),
    [
        pytest.param(th.Perceptron(margin=1.0), "updates on right predictions", id="margin"),
        pytest.param(th.AdaptiveWinnow(), "updates on right predictions", id="logistic"),
        pytest.param(th.QuasiAdditive(rate=rates.Adaptive()), "rate that changes", id="adaptive"),
        pytest.param(th.Winnow(n=4, elimination=True), "0 for good", id="elimination"),
        pytest.param(th.TrackingWinnow(), "in a range", id="floor"),
        pytest.param(th.BalancedWinnow(floor=0.5), "in a range", id="balanced floor"),
        pytest.param(th.QuasiAdditive(range=ranges.DualRange(-1, 1)), "in a range", id="dual range"),
        pytest.param(th.AveragedPerceptron(), "average of its states", id="averaged"),
        pytest.param(th.Perceptron(join_after=2), "not learn every attribute", id="join after"),
        pytest.param(th.Perceptron(max_attributes=9), "not learn every attribute", id="full"),
        pytest.param(th.QuasiAdditive(links.PNorm(3, normalised=True)), "its own dual", id="normalised"),
        pytest.param(th.QuasiAdditive(loss=losses.Margin(0.5)), "updates on right predictions", id="own margin"),
        pytest.param(th.WeightedMajority(), "give n", id="n"),
        pytest.param(object(), "of Thresher's", id="something else"),
    ],
)
def test_learners_without_a_measure_are_refused_with_the_reason(model, match):
    with pytest.raises(th.ParameterError, match=match):
        measure_progress(model, [], {0: 1.0})


def test_weights_that_overflow_are_an_error_that_names_the_trial():
    with pytest.raises(th.InputError, match="trial 1: the weights overflowed"):
        measure_progress(th.WeightedMajority(1e3), [({0: 1.0, 1: -2.0}, True)], {0: 1.0}, n=2)


# E10: a sum_{mistakes} y (u.x - w~.x) = D(z_0, v) - D(z_M, v) + sum D(z_{i+1}, z_i), and D >= 0.


def half_square(z):
    return z @ z / 2, z


def half_square_norm(z, p=4.0):
    """1/2 |z|_p^2 and its gradient (G1)."""
    length = np.linalg.norm(z, p)
    return length**2 / 2, np.sign(z) * np.abs(z) ** (p - 1) / length ** (p - 2) if length else z


def log_of_sum(z):
    """ln sum e^z and its gradient, weighted majority's weights as shares."""
    weights = np.exp(z)
    return math.log(weights.sum()), weights / weights.sum()


def divergence(h, z, v):
    at_v, slope = h(v)
    return h(z)[0] - at_v - slope @ (z - v)


def bregman_sums(make, h, v, seed):
    """The two sides of inequality (10) over a run: gained; D(z_0, v), the steps' divergences, and D(z_M, v)."""
    rng = np.random.default_rng(seed)
    u = h(v)[1]
    model, z = make(), np.zeros(N)
    start, gained, paid = divergence(h, z, v), 0.0, 0.0
    for x, y in played(make(), separable(u, 0.05), 60, rng):
        values, sign = np.array([x[i] for i in range(N)]), 1 if y else -1
        weights = h(z)[1]
        if not model.learn_one(x, y).updated:
            continue
        assert sign * (weights @ values) <= 1e-12  # the learner's own weights but for a factor: the same mistakes
        after = np.array([model.duals().get(i, 0.0) for i in range(N)])
        gained += model.rate * sign * ((u - weights) @ values)
        paid += divergence(h, after, z)
        z = after
    return gained, start, paid, divergence(h, z, v)


@pytest.mark.parametrize(
    ("make", "h", "comparator"),
    [
        pytest.param(lambda: th.Perceptron(0.5), half_square, lambda u: u, id="Perceptron"),
        pytest.param(
            lambda: th.PNormPerceptron(4.0), half_square_norm, lambda u: half_square_norm(u, 4 / 3)[1], id="p-norm"
        ),
        pytest.param(
            lambda: th.WeightedMajority(0.2), log_of_sum, lambda u: np.log(u / u.sum()), id="weighted majority"
        ),
    ],
)
@tries(15)
@given(seed=SEEDS)
def test_bregman_inequality(make, h, comparator, seed):
    u = np.abs(np.random.default_rng(seed).normal(size=N)) + 0.01
    gained, start, paid, end = bregman_sums(make, h, comparator(u), seed)
    assert gained <= start + paid + 1e-9
    assert gained == pytest.approx(start + paid - end, abs=1e-9)


def test_bregman_inequality_needs_the_price_of_each_step():
    gained, start, paid, _ = bregman_sums(lambda: th.Perceptron(0.5), half_square, np.full(N, 0.5), seed=1)
    assert start < gained <= start + paid

"""Logistic mixing (F3) stays below its bounds against any fixed weights in its ball; a mutated rule does not."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theorems.expert_sequences import log_losses, two
from thresher.theory.bounds import (
    adaptive_logistic_mixing_log_loss,
    logistic_mixing_log_loss,
    logistic_mixing_log_loss_for_any_trials,
    logistic_mixing_log_loss_for_trials,
)
from thresher.theory.reference.experts import LogisticMixing

SEEDS = st.integers(0, 2**32 - 1)
HARD = tries(40)
LARGEST = 3.0
LABELS = st.sampled_from([(False, True), ("a", "b", "c"), (1, 2, 3, 4, 5)])


def by_odds(logits):
    """Probabilities with these logarithms of their odds."""
    powers = {label: math.exp(logit) for label, logit in logits.items()}
    return {label: power / math.fsum(powers.values()) for label, power in powers.items()}


def play(master, rng, trials, n, labels, *, hostile):
    """Log-odds up to 3. A hostile outcome is what the master finds least probable; else the first expert knows."""
    stream = []
    for _ in range(trials):
        y = rng.choice(labels)
        stated = [by_odds({label: rng.uniform(0, LARGEST) for label in labels}) for _ in range(n)]
        stated[0] = by_odds({label: rng.uniform(0, LARGEST) if label == y else 0.0 for label in labels})
        if hostile and rng.random() < 0.5:
            said = master.state(stated)
            y = min(said, key=said.__getitem__)
        master.learn(stated, y)
        stream.append((stated, y))
    return stream


def loss_of(weights, stream):
    """The log loss of fixed weights of the experts' log-odds."""
    total = 0.0
    for stated, y in stream:
        scores = {c: math.fsum(w * math.log(q[c]) for w, q in zip(weights, stated, strict=True)) for c in stated[0]}
        total += math.log(math.fsum(math.exp(score - scores[y]) for score in scores.values()))
    return total


def comparators(rng, n, radius):
    """Each expert alone, the opposite of each, and weights anywhere in the ball."""
    start = [1 / n] * n
    for i in range(n):
        yield [float(i == j) for j in range(n)]
    for _ in range(10):
        away = [rng.gauss(0, 1) for _ in range(n)]
        length = rng.random() * radius / (math.hypot(*away) or 1)
        yield [s + length * a for s, a in zip(start, away, strict=True)]


@HARD
@given(
    seed=SEEDS,
    n=st.integers(1, 5),
    rate=st.sampled_from([0.001, 0.02, 0.2, None]),
    hostile=st.booleans(),
    labels=LABELS,
)
def test_log_loss_beside_any_weights_in_the_ball(seed, n, rate, hostile, labels):
    rng, radius = random.Random(seed), 2.0
    master = LogisticMixing(n, rate, radius)
    stream = play(master, rng, 60, n, labels, hostile=hostile)
    for weights in comparators(rng, n, radius):
        best, distance = loss_of(weights, stream), math.dist(weights, [1 / n] * n)
        if rate is None:
            known = {"best_loss": best, "radius": radius, "gradients": master.gradients}
            assert master.log_loss <= adaptive_logistic_mixing_log_loss(**known) + 1e-9
            continue
        known = {"best_loss": best, "distance": distance, "rate": rate}
        assert master.log_loss <= logistic_mixing_log_loss(**known, gradients=master.gradients) + 1e-9
        logits = {"experts": n, "largest_logit": LARGEST}
        assert master.log_loss <= logistic_mixing_log_loss_for_trials(**known, **logits, trials=60) + 1e-9
        if rate < 2 / (0.4073 * n * LARGEST**2):
            assert master.log_loss <= logistic_mixing_log_loss_for_any_trials(**known, **logits) + 1e-9


@pytest.mark.parametrize("labels", [(False, True), ("a", "b", "c")])
def test_weights_of_one_expert_alone_lose_what_the_expert_loses(labels):
    stream = play(LogisticMixing(3, 0.01, 2.0), random.Random(1), 30, 3, labels, hostile=False)
    alone = sum(log_losses(stated, y)[0] for stated, y in stream)
    assert loss_of([1.0, 0.0, 0.0], stream) == pytest.approx(alone)


# The tests above can fail.

GOOD = [
    ([two(0.95), two(0.05), two(0.05)], True),
    ([two(0.05), two(0.95), two(0.95)], False),
] * 300


def towards(label):
    return {other: 0.9 if other == label else 0.05 for other in "abc"}


OF_THREE = [
    ([towards(y), towards(wrong), towards(wrong)], y) for y, wrong in (("a", "b"), ("b", "c"), ("c", "a")) * 200
]


@pytest.mark.parametrize("stream", [GOOD, OF_THREE], ids=["two labels", "three labels"])
@pytest.mark.parametrize("rate", [0.05, None])
def test_weights_that_move_the_wrong_way_or_not_at_all_break_the_bound(rate, stream):
    class Uphill(LogisticMixing):
        def _nearest(self, w):
            turned = [2 * before - value for before, value in zip(self.weights, w, strict=True)]
            return super()._nearest(turned)

    class Still(LogisticMixing):
        def _nearest(self, w):
            return self.start

    def allowed(master):
        best = loss_of([1.0, 0.0, 0.0], stream)
        if rate is None:
            return adaptive_logistic_mixing_log_loss(best_loss=best, radius=2, gradients=master.gradients)
        distance = math.sqrt(2 / 3)
        return logistic_mixing_log_loss(best_loss=best, distance=distance, rate=rate, gradients=master.gradients)

    for kind, breaks in ((LogisticMixing, False), (Uphill, True), (Still, True)):
        master = kind(3, rate, 2.0)
        for stated, y in stream:
            master.learn(stated, y)
        assert (master.log_loss > allowed(master)) is breaks


def test_logits_larger_than_declared_break_the_bound_for_any_trials():
    """Large logits and a hostile outcome: each loss is large, and the rate is too high for them."""
    master = LogisticMixing(1, 0.2, 100.0)
    for t in range(60):
        master.learn([two(0.9999)], t % 2 == 0)
    known = {"best_loss": 60 * math.log(2), "distance": 1, "rate": 0.2}
    assert master.log_loss > logistic_mixing_log_loss_for_any_trials(**known, experts=1, largest_logit=0.5)
    assert master.log_loss <= logistic_mixing_log_loss(**known, gradients=master.gradients)


def test_a_comparator_farther_away_than_declared_breaks_the_bound():
    master = LogisticMixing(3, 0.001, 9.0)
    for stated, y in GOOD:
        master.learn(stated, y)
    weights = [3.0, -2.0, -2.0]
    known = {"best_loss": loss_of(weights, GOOD), "rate": 0.001, "gradients": master.gradients}
    assert master.log_loss > logistic_mixing_log_loss(**known, distance=0)
    assert master.log_loss <= logistic_mixing_log_loss(**known, distance=math.dist(weights, [1 / 3] * 3))

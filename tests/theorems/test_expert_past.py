"""Mixing past posteriors (F2) stays below its bounds; without a share, or with another share or pool, it does not."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theorems.expert_sequences import clipped, every_sequence, log_losses, spread, two
from thresher.theory.bounds import decaying_past_log_loss, past_posteriors_log_loss
from thresher.theory.reference.experts import Mixture, PastPosteriors

SEEDS = st.integers(0, 2**32 - 1)
SHARES = st.sampled_from([0.01, 0.1, 0.5])
HARD = tries(30)
LABELS = st.sampled_from([(False, True), ("a", "b", "c"), (1, 2, 3, 4, 5)])
PASTS = {"uniform": None, "decaying": 1024}


def bound_of(past, **known):
    return past_posteriors_log_loss(**known) if past == "uniform" else decaying_past_log_loss(**known, horizon=1024)


def returning(rng, n, trials, labels, pool=2, shifts=0.1, sure=0.95):
    """Two experts that are right by turns, the others never much: what is stated, and the outcomes."""
    right, stream = 0, []
    for _ in range(trials):
        right = rng.randrange(pool) if rng.random() < shifts else right
        y = rng.choice(labels)
        good = [sure if i == right else rng.uniform(0.05, 0.6) for i in range(n)]
        stream.append(([clipped(spread(rng, q, y, labels)) for q in good], y))
    return stream


def taught(master, stream):
    for stated, y in stream:
        master.learn(stated, y)
    return master


@pytest.mark.parametrize("past", PASTS)
@HARD
@given(seed=SEEDS, n=st.integers(1, 3), share=SHARES, labels=LABELS)
def test_every_sequence_of_few_experts_over_few_trials(past, seed, n, share, labels):
    stream = returning(random.Random(seed), n, 7, labels, pool=min(2, n), shifts=0.4)
    master = taught(PastPosteriors(n, share, PASTS[past]), stream)
    for switches, pool, loss in every_sequence([log_losses(stated, y) for stated, y in stream]):
        known = {"experts": n, "pool": pool, "switches": switches, "trials": 7, "share": share, "loss": loss}
        assert master.log_loss <= bound_of(past, **known) + 1e-9


@pytest.mark.parametrize("past", PASTS)
@HARD
@given(seed=SEEDS, n=st.integers(2, 20), share=SHARES)
def test_a_sequence_that_returns_over_many_trials(past, seed, n, share):
    """Two experts by turns, eight trials each."""
    rng, trials = random.Random(seed), 96
    sequence = [t // 8 % 2 for t in range(trials)]
    stream = [([two(0.99 if i == right else rng.random() * 0.5 + 0.1) for i in range(n)], True) for right in sequence]
    master = taught(PastPosteriors(n, share, PASTS[past]), stream)
    loss = sum(log_losses(stated, y)[right] for (stated, y), right in zip(stream, sequence, strict=True))
    known = {"experts": n, "pool": 2, "switches": 11, "trials": trials, "share": share, "loss": loss}
    assert master.log_loss <= bound_of(past, **known) + 1e-9


@pytest.mark.parametrize("past", PASTS)
def test_the_coefficients_sum_to_one_and_are_what_the_proof_needs(past):
    master = PastPosteriors(2, 0.1, PASTS[past])
    for t in range(1, 60):
        master.learn([two(0.4), two(0.7)], True)
        parts = master.coefficients()
        assert sum(parts) == pytest.approx(1)
        assert parts[-1] >= 0.9 * (1 - 1e-12)
        for gap in range(1, t + 1):
            least = 0.1 / t if past == "uniform" else 0.1 / (8 * 10 * gap)
            assert parts[t - gap] >= least * (1 - 1e-12)


# The tests above can fail.


@pytest.mark.parametrize("past", PASTS)
def test_without_a_share_a_switch_costs_what_was_learned_before(past):
    stream = [([two(0.999), two(0.001)], True)] * 40 + [([two(0.001), two(0.999)], True)] * 40
    bayes = taught(Mixture(2), stream)
    losses = [log_losses(stated, y) for stated, y in stream]
    loss = sum(row[0] for row in losses[:40]) + sum(row[1] for row in losses[40:])
    known = {"experts": 2, "pool": 2, "switches": 1, "trials": 80, "share": 0.05, "loss": loss}
    assert bayes.log_loss > bound_of(past, **known)
    assert taught(PastPosteriors(2, 0.05, PASTS[past]), stream).log_loss <= bound_of(past, **known)


@pytest.mark.parametrize("past", PASTS)
def test_another_share_than_declared_breaks_the_bound(past):
    stream = [([two(0.999), two(0.001)], True)] * 200
    loss = sum(log_losses(stated, y)[0] for stated, y in stream)
    known = {"experts": 2, "pool": 1, "switches": 0, "trials": 200, "share": 0.001, "loss": loss}
    assert taught(PastPosteriors(2, 0.9, PASTS[past]), stream).log_loss > bound_of(past, **known)
    assert taught(PastPosteriors(2, 0.001, PASTS[past]), stream).log_loss <= bound_of(past, **known)


@pytest.mark.parametrize("past", PASTS)
def test_of_many_labels_too_a_switch_without_a_share_breaks_the_bound(past):
    def stated(first, second):
        return [{"a": q, "b": (1 - q) / 2, "c": (1 - q) / 2} for q in (first, second)]

    stream = [(stated(0.998, 0.002), "a")] * 40 + [(stated(0.002, 0.998), "a")] * 40
    loss = 80 * log_losses(stated(0.998, 0.002), "a")[0]
    known = {"experts": 2, "pool": 2, "switches": 1, "trials": 80, "share": 0.05, "loss": loss}
    assert taught(Mixture(2), stream).log_loss > bound_of(past, **known)
    assert taught(PastPosteriors(2, 0.05, PASTS[past]), stream).log_loss <= bound_of(past, **known)


def test_a_smaller_pool_than_the_sequence_has_breaks_the_bound():
    """Eight experts, one after the other: each of them has to be found for the first time."""
    n, share = 512, 0.05
    stream = [([two(0.999 if i == t // 8 else 0.01) for i in range(n)], True) for t in range(64)]
    known = {"experts": n, "switches": 7, "trials": 64, "share": share, "loss": 64 * log_losses([two(0.999)], True)[0]}
    master = taught(PastPosteriors(n, share), stream)
    assert master.log_loss <= past_posteriors_log_loss(**known, pool=8)
    assert master.log_loss > past_posteriors_log_loss(**known, pool=1)

"""Masters over learners = the rules of the reference, over random statements of their experts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.experts.crews import readers, statements
from thresher import experts
from thresher.theory.reference.experts import stating, voting

SEEDS = st.integers(0, 2**32 - 1)
FEW = tries(30)
HALF = 0.5  # a power of two: ties really happen

VOTING = {
    "Majority": (lambda c: experts.Majority(c, HALF), lambda n: voting.Majority(n, HALF)),
    "Majority, other discount": (lambda c: experts.Majority(c, 0.3), lambda n: voting.Majority(n, 0.3)),
    "Majority on mistakes": (
        lambda c: experts.Majority(c, HALF, on_mistakes=True),
        lambda n: voting.Majority(n, HALF, on_mistakes=True),
    ),
    "Floored": (lambda c: experts.Floored(c, HALF, 0.2), lambda n: voting.FlooredMajority(n, HALF, 0.2)),
    "FixedShare": (lambda c: experts.FixedShare(c, HALF, 0.05), lambda n: voting.FixedShare(n, HALF, 0.05)),
    "FixedShare on mistakes": (
        lambda c: experts.FixedShare(c, HALF, 0.05, on_mistakes=True),
        lambda n: voting.FixedShare(n, HALF, 0.05, on_mistakes=True),
    ),
}
RANDOMISED = {
    "Majority": (lambda c: experts.Majority(c, HALF, randomized=True), lambda n: voting.Majority(n, HALF)),
    "FixedShare": (
        lambda c: experts.FixedShare(c, HALF, 0.05, randomized=True),
        lambda n: voting.FixedShare(n, HALF, 0.05),
    ),
}
STATING = {
    "AbsoluteLoss": (lambda c: experts.AbsoluteLoss(c, 0.3), lambda n: stating.AbsoluteLoss(n, 0.3)),
    "AbsoluteLoss, mean, shared": (
        lambda c: experts.AbsoluteLoss(c, 0.3, 0.05, prediction="mean"),
        lambda n: stating.AbsoluteLoss(n, 0.3, 0.05, mean=True),
    ),
    "Mixture": (experts.Mixture, voting.Mixture),
    "Mixture, shared": (lambda c: experts.Mixture(c, 0.05), lambda n: voting.Mixture(n, 0.05)),
    "PastPosteriors, uniform": (
        lambda c: experts.PastPosteriors(c, 0.05, past="uniform"),
        lambda n: stating.PastPosteriors(n, 0.05),
    ),
    "PastPosteriors": (
        lambda c: experts.PastPosteriors(c, 0.05, horizon=100),
        lambda n: stating.PastPosteriors(n, 0.05, horizon=100),
    ),
    "LogisticMixing": (
        lambda c: experts.LogisticMixing(c, 0.05, radius=1),
        lambda n: stating.LogisticMixing(n, 0.05, 1),
    ),
    "LogisticMixing, adaptive": (
        lambda c: experts.LogisticMixing(c, None, radius=3),
        lambda n: stating.LogisticMixing(n, None, 3),
    ),
}


def instance(stated):
    return dict(enumerate(stated))


def shares(weights):
    return [w / sum(weights) for w in weights]


@pytest.mark.parametrize("name", VOTING)
@FEW
@given(seed=SEEDS, n=st.integers(2, 6))
def test_votes_are_counted_as_the_reference_counts_them(name, seed, n):
    make, plainly = VOTING[name]
    master, rule = make(readers(n)), plainly(n)
    for votes, y in statements(random.Random(seed), n, 60, votes=True):
        said = rule.learn([bool(vote) for vote in votes], y)
        assert master.predict_one(instance(votes)) == said
        assert master.learn_one(instance(votes), y).prediction == said
    assert master.mistakes == master.loss == rule.mistakes
    assert list(master.weights().values()) == pytest.approx(shares(rule.weights), rel=1e-12)


@pytest.mark.parametrize("name", RANDOMISED)
@FEW
@given(seed=SEEDS, n=st.integers(2, 6))
def test_expected_mistakes_are_those_of_the_reference(name, seed, n):
    make, plainly = RANDOMISED[name]
    master, rule = make(readers(n)), plainly(n)
    for votes, y in statements(random.Random(seed), n, 60, votes=True):
        stated = master.predict_proba_one(instance(votes))[True]
        assert stated == pytest.approx(rule.share_of_true([bool(vote) for vote in votes]))
        rule.learn([bool(vote) for vote in votes], y)
        master.learn_one(instance(votes), y)
    assert master.loss == pytest.approx(rule.expected_mistakes)


@pytest.mark.parametrize("name", STATING)
@FEW
@given(seed=SEEDS, n=st.integers(2, 6))
def test_what_is_stated_is_what_the_reference_states(name, seed, n):
    make, plainly = STATING[name]
    master, rule = make(readers(n)), plainly(n)
    for stated, y in statements(random.Random(seed), n, 40):
        opinion = master.predict_proba_one(instance(stated))[True]
        assert opinion == pytest.approx(rule_states(rule, stated, y), rel=1e-9)
        master.learn_one(instance(stated), y)
    assert master.loss == pytest.approx(rule.loss if hasattr(rule, "loss") else rule.log_loss)
    if isinstance(master, experts.LogisticMixing):
        assert list(master.weights().values()) == pytest.approx(rule.weights, abs=1e-9)
        assert master.gradients == pytest.approx(rule.gradients)
    else:
        assert list(master.weights().values()) == pytest.approx(shares(rule.weights), rel=1e-9)


def rule_states(rule, stated, y):
    """What the reference says of these statements, which it learns then."""
    return rule.learn(stated, y)


def test_a_coin_falls_as_often_as_it_should():
    """Two experts of equal weight at odds: half of 2000 predictions, within five standard deviations."""
    master = experts.Majority(readers(2), 0.999999, randomized=True, seed=3)
    said = [master.learn_one({0: 1.0, 1: 0.0}, t % 2 == 0).prediction for t in range(2000)]
    assert abs(sum(said) - 1000) < 5 * (2000 / 4) ** 0.5


# The tests above can fail.


def test_another_rule_is_noticed():
    slow, quick = experts.Majority(readers(3), 0.9), voting.Majority(3, HALF)
    for votes, y in statements(random.Random(0), 3, 60, votes=True):
        slow.learn_one(instance(votes), y)
        quick.learn([bool(vote) for vote in votes], y)
    assert list(slow.weights().values()) != pytest.approx(shares(quick.weights), rel=1e-12)

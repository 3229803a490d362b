"""Masters over learners = the rules of the reference, over random statements of their experts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.experts.panels import LABELS, readers, statements
from thresher import experts
from thresher.theory.reference.experts import stating, voting

SEEDS = st.integers(0, 2**32 - 1)
FEW = tries(30)
HALF = 0.5  # a power of two: ties really happen


def ties(k):
    """The labels in the order in which ties are decided: of two the positive one first, of more as they joined."""
    return LABELS[k][::-1]


def panel(n, k):
    """Readers that know their labels, which join in the order in which ties are decided."""
    return readers(n, ties(k))


VOTING = {
    "Majority": (lambda c: experts.Majority(c, HALF), lambda n, k: voting.Majority(n, HALF, ties(k))),
    "Majority, other discount": (lambda c: experts.Majority(c, 0.3), lambda n, k: voting.Majority(n, 0.3, ties(k))),
    "Majority on mistakes": (
        lambda c: experts.Majority(c, HALF, on_mistakes=True),
        lambda n, k: voting.Majority(n, HALF, ties(k), on_mistakes=True),
    ),
    "Floored": (lambda c: experts.Floored(c, HALF, 0.2), lambda n, k: voting.FlooredMajority(n, HALF, 0.2, ties(k))),
    "FixedShare": (lambda c: experts.FixedShare(c, HALF, 0.05), lambda n, k: voting.FixedShare(n, HALF, 0.05, ties(k))),
    "FixedShare on mistakes": (
        lambda c: experts.FixedShare(c, HALF, 0.05, on_mistakes=True),
        lambda n, k: voting.FixedShare(n, HALF, 0.05, ties(k), on_mistakes=True),
    ),
}
RANDOMISED = {
    "Majority": (lambda c: experts.Majority(c, HALF, randomized=True), lambda n, k: voting.Majority(n, HALF, ties(k))),
    "FixedShare": (
        lambda c: experts.FixedShare(c, HALF, 0.05, randomized=True),
        lambda n, k: voting.FixedShare(n, HALF, 0.05, ties(k)),
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


KS = st.sampled_from(sorted(LABELS))


def instance(stated):
    return dict(enumerate(stated))


def complete(stated):
    """Of each expert label -> probability."""
    return [q if isinstance(q, dict) else {False: 1 - q, True: q} for q in stated]


def votes_of(stated):
    return [max(q, key=q.__getitem__) for q in complete(stated)]


def shares(weights):
    return [w / sum(weights) for w in weights]


@pytest.mark.parametrize("name", VOTING)
@FEW
@given(seed=SEEDS, n=st.integers(2, 6), k=KS)
def test_votes_are_counted_as_the_reference_counts_them(name, seed, n, k):
    make, plainly = VOTING[name]
    master, rule = make(panel(n, k)), plainly(n, k)
    for stated, y in statements(random.Random(seed), n, 60, labels=LABELS[k], votes=True):
        said = rule.learn(votes_of(stated), y)
        assert master.predict_one(instance(stated)) == said
        assert master.learn_one(instance(stated), y).prediction == said
    assert master.mistakes == master.loss == rule.mistakes
    assert list(master.weights().values()) == pytest.approx(shares(rule.weights), rel=1e-12)
    assert master.labels == LABELS[k]


@pytest.mark.parametrize("name", RANDOMISED)
@FEW
@given(seed=SEEDS, n=st.integers(2, 6), k=KS)
def test_expected_mistakes_are_those_of_the_reference(name, seed, n, k):
    make, plainly = RANDOMISED[name]
    master, rule = make(panel(n, k)), plainly(n, k)
    for stated, y in statements(random.Random(seed), n, 60, labels=LABELS[k], votes=True):
        votes = votes_of(stated)
        opinion = master.predict_proba_one(instance(stated))
        assert opinion == pytest.approx({label: rule.share_of(label, votes) for label in LABELS[k]})
        assert opinion[master.predict_one(instance(stated))] > 0
        rule.learn(votes, y)
        master.learn_one(instance(stated), y)
    assert master.loss == pytest.approx(rule.expected_mistakes)


@pytest.mark.parametrize("name", STATING)
@FEW
@given(seed=SEEDS, n=st.integers(2, 6), k=KS)
def test_what_is_stated_is_what_the_reference_states(name, seed, n, k):
    make, plainly = STATING[name]
    master, rule = make(panel(n, k)), plainly(n)
    for stated, y in statements(random.Random(seed), n, 40, labels=LABELS[k]):
        opinion = master.predict_proba_one(instance(stated))
        assert list(opinion) == list(LABELS[k]) == list(master.labels)
        assert opinion == pytest.approx(rule.learn(complete(stated), y), rel=1e-9, abs=1e-12)
        said = master.learn_one(instance(stated), y).prediction
        assert opinion[said] == max(opinion.values())
    assert master.loss == pytest.approx(rule.loss if hasattr(rule, "loss") else rule.log_loss)
    if isinstance(master, experts.LogisticMixing):
        assert list(master.weights().values()) == pytest.approx(rule.weights, abs=1e-9)
        assert master.gradients == pytest.approx(rule.gradients)
    else:
        assert list(master.weights().values()) == pytest.approx(shares(rule.weights), rel=1e-9)


@pytest.mark.parametrize("k", LABELS)
def test_a_drawn_label_is_drawn_as_often_as_it_should_be(k):
    """Experts of equal weight, one for each label: each of 3000 predictions in its turn, within five deviations."""
    master = experts.Majority(panel(k, k), 0.999999, randomized=True, seed=3)
    x = {i: {label: float(i == j) for j, label in enumerate(LABELS[k])} for i in range(k)}
    said = [master.learn_one(x, LABELS[k][t % k]).prediction for t in range(3000)]
    for label in LABELS[k]:
        assert abs(said.count(label) - 3000 / k) < 5 * (3000 * (k - 1)) ** 0.5 / k


# The tests above can fail.


def test_another_rule_is_noticed():
    slow, quick = experts.Majority(readers(3), 0.9), voting.Majority(3, HALF)
    for stated, y in statements(random.Random(0), 3, 60, votes=True):
        slow.learn_one(instance(stated), y)
        quick.learn(votes_of(stated), y)
    assert list(slow.weights().values()) != pytest.approx(shares(quick.weights), rel=1e-12)

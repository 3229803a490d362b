"""Clouds: experts weighed class by class, as the reference does it; of two labels, weighted majority; and the bound."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.experts.panels import LABELS, readers, statements
from thresher import experts
from thresher.theory.bounds.experts import expert_majority_mistakes
from thresher.theory.reference.experts.clouds import Clouds

SEEDS = st.integers(0, 2**32 - 1)


def ties(k):
    return LABELS[k][::-1]


def votes_of(stated):
    complete = [q if isinstance(q, dict) else {False: 1 - q, True: q} for q in stated]
    return [max(q, key=q.__getitem__) for q in complete]


@pytest.mark.parametrize("discount", [0.5, 0.3, 0.9])
@tries(30)
@given(seed=SEEDS, n=st.integers(1, 6), k=st.sampled_from(sorted(LABELS)))
def test_votes_are_counted_as_the_reference_counts_them(discount, seed, n, k):
    master, rule = experts.Clouds(readers(n, ties(k)), discount), Clouds(n, discount, ties(k))
    for stated, y in statements(random.Random(seed), n, 60, labels=LABELS[k], votes=True):
        said = rule.learn(votes_of(stated), y)
        assert master.predict_one(dict(enumerate(stated))) == said
        assert master.learn_one(dict(enumerate(stated)), y).prediction == said
    assert master.mistakes == master.loss == rule.mistakes
    assert {label: list(each.values()) for label, each in master.errors().items()} == rule.errors


@tries(30)
@given(seed=SEEDS, n=st.integers(1, 6))
def test_of_two_labels_it_is_weighted_majority(seed, n):
    clouds, majority = experts.Clouds(readers(n, ties(2))), experts.Majority(readers(n, ties(2)))
    for stated, y in statements(random.Random(seed), n, 60, labels=LABELS[2], votes=True):
        x = dict(enumerate(stated))
        assert clouds.learn_one(x, y) == majority.learn_one(x, y)
    assert clouds.weights() == pytest.approx(majority.weights())


@tries(60)
@given(data=st.data(), n=st.integers(1, 5), k=st.sampled_from([3, 5]), discount=st.sampled_from([0.2, 0.5, 0.8]))
def test_mistakes_are_within_the_sum_of_the_bounds_of_classes(data, n, k, discount):
    """Any votes and labels at all: the bound is about every sequence."""
    master = experts.Clouds(readers(n, ties(k)), discount)
    label = st.sampled_from(LABELS[k])
    for votes, y in data.draw(st.lists(st.tuples(st.lists(label, min_size=n, max_size=n), label), max_size=60)):
        stated = {i: {c: float(c == vote) for c in LABELS[k]} for i, vote in enumerate(votes)}
        master.learn_one(stated, y)
    assert master.mistakes <= master.bound() + 1e-9
    assert master.standing().bound == master.bound()


def test_the_bound_of_one_class_alone_can_be_exceeded():
    """What experts got wrong about a single class does not bound the mistakes: the sum over all classes does."""
    master = experts.Clouds(readers(1, ties(3)))
    for _ in range(50):
        master.learn_one({0: {"bird": 1.0, "cat": 0.0, "dog": 0.0}}, "cat")
    about_dogs = expert_majority_mistakes(experts=1, discount=0.5, best_mistakes=min(master.errors()["dog"].values()))
    assert master.mistakes > about_dogs
    assert master.mistakes <= master.bound()


def test_experts_good_at_different_classes_are_better_together():
    """One knows birds, the other cats from dogs: neither is good, and both together are."""
    rng = random.Random(1)
    clouds, majority = experts.Clouds(readers(2, ties(3))), experts.Majority(readers(2, ties(3)))
    for _ in range(300):
        y = rng.choice(LABELS[3])
        of_birds = y if y == "bird" else rng.choice(["cat", "dog"])
        of_others = y if y != "bird" else rng.choice(["cat", "dog"])
        x = {i: {c: float(c == vote) for c in LABELS[3]} for i, vote in enumerate((of_birds, of_others))}
        clouds.learn_one(x, y)
        majority.learn_one(x, y)
    assert clouds.mistakes < majority.mistakes


def test_learners_of_many_classes(tmp_path):
    model = experts.Clouds([th.Multiclass(th.BalancedWinnow()), th.Multiclass(th.Perceptron())])
    for word, label in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 5:
        model.learn_one({word: 1}, label)
    model.save(tmp_path / "clouds")
    resumed = th.load(tmp_path / "clouds")
    assert resumed == model
    assert resumed.errors() == model.errors()
    assert resumed.predict_one({"oui": 1}) == "fr"

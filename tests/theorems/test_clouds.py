"""F5: experts weighed class by class make no more mistakes than the bounds of the classes together; what breaks it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.theory import bounds
from thresher.theory.reference.experts.clouds import Clouds

CLASSES = ("bird", "cat", "dog", "eel")
SEEDS = st.integers(0, 2**32 - 1)


def allowed(rule, experts, discount):
    best = [min(errors) for errors in rule.errors.values()]
    return bounds.clouds_mistakes(experts=experts, discount=discount, class_mistakes=best)


@tries(100)
@given(seed=SEEDS, n=st.integers(1, 6), k=st.integers(2, 4), discount=st.floats(0.05, 0.95), known=st.floats(0, 1))
def test_on_random_votes(seed, n, k, discount, known):
    rng, classes = random.Random(seed), CLASSES[:k]
    rule = Clouds(n, discount, classes)
    for _ in range(80):
        y = rng.choice(classes)
        rule.learn([y if rng.random() < known else rng.choice(classes) for _ in range(n)], y)
    assert rule.mistakes <= allowed(rule, n, discount) + 1e-9


@tries(60)
@given(seed=SEEDS, n=st.integers(1, 6), k=st.integers(2, 4), discount=st.floats(0.05, 0.95))
def test_against_an_opponent_who_names_another_class_whenever_an_expert_does(seed, n, k, discount):
    """Of the labels that some expert named and the master did not, the one that costs the best experts least."""
    rng, classes = random.Random(seed), CLASSES[:k]
    rule = Clouds(n, discount, classes)
    for _ in range(80):
        votes = [rng.choice(classes) for _ in range(n)]
        said = max(classes, key=lambda label: rule.part_for(label, votes))
        others = sorted({*votes} - {said}, key=lambda label: (-votes.count(label), label))
        rule.learn(votes, others[0] if others else said)
    assert rule.mistakes <= allowed(rule, n, discount) + 1e-9


def test_weights_that_stay_as_they_are_break_it():
    """Where nobody's weight falls, two who are always wrong outvote one who is always right: so the tests can fail."""
    rule, discount = Clouds(3, 1.0, CLASSES), 0.5
    for _ in range(100):
        rule.learn(["cat", "cat", "dog"], "dog")
    assert rule.mistakes == 100 > allowed(rule, 3, discount)


def test_more_classes_allow_more():
    known = {"experts": 5, "discount": 0.5}
    one = bounds.clouds_mistakes(**known, class_mistakes=[3])
    assert one == bounds.expert_majority_mistakes(**known, best_mistakes=3)
    assert bounds.clouds_mistakes(**known, class_mistakes=[3, 3]) == pytest.approx(2 * one)

"""Elimination, CON, halving and the majority stay below their bounds on every target of their class."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import InputError, ParameterError
from thresher.protocols import Learner
from thresher.theory.concepts import (
    Conjunction,
    Conjunctions,
    Consistent,
    Disjunctions,
    Elimination,
    Functions,
    Halving,
    MajorityOver,
    RandomConsistent,
    StandardOptimal,
)

N = 5
MAKERS = {
    "Elimination": lambda: Elimination(N),
    "Elimination negations": lambda: Elimination(N, negations=True),
    "Consistent": lambda: Consistent(Conjunctions(N)),
    "Halving": lambda: Halving(Conjunctions(N)),
    "RandomConsistent": lambda: RandomConsistent(Conjunctions(N), seed=3),
    "StandardOptimal": lambda: StandardOptimal(Conjunctions(N)),
    "MajorityOver": lambda: MajorityOver(Conjunctions(N), 0.3),
}
STREAMS = st.lists(st.sets(st.integers(0, N - 1)), max_size=30)


def taught(learner, target, instances):
    for x in instances:
        outcome = learner.learn_one(x, target(dict.fromkeys(x, 1)))
        assert outcome.mistake == (outcome.prediction != outcome.label)
    return learner


@tries(40)
@given(st.sets(st.integers(0, N - 1)), STREAMS)
def test_mistakes_stay_below_the_bounds(literals, instances):
    target = Conjunction(literals)
    assert taught(Elimination(N), target, instances).mistakes <= N
    assert taught(Elimination(N, negations=True), target, instances).mistakes <= N + 1
    assert taught(Consistent(Conjunctions(N)), target, instances).mistakes <= 2**N - 1
    assert taught(Halving(Conjunctions(N)), target, instances).mistakes <= N
    general = Conjunctions(N, negations=True)
    assert taught(Halving(general), target, instances).mistakes <= math.floor(math.log2(len(general)))


@tries(30)
@given(st.lists(st.tuples(st.sets(st.integers(0, N - 1)), st.booleans()), max_size=40), st.floats(0.05, 0.95))
def test_the_majority_stays_below_its_bounds_whatever_the_labels(stream, penalty):
    learner = MajorityOver(Disjunctions(N, 2), penalty)
    for x, y in stream:
        learner.learn_one(x, y)
    cost = math.log(10) + learner.best_mistakes * math.log(1 / penalty)
    assert learner.mistakes <= cost / math.log(2 / (1 + penalty)) + 1e-9
    assert learner.expected_mistakes <= cost / (1 - penalty) + 1e-9
    assert learner.best_mistakes == sum(learner.hypothesis(dict.fromkeys(x, 1)) != y for x, y in stream)


def test_the_majority_is_the_weighted_vote():
    learner = MajorityOver(Disjunctions(3, 1), 0.5)
    for x, y in [({0}, True), ({0, 1}, True), ({0, 2}, False)]:
        learner.learn_one(x, y)
    # Mistakes of the literals 0, 1, 2: 1, 1, 3.
    assert learner.share_one({0, 2}) == (1 / 2 + 1 / 8) / (1 / 2 + 1 / 2 + 1 / 8)
    assert learner.best_mistakes == 1


def test_halving_reaches_its_bound_and_the_check_can_fail():
    learner = Halving(Functions(6))
    for point in range(6):
        learner.learn_one({point}, not learner.predict_one({point}))
    assert learner.mistakes == 6 == math.floor(math.log2(len(Functions(6))))
    cheat = Consistent(Disjunctions(16, 1))
    for i in range(15):
        cheat.learn_one({i}, False)
    assert cheat.mistakes == 15 > math.floor(math.log2(16))  # CON's bound, not halving's


@pytest.mark.parametrize("make", [Consistent, Halving, RandomConsistent, StandardOptimal])
def test_when_nothing_is_consistent_it_says_so_and_keeps_what_it_learned(make):
    learner = make(Disjunctions(3, 1))
    learner.learn_one({0}, True)
    before = (learner.hypothesis, learner.left, learner.examples, learner.mistakes, learner.updates)
    with pytest.raises(InputError, match=r"no concept of the class.*MajorityOver"):
        learner.learn_one({0}, False)
    assert before == (learner.hypothesis, learner.left, learner.examples, learner.mistakes, learner.updates)
    assert learner.predict_one({0})


def test_elimination_errs_on_positives_only_until_there_is_noise():
    rng = random.Random(1)
    learner, target = Elimination(8), Conjunction([2, 5])
    for _ in range(300):
        x = {i for i in range(8) if rng.random() < 0.7}
        outcome = learner.learn_one(x, target(dict.fromkeys(x, 1)))
        assert not (outcome.mistake and not outcome.label)
    assert learner.hypothesis == target
    assert learner.learn_one({2, 5}, False).mistake
    assert learner.hypothesis == target
    assert Elimination(3, negations=True).hypothesis is None
    assert not Elimination(3, negations=True).predict_one({0, 1, 2})


@pytest.mark.parametrize("name", MAKERS)
def test_they_keep_the_protocol(name):
    learner = MAKERS[name]()
    assert isinstance(learner, Learner)
    x = {0: 1, 2: 1}
    first = learner.predict_one(x)
    assert learner.learn_one(x, True, weight=0) == (first, True, not first, False)
    assert (learner.examples, learner.mistakes, learner.updates) == (0, 0, 0)
    assert learner.learn_one(x, True).prediction == first
    assert (learner.examples, learner.mistakes) == (1, not first)
    for bad in ({"weight": 2.0}, {"weight": -1}):
        with pytest.raises(InputError, match="importance weight"):
            learner.learn_one(x, True, **bad)
    for wrong in ("spam", 2, None, 0.5):
        with pytest.raises(InputError, match="label"):
            learner.learn_one(x, wrong)
    assert learner.examples == 1


@tries(20)
@given(st.sampled_from(sorted(MAKERS)), STREAMS, STREAMS)
def test_predicting_changes_nothing(name, instances, questions):
    target = Conjunction([1, 3])
    asked, silent = MAKERS[name](), MAKERS[name]()
    for i, x in enumerate(instances):
        for question in questions[i : i + 3]:
            asked.predict_one(question)
        y = target(dict.fromkeys(x, 1))
        assert asked.learn_one(x, y) == silent.learn_one(x, y)


def test_a_penalty_of_nothing_or_all_is_refused():
    for penalty in (0, 1, 2, None):
        with pytest.raises(ParameterError, match="penalty"):
            MajorityOver(Disjunctions(3, 1), penalty)

"""C1, C2: queries, a teacher's examples and mistakes on every conjunction; and what breaks the bounds."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.theory.bounds import concept_classes as bounds
from thresher.theory.concepts import (
    Conjunction,
    Conjunctions,
    Consistent,
    Disjunctions,
    Elimination,
    Functions,
    Halving,
    by_queries,
    by_teacher,
    teacher_examples,
)

N = 5
CONJUNCTIONS = st.lists(st.sampled_from([None, False, True]), min_size=N, max_size=N).map(
    lambda signs: Conjunction(
        [i for i, sign in enumerate(signs) if sign], [i for i, sign in enumerate(signs) if sign is False]
    )
)
INSTANCES = st.lists(st.sets(st.integers(0, N - 1)).map(lambda on: dict.fromkeys(on, 1.0)), max_size=40)
ALL = [dict.fromkeys(on, 1.0) for k in range(N + 1) for on in itertools.combinations(range(N), k)]


def taught(learner, target, instances):
    for x in instances:
        learner.learn_one(x, target(x))
    return learner


def after_mistakes(learner, target):
    """Taught only what it gets wrong, as long as there is something."""
    while wrong := [x for x in ALL if learner.predict_one(x) != target(x)]:
        learner.learn_one(wrong[-1], target(wrong[-1]))
    return learner


@tries(30)
@given(literals=st.sets(st.integers(0, N - 1)))
def test_queries_and_a_teachers_examples_identify_a_monotone_conjunction(literals):
    target = Conjunction(literals)
    asked, shown = by_queries(target, N), by_teacher(teacher_examples(target), N)
    assert asked.learned == shown.learned == target
    assert asked.examples <= bounds.conjunction_queries(n=N)
    assert shown.examples <= bounds.conjunction_teacher_examples(literals=len(literals))


@tries(30)
@given(target=CONJUNCTIONS, instances=INSTANCES)
def test_elimination_on_any_conjunction(target, instances):
    k = len(target.relevant)
    for negations in (True, False) if not target.negated else (True,):
        limit = bounds.elimination_mistakes(n=N, literals=k, negations=negations)
        assert taught(Elimination(N, negations=negations), target, instances).mistakes <= limit
        assert after_mistakes(Elimination(N, negations=negations), target).mistakes <= limit


@pytest.mark.parametrize("negations", [False, True])
def test_elimination_can_be_made_to_reach_its_bound(negations):
    learner = Elimination(N, negations=negations)
    if negations:
        learner.learn_one(dict.fromkeys(range(N), 1.0), True)
    for left in reversed(range(N)):
        learner.learn_one(dict.fromkeys(range(left), 1.0), True)  # crosses out one attribute
    assert learner.mistakes == bounds.elimination_mistakes(n=N, negations=negations)


@tries(20)
@given(target=CONJUNCTIONS, instances=INSTANCES)
def test_consistent_concepts_and_halving_on_any_conjunction(target, instances):
    every = Conjunctions(N, negations=True)
    size = bounds.conjunctions(n=N)
    assert size == len(every)
    k = len(target.relevant)
    for make, limit in (
        (lambda: Consistent(every), bounds.consistent_mistakes(concepts=size)),
        (lambda: Halving(every), bounds.halving_mistakes_on_conjunctions(n=N)),
        (
            lambda: Halving(Conjunctions(N, k, negations=True)),
            bounds.halving_mistakes_on_conjunctions(n=N, literals=k),
        ),
    ):
        assert taught(make(), target, instances).mistakes <= limit
        assert after_mistakes(make(), target).mistakes <= limit


def test_halving_can_be_made_to_reach_its_bound():
    learner = Halving(Functions(6))
    for point in range(6):
        learner.learn_one({point}, not learner.predict_one({point}))
    assert learner.mistakes == 6 == bounds.halving_mistakes(concepts=2**6)


# The tests above can fail: noise, and a rule that is not the majority's.


def test_noise_breaks_the_bound_of_elimination():
    target, learner = Conjunction([0]), Elimination(N)
    learner.learn_one({1: 1.0}, True)  # a wrong label crosses out the literal
    for _ in range(20):
        learner.learn_one({1: 1.0}, target({1: 1.0}))
    assert learner.mistakes > bounds.elimination_mistakes(n=N)


def test_following_the_first_consistent_concept_breaks_the_bound_of_halving():
    learner = Consistent(Disjunctions(16, 1))
    for i in range(15):
        learner.learn_one({i}, False)
    assert learner.mistakes > bounds.halving_mistakes(concepts=16)
    assert learner.mistakes == bounds.consistent_mistakes(concepts=16)


def test_a_class_that_is_counted_too_small_breaks_the_bound():
    learner = Halving(Functions(6))
    for point in range(6):
        learner.learn_one({point}, not learner.predict_one({point}))
    assert learner.mistakes > bounds.halving_mistakes(concepts=2**6 - 1)

"""C2 at random, J7a: CON with coins, Littlestone's dimension, the optimal algorithm; and what breaks them."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory.bounds import (
    halving_mistakes,
    least_mistakes_on_a_class,
    optimal_mistakes,
    random_consistent_mistakes,
)
from thresher.theory.concepts import (
    Conjunctions,
    Consistent,
    Disjunctions,
    Functions,
    Halving,
    RandomConsistent,
    StandardOptimal,
    littlestone_dimension,
)

CLASSES = {
    "one of 4": lambda: Disjunctions(4, 1),
    "two of 4": lambda: Disjunctions(4, 2),
    "signed pairs": lambda: Disjunctions(3, 2, negations=True),
    "conjunctions": lambda: Conjunctions(3, negations=True),
    "functions": lambda: Functions(4),
    "a single one": lambda: Disjunctions(4, 4),
}


def answers(concepts):
    """Every concept as its answers to all instances."""
    instances = list(concepts.instances())
    return [tuple(concepts.answer(code, bits) for bits in instances) for code in concepts.codes()]


def plain_dimension(rows):
    """The definition, with no short cut: the deepest tree whose two sides are both as deep."""
    if not rows:
        return -1
    deepest = 0
    for place in range(len(rows[0])):
        yes = [row for row in rows if row[place]]
        no = [row for row in rows if not row[place]]
        if yes and no:
            deepest = max(deepest, 1 + min(plain_dimension(yes), plain_dimension(no)))
    return deepest


def instance(bits):
    return {i for i in range(bits.bit_length()) if bits >> i & 1}


def forced(make, concepts):
    """The most mistakes that any consistent stream forces on a deterministic learner: every stream is tried."""

    def worst(shown):
        best = 0
        for bits in concepts.instances():
            learner = make(concepts)
            for x, y in shown:
                learner.learn_one(instance(x), y)
            y = not learner.predict_one(instance(bits))
            if any(concepts.answer(c, bits) == y and agrees(c, shown) for c in concepts.codes()):
                best = max(best, 1 + worst([*shown, (bits, y)]))
        return best

    def agrees(code, shown):
        return all(concepts.answer(code, x) == y for x, y in shown)

    return worst([])


@pytest.mark.parametrize("name", CLASSES)
def test_the_dimension_is_that_of_the_definition(name):
    concepts = CLASSES[name]()
    assert littlestone_dimension(concepts) == plain_dimension(answers(concepts))
    assert littlestone_dimension(concepts) <= halving_mistakes(concepts=len(concepts))


def test_dimensions_that_are_known():
    assert [littlestone_dimension(Functions(m)) for m in (1, 3, 6)] == [1, 3, 6]
    assert [littlestone_dimension(Disjunctions(n, 1)) for n in (1, 2, 3, 7, 8)] == [0, 1, 1, 2, 3]  # floor(lg n)
    assert littlestone_dimension(Disjunctions(5)) == littlestone_dimension(Conjunctions(5)) == 5


@pytest.mark.parametrize("name", ["one of 4", "functions", "a single one"])
def test_every_stream_against_the_optimal_algorithm_and_against_halving(name):
    """Upper bound, lower bound, and that halving is never the better one."""
    concepts = CLASSES[name]()
    d = littlestone_dimension(concepts)
    assert forced(StandardOptimal, concepts) == optimal_mistakes(dimension=d) == least_mistakes_on_a_class(dimension=d)
    assert d <= forced(Halving, concepts) <= halving_mistakes(concepts=len(concepts))


@tries(30)
@given(
    name=st.sampled_from(sorted(CLASSES)),
    place=st.integers(0, 10**6),
    shown=st.lists(st.integers(0, 15), max_size=25),
)
def test_the_optimal_algorithm_on_any_target(name, place, shown):
    concepts = CLASSES[name]()
    learner, d = StandardOptimal(concepts), littlestone_dimension(concepts)
    target = list(concepts.codes())[place % len(concepts)]
    instances = list(concepts.instances())
    for i in shown:
        bits = instances[i % len(instances)]
        outcome = learner.learn_one(instance(bits), concepts.answer(target, bits))
        assert learner.mistakes + learner.dimension <= d
        assert not outcome.mistake or outcome.updated


@tries(20)
@given(name=st.sampled_from(sorted(CLASSES)), place=st.integers(0, 10**6), data=st.data())
def test_con_at_random_in_expectation(name, place, data):
    """The mean over many coins is what the learner says it expects, and that is below the bound."""
    concepts = CLASSES[name]()
    target = list(concepts.codes())[place % len(concepts)]
    order = data.draw(st.permutations(list(concepts.instances())))
    counts, expected = [], 0.0
    for seed in range(200):
        learner = RandomConsistent(concepts, seed)
        for bits in order:
            learner.learn_one(instance(bits), concepts.answer(target, bits))
        counts.append(learner.mistakes)
        expected = learner.expected_mistakes
    limit = random_consistent_mistakes(concepts=len(concepts))
    assert expected <= limit + 1e-9 <= math.log(len(concepts)) + 1e-6
    spread = math.sqrt(max(limit, 0.1) / 200)
    assert abs(sum(counts) / 200 - expected) <= 6 * spread + 0.02


def test_con_at_random_reaches_its_bound():
    learner = RandomConsistent(Disjunctions(16, 1))
    for i in range(15):
        learner.learn_one({i}, False)
    assert learner.expected_mistakes == pytest.approx(random_consistent_mistakes(concepts=16))


def test_the_sum_of_a_large_class_is_the_expansion():
    exact = math.fsum(1 / i for i in range(2, 10**6 + 2))
    assert random_consistent_mistakes(concepts=10**6 + 1) == pytest.approx(exact, rel=1e-13)
    assert random_consistent_mistakes(concepts=3**500) < 500 * math.log(3)


# The tests above can fail.


def test_con_that_is_not_random_breaks_the_bound_of_coins():
    learner = Consistent(Disjunctions(16, 1))
    for i in range(15):
        learner.learn_one({i}, False)
    assert learner.mistakes == 15 > random_consistent_mistakes(concepts=16)


def test_a_stream_that_watches_the_coins_breaks_it_too():
    learner = RandomConsistent(Disjunctions(16, 1), seed=5)
    while learner.left > 1:
        learner.learn_one(set(learner.hypothesis.literals), False)  # always against what was drawn
    assert learner.mistakes == 15 > random_consistent_mistakes(concepts=16)


def test_following_any_consistent_concept_breaks_the_bound_of_the_optimal_algorithm():
    concepts = Disjunctions(4, 1)
    assert forced(Consistent, concepts) == 3 > optimal_mistakes(dimension=littlestone_dimension(concepts))


def test_a_class_too_large_to_enumerate_is_refused():
    with pytest.raises(ParameterError, match="more than the 4,194,304 that are enumerated"):
        littlestone_dimension(Conjunctions(12))


def test_instances_of_a_class_are_all_there_are():
    assert sorted(Disjunctions(3, 1).instances()) == list(range(8))
    assert sorted(Functions(3).instances()) == [1, 2, 4]
    assert all(len(set(itertools.islice(make().instances(), 99))) == make().instance_count for make in CLASSES.values())

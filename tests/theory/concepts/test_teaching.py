"""The three protocols learn the target with the number of examples they promise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import InputError
from thresher.theory.concepts import Conjunction, by_queries, by_random_examples, by_teacher, teacher_examples

N = 8
TARGETS = st.sets(st.integers(0, N - 1)).map(Conjunction)


@tries(30)
@given(TARGETS)
def test_asking_takes_n_queries_and_being_taught_one_more_than_the_literals(target):
    assert by_queries(target, N) == (target, N, 0)
    assert by_teacher(teacher_examples(target), N) == (target, len(target.literals) + 1, 0)
    assert all(target(x) == y for x, y in teacher_examples(target))


@tries(20)
@given(TARGETS, st.integers(0, 3))
def test_watching_makes_at_most_n_mistakes_and_never_loses_a_literal(target, seed):
    result = by_random_examples(target, N, examples=60, seed=seed, share=0.7)
    assert result.mistakes <= N
    assert result.examples == 60
    assert set(target.literals) <= set(result.learned.literals)
    assert result == by_random_examples(target, N, examples=60, seed=seed, share=0.7)


@tries(20)
@given(TARGETS.filter(lambda target: target.literals))
def test_one_example_fewer_is_not_enough(target):
    shown = teacher_examples(target)
    for missing in range(1, len(shown)):
        with pytest.raises(InputError, match="leave open"):
            by_teacher(shown[:missing] + shown[missing + 1 :], N)

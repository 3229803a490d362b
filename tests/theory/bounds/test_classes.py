"""C1, C2: special cases and what is refused."""

import itertools
import math

import pytest

from thresher.errors import ParameterError
from thresher.theory.bounds.concept_classes import (
    conjunction_queries,
    conjunction_teacher_examples,
    conjunctions,
    consistent_mistakes,
    elimination_mistakes,
    halving_mistakes,
    halving_mistakes_on_conjunctions,
)


def test_the_notes_example_of_a_hundred_attributes_and_five_literals():
    assert conjunction_queries(n=100) == 100
    assert conjunction_teacher_examples(literals=5) == 6
    assert elimination_mistakes(n=100) == 100
    assert elimination_mistakes(n=100, negations=True) == 101
    assert elimination_mistakes(n=100, literals=5) == 95
    assert halving_mistakes_on_conjunctions(n=100, literals=5) <= 5 * (1 + math.log2(100))
    assert halving_mistakes_on_conjunctions(n=100) == math.floor(100 * math.log2(3)) > 100  # the notes print n


def test_conjunctions_are_counted_as_they_can_be_written_down():
    for n in range(6):
        every = list(itertools.product((None, False, True), repeat=n))
        assert conjunctions(n=n) == len(every)
        for k in range(n + 1):
            assert conjunctions(n=n, literals=k) == sum(n - literals.count(None) == k for literals in every)


def test_halving_is_exact_beside_a_power_of_two():
    for i in (1, 5, 52, 62, 63, 64, 500):
        assert halving_mistakes(concepts=2**i - 1) == i - 1
        assert halving_mistakes(concepts=2**i) == i


def test_halving_never_promises_more_mistakes_than_any_consistent_concept():
    for size in range(1, 200):
        assert halving_mistakes(concepts=size) <= consistent_mistakes(concepts=size)
    assert halving_mistakes(concepts=1) == consistent_mistakes(concepts=1) == 0


@pytest.mark.parametrize("bound", [consistent_mistakes, halving_mistakes])
@pytest.mark.parametrize("size", [0, -1, 2.5, True, "many", None])
def test_a_class_has_a_whole_number_of_concepts(bound, size):
    with pytest.raises(ParameterError, match="concepts must be a whole number from 1"):
        bound(concepts=size)


def test_more_literals_than_attributes_are_refused():
    for bound in (elimination_mistakes, halving_mistakes_on_conjunctions):
        with pytest.raises(ParameterError, match="literals must be a whole number from 0 to 3"):
            bound(n=3, literals=4)
    with pytest.raises(ParameterError, match="negations must be True or False"):
        elimination_mistakes(n=3, negations="no")

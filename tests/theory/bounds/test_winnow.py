"""C4, C5, C6: special cases, what must hurt, and what is refused."""

import pytest

from thresher.errors import ParameterError
from thresher.theory.bounds.winnow import (
    promotions_needed,
    winnow1_mistakes,
    winnow1_mistakes_at,
    winnow_mistakes,
    winnow_r_mistakes,
)


def test_the_numbers_of_a_small_case():
    assert winnow_mistakes(n=100, literals=5) == 3 * 5 * 7 + 1
    assert winnow1_mistakes(n=100, literals=5) == 2 * 5 * 7 + 1
    assert winnow_r_mistakes(n=100, literals=5) == 5 * 5 * 8 + 2
    assert winnow_mistakes(n=1, literals=1) == winnow_mistakes(n=9, literals=0) == 1


def test_elimination_at_any_parameters_has_the_classic_ones_as_a_case():
    for n in (1, 2, 3, 8, 9, 1000):
        for k in (0, 1, n):
            assert winnow1_mistakes_at(n=n, literals=k, promotion=2, threshold=n) == winnow1_mistakes(n=n, literals=k)


def test_promotions_are_counted_exactly_at_a_power():
    assert [promotions_needed(2, 2**i) for i in range(60)] == list(range(60))
    assert [promotions_needed(2, 2**i + 1) for i in range(1, 50)] == list(range(2, 51))
    assert [promotions_needed(5, 5**i) for i in range(20)] == list(range(20))
    assert promotions_needed(2, 0.5) == 0  # a weight of 1 is there already


def test_more_attributes_and_more_literals_cost_more():
    for bound in (winnow_mistakes, winnow1_mistakes, winnow_r_mistakes):
        by_n = [bound(n=n, literals=3) for n in (3, 10, 100, 10**6)]
        by_k = [bound(n=100, literals=k) for k in range(9)]
        assert by_n == sorted(set(by_n))
        assert by_k == sorted(set(by_k))


@pytest.mark.parametrize("bound", [winnow_mistakes, winnow1_mistakes])
def test_more_literals_than_attributes_are_refused_where_nothing_shifts(bound):
    with pytest.raises(ParameterError, match="literals must be a whole number from 0 to 4"):
        bound(n=4, literals=5)
    assert winnow_r_mistakes(n=4, literals=5) > 0  # literals may be added again


def test_a_promotion_that_promotes_nothing_is_refused():
    with pytest.raises(ParameterError, match="promotion must be a number above 1"):
        winnow1_mistakes_at(n=4, literals=1, promotion=1, threshold=4)
    with pytest.raises(ParameterError, match="threshold must be a number above 0"):
        winnow1_mistakes_at(n=4, literals=1, promotion=2, threshold=0)

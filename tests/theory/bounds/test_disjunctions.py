"""Bounds for disjunctions (A13, A14, B10): special cases that agree, what must hurt, what is refused."""

import pytest

from tests.theory.bounds.known_ab import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds import (
    disjunction_mistakes,
    disjunction_mistakes_at_promotion_1_35,
    disjunction_mistakes_at_promotion_2,
    disjunction_mistakes_at_promotion_2_94,
    least_expected_mistakes_on_a_disjunction,
    least_expected_mistakes_on_shifts,
    least_mistakes_on_a_disjunction,
    least_mistakes_on_shifts,
    least_mistakes_on_sparse_shifts,
    tracking_winnow_mistakes,
    tracking_winnow_mistakes_for_separation,
)

TUNED = [
    (2.0, 50, disjunction_mistakes_at_promotion_2),
    (1.35, 35, disjunction_mistakes_at_promotion_1_35),
    (2.94, 50, disjunction_mistakes_at_promotion_2_94),
]


@pytest.mark.parametrize(("promotion", "parts", "tuned"), TUNED, ids=["2", "1.35", "2.94"])
@pytest.mark.parametrize("norm", [1, 2, 20, 1e6])
def test_a_tuning_is_the_general_bound_at_its_parameters_rounded_up(promotion, parts, tuned, norm):
    for literals, noise in ((1, 0), (7, 0), (0, 4), (3, 8)):
        known = {"norm": norm, "literals": literals, "noise": noise}
        general = disjunction_mistakes(promotion=promotion, floor=1 / (parts * norm), **known)
        assert general <= tuned(**known) <= 1.6 * general


def test_the_printed_constant_would_be_below_the_general_bound():
    """3.98 for 7.97: the check of roundings above would notice."""
    printed = 3.98 * (0 + 3.86)
    assert printed < disjunction_mistakes(promotion=1.35, floor=1 / 35, norm=1, literals=1)


@pytest.mark.parametrize("known", KNOWN["disjunction_mistakes"], ids=lambda k: f"{k['norm']:.3g}")
def test_a_disjunction_is_a_threshold_with_weights_of_2(known):
    as_threshold = known | {"total_rise": 2 * known["literals"], "separation": 1}
    del as_threshold["literals"]
    assert disjunction_mistakes(**known) == pytest.approx(tracking_winnow_mistakes(**as_threshold))


def test_corollary_11_is_theorem_1_at_separation_1():
    corollary = disjunction_mistakes_at_promotion_2(norm=30, literals=4, noise=2)
    theorem = tracking_winnow_mistakes_for_separation(separation=1, norm=30, total_rise=8, noise=2)
    assert theorem <= corollary <= 1.01 * theorem


def test_the_least_mistakes_agree_where_they_say_the_same():
    shifts = least_mistakes_on_shifts(n=64, shifts=1, attribute_errors=5)
    assert shifts == least_mistakes_on_a_disjunction(n=64, literals=1, attribute_errors=5) == 6 + 10
    assert shifts == least_mistakes_on_sparse_shifts(n=64, shifts=1, noise=10)
    assert least_expected_mistakes_on_shifts(n=64, shifts=1, attribute_errors=5) == shifts / 2
    assert least_mistakes_on_sparse_shifts(n=64, shifts=5, norm=8) == 3 * 4  # 16 attributes
    assert least_mistakes_on_sparse_shifts(n=64, shifts=5, norm=64) == least_mistakes_on_shifts(n=64, shifts=5) == 18
    assert least_expected_mistakes_on_a_disjunction(n=64, literals=2, attribute_errors=9, slack=1) == 9


def test_a_power_of_two_counts_and_one_less_does_not():
    assert least_mistakes_on_shifts(n=2**60, shifts=1) == 60
    assert least_mistakes_on_shifts(n=2**60 - 1, shifts=1) == 59
    assert least_mistakes_on_a_disjunction(n=3 * 2**10 - 1, literals=3) == 3 * 9


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: disjunction_mistakes(promotion=2.0, floor=0.2, norm=6, literals=0), "floor . norm must be"),
        (lambda: disjunction_mistakes_at_promotion_2(norm=0.5, literals=1), "norm must be"),
        (lambda: disjunction_mistakes_at_promotion_1_35(norm=2, literals=-1), "literals must be"),
        (lambda: least_mistakes_on_shifts(n=1, shifts=1), "n must be"),
        (lambda: least_mistakes_on_shifts(n=2, shifts=0), "shifts must be"),
        (lambda: least_mistakes_on_sparse_shifts(n=2, shifts=1, noise=3), "A14 counts 2 of noise"),
        (lambda: least_mistakes_on_a_disjunction(n=5, literals=3), "n must be a whole number from 6"),
        (
            lambda: least_expected_mistakes_on_a_disjunction(n=9, literals=3, attribute_errors=1, slack=0),
            "slack must be",
        ),
    ],
    ids=["A13", "tuned", "literals", "B10-n", "B10-shifts", "A14", "theorem-9", "theorem-10"],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()

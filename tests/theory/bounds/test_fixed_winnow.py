"""Winnow's bounds on a fixed threshold (A11, A12): special cases that agree, what must hurt, what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.theory.bounds.known_ab import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds.fixed_winnow import (
    distance_from_start,
    fixed_winnow_mistakes,
    least_gain,
    noisy_winnow_mistakes,
    sparse_winnow_mistakes,
)

TARGET = {"target": [1.0, 0.5, 0.0, 2.0], "n": 50, "separation": 0.4}


@given(separation=st.floats(1e-3, 1))
def test_at_promotion_1_plus_separation_every_mistake_gains_what_the_first_form_says(separation):
    assert least_gain(promotion=1 + separation, separation=separation) >= separation**2 / (2 + separation) * (1 - 1e-9)


@pytest.mark.parametrize("known", KNOWN["fixed_winnow_mistakes"], ids=lambda k: str(k["n"]))
def test_the_second_form_is_never_worse_than_the_first(known):
    both = noisy_winnow_mistakes(promotion=1 + known["separation"], **known), fixed_winnow_mistakes(**known)
    assert both[0] <= both[1] * (1 + 1e-9)


@pytest.mark.parametrize("known", KNOWN["fixed_winnow_mistakes"], ids=lambda k: str(k["n"]))
def test_the_distance_is_least_at_the_mean_weight_of_the_target(known):
    where = {"target": known["target"], "n": known["n"]}
    best = sum(known["target"]) / known["n"]
    least = distance_from_start(initial=best, **where)
    assert least >= -1e-9
    for times in (0.5, 0.9, 1.1, 2):
        assert distance_from_start(initial=best * times, **where) > least


def test_the_paper_s_form_at_initial_1_over_n():
    u, n, d = TARGET["target"], TARGET["n"], TARGET["separation"]
    own = sum(w * math.log(w) for w in u if w)
    printed = (2 + d) * (1 + own + (math.log(n) - 1) * sum(u)) / d**2
    assert fixed_winnow_mistakes(**TARGET, initial=1 / n) == pytest.approx(printed)


def test_a_threshold_divides_the_initial_weight():
    assert fixed_winnow_mistakes(**TARGET, initial=1.0, threshold=50.0) == fixed_winnow_mistakes(**TARGET, initial=0.02)


def test_zero_weights_of_the_target_may_be_left_out():
    short = TARGET | {"target": [1.0, 0.5, 2.0]}
    assert fixed_winnow_mistakes(**TARGET, initial=0.1) == fixed_winnow_mistakes(**short, initial=0.1)
    known = {"separation": 0.4, "norm": 9}
    assert sparse_winnow_mistakes(target=[1, 0, 1e-9], **known) == sparse_winnow_mistakes(target=[1], **known)


def test_what_must_hurt_hurts():
    known = TARGET | {"initial": 0.02, "promotion": 1.3}
    here = noisy_winnow_mistakes(**known)
    assert noisy_winnow_mistakes(**known, noise=1) > here
    assert noisy_winnow_mistakes(**(known | {"separation": 0.35})) > here
    assert noisy_winnow_mistakes(**(known | {"n": 60})) > here
    sparse = sparse_winnow_mistakes(target=[1.0, 0.5], separation=0.4, norm=9)
    assert sparse_winnow_mistakes(target=[1.0, 0.5], separation=0.3, norm=9) > sparse
    assert sparse_winnow_mistakes(target=[1.0, 0.5], separation=0.4, norm=10) > sparse


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: noisy_winnow_mistakes(**TARGET, initial=0.1, promotion=5), "A11 needs a promotion"),
        (lambda: fixed_winnow_mistakes(**(TARGET | {"n": 2}), initial=0.1), "n must be a whole number from 3"),
        (lambda: fixed_winnow_mistakes(**TARGET, initial=0), "initial must be"),
        (lambda: fixed_winnow_mistakes(**(TARGET | {"target": [-1.0]}), initial=1), "target weight must be"),
        (lambda: sparse_winnow_mistakes(target=[1], separation=1.5, norm=2), "separation must be"),
    ],
    ids=["promotion", "n", "initial", "target", "A12"],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()

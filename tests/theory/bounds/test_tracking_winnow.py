"""Tracking Winnow's bounds (A3 to A7, A10, H): special cases that agree, what must hurt, what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.theory.bounds.known_ab import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds import (
    mistakes_by_promotions,
    price_of_rise,
    program_mistakes,
    rounded_values_mistakes,
    scaled_program_mistakes,
    small_values_mistakes,
    small_values_mistakes_in_closed_form,
    tracking_winnow_mistakes,
    tracking_winnow_mistakes_for_separation,
    tracking_winnow_mistakes_on_fixed_concept,
    tracking_winnow_rate,
)
from thresher.theory.bounds.small_values import largest_root

RULE = {"promotion": 1.5, "floor": 0.001, "separation": 0.5, "norm": 20}
COSTS = {"total_rise": 4.0, "noise": 3.0}
AT_ANY = (tracking_winnow_mistakes, small_values_mistakes, small_values_mistakes_in_closed_form)


@pytest.mark.parametrize("known", KNOWN["tracking_winnow_mistakes_for_separation"], ids=lambda k: f"{k['norm']:.3g}")
@pytest.mark.parametrize("smallest_value", [1.0, 0.01])
def test_theorem_1_is_the_general_bound_at_its_parameters_rounded_up(known, smallest_value):
    d, norm = known["separation"], known["norm"]
    general = tracking_winnow_mistakes(promotion=1 + d, floor=d / (50 * norm), smallest_value=smallest_value, **known)
    rounded = tracking_winnow_mistakes_for_separation(smallest_value=smallest_value, **known)
    assert general <= rounded <= 1.6 * general


def test_corollary_9_is_theorem_1_for_a_target_that_stays():
    known = {"separation": 0.3, "norm": 9, "smallest_value": 0.1}
    fixed = tracking_winnow_mistakes_on_fixed_concept(target=[0.5, 0.0, 1.5], **known)
    assert fixed == tracking_winnow_mistakes_for_separation(total_rise=2.0, **known)


def test_corollary_8_is_theorem_1_at_half_the_separation_and_twice_the_norm():
    rounded = rounded_values_mistakes(separation=0.5, norm=10, largest_total=2, **COSTS)
    plain = tracking_winnow_mistakes_for_separation(separation=0.25, norm=20, smallest_value=0.25, **COSTS)
    assert rounded == pytest.approx(plain)


def test_the_form_per_trial_is_the_form_for_all_trials_divided_by_their_number():
    trials = 1000
    rates = {"rise_rate": COSTS["total_rise"] / trials, "noise_rate": COSTS["noise"] / trials}
    assert tracking_winnow_rate(**RULE, **rates) * trials == pytest.approx(tracking_winnow_mistakes(**RULE, **COSTS))


@pytest.mark.parametrize("promised", AT_ANY)
def test_what_must_hurt_hurts(promised):
    here = promised(**RULE, **COSTS)
    assert promised(**RULE, **(COSTS | {"total_rise": 4.5})) > here
    assert promised(**RULE, **(COSTS | {"noise": 3.5})) > here
    assert promised(**(RULE | {"separation": 0.45}), **COSTS) > here
    assert promised(**(RULE | {"norm": 25}), **COSTS) > here
    assert promised(**RULE, total_rise=0.0, noise=0.0) <= here


def test_smaller_values_cost_more_and_an_observed_weight_less():
    here = tracking_winnow_mistakes(**RULE, **COSTS)
    assert tracking_winnow_mistakes(**RULE, **COSTS, smallest_value=0.1) > here
    assert tracking_winnow_mistakes(**RULE, **COSTS, largest_weight=1.0) < here
    assert tracking_winnow_mistakes(**RULE, **COSTS, largest_weight=1.5) == here


@pytest.mark.parametrize("known", KNOWN["small_values_mistakes"], ids=lambda k: f"{k['norm']:.3g}")
def test_solving_the_equation_is_never_worse_than_the_closed_form(known):
    assert small_values_mistakes(**known) <= small_values_mistakes_in_closed_form(**known)


@given(
    gain=st.floats(1e-3, 2),
    rise=st.floats(0, 1e4),
    growth=st.floats(1e-3, 1e9),
    noise=st.sampled_from([0.0, 1e-3, 50.0]),
)
def test_the_largest_root_is_one_and_none_is_larger(gain, rise, growth, noise):
    root = largest_root(gain, rise, growth, noise)

    def difference(p):
        return gain * p - rise * math.log1p(growth * p) - noise

    scale = gain * root + noise + 1e-9
    assert abs(difference(root)) <= 1e-9 * scale
    for times in (1.001, 2, 1000):
        assert difference(root * times + 1e-6 * (root == 0)) > -1e-9 * scale


def test_nothing_to_pay_for_is_no_mistake():
    assert small_values_mistakes(**RULE, total_rise=0) == 0
    assert tracking_winnow_mistakes(**RULE, total_rise=0) == 0
    assert small_values_mistakes(**RULE, total_rise=1e-9) == 0  # no weight of u reaches 1 + separation: no positives


def test_a_program_s_value_stands_for_rise_and_noise():
    value = price_of_rise(promotion=RULE["promotion"], floor=RULE["floor"]) * COSTS["total_rise"] + COSTS["noise"]
    here = program_mistakes(**RULE, value=value)
    assert here == pytest.approx(tracking_winnow_mistakes(**RULE, **COSTS))
    rule = {name: RULE[name] for name in ("promotion", "floor", "norm")}
    a, b = 1 - 0.02 + 1.5, 1.5 - 1 + 0.02
    tau = 1 / (a * 0.5 - b)
    scaled = {"scaled_value": tau * value, "scale": tau, "scaled_separation": tau * 0.5}
    assert scaled_program_mistakes(**rule, **scaled) == pytest.approx(a * tau * value) == pytest.approx(here)
    slightly_off = scaled | {"scale": 5.0, "scaled_separation": 5.0 + 1e-9}
    assert scaled_program_mistakes(**rule, **slightly_off) == program_mistakes(
        **(RULE | {"separation": 1}), value=tau * value / 5
    )


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: tracking_winnow_mistakes(**(RULE | {"floor": 0.06}), **COSTS), "floor must be"),
        (lambda: tracking_winnow_mistakes(**(RULE | {"separation": 0.1}), **COSTS), "A4 needs .1 . separation"),
        (lambda: tracking_winnow_rate(**(RULE | {"separation": 0.1}), rise_rate=0), "A4 needs .1 . separation"),
        (lambda: tracking_winnow_rate(**RULE, rise_rate=-1), "rise_rate must be"),
        (
            lambda: tracking_winnow_mistakes(
                **(RULE | {"promotion": 2.8, "separation": 1}), **COSTS, smallest_value=0.9
            ),
            "A4 needs promotion <= e",
        ),
        (lambda: tracking_winnow_mistakes(**RULE, **COSTS, largest_weight=1e-4), "largest_weight must be"),
        (lambda: small_values_mistakes(**(RULE | {"separation": 0.1}), **COSTS), "A6 needs .1 . separation"),
        (
            lambda: small_values_mistakes_in_closed_form(**(RULE | {"norm": 0.1, "floor": 1.5}), **COSTS),
            "floor must be a number of at most 1",
        ),
        (
            lambda: rounded_values_mistakes(separation=0.5, norm=1, total_rise=1, largest_total=0.4),
            "largest_total must be",
        ),
        (lambda: mistakes_by_promotions(promotion=2, floor=0.1, norm=10, promotions=1), "floor must be"),
        (lambda: program_mistakes(**RULE, value=-1), "value must be"),
        (
            lambda: tracking_winnow_mistakes_on_fixed_concept(separation=1, norm=1, target=[1, -1]),
            "target weight must be",
        ),
    ],
    ids=["floor", "A4", "rate", "negative", "e", "observed", "A6", "A6b", "A7", "A3", "H1", "A10"],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()

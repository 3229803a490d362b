"""F1, F2, F3: special cases that must agree, what must hurt, and assumptions that are checked."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory import bounds
from thresher.theory.bounds.experts.logits import SELF_BOUND

SOME = tries(40)
DISCOUNTS = st.floats(0.01, 0.99)


@SOME
@given(n=st.integers(1, 99), b=DISCOUNTS, loss=st.floats(0, 50))
def test_experts_that_are_always_sure_have_the_bounds_of_votes(n, b, loss):
    known = {"experts": n, "discount": b}
    votes = bounds.expert_majority_mistakes(**known, best_mistakes=loss)
    assert bounds.confident_mistakes(**known, loss=loss) == pytest.approx(votes)
    assert bounds.expert_absolute_loss(**known, loss=loss) == pytest.approx(votes / 2)
    coin = bounds.randomized_expert_majority_mistakes(**known, best_mistakes=loss)
    assert bounds.mean_expert_absolute_loss(**known, loss=loss) == pytest.approx(coin)


@SOME
@given(n=st.integers(1, 99), b=DISCOUNTS, loss=st.floats(0, 50))
def test_what_fits_both_outcomes_is_promised_less_loss_than_the_mean(n, b, loss):
    known = {"experts": n, "discount": b, "loss": loss}
    assert bounds.expert_absolute_loss(**known) <= bounds.mean_expert_absolute_loss(**known) * (1 + 1e-12)


@SOME
@given(
    n=st.integers(2, 99), b=DISCOUNTS, loss=st.floats(0, 50), share=st.floats(0.001, 0.5), switches=st.integers(0, 9)
)
def test_a_sequence_of_sure_experts_has_the_bound_of_fixed_share(n, b, loss, share, switches):
    known = {"experts": n, "discount": b, "loss": loss, "share": share, "switches": switches, "trials": 50}
    assert bounds.confident_mistakes(**known) == pytest.approx(bounds.fixed_share_mistakes(**known))


@SOME
@given(loss=st.floats(0, 1000))
def test_the_slope_of_a_log_loss_is_bounded_by_the_loss(loss):
    assert (1 - math.exp(-loss)) ** 2 <= SELF_BOUND * loss + 1e-15


def test_the_constant_of_that_is_nearly_the_least():
    least = max((1 - math.exp(-f / 1000)) ** 2 / (f / 1000) for f in range(1, 5000))
    assert least <= SELF_BOUND < least + 1e-4


def test_a_small_rate_needs_no_number_of_trials():
    known = {"best_loss": 40, "distance": 1, "experts": 4, "largest_logit": 2}
    unlimited = bounds.logistic_mixing_log_loss_for_any_trials(**known, rate=0.05)
    assert bounds.logistic_mixing_log_loss_for_trials(**known, rate=0.05, trials=10**6) > unlimited


def test_a_returning_pool_costs_less_than_new_experts_each_time():
    known = {"experts": 100_000, "switches": 40, "trials": 1000, "share": 0.04, "loss": 10}
    sequence = bounds.fixed_share_loss(scale=1, rate=1, **known)
    assert bounds.past_posteriors_log_loss(**known, pool=2) < sequence
    assert bounds.decaying_past_log_loss(**known, pool=2, horizon=1024) < sequence
    assert bounds.past_posteriors_log_loss(**known, pool=41) > sequence


def test_more_of_what_hurts_hurts():
    known = {"experts": 9, "pool": 2, "switches": 3, "trials": 90, "share": 0.05, "loss": 5}
    for bound, more in ((bounds.past_posteriors_log_loss, {}), (bounds.decaying_past_log_loss, {"horizon": 100})):
        for word in ("experts", "pool", "switches", "trials", "loss"):
            assert bound(**known | more | {word: known[word] + 1}) > bound(**known, **more)


RETURNING = {"experts": 4, "pool": 2, "switches": 3, "trials": 9, "share": 0.1, "loss": 1}
SUMS = {"best_loss": 1, "distance": 1, "rate": 1}


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: bounds.expert_absolute_loss(experts=2, discount=1, loss=0), "discount"),
        (lambda: bounds.confident_mistakes(experts=2, discount=0.5, loss=-1), "loss"),
        (
            lambda: bounds.confident_mistakes(experts=2, discount=0.5, loss=1, switches=1, trials=9),
            "share must be above",
        ),
        (lambda: bounds.past_posteriors_log_loss(**RETURNING | {"pool": 5}), "pool of 5"),
        (lambda: bounds.past_posteriors_log_loss(**RETURNING | {"switches": 9}), "8 switches at most"),
        (lambda: bounds.past_posteriors_log_loss(**RETURNING | {"share": 0}), "share"),
        (lambda: bounds.decaying_past_log_loss(**RETURNING | {"trials": 18}, horizon=16), r"more than 2\^4 \+ 1"),
        (lambda: bounds.decaying_past_log_loss(**RETURNING, horizon=1), "horizon"),
        (lambda: bounds.logistic_mixing_log_loss(**SUMS | {"rate": 0}, gradients=1), "rate"),
        (lambda: bounds.logistic_mixing_log_loss(**SUMS, gradients=-1), "gradients"),
        (
            lambda: bounds.logistic_mixing_log_loss_for_any_trials(**SUMS, experts=2, largest_logit=5),
            "rate must be below 0.09821",
        ),
        (lambda: bounds.adaptive_logistic_mixing_log_loss(best_loss=1, radius=0, gradients=1), "radius"),
        (lambda: bounds.log_loss_mistakes(loss=-1), "loss"),
    ],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()

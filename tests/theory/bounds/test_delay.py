"""D: F(D, C) against brute force, special cases that must agree, and assumptions that are checked."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory.bounds import tracking_winnow
from thresher.theory.bounds.delay import (
    adversary as delay,
)
from thresher.theory.bounds.delay import (
    distribution as delay_distribution,
)
from thresher.theory.bounds.delay import (
    orders as delay_orders,
)

COUNTS = st.dictionaries(st.integers(1, 5), st.integers(0, 3), min_size=1).filter(lambda d: any(d.values()))
WINNOW = {"promotion": 1.5, "floor": 0.001, "separation": 0.8, "norm": 20, "total_rise": 4, "noise": 3}


def longest_by_search(delays, changes):
    """The longest list whose m-th block of C entries is at least m, over all orders of all selections."""
    entries = sorted(d for d, count in delays.items() for _ in range(count))
    if not changes:
        return 0
    best = 0
    for size in range(1, len(entries) + 1):
        for chosen in itertools.combinations(entries, size):  # sorted: if any order fits, this one does
            if all(value >= i // changes + 1 for i, value in enumerate(chosen)):
                best = size
    return best


def longest_by_greed(delays, changes):
    """The sum of r_i = min(d_i, i C - r_1 - ... - r_{i-1})."""
    taken = 0
    for i in range(1, max(delays) + 1):
        taken += min(delays.get(i, 0), i * changes - taken)
    return taken


@tries(60)
@given(delays=COUNTS.filter(lambda d: sum(d.values()) <= 10), changes=st.integers(0, 4))
def test_f_is_the_longest_list_and_the_greedy_one(delays, changes):
    found = delay.waiting_instances(delays=delays, changes=changes)
    assert found == longest_by_search(delays, changes) == longest_by_greed(delays, changes)


def test_brute_force_notices_a_list_that_is_too_long():
    assert longest_by_search({1: 5}, 2) == 2 != 5
    assert longest_by_search({1: 2, 2: 2, 3: 1}, 2) == 5


@tries(60)
@given(delays=COUNTS, changes=st.integers(0, 6), added=st.integers(1, 7))
def test_what_the_paper_says_of_f(delays, changes, added):
    """F <= k C; one more delay adds at most 1; one more change adds; it is concave."""

    def f(d, c):
        return delay.waiting_instances(delays=d, changes=c)

    longest = max(d for d, count in delays.items() if count)
    more = {**delays, added: delays.get(added, 0) + 1}
    assert f(delays, changes) <= longest * changes
    assert f(delays, changes) <= f(more, changes) <= f(delays, changes) + 1
    assert f(delays, changes) <= f(delays, changes + 1)
    assert f(delays, changes) + f(delays, changes + 2) <= 2 * f(delays, changes + 1)
    assert f(dict.fromkeys(delays, math.inf), changes) == max(delays) * changes


def test_labels_that_never_come_all_count():
    assert delay.waiting_instances(delays={1: math.inf, math.inf: 7}, changes=2) == 9
    assert delay.waiting_instances(delays={math.inf: math.inf}, changes=2) == math.inf
    assert delay.stored_instances(delays={math.inf: 4}) == 4


def test_enough_delays_give_the_corollary():
    known = {"mistakes": 5, "changes": 9}
    assert delay.od1_mistakes_for_delays(**known, delays={7: math.inf}) == delay.od1_mistakes(**known, longest_delay=7)
    assert delay.stored_instances(delays={7: math.inf}) == 7


def test_few_late_labels_cost_little():
    many = delay.od1_mistakes(mistakes=10, changes=10, longest_delay=1000)
    few = delay.od1_mistakes_for_delays(mistakes=10, changes=10, delays={1: 10_000, 1000: 3})
    assert few == 10 + 13
    assert few < many
    driven = delay.od1_mistake_driven_mistakes_for_delays(mistakes=10, delays={1: 10_000, 1000: 3})
    assert driven == 13


def test_without_delay_nothing_is_added():
    assert delay.od1_mistakes(mistakes=8, changes=3, longest_delay=1) == 8
    assert delay.od1_mistakes_for_delays(mistakes=8, changes=3, delays={1: 50}) == 8
    assert delay.od1_mistake_driven_mistakes(mistakes=8, longest_delay=1) == 8
    assert delay.od1_derandomized_mistakes(mistakes=8, longest_delay=1) == delay.derandomized_mistakes(mistakes=8)
    assert delay_orders.least_delayed_mistakes(mistakes=8, delay=1) == 8
    assert delay_orders.immediate_mistakes(mistakes=8, outstanding=0) == 8
    assert delay_orders.copies_mistakes(mistakes=8, outstanding=0) == 8
    assert delay_distribution.od3_mistakes(mistakes=8, late=0, horizon=1, longest_delay=1, drift=9) == 8
    one = delay_orders.copies_of_tracking_winnow_mistakes(copies=1, **WINNOW)
    assert one == tracking_winnow.tracking_winnow_mistakes(**WINNOW)


def test_noise_is_not_multiplied_by_the_copies():
    def total(noise):
        return delay_orders.copies_of_tracking_winnow_mistakes(copies=50, **WINNOW | {"noise": noise})

    single = tracking_winnow.tracking_winnow_mistakes(**WINNOW) - tracking_winnow.tracking_winnow_mistakes(
        **WINNOW | {"noise": 0}
    )
    assert total(3) - total(0) == pytest.approx(single)


def test_a_coin_saves_half_a_mistake_on_each_repeated_hypothesis():
    known = {"mistakes": 8, "late": 2, "horizon": 10, "longest_delay": math.inf, "drift": 0.5}
    assert delay_distribution.od3_idle_trials(late=2, horizon=10, longest_delay=math.inf) == 12
    assert delay_distribution.od3_mistakes(**known) - delay_distribution.od3_coin_mistakes(**known) == 11 / 2
    assert delay_distribution.od3_fixed_distribution_mistakes(mistakes=8, longest_delay=5) == 12


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: delay.waiting_instances(delays={0: 3}, changes=1), "a delay must be a whole number from 1"),
        (lambda: delay.waiting_instances(delays={2.5: 3}, changes=1), "a delay must be"),
        (lambda: delay.waiting_instances(delays={2: -3}, changes=1), "the count of a delay"),
        (lambda: delay.waiting_instances(delays={}, changes=1), "one instance at least"),
        (lambda: delay.waiting_instances(delays={3: 0}, changes=1), "one instance at least"),
        (lambda: delay.stored_instances(delays=[3, 4]), "delays must map"),
        (lambda: delay.od1_mistakes(mistakes=-1, changes=1, longest_delay=2), "mistakes"),
        (lambda: delay.od1_mistakes(mistakes=1, changes=1, longest_delay=0), "longest_delay"),
        (lambda: delay_orders.immediate_mistakes(mistakes=1, outstanding=-1), "outstanding"),
        (lambda: delay_orders.copies_of_tracking_winnow_mistakes(copies=0, **WINNOW), "copies"),
        (lambda: delay_distribution.od3_lag(horizon=0), "horizon"),
        (lambda: delay_distribution.od3_idle_trials(late=1, horizon=5, longest_delay=5), "D8 .* late must be 0"),
        (lambda: delay_distribution.od3_mistakes(mistakes=1, late=0, horizon=5, longest_delay=2, drift=-1), "drift"),
    ],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()

"""Intervals, ratios and means of the comparison with peers, on numbers whose answer is known."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.peers_parts.statistics import paired_difference, ratio, together
from tests.depth import tries

bits = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=5, max_size=300)


def wrong(text: str) -> np.ndarray:
    return np.array([letter == "x" for letter in text])


def test_equal_mistakes_are_a_tie():
    same = wrong("x..x....x." * 20)
    difference = paired_difference([(same, same)])
    assert difference.value == 0
    assert difference.low < 0 < difference.high
    assert difference.verdict == "tie"


def test_many_mistakes_fewer_are_a_win_and_the_other_way_round_a_loss():
    rng = np.random.default_rng(0)
    ours, theirs = rng.random(2000) < 0.1, rng.random(2000) < 0.2
    assert paired_difference([(ours, theirs)]).verdict == "win"
    assert paired_difference([(theirs, ours)]).verdict == "loss"


def test_one_mistake_fewer_can_not_be_told_from_chance():
    ours, theirs = wrong("." * 100), wrong("x" + "." * 99)
    assert paired_difference([(ours, theirs)]).verdict == "tie"


def test_only_the_rows_where_they_differ_count():
    """Both wrong on half of the rows, apart on twenty: unpaired, 20 of 400 would be lost in the noise."""
    both = wrong("x" * 200 + "." * 200)
    theirs = both.copy()
    theirs[200:400:10] = True
    assert paired_difference([(both, theirs)]).verdict == "win"


def test_mistakes_in_one_run_say_less_than_the_same_number_here_and_there():
    ours = np.zeros(2500, dtype=bool)
    scattered, together_ = ours.copy(), ours.copy()
    scattered[::50] = True
    together_[1000:1050] = True
    loose, tight = paired_difference([(ours, together_)]), paired_difference([(ours, scattered)])
    assert loose.value == tight.value
    assert loose.high - loose.low > 2 * (tight.high - tight.low)


def test_playing_the_same_order_again_makes_nothing_surer():
    ours, theirs = wrong("x..." * 50), wrong("xx.." * 50)
    once, thrice = paired_difference([(ours, theirs)]), paired_difference([(ours, theirs)] * 3)
    assert thrice.low == pytest.approx(once.low)
    assert thrice.high == pytest.approx(once.high)


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        ours, theirs = rng.random(500) < 0.15, rng.random(500) < 0.2
        difference = paired_difference([(ours, theirs)])
        held += difference.low <= -0.05 <= difference.high
    assert 0.92 <= held / 400 <= 0.995


@tries(40)
@given(bits)
def test_exchanging_the_two_turns_the_interval_round(rows):
    ours, theirs = (np.array(side) for side in zip(*rows, strict=True))
    one, other = paired_difference([(ours, theirs)]), paired_difference([(theirs, ours)])
    assert one.low == pytest.approx(-other.high)
    assert one.high == pytest.approx(-other.low)
    assert one.low <= one.high


def test_a_ratio_exists_where_nobody_made_a_mistake():
    assert ratio(0.0, 0.0, 100) == 1.0
    assert ratio(0.0, 0.01, 100) == pytest.approx(1 / 3)


def test_the_mean_of_ratios_is_geometric_and_an_origin_counts_once():
    total = together({"a": [0.5], "b": [2.0]})
    assert total.mean == pytest.approx(1.0)
    twins = together({"a": [0.5, 0.5, 0.5], "b": [2.0]})
    assert twins.mean == pytest.approx(1.0)
    assert twins.sets == 2


def test_eight_sets_of_eight_better_is_what_wilcoxon_says_it_is():
    total = together({str(i): [0.5 + i / 100] for i in range(8)})
    assert total.p == pytest.approx(2 / 2**8)
    assert total.low < total.mean < total.high < 1


def test_few_sets_have_no_test():
    assert math.isnan(together({"a": [0.5], "b": [0.6]}).p)
    assert together({}).sets == 0

"""When labels come: rules for delays."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, ParameterError
from thresher.late.simulate.arrivals import (
    ByLabel,
    Chosen,
    Constant,
    HeavyTailed,
    Missing,
    Never,
    Uniform,
    as_arrival,
    checked_delay,
)

DRAWN = [Uniform(3, 9, seed=1), HeavyTailed(5, 1.5, seed=1), Missing(0.3, Uniform(1, 4), seed=1)]


def delays(rule, count, y=True):
    return [rule(number, {}, y) for number in range(1, count + 1)]


@pytest.mark.parametrize("rule", DRAWN, ids=lambda rule: type(rule).__name__)
def test_the_same_seed_gives_the_same_delays_whoever_asks_and_when(rule):
    forwards = delays(rule, 200)
    backwards = [rule(number, {"other": 1}, False) for number in range(200, 0, -1)]
    assert forwards == backwards[::-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [(Uniform(1, 100, seed=1), Uniform(1, 100, seed=2)), (HeavyTailed(5, seed=1), HeavyTailed(5, seed=2))],
    ids=["uniform", "heavy"],
)
def test_another_seed_gives_other_delays(one, other):
    assert delays(one, 50) != delays(other, 50)


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 2**32))
def test_uniform_delays_are_between_the_limits(low, width, seed):
    assert all(low <= delay <= low + width for delay in delays(Uniform(low, low + width, seed), 30))


def test_uniform_delays_are_equally_likely():
    counts = Counter(delays(Uniform(2, 5, seed=3), 8000))
    assert set(counts) == {2, 3, 4, 5}
    assert all(abs(count - 2000) < 5 * 2000**0.5 for count in counts.values())


@pytest.mark.parametrize("exponent", [0.8, 1.5, 3.0])
def test_heavy_tails_fall_as_the_formula_says(exponent):
    drawn = delays(HeavyTailed(10, exponent, seed=2), 20_000)
    assert min(drawn) >= 10
    for t in (20, 50):
        share = sum(delay > t for delay in drawn) / len(drawn)
        expected = (10 / t) ** exponent
        assert abs(share - expected) < 5 * (expected / len(drawn)) ** 0.5


def test_heavy_tails_can_be_cut_and_never_overflow():
    assert max(delays(HeavyTailed(10, 0.5, at_most=1000), 5000)) == 1000
    assert all(1 <= delay <= 2**62 for delay in delays(HeavyTailed(1e15, 0.1), 500))


def test_a_share_of_labels_is_missing():
    drawn = delays(Missing(0.25, 7, seed=5), 10_000)
    assert abs(drawn.count(None) - 2500) < 5 * 50
    assert set(drawn) == {None, 7}
    assert delays(Missing(0.0), 5) == [1] * 5
    assert delays(Missing(1.0), 5) == delays(Never(), 5) == [None] * 5


def test_the_delay_can_depend_on_the_label():
    rule = ByLabel(positive=Uniform(5, 6), negative=None)
    assert set(delays(rule, 50, y=1)) == {5, 6}
    assert delays(rule, 3, y=-1) == [None] * 3
    assert ByLabel(2, 3, label="spam")(1, {}, "spam") == 2


@given(st.lists(st.integers(1, 9), max_size=20), st.randoms(use_true_random=False))
def test_an_adversary_gives_every_delay_of_its_multi_set_once_in_the_order_it_likes(given_out, random):
    rule = Chosen(given_out, lambda number, x, y, left: random.choice(sorted(left)))
    got = delays(rule, len(given_out) + 3)
    assert Counter(got) == Counter(given_out) + Counter([1, 1, 1])


def test_an_adversary_may_keep_its_delays_for_later():
    rule = Chosen({4: 2}, lambda number, x, y, left: 4 if y else None)
    assert [rule(1, {}, False), rule(2, {}, True), rule(3, {}, False), rule(4, {}, True), rule(5, {}, True)] == [
        *(1, 4, 1, 4, 1)
    ]
    assert delays(rule.anew(), 2) == [4, 4]


def test_an_adversary_can_not_take_what_is_not_left():
    with pytest.raises(ParameterError, match="none of the delays left"):
        Chosen([2], lambda number, x, y, left: 3)(1, {}, True)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Constant(0),
        lambda: Uniform(5, 4),
        lambda: Uniform(0, 4),
        lambda: HeavyTailed(0),
        lambda: HeavyTailed(5, 0.01),
        lambda: HeavyTailed(5, at_most=0),
        lambda: Missing(1.5),
        lambda: Missing(0.5, others=0),
        lambda: ByLabel(0, 1),
        lambda: Chosen([0]),
    ],
    ids=["constant", "order", "zero", "scale", "exponent", "cut", "share", "others", "by-label", "chosen"],
)
def test_what_gives_no_delays_is_refused(make):
    with pytest.raises(ParameterError):
        make()


@pytest.mark.parametrize("delay", [0, -1, 1.5, True, "3"])
def test_what_is_no_delay_is_refused(delay):
    with pytest.raises(InputError, match="1: before the next question"):
        checked_delay(delay)


def test_numbers_and_functions_are_rules():
    assert as_arrival(3)(1, {}, True) == 3
    assert as_arrival(None)(1, {}, True) is None
    assert as_arrival(lambda number, x, y: number)(9, {}, True) == 9

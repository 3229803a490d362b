"""Which theorem applies to which learner in which order; distributions, their distance and their draws (D8)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.late_labels import counts, most_outstanding
from thresher.data import features
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, Replay
from thresher.late.promises import promise
from thresher.late.repeated import Repeated
from thresher.late.simulate.distributions import PlantedDistribution, drift, variation
from thresher.late.wrappers import Derandomized, MistakeDriven
from thresher.theory.bounds.delay import (
    adversary as delay,
)
from thresher.theory.bounds.delay import (
    distribution as delay_distribution,
)
from thresher.theory.bounds.delay import (
    orders as delay_orders,
)
from thresher.theory.concepts import Functions, Halving


def swin():
    return th.Swin(10, randomized=True)


CASES = {
    "OD1 around a mistake-driven learner": (th.TrackingWinnow(), OD1(), {"longest_delay": 4}, "D4", 40),
    "OD1, delays counted": (th.TrackingWinnow(), OD1(), {"delays": {1: 90, 4: 2}}, "D4", 12),
    "OD1, some labels never come": (th.TrackingWinnow(), OD1(), {"delays": {1: 90, math.inf: 3}}, "D4", 13),
    "OD1 around MD": (MistakeDriven(th.AdaptiveWinnow()), OD1(), {"longest_delay": 4}, "D4", 40),
    "OD1 around MD around a stranger": (MistakeDriven(Halving(Functions(3))), OD1(), {"longest_delay": 4}, "D4", 40),
    "Theorem 2": (MistakeDriven(Derandomized(swin())), OD1(), {"longest_delay": 4}, "D5", 80),
    "Theorem 2, delays counted": (MistakeDriven(Derandomized(swin())), OD1(), {"delays": {1: 90, 4: 2}}, "D4", 22),
    "Theorem 2 around a deterministic one": (
        MistakeDriven(Derandomized(th.Perceptron())),
        OD1(),
        {"longest_delay": 4},
        "D4",
        40,
    ),
    "OD1 in general": (th.AdaptiveWinnow(), OD1(), {"longest_delay": 4, "changes": 100}, "D4", 310),
    "OD1 in general, delays counted": (swin(), OD1(), {"delays": {1: 90, 4: 2}, "changes": 30}, "D4", 42),
    "Immediate": (th.TrackingWinnow(), Immediate(), {"outstanding": 3}, "D6a", 40),
    "Immediate, by the longest delay": (th.TrackingWinnow(), Immediate(), {"longest_delay": 4}, "D6a", 40),
    "Immediate, by the delays": (th.TrackingWinnow(), Immediate(), {"delays": {1: 90, 4: 2}}, "D6a", 30),
    "Copies": (th.AdaptiveWinnow(), Copies(4), {"outstanding": 3}, "D6b", 40),
    "Copies of a randomised learner": (swin(), Copies(9), {"longest_delay": 4}, "D6b", 40),
    "OD3": (swin(), OD3(horizon=8), {"longest_delay": 4}, "D8", 13),
    "OD3, drift": (th.Perceptron(), OD3(horizon=8), {"longest_delay": 4, "drift": 0.5}, "D8", 14.5),
    "OD3, some too late": (th.Perceptron(), OD3(horizon=3), {"longest_delay": math.inf, "too_late": 5}, "D8", 17),
    "OD3, delays counted": (th.Perceptron(), OD3(horizon=3), {"delays": {1: 5, 4: 2, math.inf: 3}}, "D8", 17),
    "OD3 with a coin": (th.Perceptron(), OD3(horizon=8, coin="everywhere"), {"longest_delay": 4}, "D8", 11.5),
    "OD3 with a coin at the start": (th.Perceptron(), OD3(horizon=8, coin="start"), {"longest_delay": 4}, "D8", 13),
}


@pytest.mark.parametrize("name", CASES)
def test_the_theorem_that_applies(name):
    learner, order, known, entry, value = CASES[name]
    for late in ((learner, order), Delayed(learner, order)):
        made = promise(late, mistakes=10, **known)
        assert (made.theorem.entry, made.value, made.is_known) == (entry, value, True)
        assert made.assumptions[: len(made.theorem.assumptions)] == tuple(made.theorem.assumptions)
        assert f"{entry}: at most {value:g}" in str(made)


NOTHING = {
    "Immediate around one that changes when it is right": (th.AdaptiveWinnow(), Immediate(), "MistakeDriven around it"),
    "Immediate around a randomised one": (swin(), Immediate(), "Derandomized"),
    "OD1 without the changes": (th.AdaptiveWinnow(), OD1(), "give changes"),
    "OD1 around an averaged learner": (th.AveragedPerceptron(), OD1(), "averaged"),
    "OD1 around random values": (
        th.TrackingWinnow(transform=features.LiftAtRandom(0.5, seed=1)),
        OD1(),
        "at random",
    ),
    "OD1 around one whose attributes join late": (th.Perceptron(join_after=2), OD1(), "give changes"),
    "MD around a randomised one": (MistakeDriven(swin()), OD1(), "Derandomized inside"),
    "OD1 around repeated copies": (Repeated(Delayed(th.Perceptron()), 2), OD1(), "give changes"),
    "too few copies": (th.Perceptron(), Copies(3), "4 copies are needed"),
    "another order": (th.Perceptron(), Replay(100), "no theorem speaks of the order Replay"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_where_nothing_is_known_it_says_so(name):
    learner, order, words = NOTHING[name]
    made = promise((learner, order), mistakes=10, longest_delay=4)
    assert (made.value, made.theorem, made.is_known) == (math.inf, None, False)
    assert words in str(made)


def test_what_is_missing_is_asked_for():
    for order, words in ((OD1(), "longest_delay or delays"), (Immediate(), "outstanding"), (OD3(5), "longest_delay")):
        with pytest.raises(th.ParameterError, match=words):
            promise((th.Perceptron(), order), mistakes=1)
    with pytest.raises(th.ParameterError, match="too_late"):
        promise((th.Perceptron(), OD3(5)), mistakes=1, longest_delay=6)
    with pytest.raises(th.ParameterError, match="mistakes"):
        promise((th.Perceptron(), OD1()), mistakes=-1, longest_delay=6)


def test_the_cautions_are_said():
    made = promise((MistakeDriven(th.AdaptiveWinnow()), OD1()), mistakes=10, longest_delay=4)
    assert delay.D5.assumptions[0] in made.assumptions
    (lower,) = made.cautions
    assert lower.startswith("D6: if 10 is the least, no order can promise less than 40")
    assert "a fixed budget of noise does not allow it" in lower
    on_a_distribution = promise((th.Perceptron(), OD3(8)), mistakes=10, longest_delay=4)
    assert any("a click comes" in assumption for assumption in on_a_distribution.assumptions)
    assert on_a_distribution.cautions == ()
    limited = promise(Delayed(th.Perceptron(), OD1(), horizon=50), mistakes=10, longest_delay=4)
    assert any("never comes" in caution for caution in limited.cautions)
    doubled = promise((MistakeDriven(Derandomized(swin())), Immediate()), mistakes=10, outstanding=3)
    assert doubled.value == 80
    assert any("twice the expected 10" in caution for caution in doubled.cautions)


def test_the_numbers_are_those_of_the_bounds():
    known = {"mistakes": 7, "delays": {1: 50, 3: 9, 6: 2}}
    assert promise((th.Winnow(n=5), OD1()), **known).value == delay.od1_mistake_driven_mistakes_for_delays(**known)
    late = promise((th.Winnow(n=5), OD3(3)), **known, drift=0.3)
    assert late.value == delay_distribution.od3_mistakes(mistakes=7, late=2, horizon=3, longest_delay=6, drift=0.3)
    copied = promise((th.Winnow(n=5), Copies(9)), **known)
    assert copied.value == delay_orders.copies_mistakes(mistakes=7, outstanding=4)


@tries(40)
@given(lates=st.lists(st.sampled_from([1, 1, 2, 3, 7, math.inf]), min_size=1, max_size=12))
def test_no_more_can_be_outstanding_than_the_delays_allow(lates):
    made = promise((th.Perceptron(), Immediate()), mistakes=1, delays=counts(lates))
    assert 1 + most_outstanding(lates) <= made.value
    in_the_worst_order = sorted(lates, reverse=True)
    assert 1 + most_outstanding(in_the_worst_order) == made.value


# Distributions.

CHANCES = st.lists(st.integers(0, 8), min_size=3, max_size=3).filter(any)


def spread(counts):
    return {value: count / sum(counts) for value, count in zip("abc", counts, strict=True)}


@tries(40)
@given(first=CHANCES, second=CHANCES, third=CHANCES)
def test_the_variational_distance_is_the_largest_difference_in_the_chance_of_an_event(first, second, third):
    p, q, r = map(spread, (first, second, third))
    events = [[v for i, v in enumerate("abc") if bits >> i & 1] for bits in range(8)]
    largest = max(sum(p[v] for v in event) - sum(q[v] for v in event) for event in events)
    assert variation(p, q) == pytest.approx(largest)
    assert variation(p, q) == variation(q, p) <= 1
    assert drift([p, p, q, q, r]) == pytest.approx(variation(p, q) + variation(q, r))
    assert drift([p, q, r]) >= variation(p, r) - 1e-12


def test_distributions_without_a_common_value_are_as_far_apart_as_can_be():
    assert variation({"a": 1.0}, {"b": 1.0}) == 1
    assert drift([{"a": 1.0}]) == 0


def planted():
    return PlantedDistribution([(300, {("a", True): 0.75, ("b", False): 0.25}), (200, {("a", True): 1.0})])


def test_planted_draws_are_seeded_and_follow_their_segments():
    stream = planted().draw(seed=4, trials=600)
    assert stream == planted().draw(seed=4, trials=600) != planted().draw(seed=5, trials=600)
    assert stream[:10] == planted().draw(seed=4, trials=10)
    assert stream[:500] == planted().draw(seed=4)
    assert 40 < stream[:300].count(("b", False)) < 110
    assert set(stream[300:]) == {("a", True)}
    assert (len(planted()), planted().drift) == (500, 0.25)
    assert planted().at(300) == planted().segments[0][1]
    assert planted().at(301) == planted().at(10_000) == {("a", True): 1.0}


def test_what_is_no_distribution_is_refused():
    for wrong in ({}, {"a": 0.5}, {"a": 1.5, "b": -0.5}, ["a"]):
        with pytest.raises(th.ParameterError):
            variation(wrong, {"a": 1.0})
    with pytest.raises(th.ParameterError, match="one"):
        PlantedDistribution([])
    with pytest.raises(th.ParameterError, match="trials"):
        PlantedDistribution([(0, {("a", True): 1.0})])

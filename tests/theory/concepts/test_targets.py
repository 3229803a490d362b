"""Targets beside their truth tables; their weights separate what they promise, and no more can be separated."""

import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import InputError, ParameterError
from thresher.theory.concepts import AtLeast, Conjunction, Disjunction, LinearThreshold

NAMES = "abcd"
CUBE = [{a: 1.0 for a, bit in zip(NAMES, bits, strict=True) if bit} for bits in product((0, 1), repeat=len(NAMES))]

MONOTONE = [
    Disjunction(["a", "b", "d"]),
    Disjunction(["c"]),
    Conjunction(["a", "b"]),
    Conjunction(["a", "b", "c", "d"]),
    AtLeast(2, ["a", "b", "c"]),
    AtLeast(1, ["a", "d"]),
    AtLeast(3, list(NAMES)),
    LinearThreshold({"a": 3, "b": 1, "c": 1}, 2.5),
]


def score(weights, x):
    return sum(w * x.get(a, 0) for a, w in weights.items())


def separated_by(target, weights):
    """The largest delta these weights separate the whole cube with."""
    return min(score(weights, x) - 1 if target(x) else 1 - score(weights, x) for x in CUBE)


@pytest.mark.parametrize("target", MONOTONE, ids=str)
def test_weights_separate_the_cube_by_exactly_what_they_promise(target):
    assert separated_by(target, target.weights()) == pytest.approx(target.separation)


@tries(40)
@given(st.sampled_from(MONOTONE[:-1]), st.lists(st.floats(0, 3), min_size=4, max_size=4))
def test_no_other_weights_separate_more(target, values):
    assert separated_by(target, dict(zip(NAMES, values, strict=True))) <= target.separation + 1e-12


def test_the_check_of_separation_can_fail():
    assert separated_by(Conjunction(["a", "b"]), {"a": 2.0, "b": 2.0}) < 0


def test_answers_are_those_of_the_formulas():
    for x in CUBE:
        a, b, c = (name in x for name in "abc")
        assert Disjunction(["a", "b"], negated=["c"])(x) == (a or b or not c)
        assert Conjunction(["a", "b"], negated=["c"])(x) == (a and b and not c)
        assert AtLeast(2, ["a", "b", "c"])(x) == (a + b + c >= 2)
        assert LinearThreshold({"a": 1, "b": -1, "c": 0.5}, 0.5)(x) == (a - b + c / 2 >= 0.5)
    assert not Disjunction([])({"a": 1})
    assert Conjunction([])({})


def test_targets_are_values():
    assert Disjunction(["b", "a", "a"]) == Disjunction(("a", "b")) != Conjunction(("a", "b"))
    assert LinearThreshold({"a": 1, "b": 0}, 1) == LinearThreshold([("a", 1.0)], 1.0)
    for target in (*MONOTONE, Conjunction(["a"], negated=["b"])):
        assert pickle.loads(pickle.dumps(target)) == target
        assert len({target, target}) == 1
        with pytest.raises(AttributeError):
            target.literals = ()


def test_separation_on_given_instances():
    target = LinearThreshold({"a": 1, "b": 1}, 1)
    assert target.separation == 0
    assert target.separation_on([{"a": 0.5}, {"a": 1, "b": 0.25}]) == 0.25
    assert target.separation_on([{"a": 3, "b": 3}]) == 1
    with pytest.raises(InputError, match="at least one"):
        target.separation_on([])
    many = LinearThreshold({i: 2.0**-i for i in range(30)}, 1)
    with pytest.raises(ParameterError, match="separation_on"):
        _ = many.separation


@pytest.mark.parametrize(
    "target",
    [Disjunction(["a"], negated=["b"]), Conjunction([], negated=["b"]), LinearThreshold({"a": -1}, 1)],
    ids=str,
)
def test_weights_of_what_is_negated_point_to_complements(target):
    with pytest.raises(ParameterError, match=r"complements.*A16"):
        target.weights()
    with pytest.raises(ParameterError, match="complements"):
        _ = target.separation


def test_what_makes_no_target_is_refused():
    for make in (
        lambda: Disjunction("ab"),
        lambda: Disjunction([1.5]),
        lambda: Disjunction(["a"], negated=["a"]),
        lambda: AtLeast(0, ["a"]),
        lambda: AtLeast(3, ["a", "b"]),
        lambda: LinearThreshold({"a": float("nan")}, 1),
        lambda: LinearThreshold({"a": 1}, 0).weights(),
        lambda: Conjunction([]).weights(),
    ):
        with pytest.raises(ParameterError):
            make()

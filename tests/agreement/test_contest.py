"""More than 32 classes: the engine and the readable truth agree to the last bit of every score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from tests.depth import tries
from thresher.theory import reference
from thresher.theory.reference import contest as reference_contest

FIRST = 33  # classes, one after the other, after which a contest begins
WORDS = st.dictionaries(st.sampled_from([f"word {i}" for i in range(30)]), strategies.ONES, max_size=6)
REALS = st.dictionaries(st.integers(0, 12), st.one_of(strategies.ONES, strategies.SIGNED_GRID), max_size=8)
WEIGHTS = st.sampled_from([1.0, 1.0, 1.0, 0.5, 3.0, 25.0, 0.0])


def streams(examples, most=15):
    """Every class once, so that there is a contest; then any of them, and two more."""
    begin = st.lists(examples, min_size=FIRST, max_size=FIRST)
    then = st.lists(st.tuples(examples, st.integers(0, FIRST + 1), WEIGHTS), min_size=5, max_size=most)
    return st.builds(lambda xs, rest: [*((x, i, 1.0) for i, x in enumerate(xs)), *rest], begin, then)


def same_run(stream, truth):
    ours = th.Multiclass(th.Auto())
    for i, (x, y, weight) in enumerate(stream):
        if i >= FIRST:
            assert ours.scores_one(x) == truth.scores(x)
        assert ours.learn_one(x, y, weight).prediction == truth.learn(x, y, weight)
    assert ours.confusion() == truth.confusion
    for label, member in truth.members.items():
        assert ours.member(label).examples == member.examples
        assert ours.member(label).weights() == pytest.approx(member.weights(), rel=1e-9, abs=1e-12)
    return ours


@tries(3)
@given(stream=streams(WORDS))
def test_words(stream):
    same_run(stream, reference.Contest())


@tries(3)
@given(stream=streams(REALS))
def test_real_values(stream):
    same_run(stream, reference.Contest())


def long_stream(rows=120):
    """Words of the class beside words of all."""
    return [
        ({f"own {y}": 1.0, f"own {y * 5 % 38}": 1.0, f"common {i * 7 % 11}": 1.0}, y, 1.0)
        for i, y in enumerate([*range(FIRST), *(i * i % 38 for i in range(rows))])
    ]


def test_over_a_longer_stream_it_learns():
    ours = same_run(long_stream(), reference.Contest())
    assert sum(ours.predict_one(x) == y for x, y, _ in long_stream()[-40:]) > 20


@pytest.mark.parametrize("name", ["MOST_COMPETING", "ALL_COMPETE", "MIXING_RATE"])
def test_the_comparison_can_fail(name, monkeypatch):
    monkeypatch.setattr(reference_contest, name, getattr(reference_contest, name) / 2 if name == "MIXING_RATE" else 9)
    with pytest.raises(AssertionError):
        same_run(long_stream(), reference.Contest())

"""Merging learners that went on from one: by attribute, z = base + sum of changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.strategies import boolean_streams


def go_on(base, stream):
    model = base.copy()
    for x, y in stream:
        model.learn_one(x, y)
    return model


@given(boolean_streams(), boolean_streams(), boolean_streams())
def test_changes_add_up(first, left, right):
    base = go_on(th.Perceptron(bias=True), first)
    a, b = go_on(base, left), go_on(base, right)
    merged = base.copy().merge([a, b])
    for attribute in {*merged.weights(), *a.weights(), *b.weights()}:
        z = [m.duals().get(attribute, 0.0) for m in (base, a, b)]
        assert merged.duals().get(attribute, 0.0) == z[1] + z[2] - z[0]
    assert merged.bias == a.bias + b.bias - base.bias
    assert merged.examples == a.examples + b.examples - base.examples
    assert merged.mistakes == a.mistakes + b.mistakes - base.mistakes
    assert base.copy().merge([b, a]) == merged


@given(boolean_streams(), boolean_streams())
def test_the_range_is_kept(left, right):
    base = th.TrackingWinnow(2.0, 0.125)
    merged = base.copy().merge([go_on(base, left), go_on(base, right)])
    assert all(weight >= 0.125 for weight in merged.weights().values())


@given(boolean_streams())
def test_merging_one_successor_gives_the_successor(stream):
    for base in (
        th.Perceptron(),
        th.TrackingWinnow(2.0, 0.125),
        th.Arow(),
        th.Winnow(n=6, elimination=True),
        th.TrackingPNorm(),
    ):
        after = go_on(base, stream)
        merged = base.copy().merge([after])
        assert merged.examples == after.examples
        for x, _ in stream:
            assert merged.score_one(x) == pytest.approx(after.score_one(x), rel=1e-12)


def test_learners_of_different_kinds_do_not_merge():
    with pytest.raises(th.InputError, match="of one kind"):
        th.Perceptron().merge([th.Perceptron(2.0)])
    with pytest.raises(th.InputError, match="of one kind"):
        th.Perceptron().merge([th.Arow()])
    older = th.Perceptron()
    newer = older.copy()
    newer.learn_one({"a": 1}, False)
    with pytest.raises(th.InputError, match="has seen less"):
        newer.merge([older])


@given(st.data())
def test_voted_learners_do_not_merge(data):
    base = th.AveragedPerceptron(voted=True)
    other = base.copy()
    other.learn_one({"a": 1}, False)
    with pytest.raises(th.InputError, match="voted"):
        base.merge([other])

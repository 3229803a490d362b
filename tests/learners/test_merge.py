"""Merging learners that went on from one: by attribute, the mean of their state, or base + sum of changes."""

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
    merged = base.copy().merge([a, b], "sum")
    for attribute in {*merged.weights(), *a.weights(), *b.weights()}:
        z = [m.duals().get(attribute, 0.0) for m in (base, a, b)]
        assert merged.duals().get(attribute, 0.0) == z[1] + z[2] - z[0]
    assert merged.bias == a.bias + b.bias - base.bias
    assert merged.examples == a.examples + b.examples - base.examples
    assert merged.mistakes == a.mistakes + b.mistakes - base.mistakes
    assert base.copy().merge([b, a], "sum") == merged


@given(boolean_streams(), boolean_streams(), boolean_streams(), st.sampled_from([None, [1.0, 3.0], [0.0, 2.0]]))
def test_a_mean_is_the_mean_of_the_whole_state(first, left, right, weights):
    mu, nu = weights or (1.0, 1.0)
    kinds = (
        (th.Perceptron(bias=True), lambda a, b: (mu * a + nu * b) / (mu + nu)),
        (th.TrackingWinnow(2.0, 0.125), lambda a, b: (a**mu * b**nu) ** (1 / (mu + nu))),  # duals are logarithms
    )
    for base, mean in kinds:
        base = go_on(base, first)
        a, b = go_on(base, left), go_on(base, right)
        merged = base.copy().merge([a, b], "mean", weights=weights)
        for attribute in {*a.weights(), *b.weights()}:
            assert merged.weight(attribute) == pytest.approx(mean(a.weight(attribute), b.weight(attribute)), rel=1e-9)
        assert merged.examples == a.examples + b.examples - base.examples
        assert merged.mistakes == a.mistakes + b.mistakes - base.mistakes
        assert base.copy().merge([b, a], "mean", weights=weights and weights[::-1]) == merged


@given(boolean_streams(), boolean_streams())
def test_copies_that_learned_the_same_are_mixed_to_the_same(first, stream):
    for base in (
        th.Perceptron(),
        th.TrackingWinnow(2.0, 0.125),
        th.Arow(),
        th.AdaptiveWinnow(),
        th.PassiveAggressive(),
    ):
        base = go_on(base, first)
        after = go_on(base, stream)
        mixed = base.copy().merge([after, after.copy(), after.copy()])
        for x, _ in stream:
            assert mixed.score_one(x) == after.score_one(x)


@given(boolean_streams(), boolean_streams(), boolean_streams())
def test_the_averaged_vector_is_that_of_all_vectors_of_all_shards(first, left, right):
    base = go_on(th.AveragedPerceptron(), first)
    a, b = go_on(base, left), go_on(base, right)
    mixed = base.copy().merge([a, b])
    for x, _ in [*first, *left, *right]:
        said = [m.score_one(x) for m in (base, a, b)]
        assert mixed.score_one(x) == pytest.approx(said[1] + said[2] - said[0], rel=1e-9, abs=1e-9)


def test_counts_add_up_and_everything_else_is_averaged_unless_somebody_says_otherwise():
    for base, how in ((th.NaiveBayes(), "sum"), (th.Perceptron(), "mean"), (th.Arow(), "mean")):
        shards = [go_on(base, [({"a": 1, i: 1}, False)]) for i in range(3)]
        assert base.copy().merge(shards) == base.copy().merge(shards, how)


def test_counts_that_add_up_are_those_of_one_learner():
    stream = [({i % 3: 1, f"w{i % 5}": 1}, i % 2 == 0) for i in range(30)]
    base = go_on(th.NaiveBayes(), stream[:6])
    shards = [go_on(base, stream[6:14]), go_on(base, stream[14:])]
    merged, one = base.copy().merge(shards), go_on(th.NaiveBayes(), stream)
    for x, _ in stream:
        assert merged.score_one(x) == pytest.approx(one.score_one(x), rel=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"how": "median"}, "how"),
        ({"how": "sum", "weights": [1.0]}, "how='mean'"),
        ({"weights": [1.0, 2.0]}, "1 learners to merge and 2 weights"),
        ({"weights": [0.0]}, "all weights are 0"),
        ({"weights": [-1.0]}, r"weights\[0\]"),
    ],
)
def test_what_can_not_be_merged_so_is_told(arguments, message):
    base = th.Perceptron()
    with pytest.raises(th.ThresherError, match=message):
        base.merge([base.copy()], **arguments)


@given(boolean_streams(), boolean_streams(), st.sampled_from(["mean", "sum"]))
def test_the_range_is_kept(left, right, how):
    base = th.TrackingWinnow(2.0, 0.125)
    merged = base.copy().merge([go_on(base, left), go_on(base, right)], how)
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

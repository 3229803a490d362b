"""Attributes that join late, are dropped, or find the memory full."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.strategies import COLUMNS, boolean_streams


def test_an_attribute_contributes_nothing_until_it_joins():
    model = th.TrackingWinnow(2.0, 0.4, join_after=3)
    x = {"a": 1, "b": 1, "c": 1}  # three initial weights would be 1.2
    for _ in range(3):
        assert model.predict_one(x) is False
        model.learn_one(x, True)
    assert model.predict_one(x) is True
    assert model.learn_one(x, True).mistake is False


@given(stream=boolean_streams(), n=st.integers(1, 4))
def test_joining_counts_learned_occurrences(stream, n):
    model = th.Perceptron(join_after=n)
    seen = dict.fromkeys([0, 1, 2, 3, 5, 8, 11], 0)
    weights = dict.fromkeys(seen, 0.0)
    for x, y in stream:
        joined = [a for a in x if seen[a] >= n]
        predicted = sum(weights[a] for a in joined) >= 0
        assert model.learn_one(x, y).prediction == predicted
        if predicted != y:
            for a in joined:
                weights[a] += 1 if y else -1
        for a in x:
            seen[a] += 1
    assert {a: w for a, w in model.weights().items() if w} == {a: w for a, w in weights.items() if w}


@given(stream=boolean_streams(COLUMNS), most=st.integers(1, 5))
def test_never_more_attributes_than_allowed(stream, most):
    for policy in ("ignore", "forget"):
        model = th.Perceptron(max_attributes=most, when_full=policy)
        for x, y in stream:
            model.learn_one(x, y)
            assert len(model.weights()) <= most


def test_ignored_newcomers_keep_the_initial_weight_and_are_counted():
    model = th.Perceptron(max_attributes=2)
    model.learn_one({"a": 1, "b": 1}, False)
    model.learn_one({"c": 1}, False)
    assert (set(model.weights()), model.weight("c"), model.refused) == ({"a", "b"}, 0.0, 1)
    model.learn_one({"a": 1}, True)  # back at its initial value: makes room
    model.learn_one({"c": 1}, False)
    assert set(model.weights()) == {"b", "c"}


def test_forgetting_drops_the_weights_nearest_to_the_initial_one():
    model = th.Perceptron(max_attributes=4, when_full="forget")
    for name, value in {"a": 4.0, "b": 1.0, "c": 3.0, "d": 2.0}.items():
        model.learn_one({name: value}, False)
    model.learn_one({"e": 5.0}, False)
    assert set(model.weights()) == {"a", "c", "d", "e"}


def test_memory_stays_bounded_on_an_unbounded_stream():
    model = th.Perceptron(max_attributes=1000, when_full="forget")
    for i in range(20_000):
        model.learn_one({f"id{i}": 1, "common": 1}, i % 2 == 0)
    assert len(model.weights()) <= 1000
    assert model.memory < 2_000_000


def test_memory_follows_what_was_seen_not_the_size_of_an_index():
    model = th.Perceptron()
    rng = np.random.default_rng(0)
    for column in rng.integers(0, 2**61, 10_000).tolist():
        model.learn_one({column: 1.0}, False)
    assert model.memory < 10_000 * 400
    wide = sp.csr_matrix(([1.0], ([0], [10**9])), shape=(1, 2**31 - 1))
    narrow = th.Perceptron()
    narrow.learn_many(wide, [-1])
    assert narrow.weights() == {10**9: -1.0}
    assert narrow.memory < 100_000


def test_columns_move_from_table_to_array_without_a_trace():
    """Sparse columns first, then so many that they become direct: the same weights."""
    rng = np.random.default_rng(0)
    columns = rng.permutation(300_000)[:60_000]
    model = th.Perceptron()
    for column in columns.tolist():
        model.learn_one({column: 1.0}, False)
    model.learn_one({"named": 0.5}, False)
    assert model.weights() == dict.fromkeys(columns.tolist(), -1.0) | {"named": -0.5}
    assert model.memory < 60_000 * 200


@pytest.mark.parametrize("options", [{"max_attributes": 5}, {"join_after": 2}])
def test_learners_that_must_remember_refuse_to_forget(options):
    with pytest.raises(th.ParameterError, match="must remember"):
        th.Swin(5, **options)
    with pytest.raises(th.ParameterError, match="must remember"):
        th.AveragedPerceptron(voted=True, **options)


def test_hashed_names_share_columns():
    model = th.Perceptron(bits=1)
    model.learn_one({"a": 1, "b": 1, "c": 1}, False)
    assert set(model.weights()) <= {0, 1}
    threshold = th.TrackingWinnow(2.0, 0.1, bits=1)
    threshold.learn_one({"a": 1, "b": 1, "c": 1}, True)  # colliding booleans count once
    assert all(weight == 0.2 for weight in threshold.weights().values())

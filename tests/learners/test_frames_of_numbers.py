"""A frame of numbers is learned where it lies: the same model as from its rows, and all or nothing."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries

LEARNERS = [
    th.Auto,
    th.Perceptron,
    th.Arow,
    th.AdaptiveWinnow,
    th.AveragedPerceptron,
    lambda: th.Multiclass(th.Perceptron()),
]
KINDS = ("float64", "float32", "int64", "int32", "uint8", "bool", "Int64", "Float64")
CELLS = st.sampled_from([0, 1, 2, 3, 100])


def one_by_one(model, frame, labels):
    for row, label in zip(frame.to_dict("records"), labels, strict=True):
        model.learn_one(row, label)
    return model


@tries(40)
@given(
    columns=st.lists(
        st.tuples(st.sampled_from(KINDS), st.lists(CELLS, min_size=9, max_size=9)), min_size=1, max_size=5
    ),
    holes=st.lists(st.integers(0, 8), max_size=4),
    make=st.sampled_from(LEARNERS),
    weights=st.none() | st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=9, max_size=9),
)
def test_the_model_is_that_of_its_rows(columns, holes, make, weights):
    frame = pd.DataFrame({f"c{i}": pd.Series(cells).astype(kind) for i, (kind, cells) in enumerate(columns)})
    for name in frame:
        if frame[name].dtype.kind == "f" or str(frame[name].dtype)[0] in "IF":
            frame.loc[holes, name] = None
    labels = [n % 3 == 0 for n in range(9)]
    whole, parts, single = make(), make(), make()
    whole.learn_many(frame, labels, weights)
    parts.learn_many(frame[:4], labels[:4], weights and weights[:4])
    parts.learn_many(pl.DataFrame(frame[4:]), labels[4:], weights and weights[4:])
    for n, row in enumerate(frame.to_dict("records")):
        single.learn_one(row, labels[n], 1.0 if weights is None else weights[n])
    assert whole.digest() == parts.digest() == single.digest()


def test_a_frame_in_many_parts_is_one_frame():
    draw = np.random.default_rng(0)
    frame = pd.DataFrame(draw.normal(size=(700, 5)).round(1), columns=list("abcde"))
    labels = (frame["a"] > frame["b"]).tolist()
    parted = pl.concat(
        [pl.DataFrame(frame[:130]), pl.DataFrame(frame[130:131]), pl.DataFrame(frame[131:])], rechunk=False
    )
    assert parted.n_chunks() == 3
    expected = one_by_one(th.Perceptron(), frame, labels)
    for given_as in (frame, parted, parted.to_arrow(), parted[5:].head(400)):
        model = th.Perceptron()
        model.learn_many(given_as, labels[5:405] if len(given_as) == 400 else labels)
        assert model == (expected if len(given_as) == 700 else one_by_one(th.Perceptron(), frame[5:405], labels[5:405]))


@pytest.mark.parametrize("value", [np.inf, -np.inf, 1e151])
@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
def test_a_number_that_is_too_large_is_refused_with_its_row_and_nothing_is_learned(kind, value):
    frame = pd.DataFrame({"a": [1.0] * 400, "b": [2.0] * 400})
    frame.loc[333, "b"] = value
    model = th.Perceptron()
    with pytest.raises(th.InputError, match=r"row 333: .*'b'"):
        model.learn_many(kind(frame), [True, False] * 200)
    assert model.examples == 0
    assert not model.weights()


def test_a_learner_that_has_to_look_at_each_row_refuses_it_as_ever():
    frame = pd.DataFrame({"a": [0.5, 1.0, 2.0]})
    model = th.TrackingWinnow(promotion=2.0, floor=0.1)
    with pytest.raises(th.InputError, match=r"row 2: .*from 0 to 1"):
        model.learn_many(frame, [True, False, True])
    assert model.examples == 0
    hashed, named = th.Perceptron(bits=10), th.Perceptron(bits=10)
    hashed.learn_many(frame, [True, False, True])
    assert hashed == one_by_one(named, frame, [True, False, True])


def test_the_frame_is_read_when_it_is_learned_and_not_kept():
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    model = th.Perceptron()
    model.learn_many(frame, [False, True])
    before = model.digest()
    frame.loc[:, "a"] = 100.0
    assert model.digest() == before
    assert model.predict_many(frame).tolist() == [model.predict_one(row) for row in frame.to_dict("records")]

"""The forms an example may come in."""

import datetime
import pathlib
import uuid

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

import thresher as th
from thresher.errors import InputError
from thresher.sklearn import ThresherClassifier


@pytest.fixture
def model():
    return th.QuasiAdditive(initial={"a": 1.0, "b": 2.0, "c": 4.0, 0: 8.0, 1: 16.0, 2: 32.0})


@pytest.mark.parametrize(
    ("x", "score"),
    [
        ({"a": 1, "c": 0.5}, 3.0),
        ({"a": True, "b": np.float32(0.5), "c": None, "unseen": 9}, 2.0),
        ({"a", "b"}, 3.0),
        (frozenset({"a"}), 1.0),
        (["a", "b", "a"], 3.0),
        (("a", "b", "c"), 7.0),
        ([0, 2], 40.0),
        ({0: 1, 2: 0.5, "a": 1}, 25.0),
        (([0, 2], [1.0, 0.5]), 24.0),
        (([0, 0, 2], [1.0, 2.0, 0.0]), 24.0),
        ((np.array([2, 2, 1]), np.array([0.5, 0.5, 1.0])), 48.0),
        (np.array([1.0, 0.0, 2.0]), 72.0),
        (np.array(["a", "c"]), 5.0),
        (sp.csr_matrix([[0.0, 1.0, 1.0]]), 48.0),
        (sp.coo_matrix([[0.0, 1.0, 1.0]]), 48.0),
        (pd.Series({"a": 2.0, "b": 1.0}), 4.0),
        ((name for name in ["a", "b"]), 3.0),
        ({}, 0.0),
        ([], 0.0),
        (th.Example({"a": 1, "b": 1}), 3.0),
        ({np.int64(1): 1, np.int32(2): 1}, 48.0),
    ],
)
def test_one_example(model, x, score):
    assert model.score_one(x) == score


def test_an_example_is_made_once_and_used_many_times(model):
    x = th.Example(["a", "c", "a"])
    assert (len(x), repr(x)) == (2, "Example({'a': 1.0, 'c': 1.0})")
    other = th.Perceptron()
    for learner in (model, other):
        learner.learn_one(x, False)
        learner.learn_one(x, False)
    assert other.weights() == {"a": -1.0, "c": -1.0}


def test_duplicates_add_up_exactly_in_any_order():
    model = th.QuasiAdditive(initial={0: 1.0})
    values = [1e16, 1.0, -1e16, 1e-3]
    for order in ([0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]):
        assert model.score_one(([0] * 4, [values[i] for i in order])) == 1.001
    matrix = sp.csr_matrix((np.array(values), np.zeros(4, np.int32), [0, 4]), shape=(1, 1))
    assert model.scores(matrix).tolist() == [1.001]


def test_unsorted_rows_are_the_same_examples():
    rng = np.random.default_rng(0)
    sorted_ = sp.random(200, 50, 0.2, random_state=2, format="csr")
    shuffled = sorted_.copy()
    for row in range(200):
        a, b = shuffled.indptr[row : row + 2]
        order = rng.permutation(b - a)
        shuffled.indices[a:b] = shuffled.indices[a:b][order]
        shuffled.data[a:b] = shuffled.data[a:b][order]
    y = rng.integers(0, 2, 200)
    one, other = th.Arow(), th.Arow()
    assert (one.learn_many(sorted_, y) == other.learn_many(shuffled, y)).all()
    assert one == other


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.int64, np.uint16, bool])
def test_number_types(dtype):
    dense = np.array([[1, 0, 1], [0, 1, 1]], dtype=dtype)
    model, twin = th.Perceptron(), th.Perceptron()
    model.learn_many(dense, [0, 1])
    twin.learn_many(sp.csr_matrix(dense.astype(float)), [0, 1])
    assert model == twin


@pytest.mark.parametrize(
    "y", [[1, 0], [True, False], [1, -1], [1.0, 0.0], np.array([1, 0], np.uint8), pd.Series([1, 0]), pl.Series([1, 0])]
)
def test_labels(y):
    model = th.Perceptron()
    assert model.learn_many(np.eye(2), y).tolist() == [True, True]
    assert (model.mistakes, model.labels) == (1, (False, True))


@pytest.mark.parametrize("y", [True, 1, 1.0, np.bool_(True), np.int8(1), np.float32(1)])
def test_positive_labels(y):
    assert th.Perceptron().learn_one({"a": 1}, y).mistake is False
    assert (
        th.Perceptron().learn_one({"a": 1}, 1 - y if not isinstance(y, np.bool_) else np.bool_(False)).mistake is True
    )


def test_probabilities():
    model = th.AdaptiveWinnow()
    fitted = th.Perceptron(probabilities=True)
    rng = np.random.default_rng(0)
    for _ in range(2000):
        x = {int(i): 1.0 for i in rng.choice(20, 3, replace=False)}
        y = (0 in x) != (rng.random() < 0.1)
        model.learn_one(x, y)
        fitted.learn_one(x, y)
    for learner in (model, fitted):
        yes, no = learner.predict_proba_one({0: 1}), learner.predict_proba_one({5: 1})
        assert yes[True] > 0.5 > no[True]
        assert yes[True] + yes[False] == 1.0
        table = learner.predict_proba_many(np.eye(20))
        assert (table[0].tolist(), table.labels) == ([yes[False], yes[True]], (False, True))
    with pytest.raises(th.ParameterError, match="probabilities=True"):
        th.Perceptron().predict_proba_one({0: 1})
    swin = th.Swin(5, 1.5, 0.1, randomized=True)
    swin.learn_one({0: 1}, True)
    assert 0 <= swin.predict_proba_one({0: 1})[True] <= 1


@pytest.mark.parametrize("door", ["dict", "rows", "frame", "dicts"])
@pytest.mark.parametrize(
    ("cell", "way_out"),
    [
        (datetime.timedelta(seconds=90), r"\.total_seconds\(\)"),
        (pd.Timedelta("1min"), r"\.total_seconds\(\)"),
        (np.timedelta64(5, "s"), r"\.total_seconds\(\)"),
        (b"abc", r"\.decode\(\)"),
        (uuid.UUID(int=5), r"str\(\.\.\.\)"),
        (pathlib.PurePosixPath("/a"), r"str\(\.\.\.\)"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_cell_that_has_no_place_says_what_to_do_instead(door, cell, way_out):
    ask = {
        "dict": lambda: th.Auto().learn_one({"a": cell}, True),
        "rows": lambda: th.Rows().example({"a": cell}),
        "frame": lambda: th.Auto().learn_many(pd.DataFrame({"a": [cell, cell]}), [0, 1]),
        "dicts": lambda: th.Auto().learn_many([{"a": cell}, {"a": cell}], [0, 1]),
    }
    with pytest.raises(InputError, match=f"column 'a' holds .*{way_out}"):
        ask[door]()


LAZY = {
    "learn_many": lambda plan: th.Auto().learn_many(plan, [0, 1]),
    "labels": lambda plan: th.Auto().learn_many([{"a": 1}, {"a": 2}], plan),
    "predict_many": lambda plan: th.Auto().predict_many(plan),
    "evaluate": lambda plan: th.evaluate((plan, [0, 1]), th.Auto()),
    "scikit-learn": lambda plan: ThresherClassifier().fit(plan, [0, 1]),
}


@pytest.mark.parametrize("door", LAZY)
def test_a_plan_of_polars_is_to_be_carried_out_first(door):
    with pytest.raises(InputError, match=r"LazyFrame, which holds no rows yet\.\nhint: .*\.collect\(\)"):
        LAZY[door](pl.LazyFrame({"a": [1, 2]}))


COLUMNS = {
    "array": np.array([["b"], ["a"], ["b"]]),
    "numbers": np.array([[0], [1], [0]]),
    "pandas": pd.DataFrame({"y": [0, 1, 0]}),
    "polars": pl.DataFrame({"y": ["b", "a", "b"]}),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_labels_in_one_column_are_one_list_with_a_warning(kind):
    y, X = COLUMNS[kind], np.arange(6).reshape(3, 2)
    plain, other = th.Auto(), th.Auto()
    plain.learn_many(X, np.asarray(y).ravel().tolist())
    with pytest.warns(th.LabelWarning, match=r"of shape \(3, 1\), and are taken as one list"):
        other.learn_many(X, y)
    assert other.digest() == plain.digest()
    with pytest.warns(th.LabelWarning, match="one list"):
        th.evaluate((X, y), again := th.Auto())
    assert again.digest() == plain.digest()


@pytest.mark.parametrize("y", [np.ones((3, 2)), np.ones((1, 3))], ids=lambda y: str(y.shape))
def test_labels_in_several_columns_are_refused_with_the_way_out(y):
    with pytest.raises(InputError, match=r"labels are one list.*\nhint: choose the column"):
        th.Auto().learn_many(np.ones((3, 2)), y)


@pytest.mark.parametrize(("label", "way_out"), [(b"spam", r"\.decode\(\)"), (uuid.UUID(int=3), r"str\(")])
def test_a_label_that_is_no_class_says_what_to_do(label, way_out):
    with pytest.raises(InputError, match=f"is no class.*\nhint: make a text of it: {way_out}"):
        th.Auto().learn_one({"a": 1}, label)

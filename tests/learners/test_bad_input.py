"""Bad input gets a clear error that says what and where, and nothing that was learned is lost."""

from datetime import timedelta

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

import thresher as th


@pytest.fixture
def model():
    learner = th.TrackingWinnow(2.0, 0.01)
    for _ in range(5):
        learner.learn_one({"free": 1, 3: 1}, True)
    return learner


@pytest.fixture
def signed():
    learner = th.Perceptron()
    learner.learn_one({"free": 1, 3: 1}, False)
    return learner


def refused(model, match, call, *arguments, error=th.InputError):
    before = model.to_bytes()
    with pytest.raises(error, match=match):
        call(*arguments)
    assert model.to_bytes() == before


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 1e200, np.float64("nan")])
def test_values_that_are_not_finite_are_refused(model, signed, value):
    for learner in (model, signed):
        if value == value:  # a row in which nothing is known is one without the column; a matrix has no gaps
            refused(learner, "attribute 'free' has the value .*finite", learner.learn_one, {"free": value}, True)
            refused(learner, "column 7 has the value .*finite", learner.predict_one, {7: value})
        refused(learner, r"row 1: column 0 has the value", learner.learn_many, np.array([[1.0], [value]]), [1, 0])
        X = sp.csr_matrix(([1.0, value], ([0, 2], [0, 1])), shape=(3, 2))
        refused(learner, "row 2: column 1 has the value", learner.learn_many, X, [1, 0, 1])
        refused(learner, "row 2: column 1 has the value", learner.scores, X)


@pytest.mark.parametrize("value", [-0.5, 1.5, -1, 2])
@pytest.mark.parametrize(
    "make", [lambda: th.TrackingWinnow(), lambda: th.Winnow(n=9), lambda: th.WinnowR(n=9), lambda: th.Swin(9)]
)
def test_threshold_winnow_refuses_values_outside_the_unit_interval(make, value):
    learner = make()
    learner.learn_one({1: 1}, True)
    refused(learner, "column 1 has the value .*from 0 to 1.*BalancedWinnow", learner.learn_one, {1: value}, True)
    X = np.array([[1, 0], [0, value]], dtype=float)
    refused(learner, "row 1: column 1 has the value", learner.learn_many, X, [1, 0])
    refused(learner, "row 1: column 1 has the value", learner.learn_many, sp.csr_matrix(X), [1, 0])


@pytest.mark.parametrize("label", [2, -2, "spam", -1])
def test_a_third_label_is_refused(model, label):
    model.learn_one({"lunch": 1}, 0)
    third = "is none of 0, True, and TrackingWinnow knows two labels: Multiclass"
    refused(model, f"the label {label!r} {third}", model.learn_one, {"free": 1}, label)


@pytest.mark.parametrize("label", [2, "spam"])
def test_a_second_label_that_would_be_positive_is_refused_if_the_first_was_learned_as_that(model, label):
    refused(model, "the second would be positive, but .*labels=", model.learn_one, {"free": 1}, label)


@pytest.mark.parametrize(
    ("label", "match"), [(0.5, "a fraction"), *((bad, "is no class") for bad in (None, np.nan, [1]))]
)
def test_what_is_no_label_is_refused(model, label, match):
    refused(model, f"the label .*{match}", model.learn_one, {"free": 1}, label)


def test_a_third_label_in_a_batch_is_refused_with_its_row(model):
    X = np.eye(3)
    refused(model, "row 1: of the labels True and 2 the second", model.learn_many, X, [1, 2, 0])
    refused(model, "row 2: the label 2 is none of", model.learn_many, X, [1, 0, 2])
    refused(model, "row 2: the label 'ham' is none", model.learn_many, X, np.array([1, 0, "ham"], dtype=object))
    refused(model, "row 1: the label 0.5 is no class", model.learn_many, X, [1, 0.5, 0])
    refused(model, "row 0: the label nan is no class", model.learn_many, X, [float("nan"), 0, 1])
    refused(model, "labels are one list", model.learn_many, X, np.ones((3, 2)))


def test_a_learner_that_is_not_symmetric_must_know_the_positive_label_beforehand():
    for make in (th.Perceptron, th.TrackingWinnow, th.NaiveBayes):
        learner = make()
        refused(
            learner, "must know which label is positive.*'cat' does not tell.*labels=", learner.learn_one, {}, "cat"
        )
        for knows in (make(labels=("dog", "cat")), make(positive="cat")):
            knows.learn_one({"a": 1}, "cat")
            assert (knows.positive, knows.labels[-1]) == ("cat", "cat")
        known = make()
        known.learn_one({"a": 1}, "Ham")
        known.learn_one({"b": 1}, "SPAM")
        assert known.labels == ("Ham", "SPAM")
        told = make()
        told.learn_many(np.eye(3), ["dog", "cat", "dog"])
        assert told.labels == ("cat", "dog")


def test_labels_of_ones_own():
    learner = th.Perceptron(labels=("ham", "spam"))
    assert learner.learn_one({"x": 1}, "ham") == ("spam", "ham", True, True)
    assert learner.learn_many(np.eye(2), ["spam", "ham"]).tolist() == ["spam", "spam"]
    assert learner.predict_one({"x": 1}) == "ham"
    refused(learner, "label 'eggs' is none of 'ham', 'spam'", learner.learn_one, {"x": 1}, "eggs")
    refused(learner, "row 1: the label 'eggs' is none of 'ham', 'spam'", learner.learn_many, np.eye(2), ["ham", "eggs"])
    refused(learner, "label 1 is none of", learner.learn_one, {"x": 1}, 1)


def test_lengths_that_differ_are_refused(model):
    refused(model, "3 examples but 2 labels", model.learn_many, np.eye(3), [1, 0])
    refused(model, "3 examples but 2 importance weights", model.learn_many, np.eye(3), [1, 0, 1], [1.0, 1.0])
    refused(model, "row 1: the importance weight -1", model.learn_many, np.eye(3), [1, 0, 1], [1.0, -1.0, 1.0])
    refused(model, "importance weight nan", model.learn_one, {"a": 1}, True, float("nan"))
    refused(model, "2 attributes but 3 values", model.learn_one, (np.array([1, 2]), np.array([1.0, 1.0, 0.5])), True)


class Csr:
    """A matrix nobody has checked."""

    def __init__(self, indptr, indices, data, shape=None):
        self.indptr, self.indices, self.data = map(np.asarray, (indptr, indices, data))
        if shape is not None:
            self.shape = shape


@pytest.mark.parametrize(
    ("matrix", "match"),
    [
        (Csr([0, 1, 2], [0, 5], [1.0, 1.0], (2, 4)), "row 1: column 5 is not one of the 4 columns"),
        (Csr([0, 1, 2], [0, -1], [1.0, 1.0], (2, 4)), "row 1: column -1 is not one of"),
        (Csr([0, 2, 1], [0, 1], [1.0, 1.0], (2, 4)), "indptr must go from 0"),
        (Csr([0, 2, 1, 2], [0, 1], [1.0, 1.0], (3, 4)), "row 1: indptr decreases from 2 to 1"),
        (Csr([1, 2, 2], [0, 1], [1.0, 1.0], (2, 4)), "indptr must go from 0"),
        (Csr([0, 1, 9], [0, 1], [1.0, 1.0], (2, 4)), "indptr must go from 0 to the number of values, 2"),
        (Csr([0, 1, 2], [0, 1], [1.0], (2, 4)), "2 indices but 1 values"),
        (Csr([0, 1], [0, 1], [1.0], (1, 4)), "2 indices but 1 values"),
        (Csr([0, 1], [0, 1], [1.0, 1.0], (2, 4)), "indptr has 2 entries; a matrix of 2 rows has 3"),
        (Csr([0, 1, 2], [0.0, 1.5], [1.0, 1.0], (2, 4)), "indices of the matrix are float64"),
        (Csr([0, 1, 2], [0, 1], ["a", "b"], (2, 4)), "holds <U1 values"),
        (Csr([0, 1, 2], [0, 2**62], [1.0, 1.0], (2, 2**63)), "at most 2\\^62 columns|column .* out of range"),
    ],
)
def test_a_broken_matrix_is_refused(model, matrix, match):
    refused(model, match, model.learn_many, matrix, [1, 0, 1][: len(matrix.indptr) - 1])
    refused(model, match, model.predict_many, matrix)


def test_a_matrix_without_shape_is_as_wide_as_its_indices(signed):
    assert signed.learn_many(Csr([0, 1, 2], [0, 7], [1.0, 1.0]), [1, 0]).shape == (2,)


@pytest.mark.parametrize("X", [np.zeros((0, 4)), np.zeros((0, 0)), sp.csr_matrix((0, 3)), [], pd.DataFrame({"a": []})])
def test_an_empty_matrix_is_refused(model, X):
    refused(model, "empty", model.learn_many, X, [])


@pytest.mark.parametrize("X", [np.zeros(3), np.zeros((2, 2, 2)), "text", 3.0, np.array([["a", "b"]])])
def test_what_is_no_matrix_is_refused(model, X):
    refused(model, "matrix|dimensions|values", model.learn_many, X, [1, 0, 1])


@pytest.mark.parametrize("attribute", [2**62, 2**63, 2**64, 10**30, -1])
def test_columns_out_of_range_are_refused(model, attribute):
    refused(model, r"column .* is out of range; columns go from 0 to 2\^62 - 1", model.learn_one, {attribute: 1}, True)


def test_the_largest_column_costs_next_to_nothing():
    learner = th.Perceptron()
    learner.learn_one({2**62 - 1: 1, 2**40: 1, 10**9: 1}, False)
    assert learner.weights() == {10**9: -1.0, 2**40: -1.0, 2**62 - 1: -1.0}
    assert learner.memory < 100_000


@pytest.mark.parametrize("attribute", [1.5, None, b"bytes", ("a", 1), True])
def test_a_name_that_is_not_a_string_is_refused(model, attribute):
    refused(model, "attributes are names", model.learn_one, {attribute: 1}, True)


def test_a_lone_surrogate_is_refused(model):
    refused(model, "not valid Unicode", model.learn_one, {"\ud800": 1}, True)


@pytest.mark.parametrize("value", [[1], {"shade": [2]}, object()])
def test_a_cell_that_can_be_no_attribute_is_refused(model, value):
    refused(model, "'colour", model.learn_one, {"colour": value}, True)


@pytest.mark.parametrize("x", ["some text", b"bytes", 3, 2.5, None, [1.5, 2.5], np.zeros((2, 2)), sp.eye(2).tocsr()])
def test_what_is_no_example_is_refused(model, x):
    refused(model, "example|attribute", model.learn_one, x, True)


def test_texts_of_frames_are_categories_and_nulls_are_absent(signed):
    for make in (pd.DataFrame, pl.DataFrame):
        refused(signed, "'a'", signed.learn_many, make({"a": [1.0, float("inf")], "b": ["red", None]}), [1, 0])
        one, twin = signed.copy(), signed.copy()
        one.learn_many(make({"a": [1.0, float("nan")], "b": ["red", None]}), [1, 0])
        twin.learn_many([{"a": 1.0, "b": "red"}, {}], [1, 0])
        assert one == twin


def test_frames_with_durations_are_refused_and_nulls_are_absent(signed):
    for unit in ("s", "ns"):
        frame = pd.DataFrame({"a": [1.0], "b": np.array([1], dtype=f"m8[{unit}]")})
        refused(signed, "column 'b' holds Timedelta", signed.learn_many, frame, [1])
    refused(signed, "column 'b' is", signed.learn_many, pl.DataFrame({"a": [1.0], "b": [timedelta(1)]}), [1])
    refused(signed, "row 0", signed.learn_many, pd.DataFrame({"a": [float("inf")]}), [1])
    twin = signed.copy()
    signed.learn_many(pl.DataFrame({"a": [1.0, 1.0], "b": [None, 2]}), [0, 1])
    twin.learn_many([{"a": 1.0}, {"a": 1.0, "b": 2, "c": None}], [0, 1])
    assert signed == twin
    nullable = pd.DataFrame({"a": [1.0, 1.0], "b": pd.array([None, 2], dtype="Int64")})
    assert th.Perceptron().learn_many(nullable, [0, 1]).tolist() == [True, False]


def test_a_bad_row_in_the_middle_of_a_batch_leaves_nothing_learned():
    rng = np.random.default_rng(0)
    X = sp.random(5000, 300, 0.05, random_state=1, format="csr")
    y = rng.integers(0, 2, 5000)
    X.data[-1] = 1.5
    learner = th.TrackingWinnow(2.0, 0.01)
    refused(learner, "row 49[0-9]{2}: column .* has the value 1.5", learner.learn_many, X, y)


def test_a_large_matrix_is_checked_on_two_cores_with_the_same_first_error():
    rows, width = 60_000, 20
    indices = np.tile(np.arange(width, dtype=np.int32), rows)
    X = sp.csr_matrix((np.ones(rows * width), indices, np.arange(0, rows * width + 1, width)), shape=(rows, width))
    y = np.arange(rows) % 3 == 0
    for bad in (59_999, 31_000, 77):
        X.data[bad * width + 3] = np.nan
        # New learners learn while the check runs ahead; others only after it. Neither keeps anything.
        for learner in (th.Perceptron(), th.TrackingWinnow(2.0, 0.01), th.Arow(), learned_before()):
            refused(learner, f"row {bad}: column 3 has the value nan", learner.learn_many, X, y)


def learned_before():
    learner = th.Perceptron()
    learner.learn_one({0: 1.0}, False)
    return learner


def test_a_large_matrix_with_odd_rows_is_a_loop_too():
    """Rows that are unsorted, have zeros or are not boolean, after many that are plain."""
    rng = np.random.default_rng(0)
    rows, width = 60_000, 20
    indices = np.tile(np.arange(width, dtype=np.int32), rows)
    data = np.ones(rows * width)
    data[40_000 * width :: 7] = 0.5
    data[50_000 * width :: 11] = 0.0
    indices[55_000 * width : 56_000 * width] = indices[55_000 * width : 56_000 * width][::-1]
    X = sp.csr_matrix((data, indices, np.arange(0, rows * width + 1, width)), shape=(rows, width))
    y = rng.integers(0, 2, rows)
    for make in (lambda: th.Perceptron(), lambda: th.TrackingWinnow(2.0, 0.01)):
        whole, parts = make(), make()
        predictions = whole.learn_many(X, y)
        pieces = [parts.learn_many(X[a : a + 10_000], y[a : a + 10_000]) for a in range(0, rows, 10_000)]
        assert (predictions == np.concatenate(pieces)).all()
        assert whole == parts
    unit = th.TrackingWinnow(2.0, 0.01)
    X.data[59_000 * width] = 2.0
    refused(unit, "row 59000: column 0 has the value 2", unit.learn_many, X, y)


def test_swin_refuses_more_attributes_than_n():
    swin = th.Swin(3)
    swin.learn_one({"a", "b"}, True)
    refused(swin, "more than n = 3 attributes", swin.learn_one, {"c", "d"}, True)
    refused(swin, "column 3: the learner was made for n = 3", swin.learn_one, {3: 1}, True)
    refused(swin, "row 1.*column 3: the learner was made for n = 3", swin.learn_many, np.eye(4)[[1, 3]], [1, 0])
    refused(swin, "more than n = 3", swin.learn_many, pd.DataFrame(np.eye(4), columns=list("cdef")), [1, 0, 1, 0])
    swin.learn_one({"c"}, True)
    assert th.learners.load_bytes(swin.to_bytes()) == swin


def test_complement_needs_its_declared_columns():
    learner = th.Winnow(n=8, transform=th.features.Complement(4))
    refused(learner, "attribute 'a' is outside the 4 declared columns", learner.learn_one, {"a": 1}, True)
    refused(learner, "row 1: column 4 is outside", learner.learn_many, np.eye(5)[[0, 4]], [1, 0])


def test_an_overflow_is_stopped_and_counted():
    learner = th.BalancedWinnow(1e6)
    for _ in range(40):
        learner.learn_one({"a": 1.0, "b": -1.0}, False)
        learner.learn_one({"a": 1.0, "b": -1.0}, False, weight=1e3)
    huge = th.Perceptron()
    for _ in range(3):
        huge.learn_one({"a": 1e150}, False, weight=1e100)
        huge.learn_one({"a": 1e150}, True, weight=1e100)
    assert huge.overflows > 0
    assert np.isfinite([huge.score_one({"a": 1e150}), learner.score_one({"a": 1.0, "b": 1.0})]).all()
    exponential = th.TrackingWinnow(1e6, 1e-3)
    exponential.learn_one({"a": 1.0}, True, weight=1e9)
    assert exponential.overflows == 1
    assert np.isfinite(exponential.weight("a"))

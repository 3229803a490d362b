"""The River skin: River's own checks, and the promise that it is the same learner inside."""

import importlib
import pickle
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from river import checks, compose, datasets, evaluate, feature_extraction, metrics, preprocessing

import thresher as th
from thresher.river import ThresherClassifier
from thresher.sklearn import ThresherClassifier as BatchClassifier

from .strategies import COLUMNS, NAMES, SIGNED_GRID, examples

MODELS = {
    "default": ThresherClassifier(),
    "no probabilities": ThresherClassifier("perceptron"),
    "fitted probabilities": ThresherClassifier(th.Perceptron(bias=True, probabilities=True)),
    "constraint": ThresherClassifier(scheme="constraint"),
}
CHECKS = [
    pytest.param(model, check, id=f"{name}-{check.__name__}-{number}")
    for name, model in MODELS.items()
    for number, check in enumerate(checks.yield_checks(model))
]


@pytest.mark.parametrize(("model", "check"), CHECKS)
def test_river_checks(model, check):
    check(model.clone())


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_no_check_is_skipped_and_those_of_batches_are_among_them(model):
    names = {check.__name__ for check in checks.yield_checks(model)}
    assert {
        "check_learn_many_matches_learn_one",
        "check_predict_many_matches_predict_one",
        "check_predict_proba_many_matches_predict_proba_one",
    } <= names
    assert model._unit_test_skips() == set()


def state(model):
    """The whole state."""
    return None if model._model is None else model._model.digest()


def frame(xs):
    """The examples as a frame; an absent attribute is 0, which is the same."""
    return pd.DataFrame(xs).fillna(0.0) if any(xs) else pd.DataFrame(index=range(len(xs)))


# The same answer through every door.


@given(
    st.one_of(
        st.lists(st.tuples(examples(keys, SIGNED_GRID), labels), min_size=1, max_size=30)
        for keys in (COLUMNS, NAMES)
        for labels in (st.booleans(), st.sampled_from("abc"), st.integers(0, 3))
    ),
    st.integers(1, 30),
    st.sampled_from(["one-vs-rest", "constraint"]),
)
def test_learn_many_is_learn_one_in_a_loop(stream, size, scheme):
    one, many = ThresherClassifier(scheme=scheme), ThresherClassifier(scheme=scheme)
    for x, y in stream:
        one.learn_one(x, y)
    for start in range(0, len(stream), size):
        xs, ys = zip(*stream[start : start + size], strict=True)
        many.learn_many(frame(xs), pd.Series(ys))
    assert state(one) == state(many)
    xs = [x for x, _ in stream]
    assert many.predict_many(frame(xs)).tolist() == [one.predict_one(x) for x in xs]
    assert many.predict_proba_many(frame(xs)).to_dict("records") == [one.predict_proba_one(x) for x in xs]


def test_a_late_class_is_where_it_would_be_had_it_been_known_from_the_start():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 5))
    y = np.where(np.arange(90) < 60, X[:, 0] > 0, 2)  # class 2 turns up after 60 rows
    stream = ThresherClassifier()
    for row, label in zip(X, y, strict=True):
        stream.learn_one(dict(enumerate(row.tolist())), label)
    table = BatchClassifier(passes=1, shuffle=False).fit(X, y)
    assert [stream._model.member(label) for label in (0, 1, 2)] == table.learners_
    X = pd.DataFrame(X)
    assert stream.predict_many(X).tolist() == table.predict(X.to_numpy()).tolist()
    assert np.array_equal(stream.predict_proba_many(X)[[0, 1, 2]], table.predict_proba(X.to_numpy()))


@pytest.mark.parametrize(
    "labels", [("yes", "no"), ("normal", "abnormal"), ("cat", "dog"), (0, 1), (-1, 1), (5, 3), tuple("abc"), (2, 0, 1)]
)
def test_any_labels_are_the_same_model_as_auto_is_without_a_skin(labels):
    rows = [{"city": "Paris" if i % 2 else "Rome", "age": i % 5, "size": i * i % 7} for i in range(60)]
    y = [labels[i * i % 7 % len(labels)] for i in range(60)]
    auto, one, many = th.Auto(), ThresherClassifier(), ThresherClassifier()
    for x, label in zip(rows, y, strict=True):
        auto.learn_one(x, label)
        one.learn_one(x, label)
        if label == one.predict_one(x):
            assert type(one.predict_one(x)) is type(label)
    many.learn_many(pd.DataFrame(rows), pd.Series(y))
    table = BatchClassifier(passes=1, shuffle=False).fit(pd.DataFrame(rows), y)
    assert state(one) == state(many) == table.model_.digest() == auto.digest()
    assert {one.predict_one(x) for x in rows} <= set(labels)
    assert list(one.predict_proba_one(rows[0])) == list(auto.written_labels)
    assert one.predict_proba_many(pd.DataFrame(rows[:1])).to_dict("records") == [one.predict_proba_one(rows[0])]


def test_one_label_alone_is_the_answer_until_another_comes():
    for first in ("ham", "cat", -1, 1, 0):
        model = ThresherClassifier()
        model.learn_one({"a": 1}, first)
        assert model.predict_proba_one({"b": 1}) == {first: 1.0}
        assert model.predict_one({"b": 1}) == first
        X = pd.DataFrame({"b": [1.0]})
        assert model.predict_many(X).tolist() == [model.predict_one({"b": 1})]
        assert model.predict_proba_many(X).to_dict("records") == [{first: 1.0}]


def test_labels_that_are_ids_are_refused_unless_they_are_said_to_be_classes():
    X, y = pd.DataFrame(np.eye(300)), pd.Series(range(300))
    with pytest.raises(th.InputError, match="nearly every label is different"):
        ThresherClassifier().learn_many(X, y)
    model = ThresherClassifier(th.Multiclass(th.Perceptron()))
    model.learn_many(X, y)
    assert model.predict_one({299: 1.0}) == 299


def test_yes_and_no_are_one_learner():
    stream = list(datasets.Phishing().take(300))
    model, learner = ThresherClassifier(), th.Auto()
    for x, y in stream:
        model.learn_one(x, y)
        learner.learn_one(x, y)
    assert model._model == learner
    for x, _ in stream:
        assert model.predict_one(x) is learner.predict_one(x)
        assert model.predict_proba_one(x) == learner.predict_proba_one(x)


def test_weights_reach_the_learner():
    stream = [({"a": 1.0}, True), ({"b": 2.0}, False), ({"a": 1.0, "b": 1.0}, False)]
    weights = [0.5, 2.0, 0.0]
    learner, one, many = th.Perceptron(), ThresherClassifier("perceptron"), ThresherClassifier("perceptron")
    for (x, y), w in zip(stream, weights, strict=True):
        learner.learn_one(x, y, w)
        one.learn_one(x, y, w=w)
    many.learn_many(frame([x for x, _ in stream]), pd.Series([y for _, y in stream]), w=pd.Series(weights))
    assert one._model == many._model == learner


def test_polars_frames_are_read_too():
    X, y = {"a": [1.0, 0.0, 1.0], "b": [0.0, 2.0, 1.0]}, ["x", "y", "z"]
    pandas, polars = ThresherClassifier(), ThresherClassifier()
    pandas.learn_many(pd.DataFrame(X), pd.Series(y))
    polars.learn_many(pl.DataFrame(X), pl.Series(y))
    assert state(pandas) == state(polars)
    assert pandas.predict_many(pd.DataFrame(X)).tolist() == polars.predict_many(pl.DataFrame(X)).tolist()


def test_predictions_keep_the_index_of_the_frame():
    X = pd.DataFrame({"a": [1.0, 0.0], "b": [0.0, 1.0]}, index=["first", "second"])
    for labels in ([True, False], ["x", "y"]):
        model = ThresherClassifier()
        assert model.predict_many(X).tolist() == [None, None]
        assert model.predict_proba_many(X).shape == (2, 0)
        model.learn_many(X, pd.Series(labels, index=X.index))
        assert model.predict_many(X).index.tolist() == ["first", "second"]
        assert model.predict_proba_many(X).index.tolist() == ["first", "second"]
        assert set(model.predict_proba_many(X).columns) == set(labels)


# Labels.


def test_nothing_is_known_before_the_first_label():
    model = ThresherClassifier()
    assert model.predict_one({"a": 1}) is None
    assert model.predict_proba_one({"a": 1}) == {}


def test_a_third_answer_after_yes_and_no_is_refused_and_changes_nothing():
    model = ThresherClassifier("perceptron")
    model.learn_one({"a": 1}, True)
    before = state(model)
    with pytest.raises(th.InputError, match="True and False so far; 'maybe' is neither"):
        model.learn_one({"a": 1}, "maybe")
    with pytest.raises(th.InputError, match="'maybe' is neither"):
        model.learn_many(pd.DataFrame({"a": [1, 1]}), pd.Series([False, "maybe"]))
    with pytest.raises(th.InputError, match="None is no label"):
        model.learn_one({"a": 1}, None)
    assert state(model) == before


def test_auto_takes_a_third_answer_after_yes_and_no():
    model = ThresherClassifier()
    for x, y in [({"a": 1}, True), ({"b": 1}, False), ({"c": 1}, "maybe")] * 5:
        model.learn_one(x, y)
    X = pd.DataFrame({"c": [1.0], "d": [0.0]})
    assert model.predict_one({"c": 1}) == model.predict_many(X).tolist()[0] == "maybe"
    assert list(model.predict_proba_one({"c": 1})) == [False, True, "maybe"]
    assert model.predict_proba_many(X).to_dict("records") == [model.predict_proba_one({"c": 1})]


def test_a_refused_example_leaves_no_trace_of_its_label():
    model = ThresherClassifier("tracking-winnow")
    model.learn_one({"a": 1}, "x")
    before = state(model)
    for bad in ({"a": 3.0}, {"a": float("inf")}, {"a": object()}):
        with pytest.raises(th.InputError):
            model.learn_one(bad, "y")
    with pytest.raises(th.InputError):
        model.learn_many(pd.DataFrame({"a": [1.0, 3.0]}), pd.Series(["y", "z"]))
    with pytest.raises(th.InputError, match="weight"):
        model.learn_one({"a": 1}, "y", w=-1)
    assert state(model) == before


def test_numpy_labels_come_out_as_pythons():
    model = ThresherClassifier()
    for label in np.array([3, 5, 3]):
        model.learn_one({int(label): 1}, label)
    assert type(model.predict_one({5: 1})) is int
    assert list(model.predict_proba_one({5: 1})) == [3, 5]


def test_without_probabilities_labels_are_predicted_all_the_same():
    model = ThresherClassifier("perceptron")
    for x, y in [({"a": 1}, "x"), ({"b": 1}, "y")] * 3:
        model.learn_one(x, y)
    assert model.predict_one({"b": 1}) == "y"
    with pytest.raises(NotImplementedError, match=r"Perceptron\(\) has no probabilities"):
        model.predict_proba_one({"b": 1})
    with pytest.raises(NotImplementedError):
        model.predict_proba_many(pd.DataFrame({"b": [1]}))


def test_many_labels_are_a_multiclass():
    model, multiclass = ThresherClassifier("perceptron", "constraint"), th.Multiclass(th.Perceptron(), "constraint")
    for i in range(30):
        x, y = {i % 4: 1.0, 7: 1.0}, "abcd"[i % 4]
        assert model.predict_one(x) == multiclass.predict_one(x)
        model.learn_one(x, y)
        multiclass.learn_one(x, y)
    assert model._model == multiclass
    with pytest.raises(th.ParameterError, match="scheme must be one of"):
        ThresherClassifier(scheme="all pairs")


# Learners, copies, memory.


def test_an_unknown_learner_is_refused_at_once():
    with pytest.raises(th.ParameterError, match="there is no learner 'winow'; there are AdaptiveWinnow"):
        ThresherClassifier("winow")


def test_a_learner_given_is_never_taught():
    learner = th.Perceptron(0.5)
    model = ThresherClassifier(learner)
    model.learn_one({"a": 1}, False)
    assert (learner.examples, model.learner) == (0, learner)
    assert model.clone().learner == learner
    assert state(model.clone()) == state(ThresherClassifier(th.Perceptron(0.5)))


@pytest.mark.parametrize("labels", [(False, True), ("x", "y")])
def test_pickle_goes_on_as_if_never_pickled(labels):
    model = ThresherClassifier()
    for i in range(20):
        model.learn_one({i % 3: 1.0, "b": i / 7}, labels[i % 2])
    twin = pickle.loads(pickle.dumps(model))
    for either in (model, twin):
        either.learn_one({"c": 1}, labels[1])
    assert state(twin) == state(model)


def test_memory_counts_the_core():
    model = ThresherClassifier()
    before = model._raw_memory_usage
    model.learn_one(dict.fromkeys(range(10_000), 1.0), True)
    assert model._raw_memory_usage > before + 10_000 * 8


# River's tools.


@pytest.mark.parametrize(
    ("dataset", "least"), [(datasets.Phishing, 0.85), (datasets.ImageSegments, 0.75)], ids=["Phishing", "ImageSegments"]
)
def test_progressive_validation_after_a_scaler(dataset, least):
    model = preprocessing.StandardScaler() | ThresherClassifier()
    assert evaluate.progressive_val_score(dataset(), model, metrics.Accuracy()).get() > least


def test_a_metric_of_probabilities():
    model = preprocessing.StandardScaler() | ThresherClassifier()
    assert evaluate.progressive_val_score(datasets.Phishing(), model, metrics.ROCAUC()).get() > 0.9


def test_pipeline_in_batches():
    model = preprocessing.StandardScaler() | ThresherClassifier()
    X, y = zip(*datasets.ImageSegments().take(500), strict=True)
    X, y = pd.DataFrame(X), pd.Series(y)
    model.learn_many(X[:400], y[:400])
    assert (model.predict_many(X[400:]) == y[400:]).mean() > 0.7


def test_categories_by_one_hot_encoding():
    encode = compose.SelectType(str) | preprocessing.OneHotEncoder()
    model = (encode + compose.SelectType(float)) | ThresherClassifier("balanced-winnow")
    for colour, size in [("red", 1.0), ("blue", 0.5)] * 4:
        model.learn_one({"colour": colour, "size": size}, colour == "red")
    assert model.predict_one({"colour": "red", "size": 0.75}) is True


def test_n_grams_whose_keys_are_tuples():
    model = feature_extraction.BagOfWords(ngram_range=(1, 2)) | ThresherClassifier("balanced-winnow")
    for _ in range(3):
        model.learn_one("not good", False)
        model.learn_one("good", True)
    assert model.predict_one("not good") is False
    assert model["ThresherClassifier"]._model.weight("('not', 'good')") < 0


def test_keys_that_are_no_attributes_are_the_same_in_a_frame():
    x = {("a", "b"): 1.0, 7: 2.0, "c": 3.0}
    one, many = ThresherClassifier(), ThresherClassifier()
    one.learn_one(x, True)
    many.learn_many(pd.DataFrame([list(x.values())], columns=pd.Index(list(x), tupleize_cols=False)), pd.Series([True]))
    assert state(one) == state(many)


def test_without_river_the_import_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "river", None)
    monkeypatch.delitem(sys.modules, "thresher.river")
    with pytest.raises(ImportError, match=r"pip install 'thresher\[river\]'"):
        importlib.import_module("thresher.river")


def test_a_row_is_read_by_the_rule_for_rows():
    rows = [{"city": "Paris", "age": 31}, {"city": "Rome", "age": None}] * 20
    one, many = ThresherClassifier(), ThresherClassifier()
    for x, y in zip(rows, [True, False] * 20, strict=True):
        one.learn_one(x, y)
    many.learn_many(pd.DataFrame(rows), pd.Series([True, False] * 20))
    assert state(one) == state(many)
    assert one.predict_one({"city": "Paris"}) is True


def test_a_learner_with_roles_reads_rows_by_them():
    model = ThresherClassifier(th.Auto(rows=th.Rows(text="body", ignore="id")))
    for i, (body, y) in enumerate([("free money", True), ("lunch at noon", False)] * 20):
        model.learn_one({"body": body, "id": i}, y)
    assert model.predict_one({"body": "free lunch money", "id": 99}) is True
    with pytest.warns(th.ColumnWarning, match="'body' is gone"):
        model.predict_one({"id": 100})

"""Classes: whatever labels there are, whenever they turn up, under the names they had first."""

import numpy as np
import pandas as pd
import pytest

import thresher as th
from thresher.data.labels import Labels, as_class

from .streams import learned, long_stream

# 1 and its text are two classes; that this is said is a test of its own.
pytestmark = pytest.mark.filterwarnings("ignore:the labels:thresher.errors.LabelWarning")


def test_before_any_label_there_is_no_answer():
    model = th.Multiclass()
    assert model.predict_one({"a": 1}) is None
    assert (model.scores_one({"a": 1}), model.predict_proba_one({"a": 1}), model.top_k({"a": 1}, 3)) == ({}, {}, [])
    assert model.predict_many(np.eye(2)).tolist() == [None, None]
    assert model.scores(np.eye(2)).shape == model.predict_proba_many(np.eye(2)).shape == (2, 0)
    first = model.learn_one({"a": 1}, "x")
    assert (first.prediction, first.abstained, first.mistake) == (None, True, False)
    assert model.predict_one({"b": 1}) == "x"


def test_a_new_label_makes_a_class_that_learns_from_that_example_on():
    X, y = long_stream(120, classes=3)
    late = int(np.argmax(y == 2))
    model = th.Multiclass(th.Perceptron(bias=True))
    model.learn_many(X, y)
    alone = th.Perceptron(bias=True)
    alone.learn_many(X[late:], y[late:] == 2)
    assert model.member(2) == alone
    first = th.Perceptron(bias=True)
    first.learn_many(X, y == y[0])
    assert model.member(y[0]) == first


def test_an_informed_newcomer_is_where_it_would_be_had_it_been_known_from_the_start():
    X, y = long_stream()
    for make in (th.Perceptron, th.AdaptiveWinnow):
        informed = th.Multiclass(make(), newcomers="informed")
        informed.learn_many(X, y)
        known = th.Multiclass(make(), classes=informed.classes)
        known.learn_many(X, y)
        assert [informed.member(c) for c in informed.classes] == [known.member(c) for c in known.classes]
        fresh = th.Multiclass(make())
        fresh.learn_many(X, y)
        assert fresh.member(fresh.classes[-1]) != known.member(fresh.classes[-1])


def test_under_the_constraint_scheme_two_members_move_and_the_others_do_not():
    X, y = long_stream(300)
    model = th.Multiclass(th.Perceptron(), "constraint", classes=range(5))
    for row, label in zip(X, y, strict=True):
        before = [model.member(c) for c in model.classes]
        outcome = model.learn_one(row, label)
        changed = {c for c, old in zip(model.classes, before, strict=True) if model.member(c) != old}
        assert changed == ({outcome.prediction, label} if outcome.mistake else set())
    assert model.mistakes == model.updates > 0


def test_ties_go_to_the_class_that_was_seen_first():
    model = th.Multiclass(classes=["b", "a"])
    assert model.predict_one({"x": 1}) == "b"
    assert model.top_k({"x": 1}, 2) == [("b", 0.5), ("a", 0.5)]


def test_equal_labels_are_one_class_under_its_first_name():
    model = learned(th.Multiclass, [({"a": 1}, 1), ({"b": 1}, "1"), ({"a": 1}, True), ({"a": 1}, 1.0)])
    assert model.classes == (1, "1")
    assert type(model.classes[0]) is int
    assert model.member(True) == model.member(1)
    assert model.examples == 4
    booleans = learned(th.Multiclass, [({"a": 1}, True), ({"b": 1}, 0)])
    assert booleans.classes == (0, True)
    assert [type(name) for name in booleans.classes] == [int, bool]


@pytest.mark.parametrize(
    ("y", "dtype"),
    [
        (np.array(["x", "y", "x"]), "U"),
        (np.array([3, 5, 3], dtype=np.uint8), "i"),
        (np.array([1.0, 2.0, 1.0]), "i"),
        (np.array([True, False, True]), "b"),
        (pd.Series(["x", "y", "x"], dtype="category"), "U"),
        (pd.Series([1, 2, 1]), "i"),
        (["x", 1, "x"], "O"),
        ([2**70, 1, 2], "O"),
        ([0.5, 1.5, 0.5], "f"),
        (["x\0", "y", "x\0"], "O"),
    ],
    ids=["texts", "uint8", "whole floats", "booleans", "categories", "series", "mixed", "large", "floats", "zero byte"],
)
def test_labels_come_out_as_they_came_in(y, dtype):
    model = th.Multiclass()
    X = np.eye(3)
    for _ in range(4):
        model.learn_many(X, y)
    assert model.predict_many(X).tolist() == list(y)
    assert model.predict_many(X).dtype.kind == dtype
    assert all(type(label) in (str, int, bool, float) for label in model.classes)
    assert [model.predict_one(row) for row in X] == list(y)


def test_a_mixed_list_is_not_made_into_texts():
    model = th.Multiclass()
    model.learn_many(np.eye(2), [1, "1"])
    assert model.classes == (1, "1")


@pytest.mark.parametrize("label", [None, float("nan"), float("inf"), (1, 2), ["a"], {"a"}, b"a", 1j], ids=repr)
def test_what_is_no_class_is_refused(label):
    with pytest.raises(th.InputError, match="is no class"):
        as_class(label)
    with pytest.raises(th.InputError, match=r"row 1: the label .* is no class"):
        th.Multiclass().learn_many(np.eye(2), ["a", label])


def test_labels_that_are_masked_are_refused():
    with pytest.raises(th.InputError, match="masked"):
        th.Multiclass().learn_many(np.eye(2), np.ma.masked_array([1, 2], [True, False]))


def test_a_label_of_weight_zero_makes_no_class_before_its_time():
    model = th.Multiclass(th.Perceptron())
    said = model.learn_many(np.eye(4), ["a", "b", "b", "a"], [1.0, 0.0, 1.0, 1.0])
    assert (model.classes, model.examples) == (("a", "b"), 3)
    assert said.tolist()[:2] == [None, "a"]


def test_an_unknown_class_is_named_when_asked_for():
    model = th.Multiclass(classes=["a"])
    with pytest.raises(th.InputError, match=r"there is no class 'b'; there are 'a'\."):
        model.weights("b")
    with pytest.raises(th.InputError, match="there are none yet"):
        th.Multiclass().member("b")


def test_class_numbers_follow_the_first_appearance_and_never_change():
    labels = Labels.many(["b"])
    for name in ("d", "a", "c"):
        before = dict(labels.numbers)
        labels = labels.with_label(name)
        assert before.items() <= labels.numbers.items()
    assert labels.numbers == {"b": 0, "d": 1, "a": 2, "c": 3}
    assert labels.shown == ("b", "a", "c", "d")  # but they are shown as declared, then in order


def test_classes_that_were_declared_come_first_in_their_order():
    model = th.Multiclass(th.Perceptron(), classes=["z", "m"])
    for label in ("x", "m", "a"):
        model.learn_one({label: 1.0}, label)
    assert model.labels == model.classes == ("z", "m", "a", "x")

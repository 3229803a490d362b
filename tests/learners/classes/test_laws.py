"""The laws of every learner, for many classes: every door gives the same, bit for bit; all or nothing."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.strategies import NAMES

from .streams import MIXED, MODELS, NUMBERS, TEXTS, dense, learned, long_stream, streams

# 1 and its text are two classes; that this is said is a test of its own.
pytestmark = pytest.mark.filterwarnings("ignore:the labels:thresher.errors.LabelWarning")

every_model = pytest.mark.parametrize(("make", "unit"), [pytest.param(*case, id=name) for name, case in MODELS.items()])
FEW = tries(10)
LABELS = st.sampled_from([TEXTS, NUMBERS, MIXED])


@every_model
@FEW
@given(data=st.data())
def test_one_is_many_is_dict_is_matrix(make, unit, data):
    stream = data.draw(streams(data.draw(LABELS), unit=unit))
    one = make()
    said = [one.learn_one(x, y).prediction for x, y in stream]
    X, xs, y = dense(stream), [x for x, _ in stream], [y for _, y in stream]
    wide = sp.csr_matrix(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    for door in (X, sp.csr_matrix(X), wide, sp.csc_matrix(X), xs, [th.Example(x) for x in xs]):
        many = make()
        assert many.learn_many(door, y).tolist() == said
        assert many.to_bytes() == one.to_bytes()
        assert many.predict_many(door).tolist() == [one.predict_one(x) for x in xs]
        assert many.scores(door).tolist() == [list(one.scores_one(x).values()) for x in xs]
        if one.has_probabilities:
            assert many.predict_proba_many(door).tolist() == [list(one.predict_proba_one(x).values()) for x in xs]


@every_model
def test_one_is_many_over_stretches_and_late_classes(make, unit):
    X, y = long_stream()
    weights = np.arange(len(y)) % 4 / 2
    one, whole, parts = make(), make(), make()
    said = [one.learn_one(row, label, w).prediction for row, label, w in zip(X, y, weights, strict=True)]
    assert whole.learn_many(sp.csr_matrix(X), y, weights).tolist() == said
    for rows in np.array_split(np.arange(len(y)), 11):
        parts.learn_many(X[rows], y[rows], weights[rows])
    assert one.to_bytes() == whole.to_bytes() == parts.to_bytes()
    assert whole.scores(X).tolist() == [list(one.scores_one(row).values()) for row in X]


@every_model
@FEW
@given(data=st.data())
def test_names_in_dicts_are_names_in_frames(make, unit, data):
    stream = data.draw(streams(attributes=NAMES, unit=unit))
    names = ["a", "b", "c", "spam", "a name longer than sixteen bytes", "ü", ""]
    frame = pd.DataFrame({name: [float(x.get(name, 0.0)) for x, _ in stream] for name in names}, columns=names)
    many = make()
    many.learn_many(frame, pd.Series([y for _, y in stream]))
    assert many.to_bytes() == learned(make, stream).to_bytes()


@every_model
@FEW
@given(data=st.data(), seed=st.randoms(use_true_random=False))
def test_order_of_attributes_does_not_matter(make, unit, data, seed):
    stream = data.draw(streams(unit=unit))
    one, other = make(), make()
    for x, y in stream:
        items = list(x.items())
        seed.shuffle(items)
        assert one.learn_one(x, y) == other.learn_one(dict(items), y)
    assert one.to_bytes() == other.to_bytes()


@every_model
@FEW
@given(data=st.data())
def test_saved_and_loaded_goes_on_as_if_never_saved(make, unit, data, tmp_path_factory):
    stream = data.draw(streams(data.draw(LABELS), st.one_of(st.integers(0, 9), NAMES), unit=unit))
    cut = data.draw(st.integers(0, len(stream)))
    whole, first = learned(make, stream), learned(make, stream[:cut])
    path = tmp_path_factory.mktemp("saved") / "model"
    first.save(path)
    for resumed in (th.load(path), pickle.loads(pickle.dumps(first)), first.copy(), copy.deepcopy(first)):
        assert resumed == first
        assert resumed.classes == first.classes
        assert [*map(type, resumed.classes)] == [*map(type, first.classes)]
        assert resumed.confusion() == first.confusion()
        for x, y in stream[cut:]:
            resumed.learn_one(x, y)
        assert resumed.digest() == whole.digest()
    assert first == learned(make, stream[:cut])


@every_model
@FEW
@given(data=st.data())
def test_predicting_changes_nothing(make, unit, data):
    model = learned(make, data.draw(streams(unit=unit)))
    before = model.to_bytes()
    for x, _ in data.draw(streams(unit=unit, most=5)):
        model.predict_one(x)
        model.scores_one(x)
        model.top_k(x, 2)
        model.predict_many([x])
        if model.classes:
            model.explain_one(x, model.classes[0])
            model.weights(model.classes[0])
    assert model.to_bytes() == before


@every_model
@FEW
@given(data=st.data())
def test_weight_zero_is_predicted_but_not_learned(make, unit, data):
    stream = data.draw(streams(unit=unit))
    model = learned(make, stream)
    before = model.to_bytes()
    for x, y in [*stream, ({}, "never seen")]:
        assert model.learn_one(x, y, 0.0).prediction == model.predict_one(x)
    xs = [x for x, _ in stream]
    said = model.learn_many(xs, [f"{y}?" for _, y in stream], np.zeros(len(xs)))
    assert said.tolist() == model.predict_many(xs).tolist()
    assert model.to_bytes() == before


@every_model
@FEW
@given(data=st.data())
def test_bad_input_changes_nothing(make, unit, data):
    model = learned(make, data.draw(streams(unit=unit)))
    before, classes = model.to_bytes(), model.classes
    for bad, label in [
        ({0: float("inf")}, "a"),
        ({0: object()}, "new"),
        ({0: 1e200}, "new"),
        ({0: 1.0}, None),
        ({0: 1.0}, float("nan")),
        ({0: 1.0}, ["a"]),
    ]:
        with pytest.raises(th.InputError):
            model.learn_one(bad, label)
    for weight in (-1, float("nan"), float("inf"), "heavy"):
        with pytest.raises(th.InputError, match="importance weight"):
            model.learn_one({0: 1.0}, "new", weight)
    fine = [{0: 1.0}, {1: 1.0}]
    for X, y, weights in [
        ([{0: 1.0}, {0: float("inf")}], ["new", "newer"], None),
        (fine, ["new", None], None),
        (fine, ["new"], None),
        (fine, [["new"], ["newer"]], None),
        (fine, ["new", "newer"], [1.0]),
        (fine, ["new", "newer"], [1.0, -1.0]),
        (fine, "ab", None),
    ]:
        with pytest.raises(th.InputError):
            model.learn_many(X, y, weights)
    assert model.classes == classes
    assert model.to_bytes() == before


def test_what_the_members_refuse_is_refused_before_a_class_is_made():
    model = th.Multiclass(th.TrackingWinnow())
    for teach in (
        lambda: model.learn_one({"a": 3.0}, "x"),
        lambda: model.learn_many([{"a": 1.0}, {"a": 3.0}], "xy"[::1]),
    ):
        with pytest.raises(th.InputError):
            teach()
    with pytest.raises(th.InputError, match=r"row 1: attribute 'a' has the value 3"):
        model.learn_many([{"a": 1.0}, {"a": 3.0}], ["x", "y"])
    with pytest.raises(th.InputError):
        model.predict_one({"a": 3.0})
    assert (model.classes, model.examples) == ((), 0)


@pytest.mark.parametrize("scheme", ["one-vs-rest", "constraint"])
def test_a_member_that_fails_half_way_leaves_all_as_they_were(scheme):
    """Attributes beyond n, and a link of the user's own that fails."""
    limited = th.Multiclass(th.Swin(3), scheme)
    limited.learn_many([{"a": 1.0}, {"b": 1.0}, {"c": 1.0}], ["x", "y", "x"])
    limited.learn_many([{"c": 1.0}, {"b": 1.0}] * 3, ["y", "x"] * 3)
    before = limited.to_bytes()
    for _ in range(2):
        with pytest.raises(th.InputError, match="more than n = 3"):
            limited.learn_many([{"a": 1.0}, {"d": 1.0}, {"e": 1.0}], ["y", "z", "x"])
        assert limited.to_bytes() == before

    def fragile(z):
        if np.abs(z).max() > 2:
            raise ValueError("too far")
        return z

    own = th.Multiclass(th.QuasiAdditive(fragile), scheme, classes=["x", "y"])
    own.learn_one({"a": 1.0}, "y")
    before, examples = [own.weights(label) for label in own.classes], own.examples
    with pytest.raises(ValueError, match="too far"):
        own.learn_many([{"a": 1.0}, {"b": 9.0}, {"b": 9.0}, {"c": 3.0}], ["x", "x", "y", "z"])
    with pytest.raises(ValueError, match="too far"):
        own.learn_one({"b": 9.0}, "y")
    assert [own.weights(label) for label in own.classes] == before
    assert (own.classes, own.examples) == (("x", "y"), examples)


@every_model
def test_parameters_make_it_again(make, unit):
    model = make()
    twin = th.Multiclass(**model.get_params())
    assert twin == model
    assert repr(twin) == repr(model)
    with pytest.raises(AttributeError, match="fixed when the learner is made"):
        model.scheme = "constraint"


@every_model
def test_counts_are_those_of_the_outcomes(make, unit):
    model = make()
    X, y = long_stream(200)
    outcomes = [model.learn_one(row, label) for row, label in zip(X, y, strict=True)]
    assert model.examples == 200 == sum(model.confusion().values())
    assert model.mistakes == sum(outcome.mistake for outcome in outcomes)
    assert model.abstained == sum(outcome.abstained for outcome in outcomes)
    assert model.updates == sum(outcome.updated for outcome in outcomes)
    for outcome in outcomes:
        assert outcome.abstained == (outcome.prediction is None)
        assert outcome.mistake == (outcome.prediction is not None and outcome.prediction != outcome.label)
    assert model.memory > 0

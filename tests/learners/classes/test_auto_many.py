"""Auto with two classes and with many: the labels decide, and every law holds across the moment they do."""

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.learners.test_threads import run_all
from tests.strategies import NAMES

from .streams import NUMBERS, TEXTS, dense, learned, long_stream, streams

# 1 and its text are two classes; that this is said is a test of its own.
pytestmark = pytest.mark.filterwarnings("ignore:the labels:thresher.errors.LabelWarning")

FEW = tries(20)
MIXED = st.sampled_from(["1", 1, "a", 0, 3])  # whole numbers: a fraction would be a target of regression
LABELS = st.sampled_from([TEXTS, NUMBERS, MIXED, st.sampled_from([-1, 0, 1]), st.sampled_from([True, False, "maybe"])])
# A file calls 1, and 0 or -1 beside it, True and False: it does not tell how they were written.
OTHERS = st.sampled_from([5, 2, 7, -3])
SAVED_LABELS = st.sampled_from([TEXTS, OTHERS, st.sampled_from([-1, 1]), st.sampled_from([True, False, "maybe"])])


@FEW
@given(data=st.data())
def test_one_is_many_is_dict_is_matrix(data):
    stream = data.draw(streams(data.draw(LABELS)))
    one = th.Auto()
    said = [one.learn_one(x, y).prediction for x, y in stream]
    X, xs, y = dense(stream), [x for x, _ in stream], [y for _, y in stream]
    for door in (X, sp.csr_matrix(X), xs):
        many = th.Auto()
        assert many.learn_many(door, y).tolist() == said
        assert many.to_bytes() == one.to_bytes()
        assert many.classes == one.classes
        assert many.predict_many(door).tolist() == [one.predict_one(x) for x in xs]
    parts = th.Auto()
    cut = data.draw(st.integers(1, len(stream)))
    for rows in (slice(0, cut), slice(cut, None)):
        if y[rows]:
            parts.learn_many(X[rows], y[rows])
    assert parts == one


def test_one_is_many_over_a_long_stream_with_weights():
    X, y = long_stream(400)
    weights = np.arange(len(y)) % 4 / 2
    one, whole, named = th.Auto(), th.Auto(), th.Auto()
    said = [one.learn_one(row, label, w).prediction for row, label, w in zip(X, y.tolist(), weights, strict=True)]
    assert whole.learn_many(sp.csr_matrix(X), y, weights).tolist() == said
    assert one == whole
    names = np.array(["zero", "one", "two", "three", "four"])[y]
    named.learn_many(X, names, weights)
    assert named.classes == named.labels == tuple(sorted(set(names.tolist())))
    assert named.examples == one.examples == (weights > 0).sum()


@FEW
@given(data=st.data())
def test_saved_and_loaded_goes_on_as_if_never_saved(data, tmp_path_factory):
    stream = data.draw(streams(data.draw(SAVED_LABELS), NAMES))
    cut = data.draw(st.integers(0, len(stream)))
    whole, first = learned(th.Auto, stream), learned(th.Auto, stream[:cut])
    path = tmp_path_factory.mktemp("saved") / "model"
    first.save(path)
    for resumed in (th.load(path), pickle.loads(pickle.dumps(first)), first.copy(), copy.deepcopy(first)):
        assert type(resumed) is th.Auto
        assert resumed == first
        assert resumed.classes == first.classes
        assert [*map(type, resumed.labels)] == [*map(type, first.labels)]
        assert (resumed.confusion(), resumed.labels) == (first.confusion(), first.labels)
        for x, y in stream[cut:]:
            resumed.learn_one(x, y)
        assert resumed.digest() == whole.digest()
    assert first == learned(th.Auto, stream[:cut])


@FEW
@given(data=st.data())
def test_bad_input_changes_nothing(data):
    model = learned(th.Auto, data.draw(streams(data.draw(LABELS), most=8)))
    before, classes = model.to_bytes(), model.classes
    for bad, label in [({0: float("inf")}, "a"), ({0: 1e200}, "new"), ({0: 1.0}, None), ({0: 1.0}, ["a"])]:
        with pytest.raises(th.InputError):
            model.learn_one(bad, label)
    with pytest.raises(th.InputError, match="importance weight"):
        model.learn_one({0: 1.0}, "new", -1)
    fine = [{0: 1.0}, {1: 1.0}, {0: 1.0}, {2: 1.0}]
    news = ["new", "newer", "newest", "last"]
    for X, y, weights, message in [
        ([*fine[:3], {0: float("inf")}], news, None, "row 3"),
        (fine, [*news[:3], None], None, "row 3"),
        (fine, news[:3], None, "4 examples but 3 labels"),
        (fine, [[name] for name in news], None, "label"),
        (fine, news, [1.0, 1.0, 1.0, -1.0], "row 3"),
        (fine, news, [1.0], "importance weights"),
    ]:
        with pytest.raises(th.InputError, match=message):
            model.learn_many(X, y, weights)
    assert model.classes == classes
    assert model.to_bytes() == before


@FEW
@given(data=st.data())
def test_predicting_and_weight_zero_change_nothing(data):
    stream = data.draw(streams(data.draw(LABELS)))
    model = learned(th.Auto, stream)
    before = model.to_bytes()
    for x, y in [*stream, ({}, "never seen")]:
        assert model.learn_one(x, y, 0.0).prediction == model.predict_one(x)
        for name in model.classes:
            assert sum(model.explain_one(x, name).values()) == pytest.approx(model.score_one(x, name), abs=1e-6)
            assert model.member(name).score_one(x) == model.score_one(x, name)
            model.weights(name), model.explain(name), model.standing(name), model.largest(3, name)
        if len(model.labels) > 1:  # else what is left is of a label that has not come
            assert sum(model.predict_proba_one(x).values()) == pytest.approx(1)
        assert len(model.top_k(x, 2)) == min(2, len(model.labels))
        assert max(model.scores_one(x).values()) == dict(model.scores_one(x))[model.predict_one(x)]
    xs = [x for x, _ in stream]
    said = model.learn_many(xs, [f"{y}?" for _, y in stream], np.zeros(len(xs)))
    assert said.tolist() == model.predict_many(xs).tolist()
    assert model.to_bytes() == before


@FEW
@given(data=st.data())
def test_the_counts_are_those_of_the_outcomes(data):
    model = th.Auto()
    stream = data.draw(streams(data.draw(LABELS)))
    outcomes = [model.learn_one(x, y) for x, y in stream]
    assert model.examples == len(stream) == sum(model.confusion().values()) == model.updates
    assert all(outcome.mistake == (outcome.prediction != outcome.label) for outcome in outcomes if outcome.label != -1)
    assert model.mistakes == sum(outcome.mistake for outcome in outcomes)
    assert model.mistakes == sum(count for (label, said), count in model.confusion().items() if label != said)


@FEW
@given(data=st.data())
def test_two_labels_are_one_binary_learner_whatever_their_names(data):
    stream = data.draw(streams(st.sampled_from(["No", "YES"])))
    named, plain = th.Auto(), th.Auto()
    for x, y in stream:
        assert named.learn_one(x, y).mistake == plain.learn_one(x, y == "YES").mistake
        assert named.score_one(x) == plain.score_one(x)
    came = {y for _, y in stream}
    assert named.labels == tuple(sorted(came))
    assert named.positive == ("YES" if "YES" in came else None)
    assert plain.labels == (False, True)


def test_the_third_label_finds_what_was_learned_of_two():
    """The class of the positive label is the learner so far, that of the negative one its mirror image."""
    X, y = long_stream(300, classes=2)
    model = th.Auto()
    model.learn_many(X, np.where(y == 1, 1, -1))
    before, turned = model.member(1), model.member(-1)
    scores = model.scores(X)
    x = {0: 1.0, 99: 1.0}
    model.learn_one(x, 2)
    assert model.classes == (-1, 1, 2)
    before.learn_one(x, False)
    turned.learn_one(x, False)
    assert model.member(1).scores(X).tolist() == before.scores(X).tolist()
    assert model.member(-1).scores(X).tolist() == turned.scores(X).tolist()
    assert np.corrcoef(model.scores(X)[:, 1], scores)[0, 1] > 0.99
    assert (model.examples, model.updates, sum(model.confusion().values())) == (301, 301, 301)


def test_labels_that_were_named_stay_two():
    model = th.Auto(labels=("ham", "spam"))
    model.learn_one({"a": 1}, "spam")
    for teach in (lambda: model.learn_one({"a": 1}, "eggs"), lambda: model.learn_many([{"a": 1}], ["eggs"])):
        with pytest.raises(th.InputError, match="eggs"):
            teach()
    assert model.classes == ("ham", "spam")
    assert model.examples == 1


def test_many_classes_must_be_asked_for_by_name():
    model = learned(th.Auto, [({"a": 1}, "x"), ({"b": 1}, "y"), ({"c": 1}, "z")])
    for ask in (model.weights, model.explain, model.standing, lambda: model.score_one({}), lambda: model.bias):
        with pytest.raises(th.ParameterError, match="name one of"):
            ask()
    with pytest.raises(th.InputError, match="there is no class 'w'"):
        model.weights("w")
    assert next(iter(model.weights("z"))) == "c"
    assert repr(model) == "Auto()"
    assert th.Auto(**model.get_params()) == th.Auto()
    with pytest.raises(AttributeError, match="fixed when the learner is made"):
        model.bits = 4


def test_what_a_file_taught_has_the_names_false_and_true():
    stream = [({"a": 1.0}, True), ({"b": 1.0}, False)] * 3
    from thresher.evaluation import evaluate

    model = th.Auto()
    evaluate(stream, model)
    assert model == learned(th.Auto, stream)
    model.learn_one({"c": 1.0}, "third")
    assert model.classes == (False, True, "third")


@pytest.mark.parametrize("again", range(5))
def test_nothing_is_lost_when_the_third_label_comes_among_threads(again):
    X, y = long_stream(60, classes=2, seed=again)
    model = th.Auto()
    model.learn_many(X, y)

    def two():
        for row, label in zip(X, y.tolist(), strict=True):
            model.learn_one(row, label)

    run_all(two, two, lambda: model.learn_one(X[0], "third"), lambda: model.learn_many(X, y), two)
    assert model.examples == 60 + 4 * 60 + 1
    assert model.classes == (0, 1, "third")


def test_a_damaged_file_is_refused():
    model = learned(th.Auto, [({"a": 1}, "x"), ({"b": 1}, "y")])
    from thresher.files.snapshots import FORMAT, pack, unpack

    for names in (["x"], ["x", "x"], [["x"], "y"], [float("1e300"), {"a": 1}]):
        head, tensors = unpack(FORMAT, model.to_bytes())
        with pytest.raises(th.ModelFileError):
            th.learners.load_bytes(pack(FORMAT, head | {"labels": names}, tensors))
    head, tensors = unpack("thresher-auto", learned(th.Auto, [({}, "x"), ({}, "y"), ({}, "z")]).to_bytes())
    with pytest.raises(th.ModelFileError):
        th.learners.load_bytes(pack("thresher-auto", head | {"classes": ["x", "x", "z"]}, tensors))


def test_an_answer_that_has_no_name_yet_waits_for_it():
    import threading

    model = learned(th.Auto, [({"a": 1}, "x"), ({"b": 1}, "y")])
    names = model._names
    with names.lock:  # as a thread has it whose label joins
        found = []
        waiting = threading.Thread(target=lambda: found.append(names.name_many(np.array([0, 2])).tolist()))
        waiting.start()
        waiting.join(timeout=0.2)
        assert not found
        names.set(names.labels.with_label("z"))
    waiting.join(timeout=20)
    assert found == [["x", "z"]]
    with pytest.raises(IndexError):
        names.name_many(np.array([7]))  # one that nobody is about to name

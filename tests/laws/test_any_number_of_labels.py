"""What every learner of any number of labels obeys: of two, of three, of fifty; texts or numbers."""

import copy
import itertools
import json
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import ANY_LABELS, LABELS
from tests.depth import tries
from tests.strategies import labelled_streams
from thresher.evaluation import evaluate

every_learner = pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in ANY_LABELS.items()])
every_number = pytest.mark.parametrize("labels", [pytest.param(kinds, id=f"{n} labels") for n, kinds in LABELS.items()])
FEW = tries(8)
kinds = st.sampled_from(["texts", "numbers", "other numbers"])

pytestmark = pytest.mark.filterwarnings("ignore::thresher.errors.LabelWarning")  # classes here are numbers


def learned(case, stream):
    return go_on(case.make(), stream)


def go_on(model, stream):
    for x, y in stream:
        model.learn_one(x, y)
    return model


def drawn(data, case, labels):
    return data.draw(labelled_streams(case, labels[data.draw(kinds)]))


def matrix_of(stream, columns=12):
    """A zero is an absent attribute."""
    dense = np.zeros((len(stream), columns))
    for row, (x, _) in enumerate(stream):
        for column, value in x.items():
            dense[row, column] = value
    return dense


def scores_of(model, x):
    """As a row of `scores`: the positive label's alone of two labels, else one for each of `labels`."""
    row = np.ravel(model.scores([x])).tolist()
    if model.positive is not None:
        assert row == [model.score_one(x)]
    elif len(model.labels) > 1:
        assert row == [*model.scores_one(x).values()]
        assert model.labels == (*model.scores_one(x),)
    return row


def rows_of(scores):
    return np.reshape(scores, (len(scores), -1)).tolist()


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_one_is_many_is_dict_is_matrix(case, labels, data):
    stream = drawn(data, case, labels)
    X, xs, y = matrix_of(stream), [x for x, _ in stream], [y for _, y in stream]
    one = case.make()
    said = [one.learn_one(x, label).prediction for x, label in stream]
    for door in (X, sp.csr_matrix(X), sp.csc_matrix(X), xs, [th.Example(x) for x in xs]):
        many = case.make()
        assert many.learn_many(door, y).tolist() == said
        assert many.to_bytes() == one.to_bytes()
        assert many.labels == one.labels
        assert many.predict_many(door).tolist() == [one.predict_one(x) for x in xs]
        assert rows_of(many.scores(door)) == [scores_of(one, x) for x in xs]
        if one.traits.probabilities and len(one.labels) > 1:
            stated = [list(one.predict_proba_one(x).values()) for x in xs]
            assert many.predict_proba_many(door).tolist() == stated


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_one_is_many_in_parts(case, labels, data):
    stream = drawn(data, case, labels)
    X, y = sp.csr_matrix(matrix_of(stream)), [y for _, y in stream]
    cuts = sorted({0, len(y), *data.draw(st.lists(st.integers(0, len(y)), max_size=3))})
    parts = case.make()
    for first, last in itertools.pairwise(cuts):
        parts.learn_many(X[first:last], y[first:last])
    assert parts.to_bytes() == learned(case, stream).to_bytes()


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_one_is_file_is_stream(case, labels, data, tmp_path_factory):
    """Numbers in the text formats, texts in a table; a value of 0 may be left out of one."""
    kind = data.draw(kinds)
    stream = [
        ({(f"c{c}" if kind == "texts" else c): v for c, v in x.items() if v}, y)
        for x, y in data.draw(labelled_streams(case, labels[kind]))
    ]
    one = learned(case, stream)
    folder = tmp_path_factory.mktemp("stream")
    if kind == "texts":
        files = {"stream.jsonl": "".join(json.dumps({"label": y} | x) + "\n" for x, y in stream)}
    else:
        lines = [(y, " ".join(f"{c}:{v!r}" for c, v in x.items())) for x, y in stream]
        files = {
            "stream.svm": "".join(f"{y} {x}\n" for y, x in lines),
            "stream.vw": "".join(f"{y} | {x}\n" for y, x in lines),
        }
    for name, text in files.items():
        (folder / name).write_text(text)
    for source in [stream, *(folder / name for name in files)]:
        model = case.make()
        run = evaluate(source, model, measures=data.draw(st.booleans()))
        assert model.to_bytes() == one.to_bytes(), source
        assert (run.examples, run.mistakes) == (len(stream), one.mistakes)
        assert run.labels == one.labels
        assert run.positive == one.positive
        assert run.progress.confusion == one.confusion()


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_names_in_dicts_are_names_in_frames(case, labels, data):
    stream = [({f"c{c}": v for c, v in x.items()}, y) for x, y in drawn(data, case, labels)]
    names = [f"c{c}" for c in range(12)]
    frame = pd.DataFrame({name: [x.get(name, 0.0) for x, _ in stream] for name in names}, columns=names)
    many = case.make()
    many.learn_many(frame, pd.Series([y for _, y in stream]))
    assert many.to_bytes() == learned(case, stream).to_bytes()


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_saved_and_loaded_goes_on_as_if_never_saved(case, labels, data, tmp_path_factory):
    stream = drawn(data, case, labels)
    cut = data.draw(st.integers(0, len(stream)))
    whole, first = learned(case, stream), learned(case, stream[:cut])
    path = tmp_path_factory.mktemp("saved") / "model"
    first.save(path)
    for resumed in (th.load(path), pickle.loads(pickle.dumps(first)), first.copy(), copy.deepcopy(first)):
        assert resumed == first
        assert (resumed.labels, resumed.positive) == (first.labels, first.positive)
        assert [*map(type, resumed.labels)] == [*map(type, first.labels)]
        assert resumed.confusion() == first.confusion()
        assert go_on(resumed, stream[cut:]).to_bytes() == whole.to_bytes()
    assert first == learned(case, stream[:cut])


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_predicting_leaves_the_saved_bytes_unchanged(case, labels, data):
    stream = drawn(data, case, labels)
    model = learned(case, stream)
    before = model.to_bytes()
    for x, _ in stream[:5]:
        model.predict_one(x)
        model.scores_one(x)
        model.explain_one(x)
        model.predict_many([x])
        model.scores([x])
        if model.traits.probabilities:
            model.predict_proba_one(x)
    assert model.to_bytes() == before


@every_number
@every_learner
@FEW
@given(data=st.data(), coins=st.randoms(use_true_random=False))
def test_labels_do_not_depend_on_the_order_of_the_rows(case, labels, data, coins):
    stream = drawn(data, case, labels)
    shuffled = coins.sample(stream, len(stream))
    one, other = learned(case, stream), learned(case, shuffled)
    assert one.labels == other.labels == (*sorted(one.labels),)
    assert one.positive == other.positive
    assert {y for _, y in stream} <= set(one.labels)
    for x, _ in stream[:3]:
        for model in (one, other):
            assert model.predict_one(x) in (*model.labels, None)
            assert set(model.scores_one(x)) <= {*model.labels, None}


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_labels_are_only_names(case, labels, data):
    """Other names in the same order: the same answers under other names."""
    stream = data.draw(labelled_streams(case, labels["texts"]))
    number_of = dict(zip(labels["texts"], labels["other numbers"], strict=True)) | {None: None}
    texts, numbers = case.make(), case.make()
    for x, y in stream:
        outcome, same = texts.learn_one(x, y), numbers.learn_one(x, number_of[y])
        assert (same.mistake, same.updated) == (outcome.mistake, outcome.updated)
        assert same.prediction == number_of[outcome.prediction]
    assert numbers.labels == tuple(number_of[name] for name in texts.labels)
    for x, _ in stream:
        assert scores_of(numbers, x) == scores_of(texts, x)


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_probabilities_have_a_column_for_each_label(case, labels, data):
    stream = drawn(data, case, labels)
    model = learned(case, stream)
    xs = [x for x, _ in stream]
    if not model.traits.probabilities:
        with pytest.raises(th.ThresherError):
            model.predict_proba_many(xs)
        return
    stated = model.predict_proba_many(xs)
    assert stated.shape == (len(xs), len(model.labels))
    assert tuple(stated.labels) == model.labels
    if len(model.labels) > 1:  # of two labels one may not have come yet
        assert np.allclose(np.sum(stated, axis=1), 1)
        assert [*model.predict_proba_one(xs[0])] == [*model.labels]


@every_number
@every_learner
@FEW
@given(data=st.data(), seed=st.randoms(use_true_random=False))
def test_order_of_attributes_does_not_matter(case, labels, data, seed):
    one, other = case.make(), case.make()
    for x, y in drawn(data, case, labels):
        items = list(x.items())
        seed.shuffle(items)
        assert one.learn_one(x, y) == other.learn_one(dict(items), y)
    assert one.to_bytes() == other.to_bytes()


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_copies_are_independent(case, labels, data):
    model = learned(case, drawn(data, case, labels))
    before, known = model.to_bytes(), model.labels
    go_on(model.copy(), [*drawn(data, case, labels), ({1: 1.0}, labels["texts"][-1])])
    assert (model.to_bytes(), model.labels) == (before, known)


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_weight_zero_is_predicted_but_not_learned(case, labels, data):
    stream = drawn(data, case, labels)
    model = learned(case, stream)
    before = model.to_bytes()
    for x, y in stream:
        assert model.learn_one(x, y, 0.0).prediction == model.predict_one(x)
    model.learn_many([x for x, _ in stream], [y for _, y in stream], np.zeros(len(stream)))
    assert model.to_bytes() == before


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_counts_are_those_of_the_outcomes(case, labels, data):
    model = case.make()
    outcomes = [model.learn_one(x, y) for x, y in drawn(data, case, labels)]
    assert model.examples == len(outcomes) == sum(model.confusion().values())
    assert model.mistakes == sum(outcome.mistake for outcome in outcomes)
    assert model.updates == sum(outcome.updated for outcome in outcomes)
    for outcome in outcomes:
        assert outcome.abstained <= (outcome.prediction is None)
        if not outcome.abstained:  # an answer may be a label that has not come, and has no name
            assert outcome.mistake == (outcome.prediction != outcome.label)
    assert model.abstained == sum(outcome.abstained for outcome in outcomes)
    for label, prediction in model.confusion():
        assert label in model.labels
        assert prediction in (*model.labels, None)


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_the_shares_of_a_score_add_up_to_it(case, labels, data):
    """Unless told which label to explain, the one that is predicted; of two labels the positive one."""
    stream = drawn(data, case, labels)
    model = learned(case, stream)
    for x, _ in stream[:5]:
        prediction = model.predict_one(x)
        if model.positive is None and (prediction is None or len(model.labels) < 2):
            continue
        shares = model.explain_one(x)
        score = model.score_one(x) if model.positive is not None else model.scores_one(x)[prediction]
        assert abs(sum(shares.values()) - score) <= 1e-9 * (1 + sum(map(abs, shares.values())))


@every_number
@every_learner
@FEW
@given(data=st.data())
def test_bad_input_changes_nothing(case, labels, data):
    model = learned(case, drawn(data, case, labels))
    before, known = model.to_bytes(), model.labels
    for bad, label in [({0: float("inf")}, "new"), ({0: [1.5]}, "new"), ({0: 1e200}, "new"), ({0: 1.0}, ["new"])]:
        with pytest.raises(th.InputError):
            model.learn_one(bad, label)
    with pytest.raises(th.InputError):
        model.learn_many([{0: 1.0}, {0: float("inf")}], ["new", "newer"])
    assert (model.to_bytes(), model.labels) == (before, known)


@every_learner
def test_parameters_make_the_learner_again(case):
    model = case.make()
    twin = type(model)(**model.get_params())
    assert twin == model
    assert repr(twin) == repr(model)
    with pytest.raises(AttributeError, match="fixed when the learner is made"):
        model.promotion = 3.0


@every_learner
def test_what_is_of_any_number_of_labels_says_so(case):
    traits = case.make().traits
    assert traits.labels is None
    assert traits.mergeable == case.mergeable

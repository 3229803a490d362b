"""What every learner obeys. Each law is tried on every case of the catalogue, over random streams."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import CASES, cubic
from tests.depth import tries
from tests.strategies import BIG_COLUMNS, COLUMNS, NAMES, streams_for
from thresher.evaluation import evaluate

every_learner = pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
every_named = pytest.mark.parametrize(
    "case", [pytest.param(case, id=name) for name, case in CASES.items() if not case.columns_only]
)
every_mergeable = pytest.mark.parametrize(
    "case", [pytest.param(case, id=name) for name, case in CASES.items() if case.mergeable]
)
FEWER = tries(25)


def learned(case, stream):
    model = case.make()
    for x, y in stream:
        model.learn_one(x, y)
    return model


def go_on(model, stream):
    after = model.copy()
    for x, y in stream:
        after.learn_one(x, y)
    return after


def matrix_of(stream, columns=12):
    """The same stream as a dense matrix (a zero is an absent attribute)."""
    dense = np.zeros((len(stream), columns))
    for row, (x, _) in enumerate(stream):
        for column, value in x.items():
            dense[row, column] = value
    return dense, np.array([y for _, y in stream], dtype=bool)


def reload(model):
    link = model.get_params().get("link")
    return th.learners.load_bytes(model.to_bytes(), link if link is cubic else None)


def test_the_catalogue_holds_every_learner():
    assert {type(case.make()).__name__ for case in CASES.values()} == set(th.learners.LEARNERS)


@every_learner
@FEWER
@given(data=st.data())
def test_predicting_leaves_the_saved_bytes_unchanged(case, data):
    model = learned(case, data.draw(streams_for(case)))
    before = model.to_bytes()
    for x, _ in data.draw(streams_for(case)):
        model.predict_one(x)
        model.score_one(x)
        model.explain_one(x)
        model.predict_many([x])
        model.scores([x])
    assert model.to_bytes() == before


@every_learner
def test_predicts_before_it_has_learned(case):
    model = case.make()
    assert model.predict_one({}) in (True, False)
    assert model.predict_one({0: 1.0, 5: 1.0}) in (True, False)
    assert model.predict_many(sp.csr_matrix(np.eye(3))).shape == (3,)
    assert (model.examples, model.mistakes, model.updates) == (0, 0, 0)


@every_learner
@FEWER
@given(data=st.data())
def test_one_is_many_is_dict_is_matrix(case, data):
    stream = data.draw(streams_for(case))
    dense, y = matrix_of(stream)
    one = case.make()
    predictions = [one.learn_one(x, label).prediction for x, label in stream]
    doors = {
        "dense": dense,
        "csr": sp.csr_matrix(dense),
        "csr with 64-bit indices": _wide(sp.csr_matrix(dense)),
        "csc": sp.csc_matrix(dense),
        "dicts": [x for x, _ in stream],
        "examples": [th.Example(x) for x, _ in stream],
    }
    for name, X in doors.items():
        many = case.make()
        assert many.learn_many(X, y).tolist() == predictions, name
        assert many.to_bytes() == one.to_bytes(), name
        assert many.predict_many(X).tolist() == [one.predict_one(x) for x, _ in stream], name
        assert many.scores(X).tolist() == [one.score_one(x) for x, _ in stream], name
    arrays = case.make()
    for x, label in stream:
        arrays.learn_one((np.array(list(x), dtype=np.int64), np.array(list(x.values()))), label)
    assert arrays.to_bytes() == one.to_bytes()


def written(stream, folder):
    """The same stream as files in the formats that can say it."""
    lines = [(" ".join(f"{c}:{v!r}" for c, v in x.items()), 1 if y else -1) for x, y in stream]
    files = {
        "stream.svm": "".join(f"{y} {x}\n" for x, y in lines),
        "stream.vw": "".join(f"{y} | {x}\n" for x, y in lines),
        "stream.snow": "".join(
            f"{max(y, 0)}, {x.replace(':', '(').replace(' ', '), ')}{')' if x else ''}:\n".replace(", :", ":")
            for x, y in lines
        ),
    }
    paths = []
    for name, text in files.items():
        paths.append(folder / name)
        paths[-1].write_text(text)
    return paths


@every_learner
@tries(8)
@given(data=st.data())
def test_one_is_file_in_every_format(case, data, tmp_path_factory):
    stream = data.draw(streams_for(case))
    one = case.make()
    predictions = [one.learn_one(x, label).prediction for x, label in stream]
    for path in written(stream, tmp_path_factory.mktemp("stream")):
        model = case.make()
        run = evaluate(path, model, measures=data.draw(st.booleans()))
        assert model.to_bytes() == one.to_bytes(), path.name
        assert run.mistakes == sum(said != label for said, (_, label) in zip(predictions, stream, strict=True))


def _wide(matrix):
    matrix.indices = matrix.indices.astype(np.int64)
    matrix.indptr = matrix.indptr.astype(np.int64)
    return matrix


@every_named
@FEWER
@given(data=st.data())
def test_names_in_dicts_are_names_in_frames(case, data):
    names = ["a", "b", "c", "spam", "a name longer than sixteen bytes", "ü"]  # a column without a name is refused
    stream = [({name: x[name] for name in names if name in x}, y) for x, y in data.draw(streams_for(case, NAMES))]
    y = [label for _, label in stream]
    columns = {name: [float(x.get(name, 0.0)) for x, _ in stream] for name in names}
    one = learned(case, stream)
    frames = {
        "pandas": pd.DataFrame(columns, columns=names),
        "polars": pl.DataFrame(columns, schema=dict.fromkeys(names, pl.Float64)),
        "arrow": pa.table({name: pa.array(column, pa.float64()) for name, column in columns.items()}),
    }
    for kind, frame in frames.items():
        many = case.make()
        many.learn_many(frame, y)
        assert many.to_bytes() == one.to_bytes(), kind


@every_learner
@FEWER
@given(data=st.data(), seed=st.randoms(use_true_random=False))
def test_order_of_attributes_does_not_matter(case, data, seed):
    stream = data.draw(streams_for(case))
    shuffled = []
    for x, y in stream:
        items = list(x.items())
        seed.shuffle(items)
        shuffled.append((dict(items), y))
    one, other = case.make(), case.make()
    for (x, y), (z, _) in zip(stream, shuffled, strict=True):
        assert one.score_one(x) == other.score_one(z)
        assert one.learn_one(x, y) == other.learn_one(z, y)
    assert one.to_bytes() == other.to_bytes()


@every_learner
@FEWER
@given(data=st.data())
def test_saved_and_loaded_goes_on_as_if_never_saved(case, data):
    attributes = COLUMNS if case.columns_only or case.unit_interval else st.one_of(COLUMNS, NAMES, BIG_COLUMNS)
    stream = data.draw(streams_for(case, attributes))
    cut = data.draw(st.integers(0, len(stream)))
    whole = learned(case, stream)
    first = learned(case, stream[:cut])
    for resumed in (reload(first), pickle.loads(pickle.dumps(first)), first.copy(), copy.deepcopy(first)):
        assert resumed.to_bytes() == first.to_bytes()
        assert resumed == first
        for x, y in stream[cut:]:
            resumed.learn_one(x, y)
        assert resumed.to_bytes() == whole.to_bytes()
        assert resumed.digest() == whole.digest()


@every_learner
@FEWER
@given(data=st.data())
def test_copies_are_independent(case, data):
    model = learned(case, data.draw(streams_for(case)))
    before = model.to_bytes()
    twin = model.copy()
    for x, y in data.draw(streams_for(case)):
        twin.learn_one(x, y)
    assert model.to_bytes() == before


@every_learner
def test_the_callers_arrays_are_neither_changed_nor_kept(case):
    dense = np.eye(6)
    X, y, weights = sp.csr_matrix(dense), np.array([1, 0, 1, 0, 1, 0]), np.ones(6)
    model = case.make()
    predictions = model.learn_many(X, y, weights)
    assert (X.toarray() == dense).all()
    assert y.tolist() == [1, 0, 1, 0, 1, 0]
    state = model.to_bytes()
    X.data[:] = 7.0
    X.indices[:] = 0
    y[:] = 5
    weights[:] = -1
    predictions[:] = True
    assert model.to_bytes() == state


@every_mergeable
@FEWER
@given(data=st.data())
def test_merging_takes_nothing_from_one_that_learned_nothing(case, data):
    """Itself, copies and what was loaded: the engine is asked all the same, alone and beside one that went on."""
    model = learned(case, data.draw(streams_for(case)))
    after = go_on(model, data.draw(streams_for(case)))
    before = model.to_bytes()
    assert model.merge([model], "sum") is model
    model.merge([model.copy(), reload(model), model], "sum")
    assert model.to_bytes() == before
    alone = model.copy().merge([after], "sum")
    beside = model.copy().merge([model.copy(), after, model], "sum")
    assert beside.to_bytes() == alone.to_bytes()


@every_mergeable
@FEWER
@given(data=st.data())
def test_merging_the_only_successor_gives_what_it_says(case, data):
    model = learned(case, data.draw(streams_for(case)))
    after = go_on(model, data.draw(streams_for(case)))
    for how in ("mean", "sum"):
        merged = model.copy().merge([after], how)
        assert (merged.examples, merged.mistakes) == (after.examples, after.mistakes)


@every_learner
def test_traits_say_what_is_tried_here(case):
    traits = case.make().traits
    assert traits.mergeable == case.mergeable
    assert (traits.values == "from 0 to 1") == (case.unit_interval and not isinstance(case.make(), th.NaiveBayes))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.mergeable])
def test_what_depends_on_the_order_of_the_examples_does_not_merge(name):
    model = CASES[name].make()
    after = go_on(model, [({1: 1.0}, False), ({2: 1.0}, True)])
    for others in ([after], [model.copy()]):
        with pytest.raises(th.InputError, match="can't be merged"):
            model.merge(others)


@every_learner
@FEWER
@given(data=st.data())
def test_the_shares_of_a_score_add_up_to_it(case, data):
    model = learned(case, data.draw(streams_for(case)))
    if "voted" in str(model):
        return  # votes are not linear
    for x, _ in data.draw(streams_for(case)):
        total = sum(model.explain_one(x).values())
        score = model.score_one(x)
        assert abs(total - score) <= 1e-9 * (1 + sum(map(abs, model.explain_one(x).values())))


@every_learner
@FEWER
@given(data=st.data())
def test_weight_zero_is_predicted_but_not_learned(case, data):
    stream = data.draw(streams_for(case))
    model = learned(case, stream)
    before = model.to_bytes()
    for x, y in stream:
        assert model.learn_one(x, y, weight=0.0).prediction == model.predict_one(x)
    model.learn_many([x for x, _ in stream], [y for _, y in stream], np.zeros(len(stream)))
    assert model.to_bytes() == before


@every_learner
@FEWER
@given(data=st.data())
def test_dropping_what_is_initial_changes_no_answer(case, data):
    stream = data.draw(streams_for(case))
    model = learned(case, stream)
    lean = model.copy()
    lean.drop_initial()
    assert lean.to_bytes() == model.to_bytes()
    assert all(lean.score_one(x) == model.score_one(x) for x, _ in stream)


@every_learner
def test_parameters_make_the_learner_again(case):
    model = case.make()
    twin = type(model)(**model.get_params())
    assert twin == model
    assert repr(twin) == repr(model)
    with pytest.raises(AttributeError, match="fixed when the learner is made"):
        model.promotion = 3.0


@every_learner
def test_counts_are_those_of_the_outcomes(case):
    model = case.make()
    rng = np.random.default_rng(3)
    outcomes = [
        model.learn_one({int(i): 1.0 for i in rng.choice(12, 4, replace=False)}, bool(rng.integers(2)))
        for _ in range(200)
    ]
    assert model.examples == 200
    assert model.mistakes == sum(outcome.mistake for outcome in outcomes)
    assert model.updates == sum(outcome.updated for outcome in outcomes)
    assert model.promotions == sum(outcome.updated and outcome.label for outcome in outcomes)
    assert all(outcome.mistake == (outcome.prediction != outcome.label) for outcome in outcomes)

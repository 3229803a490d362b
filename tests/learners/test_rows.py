"""Every kind of model keeps what its columns mean: in its file, in copies, and not in its digest."""

import random

import pandas as pd
import pytest
from sklearn.base import clone

import thresher as th
from thresher import experts
from thresher.data import RowReader
from thresher.errors import ModelFileError
from thresher.sklearn import ThresherClassifier

ROWS = th.Rows(label="spam", text="body", ignore="id", categories="zip")
MAILS = [
    ({"id": 1, "zip": 10115, "body": "Free money", "size": 3}, "spam"),
    ({"id": 2, "zip": 20095, "body": "Lunch at noon", "size": None}, "ham"),
    ({"id": 3, "zip": 10115, "body": "Free lunch money", "size": 5}, "spam"),
] * 8
KINDS = {"id": "left out", "zip": "category", "body": "text", "size": "number"}
MODELS = {
    "perceptron": lambda rows: th.Perceptron(rows=rows, labels=("ham", "spam")),
    "auto": lambda rows: th.Auto(rows=rows),
    "multiclass": lambda rows: th.Multiclass(th.AdaptiveWinnow(), rows=rows),
    "multiclass by its learner": lambda rows: th.Multiclass(th.AdaptiveWinnow(rows=rows)),
    "delayed": lambda rows: th.Delayed(th.Auto(rows=rows)),
    "replayed": lambda rows: th.Delayed(th.Auto(rows=rows), th.Replay()),
    "master": lambda rows: experts.Majority([th.Auto(rows=rows), th.Perceptron(labels=("ham", "spam"))]),
}


def taught(kind, rows=ROWS, mails=MAILS):
    model = MODELS[kind](rows)
    for x, y in mails:
        model.learn_one(x, y)
    return model


@pytest.mark.parametrize("kind", MODELS)
def test_a_file_keeps_them_and_the_model_answers_rows(kind, tmp_path):
    model = taught(kind)
    model.save(tmp_path / "m")
    again = th.load(tmp_path / "m")
    for one in (model, again, model.copy()):
        assert one.rows == ROWS
        assert one.rows.kinds == KINDS
        assert one.predict_one({"id": 9, "zip": "10115", "body": "free money!", "size": 1}) == "spam"
        assert not one.row_reader.notes
    assert again.digest() == model.digest()
    assert again.row_reader.to_plain() == model.row_reader.to_plain()


@pytest.mark.parametrize("kind", MODELS)
def test_they_are_no_part_of_what_was_learned(kind):
    model = taught(kind)
    plain = taught(kind, None, [(ROWS.example(x), y) for x, y in MAILS])
    assert plain.rows is None
    assert plain.digest() == model.digest()


@pytest.mark.parametrize("kind", ["perceptron", "auto", "multiclass", "master"])
def test_many_rows_are_each_row(kind):
    rows, labels = zip(*MAILS, strict=True)
    together, framed = MODELS[kind](ROWS), MODELS[kind](ROWS)
    together.learn_many(list(rows), list(labels))
    framed.learn_many(pd.DataFrame(rows), list(labels))
    assert together.digest() == framed.digest() == taught(kind).digest()
    assert together.predict_many(list(rows)).tolist() == framed.predict_many(pd.DataFrame(rows)).tolist()


def test_parameters_hold_them():
    model = th.Auto(rows=ROWS)
    assert model.get_params()["rows"] is ROWS
    assert type(model)(**model.get_params()).rows == ROWS
    assert repr(model) == "Auto()"
    assert model.is_like(th.Auto())
    skin = ThresherClassifier(model)
    assert clone(skin).learner.rows == ROWS
    assert th.Multiclass(model, rows=th.Rows(text="x")).get_params()["rows"].text == ("x",)


def test_a_model_without_rows_has_none():
    model = th.Perceptron()
    model.learn_one({"free": 1}, True)
    assert model.rows is None
    assert model.row_reader.is_idle


def test_an_example_is_what_the_core_takes():
    model = th.Auto(rows=ROWS)
    row = MAILS[0][0]
    assert dict(model.example(row).items()) == dict(ROWS.example(row).items())
    prepared = th.Example({"free": 1})
    assert model.example(prepared) is prepared
    assert th.Auto().example({"a": 1}) == {"a": 1}


def test_the_order_of_columns_does_not_matter():
    draw = random.Random(2)
    shuffled = [(dict(draw.sample(list(x.items()), len(x))), y) for x, y in MAILS]
    assert taught("auto").digest() == taught("auto", mails=shuffled).digest()


@pytest.mark.parametrize(
    "kept", [{"roles": {"text": "body", "hat": 1}}, {"seen": {"rows": -1}}, {"roles": {"words": 3}}]
)
def test_a_damaged_memory_is_refused(kept, tmp_path):
    model = th.Perceptron()
    model.save(tmp_path / "m", {"rows": kept})
    with pytest.raises(ModelFileError):
        th.load(tmp_path / "m")


def test_explaining_goes_by_rows_too():
    model = taught("multiclass")
    row = MAILS[0][0]
    assert {"free", "money", "zip=10115", "size"} <= model.explain_one(row).keys()
    assert taught("auto").instance(row).keys() == dict(ROWS.example(row).items()).keys()


def test_a_reader_is_idle_until_it_knows_of_columns():
    reader = RowReader()
    assert reader.is_idle
    assert reader.example({"a": "b"}) == {"a": "b"}
    reader.take(ROWS)
    assert not reader.is_idle

"""Where something can't be done, or was decided by itself, the message has what to type instead."""

import pytest

from .test_by_key import run


def learned(tmp_path, labels, *more):
    one, other = labels
    file = tmp_path / "rows.csv"
    file.write_text("a,label\n" + f"x,{one}\ny,{other}\n" * 20)
    return run("learn", file, *more).stderr


def test_which_label_is_positive_is_told_where_only_the_order_of_names_says_it(tmp_path):
    assert "positive: paid (the greater name; the other one: --positive chargeback); " in learned(
        tmp_path, ("chargeback", "paid")
    )


@pytest.mark.parametrize(
    ("labels", "more"),
    [
        (("fraud", "ok"), ()),
        ((0, 1), ()),
        (("chargeback", "paid"), ("--positive", "chargeback")),
        (("chargeback", "paid"), ("--positive", "paid")),
        (("chargeback", "paid"), ("--labels", "chargeback,paid")),
    ],
)
def test_and_not_where_somebody_or_the_names_themselves_said_it(tmp_path, labels, more):
    told = learned(tmp_path, labels, *more)
    assert "positive: " in told
    assert "greater" not in told


def test_a_folder_of_models_by_key_is_not_one_model(tmp_path):
    file, models = tmp_path / "rows.csv", tmp_path / "models"
    file.write_text("user,a,label\n" + "ann,x,1\nbob,y,0\n" * 3)
    run("learn", file, "--by", "user", "--models", models, "--learner", "perceptron")
    refused = run("inspect", models, code=2).stderr
    assert "a folder of models by key" in refused
    assert "Keyed.load(FOLDER).model(KEY)" in refused
    assert "is a folder." in run("inspect", tmp_path, code=2).stderr
    assert "there is no such file" in run("inspect", tmp_path / "none", code=2).stderr


def test_reasons_of_several_labels_are_those_of_one_of_them(tmp_path):
    file, model = tmp_path / "topics.csv", tmp_path / "topics.thresher"
    file.write_text("text,label\n" + 'rain on the pitch,"weather,sport"\nrain,weather\n' * 3)
    run("learn", file, "--multilabel", "--text", "text", "--model", model)
    assert ".member(LABEL).why_one(" in run("explain", file, "--model", model, code=2).stderr

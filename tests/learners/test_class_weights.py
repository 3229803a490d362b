"""Weights of classes multiply the importance weight of each example, through every door."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from thresher.cli import main
from thresher.late import Delayed

from ..depth import tries

MAKERS = {
    "perceptron": lambda **more: th.Perceptron(bias=True, **more),
    "arow": lambda **more: th.Arow(**more),
    "adaptive winnow": lambda **more: th.AdaptiveWinnow(**more),
    "naive bayes": lambda **more: th.NaiveBayes(**more),
    "auto": lambda **more: th.Auto(**more),
    "hashed": lambda **more: th.Perceptron(bits=6, **more),
}
PAIRS = {
    "0 and 1": (0, 1),
    "-1 and 1": (-1, 1),
    "truths": (False, True),
    "known by name": ("ham", "spam"),
    "not known": ("right", "left"),
    "numbers": (7, 3),
}
ROWS = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([1.0, 0.5, 2.0]), min_size=1),
        st.integers(0, 1),
        st.sampled_from([1.0, 2.0, 0.0, 0.25]),
    ),
    min_size=1,
    max_size=25,
)


def fresh(name, labels, **more):
    """A new one that knows, where it must, which labels are to come."""
    model = MAKERS[name](**more)
    model.expect_labels(labels)
    return model


def taught(model, rows, labels, of_class=None):
    """What the model says of all rows, after it learned them one by one with the weights multiplied by hand."""
    for x, which, weight in rows:
        model.learn_one(x, labels[which], weight * (of_class or {}).get(labels[which], 1.0))
    return said(model, rows)


def said(model, rows):
    return [model.scores_one(x) for x, _, _ in rows]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("pair", PAIRS)
@tries(20)
@given(rows=ROWS)
def test_they_multiply_the_weight_of_the_example(name, pair, rows):
    labels = PAIRS[pair]
    of_class = {labels[1]: 4.0, labels[0]: 0.5}
    plain = taught(fresh(name, labels), rows, labels, of_class)
    assert taught(fresh(name, labels, class_weights=of_class), rows, labels) == plain


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("pair", PAIRS)
@tries(20)
@given(rows=ROWS, cut=st.integers(0, 25))
def test_every_door_weighs_alike(name, pair, rows, cut):
    labels = PAIRS[pair]
    of_class = {labels[1]: 4.0, labels[0]: 0.5}

    def make():
        return fresh(name, labels, class_weights=of_class)

    expected = taught(make(), rows, labels)
    x, y, weights = ([row[0] for row in rows], [labels[row[1]] for row in rows], [row[2] for row in rows])
    many = make()
    many.learn_many(x, y, weights)
    assert said(many, rows) == expected
    array = make()
    array.learn_many(x, np.array(y), np.array(weights))
    assert said(array, rows) == expected
    late = Delayed(make())
    late.expect_labels(labels)
    for one, label, weight in zip(x, y, weights, strict=True):
        late.label(late.ask(one).ticket, label, weight)
    late.apply()
    assert said(late.learner, rows) == expected
    first = make()
    taught(first, rows[:cut], labels)
    again = th.load_bytes(first.to_bytes())
    again.expect_labels(labels)
    assert taught(again, rows[cut:], labels) == expected[cut:]
    run = make()
    th.evaluate(zip(x, y, weights, strict=True), run)
    assert said(run, rows) == expected


@pytest.mark.parametrize("scheme", ["one-vs-rest", "constraint"])
def test_late_labels_of_many_classes_weigh_what_they_would_at_once(scheme):
    stream = [({i % 3: 1.0, 5: 1.0}, "abc"[i * 7 % 3]) for i in range(30)]
    at_once = th.Multiclass(th.Perceptron(bias=True), scheme, class_weights={"a": 5.0})
    late = Delayed(th.Multiclass(th.Perceptron(bias=True), scheme, class_weights={"a": 5.0}))
    for x, y in stream:
        at_once.learn_one(x, y)
        late.label(late.ask(x).ticket, y)
    late.apply()
    assert late.learner == at_once


def test_a_third_label_of_auto_is_weighed_too_and_a_file_keeps_it():
    stream = [({"abc"[i % 3]: 1.0, "x": 1.0}, ("a", "b", "c")[i % 3]) for i in range(30)]
    weighted, plain = th.Auto(class_weights={"c": 4.0}), th.Auto()
    for x, y in stream:
        weighted.learn_one(x, y)
        plain.learn_one(x, y, 4.0 if y == "c" else 1.0)
    assert [weighted.scores_one(x) for x, _ in stream] == [plain.scores_one(x) for x, _ in stream]
    again = th.load_bytes(weighted.to_bytes())
    assert again == weighted
    assert again.get_params()["class_weights"] == {"c": 4.0}
    for model in (weighted, again):
        model.learn_one({"c": 1.0}, "c")
        model.learn_one({"d": 1.0}, "d")
    assert again == weighted
    told = th.Auto(labels=["a", "b", "c"], class_weights={"c": 4.0})
    for x, y in stream:
        told.learn_one(x, y)
    assert th.load_bytes(told.to_bytes()) == told


def test_without_them_a_file_is_what_it_was():
    assert b"class_weights" not in th.Perceptron().to_bytes()
    assert th.Perceptron(class_weights={True: 2.0}).get_params()["class_weights"] == {True: 2.0}


def test_what_makes_no_weights_is_refused():
    for wrong, message in (
        ({"a": 0}, "must be a number above 0"),
        ([1, 2], "must map classes to numbers"),
        ("balanced", "is for Multiclass"),
        ("heavy", "or be 'balanced'"),
    ):
        with pytest.raises(th.ParameterError, match=message):
            th.Auto(class_weights=wrong)
    with pytest.raises(th.ParameterError, match="give class_weights= to Multiclass"):
        th.Multiclass(th.Perceptron(class_weights={"a": 2.0}))


def test_no_bound_is_claimed_with_them():
    stream = [({"a": 1}, True), ({"b": 1}, False)] * 5
    assert th.Perceptron().traits.bound is not None
    weighted = th.Perceptron(class_weights={True: 2.0})
    assert weighted.traits.bound is None
    assert not th.certify(weighted, stream).lines
    auto = th.Auto(class_weights={True: 2.0})
    run = th.evaluate(stream, auto)
    assert run.standing is None


# The command.


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("option", ["--class-weight", "--class-weights"])
def test_the_command_gives_them_to_the_learner(tmp_path, option):
    path, model = tmp_path / "mail.csv", tmp_path / "m.thresher"
    rows = [("spam", 3), ("ham", 1), ("ham", 2), ("ham", 3)] * 10
    path.write_text("label,size\n" + "".join(f"{label},{size}\n" for label, size in rows))
    result = run("learn", path, option, "spam=10", "--model", model, "--json", "--measures")
    assert result.exit_code == 0, result.output
    python = th.Auto(class_weights={"spam": 10})
    for label, size in rows:
        python.learn_one({"size": size}, label)
    assert th.load(model) == python
    assert json.loads(result.stdout)["base_rate"] == 0.25  # as it is, not as it is weighed
    again = run("learn", path, "--resume", model, option, "spam=2")
    assert again.exit_code == 2
    assert "--class-weights" in again.output


def test_the_command_says_if_no_example_had_a_label_that_is_weighed(tmp_path):
    path = tmp_path / "mail.vw"
    path.write_text("1 | free\n-1 | lunch\n")
    result = run("learn", path, "--class-weight", "spam=10")
    assert result.exit_code == 0
    assert "no example had the label spam, which --class-weights weighs" in result.output
    assert "which --class-weights weighs" not in run("learn", path, "--class-weight", "1=10").output
    assert "which --class-weights weighs" not in run("learn", path, "--class-weight", "-1=10").output


def test_the_command_still_balances_with_a_learner_for_each_class(tmp_path):
    path, model = tmp_path / "mail.vw", tmp_path / "m.thresher"
    path.write_text("1 | free\n-1 | lunch\n" * 3)
    assert run("learn", path, "--class-weights", "balanced", "--model", model).exit_code == 0
    assert isinstance(th.load(model), th.Multiclass)
    assert run("learn", path, "--labels", "-1,1,2", "--class-weights", "2=3", "--model", model).exit_code == 0
    assert th.load(model).get_params()["class_weights"] == {2: 3.0}

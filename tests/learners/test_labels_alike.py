"""Labels that differ only in how they are written are two, and that is said once, with what to do."""

import warnings

import numpy as np
import pytest

import thresher as th
from thresher.errors import InputError

LABELS = ["yes", "no", "Yes", "no ", "maybe", "yes", "Yes"]


def said(act):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        act()
    return [str(one.message).partition("\n")[0] for one in caught if issubclass(one.category, th.LabelWarning)]


def one_by_one(model, labels):
    for label in labels:
        model.learn_one({"a": 1}, label)


DOORS = {
    "learn_one": one_by_one,
    "learn_many": lambda model, labels: model.learn_many(np.ones((len(labels), 1)), labels),
    "evaluate": lambda model, labels: th.evaluate([({"a": 1}, label) for label in labels], model),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("make", [th.Auto, lambda: th.Multiclass(th.Perceptron())], ids=["auto", "multiclass"])
def test_each_pair_is_named_once(door, make):
    assert said(lambda: DOORS[door](make(), LABELS)) == [
        "the labels 'yes' and 'Yes' differ only in case or in spaces, and are learned as two",
        "the labels 'no' and 'no ' differ only in case or in spaces, and are learned as two",
    ]


@pytest.mark.parametrize("labels", [["yes", "no", "maybe"], [1, 2, 3], ["1", 2, "a"], ["ß", "s"]], ids=str)
def test_others_say_nothing(labels):
    assert not said(lambda: one_by_one(th.Auto(), labels))


def test_what_was_declared_was_meant():
    assert not said(lambda: one_by_one(th.Perceptron(labels=("Yes", "yes")), ["yes", "Yes"]))


def test_a_refusal_says_it_too():
    model = th.Perceptron()
    one_by_one(model, ["yes", "no"])
    with pytest.raises(InputError, match="differs from 'yes' only in case or in spaces"):
        model.learn_one({"a": 1}, "YES")


@pytest.mark.parametrize(("labels", "named"), [((-1, 1), "-1, 1"), ((False, True), "False, True"), ((0, 1), "0, 1")])
def test_labels_in_a_refusal_are_those_that_came(labels, named):
    model = th.Perceptron()
    one_by_one(model, labels)
    with pytest.raises(InputError, match=f"the label 7 is none of {named}, and Perceptron"):
        model.learn_one({"a": 1}, 7)

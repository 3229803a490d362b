"""What mattered: the mean size of what attributes contributed, through every door, in bounded memory."""

import pickle
import random

import pytest

import thresher as th
from tests.learners.test_reasons import bank
from thresher.learners import column_of
from thresher.learners.importances import MOST_ADDED, MOST_KEPT, added, sums_in


def learned(count=3000):
    model = th.Auto()
    for x, y in bank(count):
        model.learn_one(x, y)
    return model


def test_what_decides_matters_most():
    found = learned().importances()
    assert set(list(found.attributes)[:2]) == {"a", "b"}
    assert set(list(found.columns)[:2]) == {"a", "b"}
    assert found.columns["job"] == pytest.approx(sum(found.attributes[f"job={c}"] for c in "abc"))
    assert found.examples == 3000  # though after the first 1,024 one of 32 is looked at


def test_a_large_weight_on_a_rare_attribute_matters_little():
    model, draw = th.Auto(), random.Random(1)
    for n in range(4000):
        y = draw.random() < 0.5
        x = {"often": 1.0} if y else {"never": 1.0}
        if n % 250 == 3:
            x, y = {"rare": 1.0}, True
        model.learn_one(x, y)
    found = model.importances().attributes
    assert found["rare"] < found["often"] / 20


def test_it_is_the_mean_size_of_what_explain_one_says():
    """Of the first examples every one is looked at."""
    model, sums = th.Auto(), {}
    for x, y in bank(100):
        for attribute, share in model.explain_one(x).items():
            sums[attribute] = sums.get(attribute, 0.0) + abs(share)
        model.learn_one(x, y)
    found = model.importances()
    assert found.examples == 100
    for attribute, size in found.attributes.items():
        assert size == pytest.approx(sums[attribute] / 100)


def test_every_door_gives_the_same():
    stream = list(bank(1500))
    one, many = th.Auto(), th.Auto()
    for x, y in stream:
        one.learn_one(x, y)
    many.learn_many([x for x, _ in stream], [y for _, y in stream])
    evaluated = th.Auto()
    run = th.evaluate(stream, evaluated)
    assert one.importances() == many.importances() == evaluated.importances() == run.importances


def test_files_and_pickles_keep_them(tmp_path):
    model = learned()
    model.save(tmp_path / "model")
    for twin in (th.load(tmp_path / "model"), pickle.loads(pickle.dumps(model)), model.copy()):
        assert twin.importances() == model.importances()
        assert twin.digest() == model.digest()
    loaded = th.load(tmp_path / "model")
    for x, y in bank(3000, seed=8):
        loaded.learn_one(x, y)
    assert loaded.importances().examples > model.importances().examples
    assert loaded.importances().attributes["a"] == pytest.approx(model.importances().attributes["a"], rel=0.5)


def test_a_file_keeps_a_bounded_number(tmp_path):
    model = th.Auto()
    for n in range(1500):
        model.learn_one({f"w{n % 510}": 1.0, "yes" if n % 2 else "no": 1.0}, n % 2 == 1)
    model.save(tmp_path / "model")
    assert len(th.load(tmp_path / "model").importances().attributes) == MOST_KEPT
    assert len(added((1.0, {}), 1, {n: 1.0 + n for n in range(2 * MOST_ADDED)})[1]) == MOST_ADDED // 2


def test_many_classes_have_the_mean_of_them(tmp_path):
    model = th.Auto()
    for word, label in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 100:
        model.learn_one({word: 1, "x": 1}, label)
    found = model.importances()
    assert set(found.attributes) == {"ja", "yes", "oui", "x"}
    model.save(tmp_path / "model")
    assert th.load(tmp_path / "model").importances() == found


def test_other_learners_are_sampled_by_whoever_evaluates_them():
    run = th.evaluate(bank(3000), th.Perceptron())
    assert run.importances
    assert set(run.importances.attributes) >= {"age", "income"}
    assert th.Perceptron().importances().attributes == {}


@pytest.mark.parametrize(
    "saved", [None, [], {}, {"examples": -1, "sums": []}, {"examples": 3, "sums": [[1], "x", [None, 2], ["a", "b"]]}]
)
def test_nonsense_in_a_file_is_nothing(saved):
    assert sums_in(saved)[1] == {}


def test_columns():
    assert [column_of(name) for name in ("job=clerk", "=x", "age", 3, "a=b=c")] == ["job", "=x", "age", 3, "a"]

"""Used from several threads: one call at a time, each whole, and no class taken for another."""

import numpy as np

import thresher as th
from tests.learners.test_threads import run_all

from .streams import long_stream


def test_threads_that_learn_and_predict():
    X, y = long_stream()
    model = th.Multiclass(th.Perceptron())
    run_all(
        lambda: [model.learn_many(X, y) for _ in range(5)],
        lambda: [model.predict_many(X) for _ in range(5)],
        lambda: [model.top_k(X[0], 2) for _ in range(50)],
        lambda: [model.learn_one(row, int(label)) for row, label in zip(X[:200], y, strict=False)],
        lambda: [model.to_bytes() for _ in range(10)],
    )
    assert model.examples == 5 * len(y) + 200


def test_classes_that_turn_up_in_several_threads_at_once():
    model = th.Multiclass(th.Perceptron(), "constraint")

    def one_by_one(kind):
        return lambda: [model.learn_one({f"{kind}{i}": 1.0}, f"{kind}{i}") for i in range(60)]

    def all_at_once(kind):
        names = [f"{kind}{i}" for i in range(60)]
        return lambda: model.learn_many(np.eye(60), names)

    run_all(one_by_one("a"), one_by_one("b"), all_at_once("c"), all_at_once("d"))
    assert len(model.classes) == 240
    learned = {}
    for (label, _), count in model.confusion().items():
        learned[label] = learned.get(label, 0) + count
    assert learned == dict.fromkeys(model.classes, 1)

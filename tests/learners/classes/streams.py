"""Random streams of many classes, and models to try on them."""

import numpy as np
from hypothesis import strategies as st

import thresher as th
from tests.strategies import COLUMNS, ONES, SIGNED_GRID, UNIT_GRID, examples

TEXTS = st.sampled_from(["ham", "spam", "eggs", "ü", ""])
NUMBERS = st.sampled_from([0, 1, 2, 7, -3])
MIXED = st.sampled_from(["1", 1, "a", 0, 2.5])

# name -> (how to make it, whether its values lie in [0, 1])
MODELS = {
    "default": (lambda: th.Multiclass(), False),
    "default constraint": (lambda: th.Multiclass(scheme="constraint"), False),
    "informed": (lambda: th.Multiclass(newcomers="informed", abstain_below=0.25), False),
    "perceptron": (lambda: th.Multiclass(th.Perceptron(bias=True), abstain_below=0.5), False),
    "perceptron constraint": (lambda: th.Multiclass(th.Perceptron(margin=0.5), "constraint"), False),
    "hashed": (lambda: th.Multiclass(th.Perceptron(bits=3), "constraint"), False),
    "averaged": (lambda: th.Multiclass(th.AveragedPerceptron(voted=True), newcomers="informed"), False),
    "late joiners": (lambda: th.Multiclass(th.Perceptron(join_after=2), "constraint"), False),
    "capped": (lambda: th.Multiclass(th.Arow(max_attributes=3)), False),
    "winnow": (lambda: th.Multiclass(th.TrackingWinnow(2.0, 0.125), class_weights="balanced"), True),
    "winnow constraint": (lambda: th.Multiclass(th.Winnow(n=8), "constraint", class_weights={"ham": 2.0}), True),
    "tracking p-norm": (lambda: th.Multiclass(th.TrackingPNorm(3.0, rate=0.3, radius=2.0), "constraint"), False),
    "random lifts": (
        lambda: th.Multiclass(th.TrackingWinnow(1.5, 0.02, transform=th.features.LiftAtRandom(0.6, seed=3))),
        True,
    ),
    "probabilities": (lambda: th.Multiclass(th.Perceptron(probabilities=True), classes=["eggs", 7]), False),
    "naive bayes": (lambda: th.Multiclass(th.NaiveBayes(), newcomers="informed"), True),
    "balanced": (lambda: th.Multiclass(th.BalancedWinnow(), "constraint", class_weights="balanced"), False),
}


def streams(labels=TEXTS, attributes=COLUMNS, unit=False, most=25):
    """A list of (example, class)."""
    values = st.one_of(ONES, UNIT_GRID if unit else SIGNED_GRID)
    return st.lists(st.tuples(examples(attributes, values), labels), min_size=1, max_size=most)


def learned(make, stream):
    model = make()
    for x, y in stream:
        model.learn_one(x, y)
    return model


def dense(stream, columns=12):
    """The examples as a matrix; a zero is an absent attribute."""
    X = np.zeros((len(stream), columns))
    for row, (x, _) in enumerate(stream):
        for column, value in x.items():
            X[row, column] = value
    return X


def long_stream(rows=700, classes=5, columns=12, seed=0):
    """Longer than a stretch of the batch, with classes that turn up one after the other."""
    rng = np.random.default_rng(seed)
    X = (rng.random((rows, columns)) < 0.4) * rng.integers(1, 5, (rows, columns)) / 4.0
    y = (X @ rng.normal(size=(columns, classes))).argmax(axis=1)
    y = np.minimum(y, np.arange(rows) * classes // (rows // 2))
    return X, y

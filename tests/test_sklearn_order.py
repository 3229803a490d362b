"""The order of rows in scikit-learn's skin: fit shuffles, partial_fit does not, and sorted tables are learned well."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import load_iris, load_wine
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import cross_val_score

from tests.depth import tries
from thresher import NaiveBayes
from thresher.sklearn import ThresherClassifier


def sorted_table(rows=90, classes=3):
    """Rows class by class: what most tables of textbooks look like."""
    rng = np.random.default_rng(1)
    y = np.repeat(np.arange(classes), rows // classes)
    return rng.normal(size=(len(y), 4)) + 3 * np.eye(classes, 4)[y], y


@pytest.mark.parametrize(("load", "least"), [(load_iris, 0.93), (load_wine, 0.95)], ids=["iris", "wine"])
@pytest.mark.parametrize("seed", range(8))
def test_iris_and_wine_are_learned_as_they_come_sorted_and_unscaled(load, least, seed):
    X, y = load(return_X_y=True)
    assert (np.diff(y) >= 0).all()
    model = ThresherClassifier(random_state=seed)
    assert model.fit(X, y).score(X, y) >= least
    assert cross_val_score(model, X, y, cv=5).mean() >= least


def test_in_their_own_order_sorted_rows_are_learned_badly():
    X, y = load_iris(return_X_y=True)
    assert ThresherClassifier("perceptron", shuffle=False, passes=1).fit(X, y).score(X, y) < 0.8


def test_the_parameters_are_those_of_scikit_learn():
    ours, theirs = ThresherClassifier().get_params(), SGDClassifier().get_params()
    assert {name: ours[name] for name in ("shuffle", "random_state")} == {
        name: theirs[name] for name in ("shuffle", "random_state")
    }


@pytest.mark.parametrize("learner", [None, "perceptron"])
def test_a_seed_gives_the_same_model_and_another_seed_another(learner):
    X, y = sorted_table()
    first, second, other = (ThresherClassifier(learner, random_state=seed).fit(X, y) for seed in (3, 3, 4))
    assert first.learners_ == second.learners_
    assert first.learners_ != other.learners_
    assert clone(first).fit(X, y).learners_ == first.learners_
    generator = ThresherClassifier(learner, random_state=np.random.RandomState(3)).fit(X, y)
    assert generator.learners_ == first.learners_


def test_without_a_seed_every_fit_is_another():
    X, y = sorted_table()
    np.random.seed(0)  # noqa: NPY002 - None means this generator, as everywhere in scikit-learn
    model = ThresherClassifier("perceptron")
    assert model.fit(X, y).learners_ != model.fit(X, y).learners_


def test_the_same_rows_in_any_container_are_learned_in_the_same_order():
    X, y = sorted_table()
    names = ["a", "b", "c", "d"]
    nameless = (X, np.asfortranarray(X), X.tolist(), sp.csr_array(X), sp.csc_matrix(X))
    named = (pd.DataFrame(X, columns=names), pl.DataFrame(X, schema=names))
    for containers in (nameless, named):
        expected = ThresherClassifier(random_state=7).fit(containers[0], y).learners_
        for container in containers:
            for labels in (y, y.tolist(), pd.Series(y)):
                assert ThresherClassifier(random_state=7).fit(container, labels).learners_ == expected
    scores = [ThresherClassifier(random_state=7).fit(one, y).decision_function(one) for one in (X, *named)]
    assert np.array_equal(scores[0], scores[1])
    assert np.array_equal(scores[1], scores[2])


def test_partial_fit_keeps_the_order_and_needs_no_seed():
    X, y = sorted_table()
    models = [ThresherClassifier("perceptron", random_state=seed) for seed in (0, 1, None)]
    first, *others = (model.partial_fit(X, y, classes=np.unique(y)).learners_ for model in models)
    assert all(other == first for other in others)
    assert ThresherClassifier("perceptron", passes=1, shuffle=False).fit(X, y).learners_ == first


def test_weights_go_with_their_rows():
    X, y = sorted_table()
    weights = np.linspace(0.5, 2, len(y))
    rows = np.random.default_rng(5).permutation(len(y))
    order = np.random.RandomState(2).permutation(len(y))
    fitted = ThresherClassifier("perceptron", passes=1, random_state=2).fit(X[rows], y[rows], weights[rows])
    by_hand = ThresherClassifier("perceptron", passes=1, shuffle=False)
    by_hand.fit(X[rows][order], y[rows][order], weights[rows][order])
    assert fitted.learners_ == by_hand.learners_


@tries(20)
@given(rows=st.integers(6, 60), passes=st.integers(1, 4), seed=st.integers(0, 2**32 - 1))
def test_every_pass_learns_every_row_once(rows, passes, seed):
    X, y = sorted_table(rows, classes=2)
    learner = NaiveBayes()  # counts: the order of rows can't show
    model = ThresherClassifier(learner, passes=passes, random_state=seed).fit(np.abs(X), y)
    for _ in range(passes):
        learner.learn_many(np.abs(X), y)
    assert np.allclose(model.decision_function(np.abs(X)), learner.scores(np.abs(X)))

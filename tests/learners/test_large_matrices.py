"""Matrices so large that rows are checked beside learning: the same model as from pieces, and nothing of a bad one."""

import numpy as np
import pytest
import scipy.sparse as sp

import thresher as th

ROWS, COLUMNS, ACTIVE = 11_000, 3_000, 100  # more than 2^20 values
LEARNERS = {
    "AdaptiveWinnow": th.AdaptiveWinnow,
    "Arow": th.Arow,
    "AveragedPerceptron": th.AveragedPerceptron,
    "NaiveBayes": th.NaiveBayes,
    "PassiveAggressive": th.PassiveAggressive,
    "Perceptron": th.Perceptron,
    "Perceptron with probabilities": lambda: th.Perceptron(probabilities=True),
    "PNormPerceptron": lambda: th.PNormPerceptron(4.0),
    "TrackingPNorm": lambda: th.TrackingPNorm(3.0, rate=0.3, radius=2.0),
    "TrackingWinnow": lambda: th.TrackingWinnow(1.5, 0.001),
}


@pytest.fixture(scope="module", params=["ones", "values"])
def matrix(request):
    rng = np.random.default_rng(3)
    width = COLUMNS // ACTIVE
    indices = (rng.integers(0, width, (ROWS, ACTIVE)) + np.arange(ACTIVE) * width).astype(np.int32)
    values = np.ones(indices.size) if request.param == "ones" else rng.random(indices.size) + 1e-3
    X = sp.csr_matrix(
        (np.minimum(values, 1.0), indices.ravel(), np.arange(0, indices.size + 1, ACTIVE)), shape=(ROWS, COLUMNS)
    )
    return X, indices[:, 0] % 2 == 0


@pytest.mark.parametrize("name", LEARNERS)
def test_at_once_and_in_pieces_it_is_the_same_model(name, matrix):
    X, y = matrix
    at_once, in_pieces = LEARNERS[name](), LEARNERS[name]()
    said = at_once.learn_many(X, y)
    pieces = [
        in_pieces.learn_many(X[first : first + 2_000], y[first : first + 2_000]) for first in range(0, ROWS, 2_000)
    ]
    assert (said == np.concatenate(pieces)).all()
    assert at_once == in_pieces


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("rows", [ROWS, 100])
def test_a_bad_row_at_the_end_leaves_a_new_learner_new(name, rows, matrix):
    X, y = matrix[0][:rows].copy(), matrix[1][:rows]
    X.data[-1] = np.nan
    model = LEARNERS[name]()
    with pytest.raises(th.InputError, match=f"row {rows - 1}"):
        model.learn_many(X, y)
    assert model == LEARNERS[name]()
    model.learn_many(X[:50], y[:50])
    fresh = LEARNERS[name]()
    fresh.learn_many(X[:50], y[:50])
    assert model == fresh


@pytest.mark.parametrize("name", LEARNERS)
def test_a_row_out_of_order_and_a_zero_are_learned_like_any_other(name, matrix):
    X, y = matrix[0].copy(), matrix[1]
    X.indices[5_000 * ACTIVE : 5_001 * ACTIVE] = X.indices[5_000 * ACTIVE : 5_001 * ACTIVE][::-1]
    X.data[700_000] = 0.0
    at_once, tidy = LEARNERS[name](), LEARNERS[name]()
    at_once.learn_many(X, y)
    plain = X.copy()
    plain.has_sorted_indices = False
    plain.sort_indices()
    plain.eliminate_zeros()
    tidy.learn_many(plain, y)
    assert at_once == tidy


def test_a_value_that_vanishes_when_scaled_is_no_attribute():
    X = sp.csr_matrix(np.array([[1e-200, 1e140, 0.0], [0.5, 0.0, 1.0]]))
    many, one = th.AdaptiveWinnow(), th.AdaptiveWinnow()
    many.learn_many(X, [1, 0])
    for row, label in zip(X.toarray(), [1, 0], strict=True):
        one.learn_one(row, label)
    assert many == one

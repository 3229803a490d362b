"""Answers for many rows are shared out over the cores: what is said is what one core says, row by row."""

import numpy as np
import pytest
import scipy.sparse as sp

import thresher as th

ROWS, COLUMNS, ACTIVE = 12_000, 3_000, 64  # three times what is worth a core of its own
FEW = 1_000  # rows that one core answers


def rows_of_numbers(seed=0):
    rng = np.random.default_rng(seed)
    columns = np.sort(rng.integers(0, COLUMNS - ACTIVE, (ROWS, ACTIVE)), axis=1) + np.arange(ACTIVE)
    X = sp.csr_matrix(
        (rng.random(columns.size), columns.ravel(), np.arange(0, columns.size + 1, ACTIVE)), (ROWS, COLUMNS)
    )
    return X, rng


def in_small_parts(answer, X):
    return np.concatenate([answer(X[first : first + FEW]) for first in range(0, X.shape[0], FEW)])


@pytest.mark.parametrize(
    "make",
    [
        th.Auto,
        th.AdaptiveWinnow,
        lambda: th.AveragedPerceptron(probabilities=True),
        th.NaiveBayes,
        lambda: th.TrackingWinnow(bits=10, probabilities=True),  # two columns in one place
        lambda: th.Arow(transform=th.features.UnitLength(), probabilities=True),
    ],
)
@pytest.mark.parametrize("labels", [2, 5])
def test_many_rows_are_answered_as_few_are(make, labels):
    X, rng = rows_of_numbers()
    y = (X @ rng.standard_normal((COLUMNS, labels))).argmax(axis=1)
    model = make() if labels == 2 else th.Multiclass(make())
    model.learn_many(X[:2000], y[:2000])
    before = model.digest()
    assert (model.predict_many(X) == in_small_parts(model.predict_many, X)).all()
    assert (model.predict_proba_many(X) == in_small_parts(model.predict_proba_many, X)).all()
    assert (model.scores(X) == in_small_parts(model.scores, X)).all()
    assert model.digest() == before


def test_names_are_answered_as_few_rows_are():
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({f"column {i}": rng.random(40_000) for i in range(20)})
    y = frame["column 3"] > frame["column 7"]
    model = th.Auto()
    model.learn_many(frame[:5000], y[:5000])
    said = model.predict_many(frame)
    few = np.concatenate([model.predict_many(frame[first : first + FEW]) for first in range(0, len(frame), FEW)])
    assert (said == few).all()


def test_the_first_row_that_is_refused_is_named():
    X, _ = rows_of_numbers()
    model = th.Winnow(n=COLUMNS)
    model.learn_many((X[:2000] > 0).astype(float), np.arange(2000) % 2)
    for row in (ROWS - 1, ROWS // 2 + 7, 11):  # the lowest comes last, and is named from then on
        X.data[X.indptr[row]] = 5.0
        with pytest.raises(ValueError, match=f"row {row}: "):
            model.predict_many(X)


def test_a_users_link_answers_many_rows():
    X, rng = rows_of_numbers()
    y = rng.integers(0, 2, 2000)
    own = th.QuasiAdditive(lambda z: z**3 + z)
    own.learn_many(X[:200], y[:200])
    assert (own.predict_many(X[:9000]) == in_small_parts(own.predict_many, X[:9000])).all()

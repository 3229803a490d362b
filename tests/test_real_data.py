"""Real streams, where there are any: the doors agree, and learners do better than saying no."""

import numpy as np
import pytest
from sklearn.datasets import load_svmlight_file

import thresher as th


@pytest.mark.parametrize(
    "name", ["sms_spam/sms_spam.libsvm", "confusion/than_then.sotu.libsvm", "agaricus/agaricus.txt.train"]
)
@pytest.mark.parametrize(
    "make",
    [
        lambda: th.TrackingWinnow(1.5, 0.001),
        lambda: th.AdaptiveWinnow(),
        lambda: th.Arow(bias=True),
        lambda: th.BalancedWinnow(1.5, margin=1.0, bias=True),
    ],
    ids=["TrackingWinnow", "AdaptiveWinnow", "Arow", "BalancedWinnow"],
)
def test_a_batch_is_a_loop(data, name, make):
    X, y = load_svmlight_file(str(data / name))
    y = y == y.max()
    batch, loop = make(), make()
    predictions = batch.learn_many(X, y)
    for row in range(600):
        begin, end = X.indptr[row : row + 2]
        outcome = loop.learn_one(
            dict(zip(X.indices[begin:end].tolist(), X.data[begin:end].tolist(), strict=True)), y[row]
        )
        assert outcome.prediction == predictions[row]
    assert batch.mistakes == np.count_nonzero(predictions != y)
    assert batch.mistakes < min(np.count_nonzero(y), np.count_nonzero(~y))

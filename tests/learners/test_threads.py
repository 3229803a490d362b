"""A learner used from two threads: one call at a time, each whole."""

import threading

import numpy as np
import pytest
import scipy.sparse as sp

import thresher as th


def run_all(*jobs):
    errors = []

    def guarded(job):
        try:
            job()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    assert not errors


def test_two_threads_learn_and_predict_safely():
    X = sp.random(3000, 500, 0.05, random_state=0, format="csr")
    y = np.random.default_rng(0).integers(0, 2, 3000)
    model = th.Perceptron()
    model.learn_many(X, y)  # or a thread that is quick would be warned of columns that nobody knows yet
    run_all(
        lambda: [model.learn_many(X, y) for _ in range(4)],
        lambda: [model.learn_one({"a": 1.0}, bool(i % 2)) for i in range(2000)],
        lambda: [model.predict_many(X) for _ in range(5)],
        lambda: [model.to_bytes() for _ in range(20)],
    )
    assert model.examples == 5 * 3000 + 2000


def test_a_users_link_runs_beside_other_threads():
    model = th.QuasiAdditive(lambda z: z**3 + z)
    X, y = np.eye(50), np.zeros(50)
    run_all(
        lambda: [model.learn_many(X, y) for _ in range(20)],
        lambda: [model.learn_one({"a": 1}, False) for _ in range(500)],
    )
    assert model.examples == 1500


def test_a_learner_cannot_be_used_from_inside_its_own_link():
    model = None

    def nosy(z):
        if model is not None:
            model.predict_one({"a": 1})
        return z

    model = th.QuasiAdditive(nosy)
    with pytest.raises(RuntimeError, match="from inside one of its own calls"):
        model.learn_one({"a": 1}, False)
    assert model.examples <= 1


def test_a_link_that_fails_leaves_the_learner_as_it_was():
    def fragile(z):
        if np.abs(z).max() > 2:
            raise ValueError("too far")
        return z

    model = th.QuasiAdditive(fragile)
    model.learn_one({"a": 1.0}, False)
    before = model.to_bytes()
    with pytest.raises(ValueError, match="too far"):
        model.learn_many(np.array([[1.0, 0], [0, 1.0], [0, 9.0]]), [0, 0, 1])
    assert model.to_bytes() == before
    for bad in (lambda z: z[:0], lambda z: z * np.nan, lambda z: ["x"] * len(z)):
        with pytest.raises(ValueError):  # noqa: PT011  (numpy's own words for the last)
            th.QuasiAdditive(bad).learn_one({"a": 1.0}, False)

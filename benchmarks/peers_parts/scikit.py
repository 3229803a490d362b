"""scikit-learn's linear classifiers, one example at a time with partial_fit.

Predictions are made from their own coefficients: predict() checks its input for longer than it thinks.
"""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .contestant import Answer, Contestant, Meter, logistic
from .examples import Examples


class OneByOne:
    """A classifier taught row by row. states: its scores are log odds."""

    def __init__(self, make: Callable[[], Any], *, states: bool = False) -> None:
        self.make = make
        self.states = states

    def __call__(self, examples: Examples, limit: float) -> Answer:
        import sklearn
        from scipy.sparse import csr_matrix

        model, classes = self.make(), np.arange(examples.classes)
        scores = np.zeros((len(examples), 1 if examples.binary else examples.classes))
        shape, taught = (1, examples.columns), False
        with (
            sklearn.config_context(assume_finite=True, skip_parameter_validation=True),
            warnings.catch_warnings(),
            Meter(limit) as meter,
        ):
            warnings.simplefilter("ignore")  # about one example being no sample to converge on
            for at in meter.rows(len(examples)):
                columns, values = examples.row(at)
                if taught:
                    scores[at] = model.coef_[:, columns] @ values + model.intercept_
                row = csr_matrix((values, columns, (0, len(columns))), shape=shape)
                model.partial_fit(row, examples.y[at : at + 1], classes=None if taught else classes)
                taught = True
        measured = {"seconds": meter.seconds, "memory_mb": meter.memory_mb}
        if not examples.binary:
            return Answer(scores.argmax(axis=1).astype(np.int32), **measured)
        own = scores[:, 0]
        return Answer((own > 0).astype(np.int32), own, logistic(own) if self.states else None, **measured)


def _sgd(**options: Any) -> Callable[[], Any]:
    def make() -> Any:
        from sklearn.linear_model import SGDClassifier

        return SGDClassifier(**options)

    return make


def _perceptron() -> Any:
    from sklearn.linear_model import Perceptron

    return Perceptron()


def _pa1(aggressiveness: float) -> Callable[[], Any]:
    return _sgd(loss="hinge", penalty=None, learning_rate="pa1", eta0=aggressiveness)


def _contestant(name: str, settings: str, make: Callable[[], Any], *, states: bool, tuned: bool) -> Contestant:
    play = OneByOne(make, states=states)
    return Contestant(f"sklearn-{name}", "sklearn", settings, play, tuned=tuned, many=True)


def _power(exponent: float) -> str:
    return f"{math.pow(10, exponent):g}"


SKLEARN = [
    _contestant("log", "SGDClassifier(loss='log_loss')", _sgd(loss="log_loss"), states=True, tuned=False),
    _contestant("hinge", "SGDClassifier()", _sgd(), states=False, tuned=False),
    _contestant("pa1", "SGDClassifier(learning_rate='pa1', eta0=1)", _pa1(1.0), states=False, tuned=False),
    _contestant("perceptron", "Perceptron()", _perceptron, states=False, tuned=False),
    *(
        _contestant(
            f"{short}-alpha{_power(exponent)}",
            f"SGDClassifier(loss={loss!r}, alpha={_power(exponent)})",
            _sgd(loss=loss, alpha=10.0**exponent),
            states=loss == "log_loss",
            tuned=True,
        )
        for short, loss in (("log", "log_loss"), ("hinge", "hinge"))
        for exponent in (-5, -3)
    ),
    *(
        _contestant(f"pa1-c{c:g}", f"SGDClassifier(learning_rate='pa1', eta0={c:g})", _pa1(c), states=False, tuned=True)
        for c in (0.1, 0.01)
    ),
]

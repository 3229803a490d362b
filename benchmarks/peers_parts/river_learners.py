"""River's classifiers: predict_one, then learn_one, with a dict of columns for each example."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .contestant import Answer, Contestant, Meter
from .examples import Examples

FOREST_ROWS, FOREST_COLUMNS = 10_000, 200


class PredictThenLearn:
    """A classifier of River's.

    states: predict_proba_one tells how sure it is.   dense: it is given zeros too, which a tree takes for unknown
    values where they are absent.
    """

    def __init__(self, make: Callable[[], Any], *, states: bool = False, dense: bool = False) -> None:
        self.make = make
        self.states = states
        self.dense = dense

    def __call__(self, examples: Examples, limit: float) -> Answer:
        model, rows = self.make(), examples.dicts()
        if self.dense:
            rows = [dict.fromkeys(range(examples.columns), 0.0) | row for row in rows]
        labels: list[Any] = [bool(y) for y in examples.y] if examples.binary else examples.y.tolist()
        said = np.zeros(len(examples), dtype=np.int32)
        sure = np.zeros(len(examples)) if self.states and examples.binary else None
        with Meter(limit) as meter:
            for at in meter.rows(len(examples)):
                x, y = rows[at], labels[at]
                if sure is None:
                    said[at] = model.predict_one(x) or 0
                else:
                    sure[at] = model.predict_proba_one(x).get(True, 0.5)
                model.learn_one(x, y)
        if sure is not None:
            said = (sure > 0.5).astype(np.int32)
        scores = None if sure is None else sure - 0.5
        return Answer(said, scores, sure, meter.seconds, None, meter.memory_mb)


def _linear(kind: str, optimiser: str | None = None, rate: float | None = None, **options: Any) -> Callable[[], Any]:
    def make() -> Any:
        from river import linear_model, optim

        if optimiser is not None:
            options["optimizer"] = getattr(optim, optimiser)(*([] if rate is None else [rate]))
        return getattr(linear_model, kind)(**options)

    return make


def _forest() -> Any:
    from river.forest import ARFClassifier

    return ARFClassifier(seed=1)


def _one_against_rest(make: Callable[[], Any]) -> Callable[[], Any]:
    def wrapped() -> Any:
        from river.multiclass import OneVsRestClassifier

        return OneVsRestClassifier(make())

    return wrapped


def _too_large(examples: Examples) -> str:
    if len(examples) <= FOREST_ROWS and examples.columns <= FOREST_COLUMNS:
        return ""
    return f"a forest is run on sets of at most {FOREST_ROWS:,} rows and {FOREST_COLUMNS} columns"


def _contestant(name: str, settings: str, make: Callable[[], Any], **options: Any) -> Contestant:
    play = PredictThenLearn(make, states=options.pop("states", False), dense=options.pop("dense", False))
    return Contestant(f"river-{name}", "river", settings, play, **options)


_logistic = _linear("LogisticRegression")
RIVER = [
    _contestant("logistic", "LogisticRegression()", _logistic, states=True),
    _contestant("pa", "PAClassifier()", _linear("PAClassifier")),
    _contestant("alma", "ALMAClassifier()", _linear("ALMAClassifier")),
    _contestant("perceptron", "Perceptron()", _linear("Perceptron")),
    _contestant(
        "forest",
        "ARFClassifier(seed=1), adaptive with ADWIN",
        _forest,
        states=True,
        dense=True,
        many=True,
        unfit=_too_large,
    ),
    _contestant("softmax", "SoftmaxRegression()", _linear("SoftmaxRegression"), binary=False, many=True),
    _contestant(
        "logistic-rest",
        "OneVsRestClassifier(LogisticRegression())",
        _one_against_rest(_logistic),
        binary=False,
        many=True,
    ),
    *(
        _contestant(
            f"logistic-sgd{rate:g}",
            f"LogisticRegression(SGD({rate:g}))",
            _linear("LogisticRegression", "SGD", rate),
            states=True,
            tuned=True,
        )
        for rate in (0.1, 1.0)
    ),
    _contestant(
        "logistic-adagrad",
        "LogisticRegression(AdaGrad(0.1))",
        _linear("LogisticRegression", "AdaGrad", 0.1),
        states=True,
        tuned=True,
    ),
    _contestant(
        "ftrl",
        "LogisticRegression(FTRLProximal())",
        _linear("LogisticRegression", "FTRLProximal"),
        states=True,
        tuned=True,
    ),
    _contestant("pa-c0.1", "PAClassifier(C=0.1)", _linear("PAClassifier", C=0.1), tuned=True),
]

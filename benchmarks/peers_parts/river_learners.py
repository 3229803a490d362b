"""River's classifiers: predict_one, then learn_one, with a dict of columns for each example."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .contestant import Answer, Contestant, Meter, stated_answer
from .examples import Examples


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
        stated = np.zeros((len(examples), examples.classes)) if self.states else None
        with Meter(limit) as meter:
            for at in meter.rows(len(examples)):
                x, y = rows[at], labels[at]
                if stated is None:
                    said[at] = model.predict_one(x) or 0
                else:
                    told = model.predict_proba_one(x)
                    stated[at] = [told.get(label, 0.0) for label in range(examples.classes)]
                model.learn_one(x, y)
        measured = {"seconds": meter.seconds, "memory_mb": meter.memory_mb}
        return Answer(said, **measured) if stated is None else stated_answer(stated, **measured)


def _linear(kind: str, optimiser: str | None = None, rate: float | None = None, **options: Any) -> Callable[[], Any]:
    def make() -> Any:
        from river import linear_model, optim

        if optimiser is not None:
            options["optimizer"] = getattr(optim, optimiser)(*([] if rate is None else [rate]))
        return getattr(linear_model, kind)(**options)

    return make


def _tree() -> Any:
    from river.tree import HoeffdingAdaptiveTreeClassifier

    return HoeffdingAdaptiveTreeClassifier(seed=1)


def _forest() -> Any:
    from river.forest import ARFClassifier

    return ARFClassifier(seed=1)


def _one_against_rest(make: Callable[[], Any]) -> Callable[[], Any]:
    def wrapped() -> Any:
        from river.multiclass import OneVsRestClassifier

        return OneVsRestClassifier(make())

    return wrapped


def _contestant(name: str, settings: str, make: Callable[[], Any], **options: Any) -> Contestant:
    play = PredictThenLearn(make, states=options.pop("states", False), dense=options.pop("dense", False))
    return Contestant(f"river-{name}", "river", settings, play, **options)


_logistic = _linear("LogisticRegression")
RIVER = [
    _contestant("logistic", "LogisticRegression()", _logistic, states=True),
    _contestant("pa", "PAClassifier()", _linear("PAClassifier")),
    _contestant("alma", "ALMAClassifier()", _linear("ALMAClassifier")),
    _contestant("perceptron", "Perceptron()", _linear("Perceptron")),
    *(
        _contestant(name, settings, make, states=True, dense=True, many=True, slow=True)
        for name, settings, make in (
            ("tree", "HoeffdingAdaptiveTreeClassifier(seed=1)", _tree),
            ("forest", "ARFClassifier(seed=1), adaptive with ADWIN", _forest),
        )
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

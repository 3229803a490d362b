"""Thresher: on-line learning with mistake bounds.

Answers yes or no for a stream of examples with very many attributes, few of them relevant, while the
concept shifts.

>>> import thresher as th
>>> model = th.TrackingWinnow.for_separation(1.0, norm=20)
>>> outcome = model.learn_one({"free": 1, "meeting": 1}, True)
>>> outcome.mistake, model.mistakes
(True, 1)

Names are imported when they are first used, so that starting the command line stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import (
        bounds,
        concepts,
        delay,
        evaluation,
        experiments,
        experts,
        features,
        links,
        losses,
        ranges,
        rates,
        reports,
        streams,
        text,
    )
    from .delay import OD1, OD3, Copies, Delayed, Immediate, Replay
    from .errors import InputError, ModelFileError, ParameterError, ThresherError
    from .evaluation import certify, compare, evaluate, evaluate_late
    from .examples import Example
    from .learners import (
        AdaptiveWinnow,
        Alma,
        Arow,
        Auto,
        AveragedPerceptron,
        BalancedWinnow,
        InterpolatedPerceptron,
        Learner,
        Multiclass,
        MulticlassOutcome,
        NaiveBayes,
        PassiveAggressive,
        Perceptron,
        PNormPerceptron,
        QuasiAdditive,
        Swin,
        TrackingPNorm,
        TrackingWinnow,
        WeightedMajority,
        Winnow,
        WinnowR,
        load,
        load_bytes,
    )
    from .protocols import Outcome
    from .text import words

_HOMES = {
    "delay": ("OD1", "OD3", "Copies", "Delayed", "Immediate", "Replay"),
    "errors": ("InputError", "ModelFileError", "ParameterError", "ThresherError"),
    "evaluation": ("certify", "compare", "evaluate", "evaluate_late"),
    "examples": ("Example",),
    "learners": (
        "AdaptiveWinnow",
        "Alma",
        "Arow",
        "Auto",
        "Auto",
        "AveragedPerceptron",
        "BalancedWinnow",
        "InterpolatedPerceptron",
        "Learner",
        "Multiclass",
        "MulticlassOutcome",
        "NaiveBayes",
        "PNormPerceptron",
        "PassiveAggressive",
        "Perceptron",
        "QuasiAdditive",
        "Swin",
        "TrackingPNorm",
        "TrackingWinnow",
        "WeightedMajority",
        "Winnow",
        "WinnowR",
        "load",
        "load_bytes",
    ),
    "protocols": ("Outcome",),
    "text": ("words",),
}
_ROOMS = (
    "bounds",
    "concepts",
    "evaluation",
    "experiments",
    "experts",
    "features",
    "links",
    "losses",
    "ranges",
    "rates",
    "reports",
    "streams",
    "text",
)
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "OD1",
    "OD3",
    "AdaptiveWinnow",
    "Alma",
    "Arow",
    "Auto",
    "AveragedPerceptron",
    "BalancedWinnow",
    "Copies",
    "Delayed",
    "Example",
    "Immediate",
    "InputError",
    "InterpolatedPerceptron",
    "Learner",
    "ModelFileError",
    "Multiclass",
    "MulticlassOutcome",
    "NaiveBayes",
    "Outcome",
    "PNormPerceptron",
    "ParameterError",
    "PassiveAggressive",
    "Perceptron",
    "QuasiAdditive",
    "Replay",
    "Swin",
    "ThresherError",
    "TrackingPNorm",
    "TrackingWinnow",
    "WeightedMajority",
    "Winnow",
    "WinnowR",
    "bounds",
    "certify",
    "compare",
    "concepts",
    "delay",
    "evaluate",
    "evaluate_late",
    "evaluation",
    "experiments",
    "experts",
    "features",
    "links",
    "load",
    "load_bytes",
    "losses",
    "ranges",
    "rates",
    "reports",
    "streams",
    "text",
    "words",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("thresher")
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name not in _HOME_OF:
        raise AttributeError(f"module 'thresher' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

"""The named learners: each a choice of link, loss, rate and range over the one engine."""

from .auto.auto import Auto
from .auto.trust import Trust, TrustLine
from .balanced import AdaptiveWinnow, BalancedWinnow, WeightedMajority
from .base import BIAS, THRESHOLD, Learner
from .classes.multiclass import Multiclass, MulticlassOutcome
from .lessons import Lesson, Taught
from .loading import load, load_bytes, load_with_progress
from .naive_bayes import NaiveBayes
from .normalised import Alma, TrackingPNorm
from .perceptron import (
    Arow,
    AveragedPerceptron,
    InterpolatedPerceptron,
    PassiveAggressive,
    Perceptron,
    PNormPerceptron,
    QuasiAdditive,
)
from .winnow import Swin, TrackingWinnow, Winnow, WinnowR

LEARNERS = dict(sorted(Learner.kinds.items()))
"""Every learner by its class name."""

__all__ = [
    "BIAS",
    "LEARNERS",
    "THRESHOLD",
    "AdaptiveWinnow",
    "Alma",
    "Arow",
    "Auto",
    "AveragedPerceptron",
    "BalancedWinnow",
    "InterpolatedPerceptron",
    "Learner",
    "Lesson",
    "Multiclass",
    "MulticlassOutcome",
    "NaiveBayes",
    "PNormPerceptron",
    "PassiveAggressive",
    "Perceptron",
    "QuasiAdditive",
    "Swin",
    "Taught",
    "TrackingPNorm",
    "TrackingWinnow",
    "Trust",
    "TrustLine",
    "WeightedMajority",
    "Winnow",
    "WinnowR",
    "load",
    "load_bytes",
    "load_with_progress",
]

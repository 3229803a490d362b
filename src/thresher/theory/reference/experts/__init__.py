"""Masters over experts (F): those whose experts vote, and those whose experts state probabilities."""

from .stating import AbsoluteLoss, LogisticMixing, PastPosteriors
from .voting import FixedShare, FlooredMajority, Majority, Master, Mixture, shared

__all__ = [
    "AbsoluteLoss",
    "FixedShare",
    "FlooredMajority",
    "LogisticMixing",
    "Majority",
    "Master",
    "Mixture",
    "PastPosteriors",
    "shared",
]

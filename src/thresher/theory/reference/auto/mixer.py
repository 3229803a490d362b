"""Logistic mixing of second order: an extended Kalman filter on the log loss."""

import math
from collections.abc import Sequence

from .numbers import clamp

LEAST_CURVATURE, LARGEST, FORGETTING = 0.01, 100.0, 1 / 0.999


class Mixer:
    """p = sigmoid(w . f), w a guess with a covariance P.

    c = max(p (1 - p), .01 pace);  w += P f (y - p) / (1 + c f.Pf);  P -= P f (P f)' / (1/c + f.Pf)
    then P is divided by .999 as long as its trace is below what it was at first: it never stops following.
    """

    def __init__(self, weights: Sequence[float], variances: Sequence[float]) -> None:
        self._first = list(weights), list(variances)
        self.restart()

    def restart(self) -> None:
        """As at first."""
        first, variances = self._first
        self.weights = list(first)
        self.covariance = [[v if i == j else 0.0 for j in range(len(first))] for i, v in enumerate(variances)]
        self._cap = 0.0
        for variance in variances:
            self._cap += variance

    def logit(self, f: Sequence[float]) -> float:
        """w . f, at most 30 in size."""
        return clamp(dot(self.weights, f), -30.0, 30.0)

    def learn(self, f: Sequence[float], p: float, positive: bool, weight: float, pace: float) -> None:
        """One step on the log loss of what was stated, p. pace: of the labels."""
        curvature = max(p * (1 - p), LEAST_CURVATURE * pace) * weight
        along = [0.0] * len(f)
        for row, value in zip(self.covariance, f, strict=True):
            along = [total + entry * value for total, entry in zip(along, row, strict=True)]
        spread = dot(f, along)
        gain = (positive - p) * weight / (1 + curvature * spread)
        shrink = 1 / (1 / curvature + spread)
        self.weights = [clamp(w + gain * a, -LARGEST, LARGEST) for w, a in zip(self.weights, along, strict=True)]
        diagonal = [row[i] - along[i] * along[i] * shrink for i, row in enumerate(self.covariance)]
        trace = 0.0
        for variance in diagonal:
            trace += variance
        if min(diagonal) < 0 or not math.isfinite(trace):  # roundings ate it
            self.restart()
            return
        growth = FORGETTING if trace < self._cap else 1.0
        self.covariance = [
            [(entry - b * a * shrink) * growth for entry, b in zip(row, along, strict=True)]
            for row, a in zip(self.covariance, along, strict=True)
        ]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The sum of products: every fourth in one sum, then those four together."""
    sums = [0.0] * 4
    for n, (one, other) in enumerate(zip(a, b, strict=True)):
        sums[n % 4] += one * other
    return (sums[0] + sums[2]) + (sums[1] + sums[3])

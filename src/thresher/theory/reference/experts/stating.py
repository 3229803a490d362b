"""Masters over experts that state probabilities (F1, F2, F3), in plain Python: what is said, and what it costs.

Each takes what the experts state, label -> probability for two labels or any number of them, and the outcome, and adds
up its loss.
"""

import math
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from .voting import mean, shared

Stated = Sequence[Mapping[Any, float]]


class AbsoluteLoss:
    """F1: weights are multiplied by b^(1 - q(y)), then shared. States the weighted mean, or what fits all outcomes.

    What is lost is 1 less the probability of the outcome: with two labels the distance |q - y| of the probability of
    yes from 1 or 0, with any number half the sum of the distances of all probabilities from 1 and 0.

    What fits: with l(c) = 1 - (what the sum of the weights would lose if c came, in its own measure) no probability may
    be less than l(c). The nearest probabilities to l are max(0, l(c) + t), t such that their sum is 1.

    loss, mistakes: of what is stated, and of predicting the most probable label.
    """

    def __init__(self, experts: int, b: float, share: float = 0.0, *, mean: bool = False) -> None:
        self.weights = [1 / experts] * experts
        self.b, self.share, self.mean = b, share, mean
        self.loss = 0.0
        self.mistakes = 0

    def state(self, stated: Stated) -> dict[Any, float]:
        """The master's probabilities for what the experts say."""
        if self.mean:
            return mean(self.weights, stated)
        scale = 2 * math.log(2 / (1 + self.b))
        return nearest_probabilities({y: 1 + math.log(fsum(self._after(stated, y))) / scale for y in stated[0]})

    def learn(self, stated: Stated, y: Any) -> dict[Any, float]:
        """What it states; then the outcome is learned. A tie is a mistake: the worse for the bound."""
        said = self.state(stated)
        self.loss += 1 - said[y]
        self.mistakes += any(said[label] >= said[y] for label in said if label != y)
        after = self._after(stated, y)
        total = fsum(after)
        self.weights = [w / total for w in after]
        if self.share:
            self.weights = shared(self.weights, self.share)
        return said

    def _after(self, stated: Stated, y: Any) -> list[float]:
        return [w * self.b ** (1 - q[y]) for w, q in zip(self.weights, stated, strict=True)]


def nearest_probabilities(values: Mapping[Any, float]) -> dict[Any, float]:
    """max(0, value + t), t such that they sum to 1: the nearest point to the values whose parts are probabilities."""
    largest = sorted(values.values(), reverse=True)
    moves = [(1 - fsum(largest[:count])) / count for count in range(1, len(largest) + 1)]
    move = next(t for t, least in zip(reversed(moves), reversed(largest), strict=True) if least + t >= 0)
    return {label: max(0.0, value + move) for label, value in values.items()}


class PastPosteriors:
    """F2: all posteriors are kept, and the weights of a trial are their mixture, by coefficients that sum to 1.

    Parameters
    ----------
    experts : int
        How many there are.
    share : float
        How much weight goes to past posteriors.
    horizon : int or None, optional
        None for the uniform past; else the decaying one, with J = ceil(lg(horizon)) moving averages.
    """

    def __init__(self, experts: int, share: float, horizon: int | None = None) -> None:
        self.posteriors = [[1 / experts] * experts]
        self.weights = self.posteriors[0]
        self.share, self.horizon = share, horizon
        self.log_loss = 0.0

    def learn(self, stated: Stated, y: Any) -> dict[Any, float]:
        """The mixture's probability of each label; then the outcome is learned."""
        mixed = mean(self.weights, stated)
        joint = [w * q[y] for w, q in zip(self.weights, stated, strict=True)]
        given = fsum(joint)
        self.log_loss -= math.log(given)
        self.posteriors.append([value / given for value in joint])
        parts = self.coefficients()
        columns = zip(*self.posteriors, strict=True)
        self.weights = [fsum(part * v for part, v in zip(parts, column, strict=True)) for column in columns]
        return mixed

    def coefficients(self) -> list[float]:
        """Of the posteriors 0 .. t in the weights of trial t + 1."""
        t = len(self.posteriors) - 1
        if self.horizon is None:
            return [self.share / t] * t + [1 - self.share]
        count = math.ceil(math.log2(self.horizon))
        found = []
        for q in range(t + 1):
            parts = [(1 - 2**-j) ** t if q == 0 else 2**-j * (1 - 2**-j) ** (t - q) for j in range(1, count + 1)]
            found.append(self.share * fsum(parts) / count + (1 - self.share if q == t else 0.0))
        return found


class LogisticMixing:
    """F3: p(c) = e^s(c) / sum of e^s, s(c) = sum_i w_i ln q_i(c); w follows the gradient of the log loss, in a ball.

    With two labels this is p = 1/(1 + e^-(w.z)) of the logits z_i = ln(q_i/(1 - q_i)).

    Parameters
    ----------
    experts : int
        How many there are.
    rate : float or None
        None for the adaptive one.
    radius : float
        Of the ball that the weights stay in.
    """

    def __init__(self, experts: int, rate: float | None, radius: float) -> None:
        self.start = [1 / experts] * experts
        self.weights = list(self.start)
        self.rate, self.radius = rate, radius
        self.log_loss = self.gradients = 0.0  # gradients: the sum of their squared norms

    def state(self, stated: Stated) -> dict[Any, float]:
        """The master's probabilities for what the experts say."""
        powers = {
            label: math.exp(fsum(w * math.log(q[label]) for w, q in zip(self.weights, stated, strict=True)))
            for label in stated[0]
        }
        total = fsum(powers.values())
        return {label: power / total for label, power in powers.items()}

    def learn(self, stated: Stated, y: Any) -> dict[Any, float]:
        """The master's probabilities; then the outcome is learned."""
        said = self.state(stated)
        self.log_loss -= math.log(said[y])
        gradient = [fsum(p * math.log(q[label]) for label, p in said.items()) - math.log(q[y]) for q in stated]
        self.gradients += fsum(g * g for g in gradient)
        rate = self.rate
        if rate is None:
            rate = math.sqrt(2) * self.radius / math.sqrt(self.gradients) if self.gradients else 0.0
        self.weights = self._nearest([w - rate * g for w, g in zip(self.weights, gradient, strict=True)])
        return said

    def _nearest(self, w: Sequence[float]) -> list[float]:
        distance = math.dist(w, self.start)
        part = min(1.0, self.radius / distance) if distance else 1.0
        return [s + part * (value - s) for value, s in zip(w, self.start, strict=True)]

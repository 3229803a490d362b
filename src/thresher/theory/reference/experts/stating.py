"""Masters over experts that state probabilities (F1, F2, F3), in plain Python: what is said, and what it costs.

Each takes what the experts state, numbers between 0 and 1, and the outcome, and adds up its loss.
"""

import math
from collections.abc import Sequence
from math import fsum

from .voting import shared


class AbsoluteLoss:
    """F1: weights are multiplied by b^|q - y|, then shared. States the weighted mean, or what fits both outcomes.

    loss, mistakes: absolute, and of predicting 1 iff what it states is at least 1/2.
    """

    def __init__(self, experts: int, b: float, share: float = 0.0, *, mean: bool = False) -> None:
        self.weights = [1 / experts] * experts
        self.b, self.share, self.mean = b, share, mean
        self.loss = 0.0
        self.mistakes = 0

    def state(self, stated: Sequence[float]) -> float:
        """The master's number for what the experts say."""
        if self.mean:
            return fsum(w * q for w, q in zip(self.weights, stated, strict=True))
        # Allowed if the outcome is 0, and if it is 1: what the sum of the weights would lose, in its own measure.
        scale = 2 * math.log(2 / (1 + self.b))
        most = [-math.log(fsum(self._after(stated, y))) / scale for y in (0, 1)]
        return min(1.0, max(0.0, (most[0] + (1 - most[1])) / 2))

    def learn(self, stated: Sequence[float], y: bool) -> float:
        """What it states; then the outcome is learned."""
        number = self.state(stated)
        self.loss += abs(number - y)
        self.mistakes += (number >= 0.5) != y
        after = self._after(stated, y)
        total = fsum(after)
        self.weights = [w / total for w in after]
        if self.share:
            self.weights = shared(self.weights, self.share)
        return number

    def _after(self, stated: Sequence[float], y: int) -> list[float]:
        return [w * self.b ** abs(q - y) for w, q in zip(self.weights, stated, strict=True)]


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

    def learn(self, stated: Sequence[float], y: bool) -> float:
        """The mixture's probability of 1; then the outcome is learned."""
        mixed = fsum(w * q for w, q in zip(self.weights, stated, strict=True))
        joint = [w * (q if y else 1 - q) for w, q in zip(self.weights, stated, strict=True)]
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
    """F3: p = 1/(1 + e^-(w.z)) of the logits z; w follows the gradient of the log loss and stays in a ball.

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

    def learn(self, stated: Sequence[float], y: bool) -> float:
        """The master's probability of 1; then the outcome is learned."""
        z = [math.log(q) - math.log(1 - q) for q in stated]
        p = 1 / (1 + math.exp(-fsum(w * value for w, value in zip(self.weights, z, strict=True))))
        self.log_loss -= math.log(p if y else 1 - p)
        gradient = [(p - y) * value for value in z]
        self.gradients += fsum(g * g for g in gradient)
        rate = self.rate
        if rate is None:
            rate = math.sqrt(2) * self.radius / math.sqrt(self.gradients) if self.gradients else 0.0
        self.weights = self._nearest([w - rate * g for w, g in zip(self.weights, gradient, strict=True)])
        return p

    def _nearest(self, w: Sequence[float]) -> list[float]:
        distance = math.dist(w, self.start)
        part = min(1.0, self.radius / distance) if distance else 1.0
        return [s + part * (value - s) for value, s in zip(w, self.start, strict=True)]

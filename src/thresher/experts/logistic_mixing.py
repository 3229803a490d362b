"""Logistic mixing of experts that state probabilities (F3)."""

import math
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from ..learners.standing import Standing
from ..parameters import real
from ..theory.bounds.experts.logits import adaptive_logistic_mixing_log_loss, logistic_mixing_log_loss
from ..theory.bounds.experts.majority import log_loss_mistakes
from .master import Experts, Master
from .mixing import CLIP, clipping, log_losses


class LogisticMixing(Master):
    """A weighted sum of the experts' logits (F3): p = 1/(1 + e^-(w.z)), z_i = ln(q_i/(1 - q_i)).

        w <- the nearest point of the ball to w - rate (p - y) z

    Unlike a mixture it can be surer than each of its experts, and can turn one round who is always wrong.

    learners: experts with probabilities, a list or name -> learner.
    rate: eta, how far the weights move. Default 0.01; None: adaptive, sqrt(2) R/sqrt(sum of |gradient|^2).
    radius: R, at least 1, of the ball around the start (1/N, .., 1/N) in which the weights stay. Default 4.
    clip: what is stated is brought to clip at least and 1 - clip at most. Default 0.0001: logits up to 9.2.

    Bound, in log loss, against every w in the ball, d from the start, that loses L: L + d^2/(2 eta) + eta S/2, S the
    sum of the squared norms of the gradients (`gradients`); adaptive L + 2 R sqrt(2 S). An expert alone is the w with
    a single 1.

    >>> import thresher as th
    >>> model = LogisticMixing([th.AdaptiveWinnow(), th.AdaptiveWinnow(rate=0.1)])
    >>> for _ in range(20):
    ...     outcome = model.learn_one({"free": 1}, True)
    >>> model.standing().holds, model.standing().theorem
    (True, 'logistic_mixing_log_loss')
    """

    _stated = "always"
    loss_name = "log loss"

    def __init__(
        self, learners: Experts, rate: float | None = 0.01, *, radius: float = 4.0, clip: float = CLIP
    ) -> None:
        self.clip = clipping(clip)
        self._begin(learners, clip=self.clip)
        self.rate = None if rate is None else real("rate", rate, above=0)
        self.radius = real("radius", radius, at_least=1)
        self._start = 1 / len(self._crew)
        self._values = [self._start] * len(self._crew)
        self.gradients = 0.0

    def weights(self) -> dict[str, float]:
        """What each expert's logit is multiplied by."""
        return dict(zip(self.learners, self._values, strict=True))

    def bound(self, best_loss: float | None = None, distance: float | None = None) -> float:
        """What the theorem allows against weights with this loss, at this distance from the start.

        By default against the expert that lost least, alone.
        """
        best = self._best()[1] if best_loss is None else best_loss
        if self.rate is None:
            return adaptive_logistic_mixing_log_loss(best_loss=best, radius=self.radius, gradients=self.gradients)
        away = math.sqrt(1 - self._start) if distance is None else real("distance", distance, at_most=self.radius)
        return logistic_mixing_log_loss(best_loss=best, distance=away, rate=self.rate, gradients=self.gradients)

    def standings(self) -> list[Standing]:
        name, best = self._best()
        theorem = adaptive_logistic_mixing_log_loss if self.rate is None else logistic_mixing_log_loss
        bound = self.bound()
        return [
            self._beside(name, best, bound, theorem.__name__),
            self._beside(name, best, log_loss_mistakes(loss=bound), log_loss_mistakes.__name__, mistakes=True),
        ]

    def _opinion(self, statements: Sequence[float]) -> float:
        return _sigmoid(self._score(statements))

    def _score(self, statements: Sequence[float]) -> float:
        return fsum(w * _logit(q) for w, q in zip(self._values, statements, strict=True))

    def _says(self, statements: Sequence[float]) -> bool:
        return self._score(statements) >= 0

    def _losses_of(self, statements: Sequence[float], label: bool) -> list[float]:
        return log_losses(statements, label)

    def _own_loss(self, statements: Sequence[float], opinion: float, said: bool, label: bool) -> float:
        score = self._score(statements)
        return _softplus(-score if label else score)

    def _weigh(
        self, statements: Sequence[float], losses: Sequence[float], opinion: float, label: bool, mistake: bool
    ) -> bool:
        score = self._score(statements)
        slope = -_sigmoid(-score) if label else _sigmoid(score)
        gradient = [slope * _logit(q) for q in statements]
        self.gradients += fsum(g * g for g in gradient)
        if not self.gradients:
            return False
        rate = math.sqrt(2 / self.gradients) * self.radius if self.rate is None else self.rate
        moved = [w - rate * g - self._start for w, g in zip(self._values, gradient, strict=True)]
        length = math.hypot(*moved)
        shrink = self.radius / length if length > self.radius else 1.0
        self._values = [self._start + shrink * away for away in moved]
        return True

    def _state(self) -> dict[str, Any]:
        return {"weights": self._values, "gradients": [self.gradients]}

    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        if len(state["weights"]) != len(self._values):
            raise ValueError("the weights are not those of the experts")
        self._values, self.gradients = list(state["weights"]), float(state["gradients"][0])


def _logit(q: float) -> float:
    return math.log(q / (1.0 - q))


def _sigmoid(score: float) -> float:
    """1/(1 + e^-score), without an overflow."""
    return 1 / (1 + math.exp(-score)) if score >= 0 else math.exp(score) / (1 + math.exp(score))


def _softplus(score: float) -> float:
    """ln(1 + e^score), without an overflow."""
    return max(score, 0.0) + math.log1p(math.exp(-abs(score)))

"""Logistic mixing of experts that state probabilities (F3)."""

import math
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from ..learners import Standing
from ..parameters import real
from ..protocols import Label
from ..theory.bounds.experts import (
    adaptive_logistic_mixing_log_loss,
    log_loss_mistakes,
    logistic_mixing_log_loss,
)
from .log_loss import CLIP, clipping
from .master import Heard, Master
from .panel import Experts
from .saving import as_amounts
from .statements import Statement, most_probable, probabilities


class LogisticMixing(Master):
    """A weighted sum of the experts' log-odds (F3).

        p(c) = e^s(c) / sum of e^s,   s(c) = sum_i w_i ln(q_i(c) / q_i(first label))
        w <- the nearest point of the ball to w - rate * the gradient of the log loss

    With two labels this is p = 1/(1 + e^-(w.z)) of the logits z_i = ln(q_i/(1 - q_i)). Unlike a mixture it can be surer
    than each of its experts, and can turn one round who is always wrong.

    Parameters
    ----------
    learners : list of learners, or name -> learner
        Experts with probabilities. They are taught by the master, so give them away.
    rate : float or None, default 0.01
        How far the weights move (eta); None: adaptive, sqrt(2) R/sqrt(sum of |gradient|^2).
    radius : float, default 4
        Of the ball around the start (1/N, .., 1/N) in which the weights stay (R), at least 1.
    clip : float, default 0.0001
        Of two labels what is stated is brought to clip at least and 1 - clip at most (logits up to 9.2); of k labels to
        2 clip/k at least.

    Attributes
    ----------
    gradients : float
        The sum of the squared norms of the gradients (S).

    Notes
    -----
    Bound, in log loss, for any number of labels, against every w in the ball, d from the start, that loses L:
    L + d^2/(2 eta) + eta S/2; adaptive L + 2 R sqrt(2 S). An expert alone is the w with a single 1.

    References
    ----------
    Zinkevich (2003), Online convex programming and generalized infinitesimal gradient ascent.

    Examples
    --------
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
        self._begin(learners)
        self.rate = None if rate is None else real("rate", rate, above=0)
        self.radius = real("radius", radius, at_least=1)
        self._start = 1 / len(self._panel)
        self._values = [self._start] * len(self._panel)
        self.gradients = 0.0

    def weights(self) -> dict[str, float]:
        """What each expert's log-odds are multiplied by."""
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
        """The run so far beside each theorem that holds for it: of its log loss, and of its mistakes."""
        name, best = self._best()
        theorem = adaptive_logistic_mixing_log_loss if self.rate is None else logistic_mixing_log_loss
        bound = self.bound()
        return [
            self._beside(name, best, bound, theorem.__name__),
            self._beside(name, best, log_loss_mistakes(loss=bound), log_loss_mistakes.__name__, mistakes=True),
        ]

    def _opinion(self, heard: Heard) -> dict[Label, float]:
        return probabilities(heard.labels, _softmax(self._scores(heard)).__getitem__)

    def _says(self, heard: Heard) -> Label:
        return most_probable(self._scores(heard), heard.labels)

    def _scores(self, heard: Heard) -> dict[Label, float]:
        """The weighted sum of the log-odds of each label against the first one, which has 0."""
        first = heard.labels.names[:1]
        others = heard.labels.names[1:]
        scores = {
            label: fsum(w * _log_odds(q, label, *first) for w, q in zip(self._values, heard.stated, strict=True))
            for label in others
        }
        return dict.fromkeys(first, 0.0) | scores

    def _loss_of(self, stated: Statement, label: Label) -> float:
        return -math.log(stated[label])

    def _own_loss(self, heard: Heard, said: Label, label: Label) -> float:
        scores = self._scores(heard)
        return _log_sum_exp([score - scores[label] for score in scores.values()])

    def _weigh(self, heard: Heard, losses: Sequence[float], label: Label, mistake: bool) -> bool:
        gradient = self._gradient(heard, label)
        self.gradients += fsum(g * g for g in gradient)
        if not self.gradients:
            return False
        rate = math.sqrt(2 / self.gradients) * self.radius if self.rate is None else self.rate
        moved = [w - rate * g - self._start for w, g in zip(self._values, gradient, strict=True)]
        length = math.hypot(*moved)
        shrink = self.radius / length if length > self.radius else 1.0
        self._values = [self._start + shrink * away for away in moved]
        return True

    def _gradient(self, heard: Heard, label: Label) -> list[float]:
        """Of the log loss: for each expert sum_c (p(c) - [c is the label]) z_i(c), z_i the log-odds."""
        given = _softmax(self._scores(heard))
        slopes = given | {label: -fsum(p for other, p in given.items() if other != label)}
        first, *others = heard.labels.names
        return [fsum(slopes[c] * _log_odds(q, c, first) for c in others) for q in heard.stated]

    def _state(self) -> dict[str, Any]:
        return {"weights": self._values, "gradients": [self.gradients]}

    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        weights = [float(weight) for weight in state["weights"]]
        if len(weights) != len(self._values):
            raise ValueError("the weights are not those of the experts")
        away = math.hypot(*(weight - self._start for weight in weights))
        if not away <= self.radius * (1 + 1e-9):
            raise ValueError("the weights are outside their ball")
        self._values, (self.gradients,) = weights, as_amounts(state["gradients"], 1)


def _log_odds(stated: Statement, label: Label, first: Label) -> float:
    return math.log(stated[label] / stated[first])


def _softmax(scores: Mapping[Label, float]) -> dict[Label, float]:
    """e^score / sum of e^score, without an overflow."""
    top = max(scores.values(), default=0.0)
    powers = {label: math.exp(score - top) for label, score in scores.items()}
    total = fsum(powers.values())
    return {label: power / total for label, power in powers.items()}


def _log_sum_exp(scores: Sequence[float]) -> float:
    """ln(sum of e^score), without an overflow, and without losing what is small beside 1."""
    top = max(scores)
    others = list(scores)
    others.remove(top)
    return top + math.log1p(fsum(math.exp(score - top) for score in others))

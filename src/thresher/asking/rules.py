"""How far a learner is from its other answer, and how near that must be for a label to be worth its price.

A label is asked for with probability k width/(k width + distance). Where a theorem says what width and distance are,
the bound of the learner that is told every label holds in expectation (J1, J2); elsewhere this is a heuristic.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..choices.links import Exponential, Identity, PNorm, TwoSinh
from ..choices.rates import Constant
from ..errors import ParameterError
from ..late import Question
from ..learners import Learner, Traits
from ..protocols import Features
from ..theory.bounds.asking_winnow import winnow_width

LEAST = 1e-12  # a probability below it counts as this: nobody is that sure


class Reach(NamedTuple):
    """How far the other answer is, and from how far a label is asked for every second time."""

    width: float
    distance: float

    def chance(self, eagerness: float) -> float:
        """The probability with which the label is asked for."""
        if self.distance == 0.0:
            return 1.0
        wide = eagerness * self.width
        return wide / (wide + self.distance)


class Rule(ABC):
    """When to ask.

    Attributes
    ----------
    entry : str or None
        The theorem that it has, in docs/theory.md; None of a heuristic.
    """

    entry: str | None = None
    needs_norm: bool = True

    def norm(self, values: Iterable[float]) -> float:
        """The norm of an example that the rule goes by."""
        return 0.0

    def norm_of(self, learner: Any, x: Features) -> float:
        """The same of an example as a learner takes it, with its bias."""
        if not self.needs_norm or not isinstance(learner, Learner):
            return 0.0
        return self.norm([*learner.instance(x).values(), *([1.0] if learner.options["bias"] else [])])

    def total(self, learner: Any) -> float:
        """What the rule goes by of all weights; it changes with updates alone."""
        return 0.0

    @abstractmethod
    def reach(self, learner: Any, x: Features, said: Question, norm: float, total: float) -> Reach:
        """Of an answer, in the state in which it was given.

        norm: the largest of an example so far, or ever; total: as above, in this state.
        """


@dataclass(frozen=True)
class PNormRule(Rule):
    """J1 for the p-norm Perceptron, p = 2 the Perceptron: |v.x|/rate, v = grad |z|_p^2/2; width (p-1) X^2/2."""

    p: float
    rate: float
    entry = "J1"

    def norm(self, values: Iterable[float]) -> float:
        return _p_norm(values, self.p)

    def total(self, learner: Any) -> float:
        return 0.0 if self.p == 2 else _p_norm(_duals(learner, self.p), self.p)

    def reach(self, learner: Any, x: Features, said: Question, norm: float, total: float) -> Reach:
        score = _score(learner, x, said)
        distance = abs(score) / self.rate
        if self.p != 2 and distance:
            distance /= self.p * total ** (self.p - 2)
        return Reach((self.p - 1) * norm**2 / 2, distance)


@dataclass(frozen=True)
class WeightsRule(Rule):
    """J1 for weighted majority and Balanced Winnow: |w.x| as a share of all weights; width rate S^2/2.

    n: the number of attributes, the bias among them. None: those that have been seen, and then no theorem is known.
    """

    rate: float
    initial: float | None  # of each half, where there are two
    n: int | None

    @property
    def entry(self) -> str | None:  # type: ignore[override]  # it depends on what is known
        """J1 where the number of attributes is known."""
        return None if self.n is None else "J1"

    def norm(self, values: Iterable[float]) -> float:
        return max(map(abs, values), default=0.0)

    def total(self, learner: Any) -> float:
        weights = _weights(learner)
        others = max(0, (self.n or 1) - len(weights))
        if self.initial is None:
            return math.fsum(weights) + others
        # w = w+ - w-, and w+ w- = initial^2 always
        return math.fsum(math.hypot(w, 2 * self.initial) for w in weights) + 2 * self.initial * others

    def reach(self, learner: Any, x: Features, said: Question, norm: float, total: float) -> Reach:
        score = _score(learner, x, said)
        return Reach(self.rate * norm**2 / 2, abs(score) / total)


@dataclass(frozen=True)
class TrackingRule(Rule):
    """J2: g and mu times the distance from the threshold, times the promotion below it."""

    promotion: float
    floor: float  # as a share of the threshold
    threshold: float
    separation: float
    entry = "J2"

    def norm(self, values: Iterable[float]) -> float:
        return math.fsum(values)

    def reach(self, learner: Any, x: Features, said: Question, norm: float, total: float) -> Reach:
        score = _score(learner, x, said)
        try:
            width, scale = winnow_width(
                promotion=self.promotion, floor_share=self.floor * norm, separation=self.separation
            )
        except ParameterError:  # nothing is promised of such examples: every label counts
            return Reach(1.0, 0.0)
        distance = score / self.threshold
        return Reach(width, scale * (distance if distance >= 0 else -self.promotion * distance))


@dataclass(frozen=True)
class OddsRule(Rule):
    """A heuristic for learners that state probabilities: ln(p/p') of the two likeliest labels; width 1. No bound."""

    needs_norm = False

    def reach(self, learner: Any, x: Features, said: Question, norm: float, total: float) -> Reach:
        best, second = _two_largest(map(float, (said.probabilities or {}).values()))
        if second is None:
            return Reach(1.0, 0.0)  # it knows one label at most
        return Reach(1.0, math.log(max(best, LEAST) / max(second, LEAST)))


@dataclass(frozen=True)
class ScoreRule(Rule):
    """A heuristic for all others: by how much the best score is ahead, beside the mean of that so far. No bound.

    Its width is not known here: `Asking` has the mean.
    """

    needs_norm = False

    def reach(self, learner: Any, x: Features, said: Question, norm: float, total: float) -> Reach:
        if getattr(learner, "positive", None) is not None and said.score is not None:
            return Reach(1.0, abs(said.score))
        if not hasattr(learner, "scores_one"):
            return Reach(1.0, 0.0)
        best, second = _two_largest(learner.scores_one(x).values())
        return Reach(1.0, 0.0 if second is None else best - second)


def rule_for(learner: Any, n: int | None = None, separation: float | None = None) -> Rule:
    """The rule of J1 or J2 where the learner has one, else a heuristic.

    Parameters
    ----------
    learner : learner
        Any one.
    n : int, optional
        The number of attributes, for weighted majority and Balanced Winnow.
    separation : float, optional
        That of A4, for tracking Winnow. Default: promotion - 1, at most 1.

    Returns
    -------
    Rule
        Its `entry` is the theorem, None of a heuristic.

    Examples
    --------
    >>> from thresher import Auto, Perceptron, TrackingWinnow
    >>> rule_for(Perceptron()).entry, rule_for(TrackingWinnow()).entry, rule_for(Auto()).entry
    ('J1', 'J2', None)
    """
    traits = getattr(learner, "traits", None)
    bound = traits.bound if isinstance(traits, Traits) else None
    if isinstance(learner, Learner) and bound is not None and traits is not None and traits.labels == 2:
        choice = learner.choice
        link, rate = choice.link, choice.rate.rate if isinstance(choice.rate, Constant) else 1.0
        if bound == "C3" and isinstance(link, Identity):
            return PNormRule(2.0, rate)
        if bound == "E8" and isinstance(link, PNorm):
            return PNormRule(float(link.p), rate)
        if bound == "E5":
            return WeightsRule(rate, None, n)
        if bound == "E7" and isinstance(link, TwoSinh) and link.promotion is not None:
            return WeightsRule(math.log(link.promotion), link.initial, n)
        if bound == "A4" and isinstance(link, Exponential):
            apart = min(1.0, link.promotion - 1.0) if separation is None else separation
            return TrackingRule(link.promotion, link.initial / choice.threshold, choice.threshold, apart)
    states = traits.probabilities if isinstance(traits, Traits) else hasattr(learner, "predict_proba_one")
    return OddsRule() if states else ScoreRule()


def _score(learner: Any, x: Features, said: Question) -> float:
    """Of the positive one of two labels; a question has none while it is not known which of them that is."""
    return float(learner.score_one(x)) if said.score is None else said.score


def _duals(learner: Any, p: float) -> list[float]:
    """All duals; that of the bias from its weight p |z|^(p-1)."""
    found = list(learner.duals().values())
    return [*found, (abs(learner.bias) / p) ** (1 / (p - 1))] if learner.options["bias"] else found


def _weights(learner: Any) -> list[float]:
    """All weights, that of the bias too."""
    return [*learner.weights().values(), *([learner.bias] if learner.options["bias"] else [])]


def _p_norm(values: Iterable[float], p: float) -> float:
    """Without overflow: relative to the largest."""
    sizes = [abs(value) for value in values if value]
    largest = max(sizes, default=0.0)
    return largest * math.fsum((size / largest) ** p for size in sizes) ** (1 / p) if largest else 0.0


def _two_largest(values: Iterable[float]) -> tuple[float, float | None]:
    ordered = sorted(values, reverse=True)
    return (ordered[0] if ordered else 0.0), (ordered[1] if len(ordered) > 1 else None)

"""A run's measure of progress (E2): how u.z, G, H* and M* change with every mistake, beside what theory allows."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ...choices.losses import Mistake
from ...choices.ranges import Unlimited
from ...choices.rates import Constant, Eliminating
from ...data import Example
from ...errors import InputError, ParameterError
from ...learners import BIAS, THRESHOLD, Learner
from ...parameters import real
from ...protocols import Attribute, Features, Label
from ..two_labels import check_two_labels
from .measure import Measure


class Violation(NamedTuple):
    """An inequality of E2 that did not hold: after which trial, which one, and its two sides.

    Attributes
    ----------
    trial : int
        After which trial, from 1; 0 before the first.
    statement : str
        The inequality.
    left : float
        Its left side.
    right : float
        Its right side.
    """

    trial: int
    statement: str
    left: float
    right: float

    def __str__(self) -> str:
        return f"after trial {self.trial}: {self.statement}, but {self.left:.9g} beside {self.right:.9g}"


@dataclass
class Progress:
    """The measures before the first trial (entry 0) and after each update.

    Attributes
    ----------
    rate : float
        The learner's (a).
    examples : int, default 0
        Trials in all.
    separation : float or None, optional
        The least y (u.x - threshold) of all trials; None where a transformation hides the examples.
    trials : list of int, optional
        0, then the number (from 1) of each trial that updated.
    alignments : list of float, optional
        u.z after each of these trials.
    totals : list of float, optional
        G after each of them.
    highest : list of float, optional
        H* after each of them.
    measures : list of float, optional
        M* = H* - u.z after each of them.
    limits : list of float, optional
        For each update the supremum of Q_f over its step, which H* may rise by; one entry less than the others.
    """

    rate: float
    examples: int = 0
    separation: float | None = None
    trials: list[int] = field(default_factory=list)
    alignments: list[float] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)
    highest: list[float] = field(default_factory=list)
    measures: list[float] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)

    @property
    def mistakes(self) -> int:
        """Updates, each of them a mistake."""
        return len(self.limits)

    @property
    def rises(self) -> list[float]:
        """By how much each update raised M*; below 0 where it fell."""
        return [after - before for before, after in pairwise(self.measures)]

    @property
    def largest_rise(self) -> float:
        """The most that one update raised M*: below 0 if it always fell, 0 without any update."""
        return max(self.rises, default=0.0)

    @property
    def least(self) -> float:
        """The smallest M* there was."""
        return min(self.measures)

    def violations(self, tolerance: float = 1e-7) -> list[Violation]:
        """Where E2 does not hold: M* >= 0; H* rises by at most Q_f; u.z grows by at least a * separation.

        Where the separation is not known, or not above 0, u.z must grow by more than 0. Together they say that M* rises
        by at most Q_f - a * separation.

        Parameters
        ----------
        tolerance : float, default 1e-07
            Relative to the numbers that are subtracted. Floats and the sampling of Q_f cost about 1e-9.
        """
        real("tolerance", tolerance, at_least=0)
        growth = self.rate * max(self.separation or 0.0, 0.0)
        found = []
        for i, trial in enumerate(self.trials):
            slack = tolerance * (abs(self.highest[i]) + abs(self.alignments[i]))
            if self.measures[i] < -slack:
                found.append(Violation(trial, "M* >= 0", self.measures[i], 0.0))
            if i == 0:
                continue
            slack += tolerance * (abs(self.highest[i - 1]) + abs(self.alignments[i - 1]))
            rise, limit = self.highest[i] - self.highest[i - 1], self.limits[i - 1]
            if rise > limit * (1 + tolerance) + slack:
                found.append(Violation(trial, "H* rises by at most Q_f", rise, limit))
            grown = self.alignments[i] - self.alignments[i - 1]
            if grown < growth - slack or grown <= 0:
                statement = f"u.z grows by at least {self.rate:.6g} times the separation" if growth else "u.z grows"
                found.append(Violation(trial, statement, grown, growth))
        return found


def measure_progress(
    learner: Learner,
    stream: Iterable[tuple[Features, Label]],
    target: Mapping[Attribute, float],
    *,
    n: int | None = None,
) -> Progress:
    """Runs a fresh learner of the same parameters over the stream, and measures its progress towards a target.

    Parameters
    ----------
    learner : Learner
        Quasi-additive, with the mistake loss, a constant rate and no range (E1): Perceptron, PNormPerceptron,
        InterpolatedPerceptron, WeightedMajority, BalancedWinnow without a floor, Winnow without elimination, and
        QuasiAdditive with any link. It is left as it is.
    stream : iterable of (Features, Label)
        Examples (x, y).
    target : mapping of Attribute to float
        u, attribute -> weight, that separates the stream: y (u.x - threshold) > 0. Of a learner with a bias, the weight
        of (bias) too. Of a learner with transformations, u is for the transformed examples.
    n : int or None, optional
        The number of attributes, the bias not counted; needed for links whose untouched attributes count (Winnow,
        weighted majority). Default: the learner's n, if it has one.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> stream = [({"a": 1.0}, True), ({"a": 1.0, "b": 2.0}, False), ({"a": 1.0}, True)]
    >>> progress = measure_progress(Perceptron(), stream, {"a": 1.0, "b": -1.0})
    >>> progress.trials, progress.alignments, progress.violations()
    ([0, 2, 3], [0.0, 1.0, 2.0], [])
    """
    _check(learner)
    choice, options = learner.choice, learner.options
    measure = Measure(
        choice.link,
        target,
        n=getattr(learner, "n", None) if n is None else n,
        initial=choice.initial,
        threshold=choice.threshold,
    )
    fresh = type(learner)(**learner.get_params())
    visible = not options["transform"] and options["bits"] is None
    run = _Run(fresh, measure, separation=math.inf if visible else None)
    for x, y in stream:
        run.learn(x, y)
    return run.progress


class _Run:
    """A learner and the measures of its state."""

    def __init__(self, learner: Learner, measure: Measure, separation: float | None) -> None:
        rate = learner.choice.rate
        assert isinstance(rate, Constant)
        self.progress = Progress(rate.rate, separation=separation)
        self._learner = learner
        self._measure = measure
        self._steps = 0  # promotions less demotions: the dual of an attribute that is always 1
        self._before = self._duals()
        self._record(0)

    def learn(self, x: Features, y: Label) -> None:
        outcome = self._learner.learn_one(x, y)
        sign = 1 if outcome.label == self._learner.positive else -1
        self.progress.examples += 1
        if self.progress.separation is not None:
            self.progress.separation = min(self.progress.separation, sign * self._target_score(x))
        if self._learner.overflows:
            raise InputError(f"trial {self.progress.examples}: the weights overflowed, and no measure holds any more.")
        if outcome.updated:
            self._steps += sign
            after = self._duals()
            self.progress.limits.append(self._measure.step_limit(self._before, after))
            self._before = after
            self._record(self.progress.examples)

    def _record(self, trial: int) -> None:
        measure, duals, kept = self._measure, self._before, self.progress
        total = measure.total(duals)
        if not math.isfinite(total) or self._learner.overflows:
            raise InputError(
                f"trial {trial}: the weights are too large to be measured; use a smaller rate or promotion."
            )
        highest, alignment = measure.highest_at(total), measure.alignment(duals)
        kept.trials.append(trial)
        kept.alignments.append(alignment)
        kept.totals.append(total)
        kept.highest.append(highest)
        kept.measures.append(highest - alignment)

    def _duals(self) -> dict[Attribute, float]:
        duals = self._learner.duals()
        if self._learner.options["bias"]:
            duals[BIAS] = self._measure.dual({}, BIAS) + self.progress.rate * self._steps
        if self._learner.choice.threshold:
            duals[THRESHOLD] = self.progress.rate * self._steps
        return duals

    def _target_score(self, x: Features) -> float:
        """u.x - threshold, with the bias."""
        values: dict[Attribute, float] = dict(Example(x).items())
        values |= {BIAS: 1.0} if self._learner.options["bias"] else {}
        values |= {THRESHOLD: 1.0}
        return math.fsum(u * values.get(a, 0.0) for a, u in self._measure.target.items())


def _check(learner: Learner) -> None:
    """Refuses what the measures do not cover, with the reason."""
    if not isinstance(learner, Learner):
        raise ParameterError(f"progress is measured of a learner of Thresher's; got {type(learner).__name__}.")
    check_two_labels("a measure of progress", learner)
    choice, options, name = learner.choice, learner.options, type(learner).__name__
    reasons = {
        "updates on right predictions too": not isinstance(choice.loss, Mistake),
        "sets weights to 0 for good": isinstance(choice.rate, Eliminating),
        "has a rate that changes": not isinstance(choice.rate, Constant) or choice.rate.lopsided,
        "keeps its weights in a range": not isinstance(choice.range, Unlimited) or choice.radius is not None,
        "predicts with an average of its states": choice.averaging != "none",
        "changes values as it updates": choice.monitor is not None,
        "discards small weights": choice.discard is not None or choice.discard_relative is not None,
        "does not learn every attribute it sees": bool(options["join_after"])
        or options["join_share"] is not None
        or options["max_attributes"] is not None,
    }
    for reason, holds in reasons.items():
        if holds:
            raise ParameterError(
                f"the measures of E2 are for quasi-additive learners with the mistake loss, a constant rate and no"
                f" range; {name} {reason}."
            )

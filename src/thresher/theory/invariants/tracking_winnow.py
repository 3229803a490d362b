"""Tracking Winnow's lemmas (A3)."""

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from ...errors import InputError
from ...parameters import real
from ...protocols import Attribute
from .law import TOLERANCE, Law, Trial


class Comparator(Protocol):
    """Weights that may change from trial to trial, such as thresher.theory.concepts.ConceptSequence."""

    def at(self, trial: int, /) -> Mapping[Attribute, float]:
        """u^t, trials counted from 0."""


class TrackingWinnowLaws(Law):
    """A3, with alpha = promotion, eps = floor, W the sum of all weights, dW its change in one update.

        floor   w_i >= eps
        L2      promotion:  dW <= alpha - 1
        L3      demotion, B the active attributes that stay above the floor:
                            change of sum_B w_i <= -(1 - 1/alpha) sum_B w_i x_i
        L4      demotion:   dW <= -(1 - 1/alpha) (1 - eps |x|_1)
        L5      D <= alpha / (1 - eps lambda) P       while eps lambda < 1
        L6      w_max <= max(eps, alpha, alpha^zeta / zeta)
        L6'     w_max <= eps + (alpha - 1) P
        L7      (1 + delta) P - (1 - delta) D <= log_alpha(w_max / eps) H + N

    Parameters
    ----------
    promotion, floor : float
        The learner's.
    threshold : float, default 1.0
        The learner's; weights are measured in units of it.
    comparator : Comparator or None, optional
        u^t of L7, in units of the threshold: something with at(trial). Without one L7 is not checked.
    separation : float, default 1.0
        delta of L7, above 0 and at most 1; L7 holds with any.
    lemmas : sequence of str or None, optional
        Which of them to check; None: all.
    tolerance : float, default TOLERANCE
        Of rounding, relative.

    Notes
    -----
    lambda is the largest |x|_1 of a demotion so far, zeta the smallest value of a promotion so far, w_max the largest
    weight so far, H the comparator's rise so far and N its noise on the mistakes. L2 and L4 are strict in the paper,
    which floats can't tell. L4 holds with the trial's own |x|_1, which is at most lambda. L6 is stated for alpha <= e,
    where its last term is the largest; alpha^x / x is convex in x, so with alpha beside it it holds for any alpha > 1.
    """

    LEMMAS = ("floor", "L2", "L3", "L4", "L5", "L6", "L6'", "L7")

    def __init__(
        self,
        *,
        promotion: float,
        floor: float,
        threshold: float = 1.0,
        comparator: Comparator | None = None,
        separation: float = 1.0,
        lemmas: Sequence[str] | None = None,
        tolerance: float = TOLERANCE,
    ) -> None:
        super().__init__(lemmas, tolerance)
        self._alpha = real("promotion", promotion, above=1)
        self._theta = real("threshold", threshold, above=0)
        self._eps = real("floor", floor, above=0) / self._theta
        self._comparator = comparator
        self._delta = real("separation", separation, above=0, at_most=1)
        self._promotions = 0
        self._demotions = 0
        self._norm = 0.0
        self._smallest_value = 1.0
        self._largest_weight = self._eps
        self._concept: dict[Attribute, float] = {}
        self._rise = 0.0
        self._noise = 0.0

    def check(self, trial: Trial) -> None:
        if any(not 0 <= value <= 1 for value in trial.values.values()):
            raise InputError(f"trial {trial.number}: A3 is about values from 0 to 1.")
        self._follow(trial)
        checks = {
            "floor": self._check_floor,
            "L2": self._check_promotion,
            "L3": self._check_demotion_above_floor,
            "L4": self._check_demotion,
            "L5": self._check_balance,
            "L6": self._check_largest_by_value,
            "L6'": self._check_largest_by_promotions,
            "L7": self._check_comparator,
        }
        for lemma in self.lemmas:
            checks[lemma](trial)

    def _follow(self, trial: Trial) -> None:
        """Counts and extremes so far, this trial included."""
        if self._comparator is not None:
            self._follow_comparator(trial)
        if not trial.updated:
            return
        values = trial.values.values()
        if trial.positive:
            self._promotions += 1
            self._smallest_value = min([self._smallest_value, *values])
        else:
            self._demotions += 1
            self._norm = max(self._norm, math.fsum(values))
        self._largest_weight = max([self._largest_weight, *(w / self._theta for w in trial.after.values())])

    def _follow_comparator(self, trial: Trial) -> None:
        assert self._comparator is not None
        concept = dict(self._comparator.at(trial.number - 1))
        self._rise += math.fsum(max(0.0, u - self._concept.get(a, 0.0)) for a, u in concept.items())
        self._concept = concept
        if trial.updated:
            score = math.fsum(u * trial.values.get(a, 0.0) for a, u in concept.items())
            missed = 1 + self._delta - score if trial.positive else score - (1 - self._delta)
            self._noise += max(0.0, missed)

    def _before(self, trial: Trial, attribute: Attribute) -> float:
        return trial.before.get(attribute, self._eps * self._theta) / self._theta

    def _after(self, trial: Trial, attribute: Attribute) -> float:
        return trial.after.get(attribute, self._eps * self._theta) / self._theta

    def _change(self, trial: Trial) -> tuple[float, float]:
        """dW, and the size of what it is the difference of."""
        moved = [a for a in {**trial.before, **trial.after} if self._before(trial, a) != self._after(trial, a)]
        size = math.fsum(self._before(trial, a) + self._after(trial, a) for a in moved)
        return math.fsum(self._after(trial, a) - self._before(trial, a) for a in moved), size

    def _check_floor(self, trial: Trial) -> None:
        for attribute in trial.after:
            weight = self._after(trial, attribute)
            words = f"the weight of {attribute!r}"
            meaning = "A weight sank below the floor: does every demotion stop there?"
            self._at_most(trial, "A1's floor", ("eps", self._eps), (words, weight), meaning)

    def _check_promotion(self, trial: Trial) -> None:
        if trial.updated and trial.positive:
            change, size = self._change(trial)
            meaning = "A promotion added too much: was it applied twice, or without a mistake?"
            self._at_most(trial, "A3 L2", ("dW", change), ("alpha - 1", self._alpha - 1), meaning, size)

    def _check_demotion_above_floor(self, trial: Trial) -> None:
        if not trial.updated or trial.positive:
            return
        edge = self._eps * (1 - self._tolerance)
        active = {a: x for a, x in trial.values.items() if self._before(trial, a) * self._alpha**-x >= edge}
        score = math.fsum(self._before(trial, a) * x for a, x in active.items())
        change = math.fsum(self._after(trial, a) - self._before(trial, a) for a in active)
        limit = -(1 - 1 / self._alpha) * score
        meaning = "Active weights above the floor fell too little: is each divided by alpha^x?"
        sides = ("change of sum_B w", change), ("-(1 - 1/alpha) sum_B w x", limit)
        self._at_most(trial, "A3 L3", *sides, meaning, 2 * math.fsum(self._before(trial, a) for a in active))

    def _check_demotion(self, trial: Trial) -> None:
        if not trial.updated or trial.positive:
            return
        limit = -(1 - 1 / self._alpha) * (1 - self._eps * math.fsum(trial.values.values()))
        change, size = self._change(trial)
        meaning = "A demotion removed too little: did it forget attributes, or come without a mistake?"
        self._at_most(trial, "A3 L4", ("dW", change), ("-(1 - 1/alpha)(1 - eps |x|_1)", limit), meaning, size + 1)

    def _check_balance(self, trial: Trial) -> None:
        room = 1 - self._eps * self._norm
        if room > 0:
            limit = self._alpha / room * self._promotions
            meaning = "Demotions outnumber what promotions can have paid for: do demotions remove weight?"
            self._at_most(trial, "A3 L5", ("D", float(self._demotions)), ("alpha/(1 - eps lambda) P", limit), meaning)

    def _check_largest_by_value(self, trial: Trial) -> None:
        zeta = self._smallest_value
        limit = max(self._eps, self._alpha, self._alpha**zeta / zeta)
        meaning = "A weight of at least 1/x was promoted, which no mistake does."
        sides = ("w_max", self._largest_weight), ("max(eps, alpha, alpha^zeta / zeta)", limit)
        self._at_most(trial, "A3 L6", *sides, meaning)

    def _check_largest_by_promotions(self, trial: Trial) -> None:
        limit = self._eps + (self._alpha - 1) * self._promotions
        meaning = "A weight grew by more than alpha - 1 in a promotion, or in a demotion."
        self._at_most(trial, "A3 L6'", ("w_max", self._largest_weight), ("eps + (alpha - 1) P", limit), meaning)

    def _check_comparator(self, trial: Trial) -> None:
        if self._comparator is None:
            return
        paid = (1 + self._delta) * self._promotions - (1 - self._delta) * self._demotions
        reach = math.log(self._largest_weight / self._eps) / math.log(self._alpha)
        limit = reach * self._rise + self._noise
        meaning = "More promotions than the comparator's attributes can have taken: are promotions lost?"
        sides = ("(1 + delta) P - (1 - delta) D", paid), ("log_alpha(w_max/eps) H + N", limit)
        self._at_most(trial, "A3 L7", *sides, meaning, self._promotions + self._demotions)

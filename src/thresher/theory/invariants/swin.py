"""SWIN's lemmas (B3, B5)."""

import math
from collections.abc import Sequence

from ...errors import InputError
from ...parameters import real, whole
from ...protocols import Attribute
from .law import TOLERANCE, Law, Trial
from .tracking_winnow import Comparator


class SwinLaws(Law):
    """B5 and, with a schedule, B3; alpha = promotion, beta = floor_share, d(u, w) = sum w - sum_{u_i = 1} (1 + ln w_i).

        B5         beta/n <= w_i <= alpha
        B3         d(u, w) - d(u, w') >= C |y - p(r)| - a_t ln(alpha)         w before the trial, w' after it, u = u_t
        B3 shift   d(u_{t-1}, w) - d(u_t, w) >= -(#on) ln(n/(e beta)) - (#off) ln(e alpha)

    The last two add up to B3 as it is printed; the middle one holds without a floor too. The upper end of B5 and B3 are
    about attributes that are 0 or 1: other values end the check of the first and are refused by the second.

    n, promotion, floor_share, initial (beta/n by default), randomized: the learner's.

    Parameters
    ----------
    n : int
        The number of attributes.
    promotion : float
        a, the factor of an update.
    floor_share : float
        b, the floors of all attributes together, as a share of the threshold.
    initial : float or None, optional
        The weight to begin with; None: the floor.
    randomized : bool, default False
        Whether it predicts with a coin.
    schedule : Comparator or None, optional
        Something with at(trial), trials counted from 0, whose attributes with weight are the literals.
    lemmas : sequence of str or None, optional
        Which of them to check; None: all.
    tolerance : float, default TOLERANCE
        Of rounding, relative.
    """

    LEMMAS = ("B5", "B3 shift", "B3")

    def __init__(
        self,
        *,
        n: int,
        promotion: float,
        floor_share: float,
        initial: float | None = None,
        randomized: bool = False,
        schedule: Comparator | None = None,
        lemmas: Sequence[str] | None = None,
        tolerance: float = TOLERANCE,
    ) -> None:
        super().__init__(lemmas, tolerance)
        self._n = whole("n", n, at_least=1)
        self._alpha = real("promotion", promotion, above=1)
        self._beta = real("floor_share", floor_share, at_least=0)
        self._floor = self._beta / self._n
        self._initial = self._floor if initial is None else real("initial", initial, above=0)
        self._randomized = randomized
        self._schedule = schedule
        self._literals: set[Attribute] = set()
        self._boolean = True

    def check(self, trial: Trial) -> None:
        self._boolean = self._boolean and all(value == 1 for value in trial.values.values())
        if "B5" in self.lemmas:
            self._check_range(trial)
        if self._schedule is None or not {"B3", "B3 shift"} & set(self.lemmas):
            return
        if not self._boolean:
            raise InputError(f"trial {trial.number}: B3 is about attributes that are 0 or 1.")
        before, self._literals = self._literals, {a for a, u in self._schedule.at(trial.number - 1).items() if u > 0}
        if "B3 shift" in self.lemmas and self._beta > 0:
            self._check_shift(trial, before)
        if "B3" in self.lemmas:
            self._check_potential(trial)

    def _check_range(self, trial: Trial) -> None:
        for attribute, weight in trial.after.items():
            words = f"the weight of {attribute!r}"
            meaning = "A weight sank below the floor: does every demotion stop there?"
            self._at_most(trial, "B5", ("beta/n", self._floor), (words, weight), meaning)
            if self._boolean:
                meaning = "A weight above 1 was promoted, or one was promoted twice."
                self._at_most(trial, "B5", (words, weight), ("alpha", self._alpha), meaning)

    def _check_shift(self, trial: Trial, before: set[Attribute]) -> None:
        on, off = self._literals - before, before - self._literals
        cost = math.fsum(1 + math.log(self._weight(trial, a)) for a in off)
        cost -= math.fsum(1 + math.log(self._weight(trial, a)) for a in on)
        limit = len(on) * math.log(self._n / (math.e * self._beta)) + len(off) * math.log(math.e * self._alpha)
        meaning = "A weight was out of the range of B5 when its literal was switched."
        sides = ("d(u_t, w) - d(u_t-1, w)", cost), ("(#on) ln(n/(e beta)) + (#off) ln(e alpha)", limit)
        self._at_most(trial, "B3, the shift", *sides, meaning, float(len(on) + len(off)))

    def _check_potential(self, trial: Trial) -> None:
        r = math.fsum(self._weight(trial, a) for a in trial.values)
        error = abs(int(trial.positive) - self._probability(r, trial))
        present = len(self._literals & set(trial.values))
        errors = int(present == 0) if trial.positive else present
        moved = [a for a in {**trial.before, **trial.after} if trial.before.get(a) != trial.after.get(a)]
        gained = math.fsum(self._weight(trial, a) - trial.after.get(a, self._initial) for a in moved)
        gained += math.fsum(
            math.log(trial.after.get(a, self._initial) / self._weight(trial, a)) for a in self._literals
        )
        promised = self._constant() * error - errors * math.log(self._alpha)
        meaning = "The step brought the weights too little nearer to the schedule: is it the step of B2, on a mistake?"
        sides = ("C |y - p(r)| - a ln(alpha)", promised), ("d(u, w) - d(u, w')", gained)
        self._at_most(trial, "B3", *sides, meaning, r + len(self._literals))

    def _weight(self, trial: Trial, attribute: Attribute) -> float:
        return trial.before.get(attribute, self._initial)

    def _probability(self, r: float, trial: Trial) -> float:
        if not self._randomized:
            return float(trial.prediction)
        certain = math.log(self._alpha) / (self._alpha - 1)
        return min(1.0, max(0.0, (r - self._beta) / (certain - self._beta)))

    def _constant(self) -> float:
        """C of B4."""
        gain = math.log(self._alpha) - self._beta * (self._alpha - 1)
        return gain / (self._alpha if self._randomized else self._alpha + 1)

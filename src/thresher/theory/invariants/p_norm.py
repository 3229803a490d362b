"""The p-norm learners' invariant (E8), the Perceptron's for p = 2."""

import math
from collections.abc import Iterable, Mapping, Sequence

from ...learners import BIAS
from ...parameters import real
from ...protocols import Attribute
from .law import TOLERANCE, Law, Trial

SMALLEST = 1e-290  # what is left of a product below is not enough digits to have a sign to trust


class PNormLaws(Law):
    """E8: |z|_p^2 <= m (p - 1) a^2 |S|_p^2 from z = 0, after m updates at rate a, |S|_p the largest |x|_p so far.

    Parameters
    ----------
    p : float
        The learner's exponent.
    rate : float, default 1.0
        The learner's rate.
    link : str, default 'p_norm'
        How weights follow from duals: "p_norm" for sgn(z) p |z|^(p-1) (default), "identity" for the Perceptron's w = z.
        Used where the learner shows no duals.
    lemmas : sequence of str or None, optional
        Which of them to check; None: all.
    tolerance : float, default TOLERANCE
        Of rounding, relative.

    Notes
    -----
    Where all products w_i x_i underflow, a mistake is the arithmetic's, and the law is void from then on.
    """

    LEMMAS = ("E8",)

    def __init__(
        self,
        *,
        p: float,
        rate: float = 1.0,
        link: str = "p_norm",
        lemmas: Sequence[str] | None = None,
        tolerance: float = TOLERANCE,
    ) -> None:
        super().__init__(lemmas, tolerance)
        self._p = real("p", p, at_least=2)
        self._rate = real("rate", rate, above=0)
        self._identity = link == "identity"
        self._updates = 0
        self._norm = 0.0
        self._before: Mapping[Attribute, float] = {}

    def check(self, trial: Trial) -> None:
        if not trial.updated or self.void:
            return
        if self._underflows(trial):
            self.void = f"the score underflowed in trial {trial.number}; use larger values or a smaller p"
            return
        self._updates += 1
        self._norm = max(self._norm, length(trial.values.values(), self._p))
        self._before = self._duals(trial)
        size = length(self._before.values(), self._p)
        most = self._rate * self._norm * math.sqrt(self._updates * (self._p - 1))  # both sides without the square
        meaning = "z grew faster than mistakes let it: is the step a y x, the prediction that of w = f(z), and p right?"
        self._at_most(trial, "E8", ("|z|_p", size), ("sqrt(m (p - 1)) a |S|_p", most), meaning)

    def _underflows(self, trial: Trial) -> bool:
        learned = [a for a in trial.values if self._before.get(a)]
        largest = max((abs(trial.before.get(a, 0.0) * trial.values[a]) for a in learned), default=math.inf)
        return largest < SMALLEST

    def _duals(self, trial: Trial) -> Mapping[Attribute, float]:
        shown = trial.duals()
        if shown is None:
            return {a: self._dual(w) for a, w in trial.after.items()}
        return {**shown, BIAS: self._dual(trial.after[BIAS])} if BIAS in trial.after else shown

    def _dual(self, weight: float) -> float:
        if self._identity:
            return weight
        return math.copysign((abs(weight) / self._p) ** (1 / (self._p - 1)), weight)


def length(values: Iterable[float], p: float) -> float:
    """|x|_p, without powers that overflow or vanish."""
    sizes = [abs(value) for value in values]
    largest = max(sizes, default=0.0)
    return largest * math.fsum((size / largest) ** p for size in sizes) ** (1 / p) if largest else 0.0

"""The best comparator of a finished run is a linear program (H1 to H3); this solves it, exactly or in blocks.

    min  a (rise sum h + sum s)    over comparator sequences u >= 0 and their separation delta = d/tau
    with a d - b tau = 1,   d <= tau,   s_t >= tau + d - x.u  (y = 1),   s_t >= x.u - tau + d  (y = 0)

where h is the total rise of u. The sheet's formulation has 2 nnz + T variables; here u is written as a sum of
intervals (see `intervals`), and the *dual* is solved: what each trial is worth (pi_t <= a), with one row for each
interval that pays. Rows are added until none is violated, so that the optimum is that of the full program; the basis
has as many rows as intervals were ever added, a few hundred on real runs, and seconds are enough. Every round has a
feasible comparator (an upper value), and the pi scaled until no interval pays more than it costs (a lower one).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import ParameterError
from ..concepts import ConceptSequence, Stretch
from .intervals import Interval, IntervalSearch, even_blocks, signs
from .trials import Trials

if TYPE_CHECKING:
    from .trials import Numbers

TOLERANCE = 1e-4  # of the value: closer than this to the best comparator is close enough
MOST_ROWS = 400  # added in one round
DIGITS = 6  # of weights: few enough to be printed, so that what is printed is what was computed with


class Round(NamedTuple):
    """How far the search is: the best value so far and what no comparator can go below."""

    number: int
    intervals: int
    upper: float
    lower: float
    seconds: float


@dataclass(frozen=True)
class Found:
    """A comparator sequence, the separation to use it with, and how far from the best it may be.

    Attributes
    ----------
    value : float
        a (rise H + N)/(a delta - b) of this comparator.
    lower : float
        No comparator has less.
    """

    comparator: ConceptSequence
    separation: float
    value: float
    lower: float
    rounds: int
    seconds: float


def best_comparator(
    trials: Trials,
    *,
    a: float,
    b: float,
    rise: float,
    fall: float = 0.0,
    separation: float | None = None,
    blocks: int | None = None,
    seconds: float = 300.0,
    watch: Callable[[Round], bool | None] | None = None,
) -> Found:
    """Minimises a (rise H + fall (drops to zero) + N)/(a delta - b) over all comparator sequences.

    Parameters
    ----------
    trials : Trials
        The run.
    a : float
        The factor of the cost.
    b : float
        What a mistake costs at least.
    rise : float
        The price of one unit of the comparator's rise.
    fall : float, default 0.0
        The price of one unit that it loses before the end.
    separation : float or None, optional
        delta; None lets the program choose it (H3).
    blocks : int or None, optional
        The comparator may change only between so many stretches of equal length; 1 is a fixed concept; None: at any
        trial.
    seconds : float, default 300.0
        After these, the best so far.
    watch : callable or None, optional
        Told after every round how far it is; True: enough.
    """
    program = _Program(trials, a, b, rise, fall, separation, blocks)
    began = time.perf_counter()
    best = program.nothing()
    for number in range(1, 10_000):
        spent = time.perf_counter() - began
        if not program.solve(max(1.0, seconds - spent)):
            break
        paying = program.paying()
        lower = max(program.lower(paying), best.lower)
        found = program.found()
        if found.value < best.value:
            best = found
        spent = time.perf_counter() - began
        best = replace(best, lower=min(lower, best.value), rounds=number, seconds=spent)
        enough = False
        if watch is not None:
            enough = bool(watch(Round(number, len(program.intervals), best.value, best.lower, spent)))
        if not paying or best.value <= best.lower * (1 + TOLERANCE) or spent >= seconds or enough:
            break
        program.add(sorted(paying, key=lambda i: -i.worth)[:MOST_ROWS])
    return best


class _Program:
    """The dual: columns pi_t, mu (the normalisation) and rho (d <= tau); rows tau, d, and one for each interval."""

    def __init__(
        self,
        trials: Trials,
        a: float,
        b: float,
        rise: float,
        fall: float,
        separation: float | None,
        blocks: int | None,
    ) -> None:
        import numpy as np

        highspy = highs()
        self._trials, self._a, self._b, self._rise, self._fall = trials, a, b, rise, fall
        self._separation = separation
        self._block = None if blocks is None else even_blocks(len(trials), blocks)
        self._sign = signs(trials.positive)
        self._search = IntervalSearch(trials.occurrences, a * rise, a * fall, self._block)
        self.intervals: list[Interval] = []
        self._infinity = highspy.kHighsInf
        self._solver = solver = highspy.Highs()
        solver.silent()
        solver.setOptionValue("presolve", "off")  # a warm basis is worth more
        count = len(trials)
        solver.addVars(count, np.zeros(count), np.full(count, a))
        solver.addVar(-self._infinity, self._infinity)
        solver.addVar(0.0, self._infinity)
        solver.changeColCost(count, -1.0)
        self._mu = count
        every = np.arange(count + 2, dtype=np.int32)
        solver.addRow(-self._infinity, 0.0, count + 2, every, np.append(-self._sign, [-b, 1.0]))
        solver.addRow(-self._infinity, 0.0, count + 2, every, np.append(-np.ones(count), [a, -1.0]))
        if separation is not None:  # d = delta tau: one more free column
            solver.addVar(-self._infinity, self._infinity)
            solver.changeCoeff(0, count + 2, -separation)
            solver.changeCoeff(1, count + 2, 1.0)

    def solve(self, seconds: float) -> bool:
        """False where HiGHS gives up: coefficients too far apart, as where b is almost a. What was found stands."""
        import numpy as np

        highspy = highs()
        self._solver.setOptionValue("time_limit", self._solver.getRunTime() + seconds)
        self._solver.run()
        status = self._solver.getModelStatus()
        if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kTimeLimit):
            return False
        solution = self._solver.getSolution()
        self._worth = np.clip(np.array(solution.col_value[: len(self._trials)]), 0.0, self._a)
        self._value = float(solution.col_value[self._mu]) if status == highspy.HighsModelStatus.kOptimal else 0.0
        duals = np.maximum(-np.array(solution.row_dual), 0.0)
        self._tau, self._d, self._heights = float(duals[0]), float(duals[1]), duals[2:]
        return True

    def paying(self) -> list[Interval]:
        """Intervals whose rows are violated."""
        return self._search.paying(self._sign * self._worth)

    def lower(self, paying: list[Interval]) -> float:
        """The value of the dual when scaled until no interval pays more than it costs."""
        return self._value / max([1.0, *(interval.worth for interval in paying)])

    def add(self, intervals: list[Interval]) -> None:
        import numpy as np

        there = self._trials.occurrences
        starts = np.cumsum([0] + [i.hi - i.lo for i in intervals])
        places = np.concatenate([np.arange(i.lo, i.hi) for i in intervals])
        when = there.trials[places]
        self._solver.addRows(
            len(intervals),
            np.full(len(intervals), -self._infinity),
            np.array([i.cost for i in intervals]),
            len(places),
            starts[:-1].astype(np.int32),
            when.astype(np.int32),
            there.values[places] * self._sign[when],
        )
        self.intervals += intervals

    def nothing(self) -> Found:
        """The comparator that is 0."""
        delta = 1.0 if self._separation is None else self._separation
        return Found(ConceptSequence([], len(self._trials)), delta, self.value_of(None, delta), 0.0, 0, 0.0)

    def found(self) -> Found:
        """The comparator that belongs to the present solution; its value is computed from itself."""
        if self._tau <= 0.0:
            return self.nothing()
        delta = min(1.0, float(f"{self._d / self._tau:.{DIGITS}g}"))
        heights = self._heights / self._tau
        stretches = [self._stretch(i, h) for i, h in zip(self.intervals, heights.tolist(), strict=True) if h > 1e-9]
        comparator = rounded(ConceptSequence(stretches, len(self._trials)))
        return Found(comparator, delta, self.value_of(comparator, delta), 0.0, 0, 0.0)

    def value_of(self, comparator: ConceptSequence | None, delta: float) -> float:
        """a (rise H + fall Z- + N)/(a delta - b), from the comparator alone."""
        if not self._a * delta - self._b > 0:
            return float("inf")
        rises = falls = 0.0
        if comparator is not None:
            rises = comparator.total_rise
            falls = rises - sum(comparator.at(len(self._trials) - 1).values())
        missing = noise(self._trials, comparator, delta).sum()
        return self._a * (self._rise * rises + self._fall * falls + float(missing)) / (self._a * delta - self._b)

    def _stretch(self, interval: Interval, height: float) -> Stretch:
        """From the first to the last occurrence; to the end of time if it is the attribute's last. Blocks are whole."""
        import numpy as np

        there = self._trials.occurrences
        first, last = int(there.trials[interval.lo]), int(there.trials[interval.hi - 1]) + 1
        if self._block is not None:
            first = int(np.searchsorted(self._block, self._block[first]))
            last = int(np.searchsorted(self._block, self._block[last - 1], side="right"))
        if interval.hi == there.starts[interval.attribute + 1]:
            last = len(self._trials)
        return Stretch(self._trials.attributes[interval.attribute], first, last, height)


def rounded(comparator: ConceptSequence) -> ConceptSequence:
    """Weights as they are printed; any comparator certifies, this one too."""
    stretches = [Stretch(s.attribute, s.first, s.last, float(f"{s.weight:.{DIGITS}g}")) for s in comparator.stretches]
    return ConceptSequence(stretches, comparator.trials)


def noise(trials: Trials, comparator: ConceptSequence | None, separation: float) -> "Numbers":
    """nz_t (A2): by how much each trial misses its side."""
    import numpy as np

    scores = np.zeros(len(trials)) if comparator is None else trials.scores(comparator)
    return noise_of(scores, trials, separation)


def noise_of(scores: "Numbers", trials: Trials, separation: float) -> "Numbers":
    """nz_t from u^t.x^t."""
    import numpy as np

    missed = np.where(trials.positive, 1 + separation - scores, scores - (1 - separation))
    return np.maximum(0.0, missed)


def highs() -> Any:
    """The solver; an error that says what to install where it is missing."""
    try:
        import highspy
    except ModuleNotFoundError:
        raise ParameterError(
            "finding the best comparator needs HiGHS: pip install 'thresher[certify]'; or give a comparator."
        ) from None
    return highspy

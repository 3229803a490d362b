"""Fixed comparators with weights of any sign, for the learners without a threshold: fitted to all trials.

Any weights certify, so none of these has to be the best; they are what is cheap to find and usually close. Long
weights separate more, short ones cost less: each fit takes the price of length.
"""

import time
from typing import TYPE_CHECKING, Any

from .intervals import signs
from .program import highs
from .trials import Trials

if TYPE_CHECKING:
    from .trials import Numbers, Occurrences, Places

SWEEPS = 60
_CLOSE = 1e-3


def short(trials: Trials, price: float, *, seconds: float = 60.0) -> "Numbers":
    """Minimises price |u|_2^2/2 + sum max(0, 1 - y u.x): dual coordinate descent over the trials."""
    return _Descent(trials, price).run(seconds)


class _Descent:
    """The dual has one number per trial, in [0, 1/price]; u is the sum of the examples times these numbers."""

    def __init__(self, trials: Trials, price: float) -> None:
        import numpy as np

        self._trials, self._most = trials, 1.0 / price
        self._y = signs(trials.positive)
        self._lengths = np.zeros(len(trials))
        np.add.at(self._lengths, trials.trial, trials.values**2)

    def run(self, seconds: float) -> "Numbers":
        import numpy as np

        trials, until = self._trials, time.perf_counter() + seconds
        u = np.zeros(len(trials.attributes))
        worth = np.zeros(len(trials))
        rows = [
            (trials.columns[lo:hi], trials.values[lo:hi])
            for lo, hi in zip(trials.starts[:-1].tolist(), trials.starts[1:].tolist(), strict=True)
        ]
        order = np.random.default_rng(0)  # the same comparator every time
        for _ in range(SWEEPS):
            moved = 0.0
            for t in order.permutation(len(rows)).tolist():
                if not self._lengths[t]:
                    continue
                columns, values = rows[t]
                y = self._y[t]
                missing = 1.0 - y * float(u[columns] @ values)
                step = min(max(worth[t] + missing / self._lengths[t], 0.0), self._most) - worth[t]
                if step:
                    worth[t] += step
                    u[columns] += step * y * values
                    moved = max(moved, abs(step))
            if moved < _CLOSE * self._most or time.perf_counter() > until:
                break
        return u


def few(trials: Trials, price: float, *, nonnegative: bool = False, seconds: float = 60.0) -> "Numbers":
    """Minimises price |u|_1 + sum max(0, 1 - y u.x): the dual by row generation, as in `program`."""
    import numpy as np

    highspy = highs()
    there = trials.occurrences
    width = len(trials.attributes)
    solver = _solver(highspy, len(trials), seconds)
    signed = there.values * signs(trials.positive)[there.trials]
    least = -highspy.kHighsInf if nonnegative else -price
    rows: list[int] = []
    u = np.zeros(width)
    for _ in range(200):
        solver.run()
        solution = solver.getSolution()
        worth = np.array(solution.col_value)
        u[rows] = -np.array(solution.row_dual)
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            break
        gains = np.bincount(there.attribute, weights=signed * worth[there.trials], minlength=width)
        gains = gains if nonnegative else np.abs(gains)
        gains[rows] = 0.0
        new = np.flatnonzero(gains > price * (1 + 1e-7))
        if not len(new):
            break
        new = new[np.argsort(-gains[new])][:400]
        _add_rows(solver, there, signed, new, least, price)
        rows += new.tolist()
    return np.maximum(u, 0.0) if nonnegative else u


def _solver(highspy: Any, trials: int, seconds: float) -> Any:
    """A program with one variable for each trial, what it is worth, and no row yet."""
    import numpy as np

    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("presolve", "off")
    solver.setOptionValue("time_limit", seconds)
    solver.addVars(trials, np.zeros(trials), np.ones(trials))
    solver.changeColsCost(trials, np.arange(trials, dtype=np.int32), -np.ones(trials))
    return solver


def _add_rows(
    solver: Any, there: "Occurrences", signed: "Numbers", attributes: "Places", least: float, most: float
) -> None:
    """A row for each of these attributes: what it gains in all is between `least` and `most`."""
    import numpy as np

    places = np.concatenate([np.arange(there.starts[i], there.starts[i + 1]) for i in attributes])
    starts = np.concatenate([[0], np.cumsum(np.diff(there.starts)[attributes])[:-1]])
    solver.addRows(
        len(attributes),
        np.full(len(attributes), least),
        np.full(len(attributes), most),
        len(places),
        starts.astype(np.int32),
        there.trials[places].astype(np.int32),
        signed[places],
    )

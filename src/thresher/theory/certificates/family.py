"""What families of learners without a threshold have in common: how a comparator is judged, and how it is printed."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .fits import few, short
from .intervals import signs
from .line import Line
from .program import DIGITS
from .search import HINDSIGHT, Search, line
from .trials import Trials

if TYPE_CHECKING:
    from ...learners import Learner
    from .trials import Numbers

SEPARATIONS = 48  # tried for each comparator
NOTHING = Line("", "", "", 0.0, math.inf, 0, {})


class Family:
    """Learners whose bound has one form."""

    nonnegative = False
    fades = False  # towards a comparator of nothing the bound goes to the number of trials
    missing = "no comparator was found for which the theorem says anything."

    def __init__(self, learner: "Learner") -> None:
        self.learner = learner
        self.rate = getattr(learner.choice.rate, "rate", 1.0)

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        """The theorem for one comparator, at several separations; scores are y u.x."""
        raise NotImplementedError

    def best(self, trials: Trials, u: "Numbers") -> Line | None:
        """The smallest of them."""
        lines = self.lines(trials, u, signs(trials.positive) * trials.fixed_scores(u))
        return min(lines, key=lambda found: found.bound, default=None)

    def sharper(self, trials: Trials, u: "Numbers", found: Line) -> Iterator[Line]:
        """The same comparator and separation with the noise of the updates alone, where there is a noise term."""
        import numpy as np

        scores = np.where(trials.updated | trials.mistaken, signs(trials.positive) * trials.fixed_scores(u), np.inf)
        missed = np.maximum(0.0, found.known.get("separation", 0.0) * self.scaled(u) - scores)
        known = dict(found.known)
        if "noise" in known:
            known["noise"] = float(missed.sum() / self.scaled(u))
        elif "noise_length" in known:
            known["noise_length"] = float((missed**2).sum() ** 0.5)
        else:
            return
        yield line(trials, found.count, found.entry, found.form, HINDSIGHT, **known)

    def scaled(self, u: "Numbers") -> float:
        """By how much the comparator is longer than the one in the theorem."""
        return 1.0

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """Comparators worth trying: here those that separate the stream, if any does."""
        yield printed(short(trials, 0.01, seconds=search.seconds / 2))
        yield printed(few(trials, 0.01, seconds=search.seconds / 2))


def separations(scores: "Numbers", least: float = 0.0) -> "Iterator[tuple[float, Numbers]]":
    """Separations to try, from the scores that occur, with what each example misses."""
    import numpy as np

    above = scores[(scores > least) & np.isfinite(scores)]
    if not len(above):
        return
    tried = np.quantile(above, np.linspace(0.0, 1.0, SEPARATIONS))
    for separation in dict.fromkeys(rounded_down(float(s)) for s in tried):
        if separation > least * (1 + 1e-9):  # the theorems refuse what is on the edge
            yield separation, np.maximum(0.0, separation - scores)


def length_of(u: "Numbers", p: float) -> float:
    """|u|_q, 1/p + 1/q = 1."""
    import numpy as np

    q, sizes = p / (p - 1), np.abs(u)
    largest = float(sizes.max(initial=0.0))
    return largest * math.pow(float(((sizes / largest) ** q).sum()), 1 / q) if largest else 0.0


def printed(u: "Numbers") -> "Numbers":
    """Weights as they are printed."""
    import numpy as np

    return np.array([float(f"{w:.{DIGITS}g}") if abs(w) > 1e-9 else 0.0 for w in u.tolist()])


def rounded_down(number: float) -> float:
    """Few digits, and not more than it is: a separation may be understated."""
    return float(f"{number * (1 - 10.0 ** (1 - DIGITS)):.{DIGITS}g}")

"""Who stands where: errors by set and contestant, the best of a group on each set, and comparisons with it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .contestant import Contestant
from .records import DONE, Record, Store
from .roster import ROSTER, TREES, VW_THREE
from .running import Prepared
from .statistics import Difference, Together, paired_difference, ratio, together

Group = Callable[[Contestant], bool]


def vw_three(one: Contestant) -> bool:
    """VW's logistic, hinge and coin as they are: the first comparison."""
    return one.name in VW_THREE


def rivals(one: Contestant) -> bool:
    """VW as it is and with pairs, River's trees and forests, LightGBM retrained: the best of them by hindsight."""
    return one.name in (*VW_THREE, "vw-ect", *TREES) or one.name.startswith("vw-pairs-")


def default_peers(one: Contestant) -> bool:
    """Every peer in the setting one gets by default."""
    return not one.ours and not one.tuned and one.family not in ("baseline", "control")


def all_peers(one: Contestant) -> bool:
    """Every peer in every setting: the best of them, set by set, is what nobody could have chosen beforehand."""
    return not one.ours and one.family not in ("baseline", "control")


@dataclass(frozen=True)
class Match:
    """One contestant beside the best of a group on one set."""

    found: Prepared
    ours: float
    theirs: float
    rival: str
    difference: Difference

    @property
    def ratio(self) -> float:
        return ratio(self.ours, self.theirs, self.found.rows)


@dataclass(frozen=True)
class Comparison:
    """One contestant beside the best of a group on every set that both finished."""

    contestant: str
    matches: tuple[Match, ...]

    @property
    def together(self) -> Together:
        ratios: dict[str, list[float]] = {}
        for match in self.matches:
            ratios.setdefault(match.found.origin, []).append(match.ratio)
        return together(ratios)

    def verdicts(self, verdict: str) -> list[str]:
        """The sets that ended so."""
        return [match.found.name for match in self.matches if match.difference.verdict == verdict]

    @property
    def lower(self) -> int:
        """On how many sets it made fewer mistakes, by however few."""
        return sum(match.ours < match.theirs for match in self.matches)


class Standings:
    """Everything that was measured, in a form that can be asked."""

    def __init__(self, sets: Sequence[Prepared], records: Iterable[Record], store: Store) -> None:
        self.sets = list(sets)
        self.store = store
        self.records = list(records)
        self._runs: dict[tuple[str, str], list[Record]] = {}
        for record in sorted(self.records, key=lambda record: record.order):
            self._runs.setdefault((record.set, record.contestant), []).append(record)

    @property
    def contestants(self) -> list[Contestant]:
        """Those who finished anything, in the order of the roster."""
        names = {record.contestant for record in self.records if record.status == DONE}
        return [one for name, one in ROSTER.items() if name in names]

    def runs(self, found: Prepared, name: str) -> list[Record]:
        """All orders of a set, or nothing if one of them is not done."""
        runs = self._runs.get((found.name, name), [])
        return runs if runs and all(run.status == DONE for run in runs) else []

    def error(self, found: Prepared, name: str) -> float | None:
        """The mean over all orders."""
        return self.mean(found, name, "error")

    def mean(self, found: Prepared, name: str, what: str) -> float | None:
        """The mean of a number over all orders, if there is one."""
        numbers = [getattr(run, what) for run in self.runs(found, name)]
        return float(np.mean(numbers)) if numbers and None not in numbers else None

    def spread(self, found: Prepared, name: str) -> float | None:
        """The standard deviation of the error over the orders, if there are several."""
        errors = [run.error for run in self.runs(found, name) if run.error is not None]
        return float(np.std(errors, ddof=1)) if len(errors) > 1 else None

    def best(self, found: Prepared, group: Group) -> tuple[str, float] | None:
        """The one of a group with the fewest mistakes on a set."""
        errors = [(self.error(found, one.name), one.name) for one in self.contestants if group(one)]
        known = [(error, name) for error, name in errors if error is not None]
        return min(known, key=lambda pair: pair[0])[::-1] if known else None

    def compare(self, name: str, group: Group, sets: Sequence[Prepared] | None = None) -> Comparison:
        """A contestant beside the best of a group, set by set."""
        matches = []
        for found in self.sets if sets is None else sets:
            ours, rival = self.error(found, name), self.best(found, group)
            if ours is not None and rival is not None:
                pairs = self._pairs(found, name, rival[0])
                matches.append(Match(found, ours, rival[1], rival[0], paired_difference(pairs)))
        return Comparison(name, tuple(matches))

    def undone(self) -> list[Record]:
        """What was not finished, refused or failed."""
        return [record for record in self.records if record.status != DONE]

    def _pairs(self, found: Prepared, name: str, rival: str) -> list[tuple[np.ndarray, np.ndarray]]:
        theirs = {run.order: run for run in self.runs(found, rival)}
        common = [(run, theirs[run.order]) for run in self.runs(found, name) if run.order in theirs]
        return [(self.store.errors(own), self.store.errors(other)) for own, other in common]

"""The stretch of time in which an attribute would help a comparator most.

A sequence of weights of one attribute is a sum of steps, each constant over an interval of its occurrences; its total
rise is the sum of their heights. So instead of a variable for every attribute and trial, the program needs a column
for every *interval*, and of these only the few that pay. Which one pays most, given what each trial is worth, is the
maximum-subarray problem: one running minimum of prefix sums (Kadane's algorithm).
"""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .trials import Flags, Numbers, Occurrences, Places


class Interval(NamedTuple):
    """Occurrences lo .. hi of an attribute, in `Occurrences`; what the interval gains, and what it costs."""

    attribute: int
    lo: int
    hi: int
    gain: float
    cost: float

    @property
    def worth(self) -> float:
        """Above 1: it pays."""
        return self.gain / self.cost


class IntervalSearch:
    """Finds intervals that gain more than they cost: `rise` for each, and `fall` for one that ends before the end.

    Parameters
    ----------
    there : Occurrences
        Where each attribute is active.
    rise : float
        What every interval costs.
    fall : float, default 0.0
        What an interval that ends before the end costs more.
    block : Places or None, optional
        The block of each trial; intervals then cover whole blocks. None: they begin and end where they like.
    """

    def __init__(self, there: "Occurrences", rise: float, fall: float = 0.0, block: "Places | None" = None) -> None:
        import numpy as np

        self._there = there
        self._rise, self._fall = rise, fall
        # Occurrences that can't be parted are a unit: all of one attribute in one block.
        new = np.ones(len(there.trials), dtype=bool)
        if block is not None and len(new):
            of = block[there.trials]
            new[1:] = (of[1:] != of[:-1]) | (there.attribute[1:] != there.attribute[:-1])
        self._units = np.flatnonzero(new)
        self._ends = np.append(self._units[1:], len(new))
        self._first_unit = np.searchsorted(self._units, there.starts)

    def paying(self, worth: "Numbers", slack: float = 1e-7, splits: int = 2) -> list[Interval]:
        """Of every attribute the best interval, and the best to its left and right; those that pay."""
        import numpy as np

        there = self._there
        if not len(there.trials):
            return []
        gains = np.add.reduceat(there.values * worth[there.trials], self._units)
        helpful = np.bincount(
            there.attribute[self._units], weights=np.maximum(gains, 0.0), minlength=len(there.starts) - 1
        )
        found: list[Interval] = []
        for attribute in np.flatnonzero(helpful > self._rise * (1 + slack)).tolist():
            first, last = int(self._first_unit[attribute]), int(self._first_unit[attribute + 1])
            self._best(gains, attribute, first, last, last, slack, splits, found)
        return found

    def _best(
        self,
        gains: "Numbers",
        attribute: int,
        first: int,
        last: int,
        end: int,
        slack: float,
        splits: int,
        found: list[Interval],
    ) -> None:
        """The best interval among units first .. last of an attribute whose units end at `end`."""
        import numpy as np

        until = np.cumsum(gains[first:last])
        before = np.concatenate([[0.0], until[:-1]])
        lowest = np.minimum.accumulate(before)
        cost = np.full(last - first, self._rise + self._fall)
        if last == end:
            cost[-1] = self._rise  # goes on to the end of time: it never falls
        worth = (until - lowest) / cost
        stop = int(np.argmax(worth))
        if worth[stop] <= 1 + slack:
            return
        start = int(np.flatnonzero(before[: stop + 1] == lowest[stop])[-1])
        lo, hi = int(self._units[first + start]), int(self._ends[first + stop])
        found.append(Interval(attribute, lo, hi, float(until[stop] - lowest[stop]), float(cost[stop])))
        if splits:
            if start:
                self._best(gains, attribute, first, first + start, end, slack, splits - 1, found)
            if first + stop + 1 < last:
                self._best(gains, attribute, first + stop + 1, last, end, slack, splits - 1, found)


def even_blocks(trials: int, blocks: int) -> "Places":
    """The block of each trial, all as long as can be."""
    import numpy as np

    return (np.arange(trials) * min(blocks, max(trials, 1)) // max(trials, 1)).astype(np.int64)


def signs(positive: "Flags") -> "Numbers":
    """1 for positive trials, -1 for negative ones."""
    import numpy as np

    return np.where(positive, 1.0, -1.0)

"""The level of adaptive conformal sets (J3): how strange a label may be, so that as few are missed as asked for."""

import math
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Iterable

EVERYTHING = math.inf
NOTHING = -math.inf


class Level:
    """a = miss + gain credit, the credit a sum of (miss - missed), and the (1 - a) quantile of the last strangenesses.

    The gain is step/sqrt(1 + G), G the most labels that were out at once so far beside the one that came: a level goes
    on moving while old sets are judged. Where sets are never empty the level stops at 1: what was missed less than
    asked for is not saved up beyond that.
    """

    def __init__(self, miss: float, step: float, window: int, *, empty: bool) -> None:
        self.miss, self.step, self.window, self.empty = miss, step, window, empty
        self.credit = 0.0
        self.outstanding = 0
        self._last: deque[float] = deque()
        self._sorted: list[float] = []

    @property
    def gain(self) -> float:
        """By how much a label that was missed, or was not, moves the level."""
        return self.step / math.sqrt(1 + self.outstanding)

    @property
    def cut(self) -> float:
        """How strange a label may be to be in the set: infinity, everything; minus infinity, nothing."""
        now = self.miss + self.gain * self.credit
        if now <= 0.0:
            return EVERYTHING
        if now >= 1.0:
            return NOTHING
        count = len(self._sorted)
        place = math.ceil((1.0 - now) * (count + 1))
        return EVERYTHING if place > count else self._sorted[place - 1]

    def move(self, *, missed: bool, outstanding: int) -> None:
        """A label came; outstanding: so many others are still out."""
        self.outstanding = max(self.outstanding, outstanding)
        self.credit += self.miss - missed
        if not self.empty:
            self.credit = min(self.credit, (1.0 - self.miss) / self.gain)

    def add(self, strangeness: float) -> None:
        """How strange the label that came had been."""
        self._last.append(strangeness)
        insort(self._sorted, strangeness)
        if len(self._last) > self.window:
            del self._sorted[bisect_left(self._sorted, self._last.popleft())]

    @property
    def last(self) -> list[float]:
        """The last strangenesses, oldest first."""
        return list(self._last)

    def restore(self, credit: float, outstanding: int, last: Iterable[float]) -> None:
        """From a file; a ValueError where something can't be."""
        found = [float(value) for value in last]
        if not abs(credit) < math.inf or len(found) > self.window or any(value != value for value in found):
            raise ValueError("the level is not one that sets can have")
        self.credit, self.outstanding = credit, outstanding
        self._last, self._sorted = deque(found), sorted(found)

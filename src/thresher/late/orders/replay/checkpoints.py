"""States of the past that Replay starts from: copies of the learner at growing distances."""

from bisect import bisect_left
from copy import deepcopy
from typing import Any


class Checkpoints:
    """(number, the learner after the labels up to it), the first fixed, the others a cache.

    The gaps grow with the distance from the newest: with n instances there are about log n copies.
    """

    def __init__(self, base: Any, every: int) -> None:
        self._every = every
        self._places = [0]
        self._learners = [base]

    @property
    def base(self) -> Any:
        """The learner after the labels that are fixed. To be changed by `begin` alone."""
        return self._learners[0]

    def begin(self, place: int, base: Any) -> None:
        """Another base; what lies before it is forgotten."""
        keep = [i for i, p in enumerate(self._places) if i and p > place]
        self._places = [place, *(self._places[i] for i in keep)]
        self._learners = [base, *(self._learners[i] for i in keep)]

    def before(self, number: int) -> tuple[int, Any]:
        """The latest that does not know the label of a number: its place, and a copy of it."""
        found = bisect_left(self._places, number) - 1
        return self._places[found], deepcopy(self._learners[found])

    def cut(self, number: int) -> None:
        """Forgets those that know the label of a number."""
        kept = max(1, bisect_left(self._places, number))
        del self._places[kept:], self._learners[kept:]

    def offer(self, place: int, learner: Any, newest: int) -> None:
        """Copies the learner as it is after the label of `place`, if it stands far enough from the others."""
        at = bisect_left(self._places, place)
        gap = place - self._places[at - 1]
        if gap < max(self._every, (newest - place) // 2) or (at < len(self._places) and self._places[at] == place):
            return
        self._places.insert(at, place)
        self._learners.insert(at, deepcopy(learner))
        self._thin(newest)

    def _thin(self, newest: int) -> None:
        """Where two gaps together are small for their distance, the copy between them goes."""
        i = len(self._places) - 2
        while i > 0:
            if self._places[i + 1] - self._places[i - 1] <= (newest - self._places[i + 1]) // 2:
                del self._places[i], self._learners[i]
            i -= 1

"""How many were at most so large: counts by limits."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, Self

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16384)
DELAYS = (1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400)


class Histogram:
    """How many were at most so large."""

    def __init__(self, limits: tuple[float, ...]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self.counts[bisect_left(self.limits, value)] += 1
        self.sum += value

    def add_each(self, values: Iterable[float]) -> None:
        """Several more, one after the other."""
        for value in values:
            self.add(value)

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants them: each with all that are smaller."""
        found, total = [], 0
        for limit, count in zip((*map(str, self.limits), "+Inf"), self.counts, strict=True):
            total += count
            found.append((limit, float(total)))
        return found

    def to_saved(self) -> dict[str, Any]:
        """For a snapshot."""
        return {"counts": self.counts, "sum": self.sum}

    @classmethod
    def from_saved(cls, limits: tuple[float, ...], saved: dict[str, Any] | None) -> Self:
        """What `to_saved` gave; None of a snapshot that had none."""
        found = cls(limits)
        if saved is not None:
            found.counts, found.sum = list(saved["counts"]), saved["sum"]
        return found

"""What was stated of the positive one of two labels, beside the labels that came: counted in buckets.

The last fifty to a hundred thousand labels count: a service runs for years, and what a threshold came to years ago says
nothing of today.
"""

import math
from bisect import bisect_right
from typing import Any, Self

import numpy as np

from ..evaluation import Decisions
from ..evaluation.measures.decisions import SHOWN_THRESHOLDS
from ..evaluation.measures.ranks import Counted
from ..protocols import Label

PER_UNIT = 16  # buckets in each unit of the log odds
WIDEST = 10
STRETCH = 50_000  # labels after which counts move to the past, and those there before leave

ENDS: list[float] = sorted(
    {0.0, *SHOWN_THRESHOLDS}
    | {1 / (1 + math.exp(-step / PER_UNIT)) for step in range(-WIDEST * PER_UNIT, WIDEST * PER_UNIT + 1)}
)
"""The lower ends of the buckets: what is counted at one of them is exact."""


class StatedGrid:
    """Negatives and positives by the probability that was stated of the positive label."""

    def __init__(self) -> None:
        self._now = _empty()
        self._before = _empty()
        self._count = 0

    def add(self, stated: dict[Label, float], label: Label, positive: Label, times: int = 1) -> None:
        """A label came.

        Parameters
        ----------
        stated : dict
            What was stated of each label that was known then.
        label : label
            The one that came.
        positive : label
            Which one is positive; None while that is not known, and then nothing is counted.
        times : int, default 1
            -1: a label that came was taken back. If it has left the stretches that count, nothing is done.
        """
        if positive is None:
            return
        probability = stated.get(positive)
        if probability is None:
            if len(stated) != 1:
                return
            probability = 1.0 - next(iter(stated.values()))  # it had not come yet: what the other one left
        place = bisect_right(ENDS, probability) - 1
        if times < 0:
            self._take_back(label == positive, place)
            return
        self._now[label == positive][place] += 1
        self._count += 1
        if self._count == STRETCH:
            self._before, self._now, self._count = self._now, _empty(), 0

    def _take_back(self, side: bool, place: int) -> None:
        if self._now[side][place]:
            self._now[side][place] -= 1
            self._count -= 1
        elif self._before[side][place]:
            self._before[side][place] -= 1

    def decisions(self) -> Decisions | None:
        """Precision, recall and alerts at every threshold; None before any positive label came."""
        counts = np.array(self._now) + np.array(self._before)
        if not counts[1].any():
            return None
        used = np.flatnonzero(counts.sum(axis=0))
        return Decisions.from_counted(Counted(np.array(ENDS)[used], counts[:, used], False))

    def to_saved(self) -> dict[str, Any]:
        """For a snapshot: only the buckets that hold something."""
        return {name: _sparse(part) for name, part in (("now", self._now), ("before", self._before))}

    @classmethod
    def from_saved(cls, saved: dict[str, Any] | None) -> Self:
        """What `to_saved` gave; None of a snapshot that had none."""
        found = cls()
        for part, rows in () if saved is None else ((found._now, saved["now"]), (found._before, saved["before"])):
            for place, negatives, positives in rows:
                part[0][place], part[1][place] = negatives, positives
        found._count = sum(map(sum, found._now))
        return found


def _empty() -> tuple[list[int], list[int]]:
    return [0] * len(ENDS), [0] * len(ENDS)


def _sparse(part: tuple[list[int], list[int]]) -> list[list[int]]:
    return [[place, *both] for place, both in enumerate(zip(*part, strict=True)) if any(both)]

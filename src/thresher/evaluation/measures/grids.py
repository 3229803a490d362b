"""Where scores and probabilities are counted once they are too many to be kept: fine buckets with exact lower ends.

Whatever lies at or above the lower end of a bucket is in it or in one above, so what is counted at a lower end is
exact; only inside a bucket is the order lost.
"""

from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

BUCKET_BITS = 20  # of a score: its sign, its exponent and 8 bits of its fraction
PER_UNIT = 2048  # buckets of a probability in each unit of its log odds
WIDEST = 36  # log odds beyond are in one bucket: such a probability is as good as 0 or 1


class Grid(Protocol):
    """Buckets in ascending order."""

    @property
    def size(self) -> int:
        """How many."""

    def ends(self, places: Places) -> Reals:
        """The least number that belongs to each of these buckets."""

    def places(self, numbers: Reals) -> Places:
        """The bucket of each number."""

    def mirrored(self, numbers: Reals) -> Reals:
        """What is stated of the other one of two labels."""

    def turned(self, counts: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What was counted of the negative and the positive label, had the other one been the positive one."""


class Scores:
    """Any floats: those that agree in sign, exponent and 8 bits are in one bucket."""

    size = 1 << BUCKET_BITS

    def ends(self, places: Places) -> Reals:
        keys = places.astype(np.uint64) << np.uint64(64 - BUCKET_BITS)
        sign = np.uint64(1 << 63)
        ends = np.where(keys & sign, keys ^ sign, ~keys).view(np.float64)
        return np.where(np.isnan(ends), -np.inf, ends)

    def places(self, numbers: Reals) -> Places:
        return (sortable(numbers) >> np.uint64(64 - BUCKET_BITS)).astype(np.intp)

    def mirrored(self, numbers: Reals) -> Reals:
        return -numbers

    def turned(self, counts: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return counts[::-1, ::-1].copy()


class Probabilities:
    """Numbers from 0 to 1: a bucket for each 1/2048 of the log odds, with ends at all round thresholds, 0 and 1."""

    @property
    def size(self) -> int:
        return len(self._ends)

    def ends(self, places: Places) -> Reals:
        return self._ends[places]

    def places(self, numbers: Reals) -> Places:
        return np.searchsorted(self._ends, numbers, side="right") - 1

    def mirrored(self, numbers: Reals) -> Reals:
        return 1.0 - numbers

    def turned(self, counts: npt.NDArray[Any]) -> npt.NDArray[Any]:
        turned = np.zeros_like(counts)
        np.add.at(turned.T, self.places(1.0 - np.append(self._ends[1:], 1.0)), counts[::-1].T)
        return turned

    @cached_property
    def _ends(self) -> Reals:
        log_odds = np.arange(-WIDEST * PER_UNIT, WIDEST * PER_UNIT + 1) / PER_UNIT
        thousandths, ten_thousandths = np.arange(1, 1000) / 1000, np.arange(1, 100) / 10000
        parts = [np.array([0.0, 5e-324, 1.0]), 1 / (1 + np.exp(-log_odds)), thousandths, ten_thousandths]
        return np.unique(np.concatenate([*parts, 1 - ten_thousandths]))


SCORES = Scores()
PROBABILITIES = Probabilities()


def sortable(scores: Reals) -> npt.NDArray[np.uint64]:
    """Whole numbers in the order of the scores; -0.0 and 0.0 are one.

    The bits of a positive float grow with it and those of a negative one with its size, so the sign of the first is
    set and all bits of the second are turned over.

    >>> sortable(np.array([-np.inf, -1.0, -0.0, 0.0, 5e-324, np.inf])).argsort(kind="stable").tolist()
    [0, 1, 2, 3, 4, 5]
    """
    bits = (scores + 0.0).view(np.uint64)
    sign = np.uint64(1 << 63)
    return np.where(bits & sign, ~bits, bits | sign)

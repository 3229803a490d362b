"""What stated probabilities were worth: log loss and Brier score, in bounded memory; and what is taken for numbers.

The result is the same, bit for bit, however the stream was cut into batches: sums of losses are taken over blocks that
begin at fixed places of the stream.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError

Numbers = npt.NDArray[np.int32]
Booleans = npt.NDArray[np.bool_]
Reals = npt.NDArray[np.float64]

LEAST_PROBABILITY = 1e-15  # log loss takes no probability for smaller, nor for nearer to 1
BLOCK = 1024


class Losses:
    """Log loss and Brier score, summed block by block: block i holds examples i * BLOCK to (i + 1) * BLOCK - 1.

    A whole block is computed at once, so that neither the rounding of sums nor that of a logarithm, which may depend
    on its place in the array, knows how the stream was cut. Sums over blocks are exact.
    """

    def __init__(self) -> None:
        self.blocks = 0
        self.filled = 0  # examples in the block that is filling
        self.probabilities = np.zeros(BLOCK)
        self.positive = np.zeros(BLOCK, dtype=bool)
        self.log_parts: list[float] = []  # exact sums, as floats that do not overlap
        self.square_parts: list[float] = []

    def add(self, probabilities: Reals, positive: Booleans) -> None:
        taken = 0
        while taken < len(positive):
            size = min(BLOCK - self.filled, len(positive) - taken)
            place, source = slice(self.filled, self.filled + size), slice(taken, taken + size)
            self.probabilities[place] = probabilities[source]
            self.positive[place] = positive[source]
            self.filled += size
            taken += size
            if self.filled == BLOCK:
                logs, squares = self._block()
                self._whole_block(logs, squares)
                self.log_parts = _exact([*self.log_parts, math.fsum(logs.tolist())])
                self.square_parts = _exact([*self.square_parts, math.fsum(squares.tolist())])
                self.blocks, self.filled = self.blocks + 1, 0

    def measures(self) -> dict[str, float]:
        examples = self.blocks * BLOCK + self.filled
        if not examples:
            return {}
        logs, squares = (math.fsum(losses.tolist()) for losses in self._block())
        log_loss = math.fsum([*self.log_parts, logs]) / examples
        return {"log_loss": log_loss, "brier": math.fsum([*self.square_parts, squares]) / examples}

    def turn(self) -> None:
        """As if the other label had been the positive one: of the blocks that are whole the losses are the same."""
        self.probabilities = 1.0 - self.probabilities
        self.positive = ~self.positive

    def _whole_block(self, logs: Reals, squares: Reals) -> None:
        """A block is full: a place for what else is kept of it."""

    def _block(self) -> tuple[Reals, Reals]:
        """The losses of each example that the block holds so far."""
        clipped = np.clip(self.probabilities, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
        logs = -np.log(np.where(self.positive, clipped, 1 - clipped))
        squares = (self.probabilities - self.positive) ** 2
        return logs[: self.filled], squares[: self.filled]


class StatedLosses:
    """The log loss of probabilities that were given to labels, of any number of classes; the sum is exact."""

    def __init__(self) -> None:
        self.examples = 0
        self.parts: list[float] = []

    def add(self, probabilities: Reals) -> None:
        """The probability that each label was given before it was seen."""
        logs = [-math.log(max(p, LEAST_PROBABILITY)) for p in probabilities.tolist()]
        self.parts = _exact([*self.parts, *logs])
        self.examples += len(logs)


def joined_log_loss(stated: Losses | None, losses: StatedLosses | None) -> float | None:
    """The mean log loss of a stream that began with two labels and went on with many; None without any."""
    sums, examples = [], 0
    if stated is not None and stated.measures():
        examples = stated.blocks * BLOCK + stated.filled
        sums.append(stated.measures()["log_loss"] * examples)
    if losses is not None:
        examples += losses.examples
        sums += losses.parts
    return math.fsum(sums) / examples if examples else None


def _exact(terms: list[float]) -> list[float]:
    """The same sum, exactly, in few terms: each is what the ones before it leave, rounded once."""
    parts = []
    while part := math.fsum(terms):
        parts.append(part)
        terms.append(-part)
    return parts


def checked_numbers(labels: Any, answers: Any) -> tuple[Numbers, Numbers]:
    """Class numbers as the core takes them."""
    numbers, said = np.asarray(labels), np.asarray(answers)
    if numbers.ndim != 1 or numbers.shape != said.shape:
        raise InputError("labels and answers are class numbers, in two arrays of the same length.")
    return _class_numbers(numbers, 0), _class_numbers(said, -1)


def _class_numbers(numbers: npt.NDArray[Any], least: int) -> Numbers:
    if not len(numbers):
        return np.zeros(0, dtype=np.int32)
    if numbers.dtype.kind not in "biu" or int(numbers.min()) < least or int(numbers.max()) >= 2**31:
        raise InputError("labels are class numbers from 0 on; leave out the examples that have none.")
    return np.ascontiguousarray(numbers, dtype=np.int32)


def checked_scores(scores: Any, rows: int) -> Reals:
    array = np.asarray(scores, dtype=np.float64)
    if array.shape != (rows,) or np.isnan(array).any():
        raise InputError(f"{rows} labels need {rows} scores, none of them NaN.")
    return array


def checked_probabilities(probabilities: Any, rows: int) -> Reals:
    array = np.asarray(probabilities, dtype=np.float64)
    if array.shape != (rows,) or not ((array >= 0) & (array <= 1)).all():
        raise InputError(f"{rows} labels need {rows} probabilities from 0 to 1.")
    return array


def checked_weights(weights: Any, rows: int) -> Reals:
    array = np.asarray(weights, dtype=np.float64)
    if array.shape != (rows,) or not ((array >= 0) & np.isfinite(array)).all():
        raise InputError(f"{rows} labels need {rows} importance weights, none of them below 0.")
    return array

"""Streams for ever more irrelevant attributes: fair coins, drawn many at a time, and sparse instances."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ....data import Matrix, as_matrix
from ...concepts import Disjunction, Planted, Schedule

BITS = 1 << 22  # of one block: some dozens of megabytes

Block: TypeAlias = tuple[Matrix, npt.NDArray[np.bool_]]


def fair_coins(n: int, literals: int, trials: int, seed: int) -> Iterator[Block]:
    """Examples of a disjunction of the first columns; all other columns are fair coins.

    Half of the examples are positive, with exactly one literal on. The same examples as those of a `Planted` stream
    with dense instances, but for the coins that fall: those are drawn one instance at a time.

    Parameters
    ----------
    n : int
        A power of two, at least 8.
    literals : int
        How many columns the disjunction has.
    trials : int
        How many examples.
    seed : int
        Of the coins.
    """
    rng = np.random.default_rng(seed)
    values = np.ones(BITS + n)
    while trials > 0:
        rows = min(trials, max(1, BITS // n))
        bits = np.unpackbits(np.frombuffer(rng.bytes(rows * n // 8), dtype=np.uint8)).reshape(rows, n)
        bits[:, :literals] = 0
        labels = rng.random(rows) < 0.5
        bits[np.flatnonzero(labels), rng.integers(0, literals, labels.sum())] = 1
        starts = np.zeros(rows + 1, dtype=np.int64)
        np.cumsum(bits.sum(axis=1, dtype=np.int64), out=starts[1:])
        columns = np.bitwise_and(np.flatnonzero(bits.view(np.bool_)), n - 1).astype(np.int32)
        yield Matrix(starts, columns, values[: len(columns)], n), labels
        trials -= rows


def sparse_instances(n: int, literals: int, active: int, trials: int, seed: int) -> Iterator[Block]:
    """Examples of the same disjunction where only so many attributes are active at a time."""
    schedule = Schedule.fixed(Disjunction(range(literals)), trials)
    examples, labels = zip(*Planted(schedule, attributes=n, active=active, seed=seed), strict=True)
    yield as_matrix(examples), np.array(labels)


def most_active(block: Block) -> int:
    """The largest number of attributes of an instance."""
    return int(np.diff(block[0].starts).max())

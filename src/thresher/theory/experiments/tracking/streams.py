"""Streams whose concept is replaced again and again, as matrices: one for each stretch between two shifts."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....data import Matrix
from ...concepts import AtLeast, Disjunction, Planted, PlantedExample, Schedule, Target

LITERALS = 4
ENOUGH = 2  # literals that a linear threshold asks for


class Stretch(NamedTuple):
    """The examples of one target, as they are and with an attribute more that is always 1."""

    target: Target
    plain: Matrix
    with_constant: Matrix
    labels: npt.NDArray[np.bool_]


def replaced(kind: str, shifts: int, every: int) -> Schedule:
    """A disjunction (or a linear threshold: 2 of 4) of the columns 0 .. 3, then of the next four, and so on."""
    segments: list[tuple[int, Target]] = []
    for i in range(shifts + 1):
        columns = range(i * LITERALS, (i + 1) * LITERALS)
        segments.append((i * every, Disjunction(columns) if kind == "disjunction" else AtLeast(ENOUGH, columns)))
    return Schedule(segments, every * (shifts + 1))


def stretches(planted: Planted) -> list[Stretch]:
    """The stream, cut where the target changes. The constant has the first column that nothing else has."""
    examples = list(planted.told())
    found = []
    for trials, target in planted.schedule.stretches:
        own = examples[trials.start : trials.stop]
        plain = as_rows(own, planted.attributes)
        labels = np.array([example.y for example in own])
        found.append(Stretch(target, plain, with_constant(plain, planted.attributes), labels))
    return found


def as_rows(examples: Iterable[PlantedExample], columns: int) -> Matrix:
    """Examples whose attributes are all columns, without a look at their names."""
    kept = [example.x for example in examples]
    starts = np.zeros(len(kept) + 1, dtype=np.int64)
    np.cumsum([len(x) for x in kept], out=starts[1:])
    indices = np.fromiter(chain.from_iterable(kept), dtype=np.int32, count=starts[-1])
    values = np.fromiter(chain.from_iterable(x.values() for x in kept), dtype=np.float64, count=starts[-1])
    return Matrix(starts, indices, values, columns)


def with_constant(rows: Matrix, column: int) -> Matrix:
    """The same with a 1 in a column more, at the end of every row."""
    ends = rows.starts[1:]
    return Matrix(
        rows.starts + np.arange(len(rows.starts)),
        np.insert(rows.indices, ends, column).astype(np.int32),
        np.insert(rows.values, ends, 1.0),
        column + 1,
    )


def joined(parts: list[Matrix]) -> Matrix:
    """Stretches one after the other."""
    starts = [np.zeros(1, dtype=np.int64)]
    for part in parts:
        starts.append(part.starts[1:] + starts[-1][-1])
    return Matrix(
        np.concatenate(starts),
        np.concatenate([part.indices for part in parts]),
        np.concatenate([part.values for part in parts]),
        max(part.columns for part in parts),
    )

"""Streams whose labels come late: a disjunction that is replaced, one that stays, and answers that turn over."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ....data import Example, Matrix
from ....learners import TrackingWinnow
from ...bounds import disjunction_mistakes
from ...concepts import Planted
from ..tracking.streams import as_rows, replaced

PROMOTION = 2.0


@dataclass(frozen=True)
class Stream:
    """Instances and their labels.

    Attributes
    ----------
    norm : int
        lambda, the attributes of an instance.
    literals : int
        Z+, ever added.
    drift : float or None
        Psi, or more: how far the distribution of the examples moves in total (D8). None: no distribution.
    """

    name: str
    rows: Matrix
    labels: npt.NDArray[np.bool_]
    norm: int
    literals: int
    drift: float | None

    @property
    def trials(self) -> int:
        return len(self.labels)

    @cached_property
    def examples(self) -> list[Example]:
        """The instances, each made ready once for every order."""
        starts, indices = self.rows.starts.tolist(), self.rows.indices.tolist()
        return [Example(indices[a:b]) for a, b in pairwise(starts)]

    def learner(self) -> TrackingWinnow:
        """At the parameters of A13."""
        return TrackingWinnow(PROMOTION, self._floor)

    @property
    def worst(self) -> float:
        """A13: the mistakes of this learner without delay, on the stream and on each of its subsequences."""
        return disjunction_mistakes(promotion=PROMOTION, floor=self._floor, norm=self.norm, literals=self.literals)

    def mistakes(self, order: npt.NDArray[np.int64]) -> int:
        """Of the learner without delay, on the instances in this order."""
        learner = self.learner()
        learner.learn_many(_in_order(self.rows, order), self.labels[order])
        return learner.mistakes

    @property
    def _floor(self) -> float:
        return 1 / (50 * self.norm)


def planted(shifts: int, every: int, attributes: int, active: int, seed: int) -> Stream:
    """A disjunction of 4 attributes, replaced every so often; `active` attributes are on. No noise.

    A shift moves the distribution of the examples by 1 at most, which is what `drift` says.
    """
    stream = Planted(replaced("disjunction", shifts, every), attributes=attributes, active=active, seed=seed)
    examples = list(stream.told())
    labels = np.array([example.y for example in examples])
    name = f"{shifts} shifts" if shifts else "no shift"
    return Stream(name, as_rows(examples, attributes), labels, active, stream.sequence.literals_on, float(shifts))


def turning(every: int, turns: int) -> Stream:
    """One instance again and again; its answer, yes at first, turns over every so often."""
    trials = every * (turns + 1)
    labels = np.arange(trials) // every % 2 == 0
    rows = Matrix(np.arange(trials + 1), np.zeros(trials, dtype=np.int32), np.ones(trials), 1)
    return Stream("old answers", rows, labels, 1, turns // 2 + 1, None)


def _in_order(rows: Matrix, order: npt.NDArray[np.int64]) -> Matrix:
    """The rows of a matrix in another order."""
    lengths = np.diff(rows.starts)[order]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    places = np.repeat(rows.starts[:-1][order] - starts[:-1], lengths) + np.arange(starts[-1])
    return Matrix(starts.astype(np.int64), rows.indices[places], rows.values[places], rows.columns)

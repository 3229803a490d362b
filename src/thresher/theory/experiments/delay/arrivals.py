"""When labels come: kinds of delay, and what the theorems of section D want to know of them."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ....late.simulate.arrivals import Arrival, Constant, HeavyTailed, Uniform

KINDS = ("constant", "uniform", "heavy-tailed", "reversed bursts")
WORDS = {
    "constant": "every label the same number of trials late",
    "uniform": "delays uniform from 1 to the longest",
    "heavy-tailed": "P(delay >= j) = 1/j, cut at the longest: half of the labels at once, few very late",
    "reversed bursts": "labels of a burst come after it, the last one first, one a trial",
}


@dataclass(frozen=True)
class Arrivals:
    """The delay of every instance: the label of the instance of trial a comes right before trial a + delay (D1)."""

    delays: npt.NDArray[np.int64]

    @property
    def trials(self) -> int:
        return len(self.delays)

    @property
    def longest(self) -> int:
        """k."""
        return int(self.delays.max())

    @cached_property
    def _before(self) -> npt.NDArray[np.int64]:
        """The trial, from 1, right before which each label comes."""
        return np.arange(1, self.trials + 1) + self.delays

    @cached_property
    def order(self) -> npt.NDArray[np.int64]:
        """Indices of the instances in the order of their labels; of those that come together the oldest first."""
        return np.argsort(self._before, kind="stable")

    @cached_property
    def outstanding(self) -> int:
        """G: the most instances without a label when a new one arrives, that one not counted (D6a)."""
        trials = np.arange(1, self.trials + 1)
        come = np.searchsorted(self._before[self.order], trials, side="right")
        return int((trials - 1 - come).max())

    @cached_property
    def counts(self) -> dict[float, float]:
        """D, how many instances have each delay (D3)."""
        return dict(Counter(self.delays.tolist()))

    def late(self, horizon: int) -> int:
        """mu: how many labels come after the horizon (D8)."""
        return int((self.delays > horizon).sum())

    def due(self) -> list[list[int]]:
        """The numbers, from 1, of the instances whose labels come right before each trial."""
        lists: list[list[int]] = [[] for _ in range(self.trials)]
        for number, before in enumerate(self._before.tolist(), 1):
            if before <= self.trials:
                lists[before - 1].append(number)
        return lists


def arrivals(kind: str, longest: int, trials: int, seed: int) -> Arrivals:
    """Delays of one kind, none longer than `longest`, chosen without a look at the instances.

    Examples
    --------
    >>> arrivals("reversed bursts", 5, 7, seed=0).delays.tolist()
    [5, 3, 1, 5, 3, 1, 5]
    """
    rules: dict[str, Arrival] = {
        "constant": Constant(longest),
        "uniform": Uniform(1, longest, seed=seed),
        "heavy-tailed": HeavyTailed(0.5, 1.0, seed=seed, at_most=longest),
        "reversed bursts": ReversedBursts((longest + 1) // 2),
    }
    rule = rules[kind]
    return Arrivals(np.array([rule(number, None, None) for number in range(1, trials + 1)], dtype=np.int64))


@dataclass(frozen=True)
class ReversedBursts:
    """Every `size` instances are a burst. Their labels come when the next burst begins, the last first, one a trial."""

    size: int

    def __call__(self, number: int, x: object, y: object) -> int:
        return 2 * (self.size - 1 - (number - 1) % self.size) + 1


def held_back(every: int, trials: int) -> Arrivals:
    """Every second label comes at once, the others `every` - 1 trials late (every: even): the two kinds take turns.

    Examples
    --------
    >>> held_back(4, 8).due()
    [[], [], [2], [1], [4], [3], [6], [5]]
    """
    return Arrivals(np.where(np.arange(trials) % 2 == 0, every - 1, 1).astype(np.int64))

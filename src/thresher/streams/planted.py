"""Planted concepts: streams whose right answer is known, seeded and lazy."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ..errors import ParameterError
from ..parameters import real, whole


@dataclass(frozen=True)
class PlantedDisjunction:
    """Positive iff one of a few relevant attributes is present; which ones they are shifts.

    trials: examples in all.   attributes: how many there are.   active: how many an example has.
    literals: relevant attributes at a time.   shifts: how often one half of them is exchanged, at equal
    distances.   noise: probability that a label is flipped.

    >>> stream = PlantedDisjunction(trials=1000, attributes=100, active=10, literals=4, shifts=1, seed=7)
    >>> sum(1 for x, y in stream), stream.literals_added
    (1000, 6)
    """

    trials: int = 20_000
    attributes: int = 200
    active: int = 20
    literals: int = 6
    shifts: int = 3
    noise: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        whole("trials", self.trials, at_least=1)
        whole("attributes", self.attributes, at_least=1)
        whole("active", self.active, at_least=1, at_most=self.attributes)
        whole("literals", self.literals, at_least=2)
        whole("shifts", self.shifts, at_most=self.trials - 1)
        real("noise", self.noise, at_least=0, at_most=1)
        if self.literals_added + self.active > self.attributes:
            raise ParameterError("literals and shifts need more attributes than there are.")

    @property
    def literals_added(self) -> int:
        """Z+: literals ever added, the first ones included (A13)."""
        return self.literals + self.shifts * (self.literals // 2)

    @property
    def segments(self) -> list[range]:
        """The stretches of trials between shifts."""
        cuts = [self.trials * i // (self.shifts + 1) for i in range(self.shifts + 2)]
        return [range(a, b) for a, b in pairwise(cuts)]

    def targets(self) -> list[frozenset[int]]:
        """The relevant attributes of each segment: half of them stay, half are new."""
        moved = self.literals // 2
        return [frozenset(range(i * moved, i * moved + self.literals)) for i in range(self.shifts + 1)]

    def __iter__(self) -> Iterator[tuple[dict[int, float], bool]]:
        rng = random.Random(self.seed)
        for segment, target in zip(self.segments, self.targets(), strict=True):
            chosen = sorted(target)
            irrelevant = [i for i in range(self.attributes) if i not in target]  # what will be relevant is among them
            for _ in segment:
                y = rng.random() < 0.5
                x = dict.fromkeys(rng.sample(irrelevant, self.active - y), 1.0)
                if y:
                    x[rng.choice(chosen)] = 1.0
                yield x, y != (rng.random() < self.noise)

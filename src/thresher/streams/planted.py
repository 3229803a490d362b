"""A planted disjunction that shifts: a stream whose right answer is known, seeded and lazy."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import ParameterError
from ..parameters import real, whole
from ..protocols import Attribute
from ..theory.concepts.planting import Planted
from ..theory.concepts.schedules import exchange


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
        whole("active", self.active, at_least=1, at_most=whole("attributes", self.attributes, at_least=1))
        whole("literals", self.literals, at_least=2)
        whole("shifts", self.shifts, at_most=whole("trials", self.trials, at_least=1) - 1)
        real("noise", self.noise, at_least=0, at_most=1)
        if self.literals_added + self.active > self.attributes:
            raise ParameterError("literals and shifts need more attributes than there are.")

    @property
    def planted(self) -> Planted:
        """The same stream with all that is known about it."""
        schedule = exchange(self.trials, self.literals, self.shifts)
        return Planted(schedule, self.attributes, active=self.active, flips=self.noise, seed=self.seed)

    @property
    def literals_added(self) -> int:
        """Z+: literals ever added, the first ones included (A13)."""
        return self.literals + self.shifts * (self.literals // 2)

    @property
    def segments(self) -> list[range]:
        """The stretches of trials between shifts."""
        return [trials for trials, _ in self.planted.schedule.stretches]

    def targets(self) -> list[frozenset[Attribute]]:
        """The relevant attributes of each segment: half of them stay, half are new."""
        return [frozenset(target.relevant) for _, target in self.planted.schedule.segments]

    def __iter__(self) -> Iterator[tuple[dict[Attribute, float], bool]]:
        return iter(self.planted)

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

    Parameters
    ----------
    trials : int, default 20000
        How many examples there are in all.
    attributes : int, default 200
        How many attributes there are.
    active : int, default 20
        How many attributes an example has.
    literals : int, default 6
        How many attributes are relevant at a time; at least 2.
    shifts : int, default 3
        How often one half of the relevant attributes is exchanged, at equal distances.
    noise : float, default 0.0
        The probability that a label is flipped; from 0 to 1.
    seed : int, default 0
        The same seed gives the same stream.

    Raises
    ------
    ParameterError
        If a number is out of its range, or the shifts need more attributes than there are.

    Examples
    --------
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
        """The relevant attributes of each segment: half of them stay, half are new.

        Returns
        -------
        list of frozenset
            One set of attributes a segment.
        """
        return [frozenset(target.relevant) for _, target in self.planted.schedule.segments]

    def __iter__(self) -> Iterator[tuple[dict[Attribute, float], bool]]:
        return iter(self.planted)

"""What each attribute of an example itself adds to the score of `wary` by its crossings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .numbers import on_grid

T = TypeVar("T")


@dataclass
class Credit(Generic[T]):
    """A pair of noise with a column that matters says what that column says; what partners say is no credit.

    effect of a = (sum of a's pairs - sum of all pairs / (n - 1)) / (n - 2): a pair is two effects, and something else
    credit of a = what its crossings add, each pair less the effect of the other; each times the worths of both
    """

    adds: dict[T, float] = field(default_factory=dict)
    pairs: dict[T, float] = field(default_factory=dict)

    def add(self, attributes: set[T], adds: float, whole: float) -> None:
        """One of its crossings. whole: what it would add were all of full worth."""
        for i in attributes:
            self.adds[i] = self.adds.get(i, 0.0) + adds
            self.pairs[i] = self.pairs.get(i, 0.0) + (whole if len(attributes) == 2 else 0.0)

    def settled(self, worths: Mapping[T, float]) -> dict[T, float]:
        """Each attribute's own. With two attributes or fewer nobody can tell whose it is."""
        n = len(self.adds)
        if n <= 2:
            return self.adds
        of_all = sum(self.pairs.values()) / 2 / (n - 1.0)
        effects = {i: (added - of_all) / (n - 2.0) for i, added in self.pairs.items()}
        said = {i: on_grid(worths[i] * effect) for i, effect in effects.items()}
        together = sum(said.values())
        return {i: added - worths[i] * (together - said[i]) for i, added in self.adds.items()}

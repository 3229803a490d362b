"""Which attributes are worth crossing with others."""

from dataclasses import dataclass

from ..base import Coordinate
from .numbers import root, single

UNSURE, SLOPE, MOST_DOUBT = single(0.05), single(0.4), single(0.9)
NEEDED, PART_OF_SUREST = 1.0, 0.5


@dataclass
class Worth:
    """What an attribute's crossings did for `wary`, before each label was seen; a restart forgets it.

    gain = sum of g c: g the slope of the loss, c what crossings with it would add to the score, were they of full worth
    sureness = gain / sqrt(sum of squares + .05)
    """

    gain: float = 0.0
    squares: float = 0.0

    def add(self, saved: float) -> None:
        """One more example."""
        self.gain = single(self.gain + saved)
        self.squares = single(self.squares + single(saved * saved))

    @property
    def sureness(self) -> float:
        """In how many deviations from nothing the gain is."""
        return single(self.gain / root(single(self.squares + UNSURE)))


def weigh(worths: dict[Coordinate, Worth], pace: float) -> dict[Coordinate, float]:
    """How much each attribute of an example is worth, from .1 to 1. pace: of the labels.

    needed = 1, or half the largest sureness z of the example
    doubt = 0 where z >= needed, else .4 (needed - z), at most .9
    worth = 1 - pace doubt
    """
    sureness = {i: worth.sureness for i, worth in worths.items()}
    needed = max([NEEDED, *(single(PART_OF_SUREST * z) for z in sureness.values())])

    def doubt(z: float) -> float:
        return 0.0 if z >= needed else min(MOST_DOUBT, single(SLOPE * single(needed - z)))

    return {i: single(1.0 - single(single(pace) * doubt(z))) for i, z in sureness.items()}

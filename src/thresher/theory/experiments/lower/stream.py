"""What there is to say about a stream of disjunctions: to the learner beforehand, and in its bound afterwards."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Stream:
    """What a learner may be told of a stream of disjunctions, and what its bound is about.

    Attributes
    ----------
    n : int
        Attributes.
    active : int
        lambda, the most that are on at once.
    literals : int, default 1
        k, how many at a time.
    on, off : int
        How many literals were ever switched on (Z+) and off (Z-).
    errors : int, default 0
        Attribute errors (A).
    noise : float, default 0.0
        N at separation 1 (A2).
    """

    n: int
    active: int
    literals: int = 1
    on: int = 1
    off: int = 0
    errors: int = 0
    noise: float = 0.0

    @property
    def fixed(self) -> bool:
        return self.on == self.literals and self.off == 0

    @property
    def clean(self) -> bool:
        return self.errors == 0

    @property
    def signed_target(self) -> list[float]:
        """2 on each literal and -1 on the constant: y u.x >= 1 = delta on clean examples, and what is missing is N."""
        return [2.0] * self.literals + [-1.0]

    def target_norm(self, q: float) -> float:
        """|u|_q of the signed target."""
        return float(math.fsum(abs(u) ** q for u in self.signed_target) ** (1 / q))

    def instance_norm(self, p: float) -> float:
        """|x|_p of the largest instance, the constant included."""
        return float((self.active + 1) ** (1 / p))

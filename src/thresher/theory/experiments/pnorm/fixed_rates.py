"""f_k at fixed rates: is k = 5 between the Perceptron and Balanced Winnow, and sometimes better than both?

E8a's rate knows the target and is small where the target is dense; there f_k is in its linear part, and k hardly shows.
Here every k, and Balanced Winnow, has the same few rates to choose from, and the best of them counts.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from ..experiment import Cell, Table

if TYPE_CHECKING:
    from ....learners import Learner

RATES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
POWERS = (3, 5, 9)
PERCEPTRON, BALANCED = "Perceptron", "Balanced Winnow"
LEARNERS = (PERCEPTRON, *(f"f_{k}" for k in POWERS), BALANCED)


@dataclass(frozen=True)
class FixedCount:
    """The mistakes of one learner at one rate on one stream."""

    learner: str
    rate: float
    relevant: int
    active: int
    seed: int
    mistakes: int


def count_fixed(n: int, relevant: int, active: int, trials: int, seed: int) -> Iterator[FixedCount]:
    """Every learner at every rate on one stream."""
    from .streams import Shape, signed_stream

    entered = list(_contestants())
    for examples, labels in signed_stream(Shape(n, relevant, active), trials, seed):
        for _, _, learner in entered:
            learner.learn_many(examples, labels)
    for name, rate, learner in entered:
        yield FixedCount(name, rate, relevant, active, seed, learner.mistakes)


def _contestants() -> "Iterator[tuple[str, float, Learner]]":
    from ....learners import BalancedWinnow, InterpolatedPerceptron, Perceptron

    yield PERCEPTRON, 1.0, Perceptron()  # from 0, any rate is the same
    for rate in RATES:
        for k in POWERS:
            yield f"f_{k}", rate, InterpolatedPerceptron(k, rate=rate)
        yield BALANCED, rate, BalancedWinnow(math.exp(rate))


@dataclass(frozen=True)
class Best:
    """Each learner's least median of mistakes over the seeds, of all rates, on streams of one shape; and that rate."""

    relevant: int
    active: int
    mistakes: dict[str, float]
    rates: dict[str, float]

    @property
    def ends(self) -> tuple[float, float]:
        """The Perceptron's and Balanced Winnow's."""
        return self.mistakes[PERCEPTRON], self.mistakes[BALANCED]

    @property
    def between_is_best(self) -> bool:
        """Whether k = 5 makes fewer mistakes than either end."""
        return self.mistakes["f_5"] < min(self.ends)

    @property
    def is_worst(self) -> bool:
        return self.mistakes["f_5"] > max(self.ends)


def best_of(counts: list[FixedCount]) -> list[Best]:
    """For every shape, dense instances first."""
    shapes = sorted({(-c.active, c.relevant) for c in counts})
    return [_best([c for c in counts if (-c.active, c.relevant) == shape]) for shape in shapes]


def _best(own: list[FixedCount]) -> Best:
    found: dict[str, float] = {}
    at: dict[str, float] = {}
    for name in LEARNERS:
        for rate in sorted({c.rate for c in own if c.learner == name}):
            middle = float(median(c.mistakes for c in own if (c.learner, c.rate) == (name, rate)))
            if middle < found.get(name, math.inf):
                found[name], at[name] = middle, rate
    return Best(own[0].relevant, own[0].active, found, at)


def best_rates_table(found: list[Best]) -> Table:
    """Mistakes of each at the best of the fixed rates, and those rates."""
    rows: list[list[Cell]] = [
        [
            best.relevant,
            best.active,
            *(best.mistakes[name] for name in LEARNERS),
            *(best.rates[name] for name in LEARNERS[1:]),
        ]
        for best in found
    ]
    return Table(
        "f_k_at_fixed_rates", ["relevant", "active", *LEARNERS, *(f"rate of {name}" for name in LEARNERS[1:])], rows
    )


def fixed_table(counts: list[FixedCount]) -> Table:
    """Every count at a fixed rate."""
    rows: list[list[Cell]] = [[c.learner, c.rate, c.relevant, c.active, c.seed, c.mistakes] for c in counts]
    return Table("counts_at_fixed_rates", ["learner", "rate", "relevant", "active", "seed", "mistakes"], rows)


def sentence(found: list[Best]) -> str:
    """The paper's claim about k = 5, answered."""
    better, worse = [b for b in found if b.between_is_best], [b for b in found if b.is_worst]
    clearest = max(found, key=lambda b: min(b.ends) / b.mistakes["f_5"])
    ends = f"the Perceptron makes {clearest.ends[0]:g}, Balanced Winnow {clearest.ends[1]:g}"
    said = f"f_5 at the best of the rates {RATES[0]:g} to {RATES[-1]:g}, as the ends are: on {len(better)} of the "
    said += (
        f"{len(found)} kinds of stream it makes fewer mistakes than the Perceptron and than Balanced Winnow, on "
        f"{len(worse)} more than both, on the others it is between them."
    )
    if better:
        said += (
            f" Most clearly with {clearest.relevant} relevant and {clearest.active} active attributes: f_5 makes "
            f"{clearest.mistakes['f_5']:g} mistakes where {ends}. The paper saw such problems, too."
        )
    return said

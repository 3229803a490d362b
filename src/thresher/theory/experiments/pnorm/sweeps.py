"""The counts of the experiment, and what they are along one family on streams of one shape."""

from dataclasses import dataclass
from statistics import median
from typing import Literal

Family = Literal["p", "k"]


@dataclass(frozen=True)
class Count:
    """The mistakes on one stream of the p-norm Perceptron (family "p") or of f_k (family "k"), and their bound."""

    family: Family
    parameter: float
    relevant: int
    active: int
    seed: int
    mistakes: int
    bound: float


@dataclass(frozen=True)
class Sweep:
    """One family on the streams of one shape: medians over the seeds, and the bound, by parameter."""

    parameters: list[float]
    medians: list[float]
    least: list[float]
    largest: list[float]
    bounds: list[float]

    @property
    def best(self) -> float:
        return self.parameters[self.medians.index(min(self.medians))]

    @property
    def best_by_bound(self) -> float:
        return self.parameters[self.bounds.index(min(self.bounds))]


def swept(counts: list[Count], family: Family, relevant: int, active: int) -> Sweep:
    """The counts of one family on streams of one shape, together."""
    own = [c for c in counts if (c.family, c.relevant, c.active) == (family, relevant, active)]
    parameters = sorted({c.parameter for c in own})
    of = [[c for c in own if c.parameter == parameter] for parameter in parameters]
    return Sweep(
        parameters,
        [float(median(c.mistakes for c in some)) for some in of],
        [float(min(c.mistakes for c in some)) for some in of],
        [float(max(c.mistakes for c in some)) for some in of],
        [max(c.bound for c in some) for some in of],
    )


def relevant_numbers(counts: list[Count]) -> list[int]:
    """The numbers of relevant attributes that were tried."""
    return sorted({c.relevant for c in counts})

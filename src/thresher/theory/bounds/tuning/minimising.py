"""Minimising a bound: what a tuner returns, and the lowest point of a function that falls and then rises."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ....errors import ParameterError

GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True)
class Tuning:
    """Parameters for a learner, and what a theorem promises with them.

    Attributes
    ----------
    learner : str
        Its name, as on the command line.
    parameters : mapping of str to Any
        What to give the learner's constructor.
    promise : float
        At most so many mistakes, or mistakes per trial.
    per_trial : bool
        Whether the promise is per trial.
    entry : str
        The theorem's, in docs/theory.md.
    compared : float
        The promise at the learner's usual parameters; infinity where there is none.
    """

    learner: str
    parameters: Mapping[str, Any]
    promise: float
    per_trial: bool
    entry: str
    compared: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    @property
    def vacuous(self) -> bool:
        """Whether a coin does as well: half of the trials or more, whatever the parameters."""
        return self.per_trial and self.promise >= 0.5


def or_infinity(promise: Callable[[], float]) -> float:
    """A promise, or infinity where the theorem promises nothing."""
    try:
        return promise()
    except ParameterError:
        return math.inf


def lowest_point(function: Callable[[float], float], low: float, high: float, *, scan: int = 16) -> float:
    """Where between low and high the function is lowest, by golden section; infinity stands for "not allowed".

    For functions that fall and then rise this finds the lowest point. The scan before it makes the search robust
    where a function is flat, or not allowed, near the ends: the section begins around the best of its points. The
    place is exact to 1e-8, which near a lowest point is far more than the value needs.

    Parameters
    ----------
    function : callable
        Falls and then rises; infinity stands for "not allowed".
    low : float
        Where the search begins.
    high : float
        Where the search ends.
    scan : int, default 16
        How many steps are tried before the golden section.

    Examples
    --------
    >>> round(lowest_point(lambda x: (x - 2) ** 2, 0, 10), 6)
    2.0
    """
    places = [low + (high - low) * i / scan for i in range(scan + 1)]
    values = [function(x) for x in places]
    best = values.index(min(values))
    left, right = places[max(0, best - 1)], places[min(scan, best + 1)]
    a, b = right - GOLDEN * (right - left), left + GOLDEN * (right - left)
    at_a, at_b = function(a), function(b)
    while right - left > 1e-8 * max(1.0, abs(left)):
        if at_a <= at_b:
            right, b, at_b = b, a, at_a
            a = right - GOLDEN * (right - left)
            at_a = function(a)
        else:
            left, a, at_a = a, b, at_b
            b = left + GOLDEN * (right - left)
            at_b = function(b)
    found = [(values[best], places[best]), (at_a, a), (at_b, b)]
    return min(found)[1]

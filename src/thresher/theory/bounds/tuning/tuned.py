"""What a tuner returns."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ....errors import ParameterError


@dataclass(frozen=True)
class Tuning:
    """Parameters for a learner, and what a theorem promises with them.

    learner: its name, as on the command line.   parameters: for its constructor.
    promise: at most so many mistakes, or mistakes per trial.   entry: the theorem's, in docs/theory.md.
    compared: the promise at the learner's usual parameters; infinity where there is none.
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


def or_nothing(promise: Callable[[], float]) -> float:
    """A promise, or infinity where the theorem promises nothing."""
    try:
        return promise()
    except ParameterError:
        return math.inf

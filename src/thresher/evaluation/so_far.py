"""How a run stands in the middle: what a callback is told every so many examples."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import ParameterError
from ..parameters import whole
from .milestones import Every, Milestone


@dataclass(frozen=True)
class SoFar:
    """A run after so many examples.

    Attributes
    ----------
    examples : int
        Read, labelled or not.
    labelled : int
        Of them with a label.
    mistakes : int
        Wrong answers, each given before its label was seen.
    learner : Any
        The learner itself, as it is now.
    abstained : int
        Labelled examples without an answer.
    """

    examples: int
    labelled: int
    mistakes: int
    learner: Any
    abstained: int = 0

    @property
    def error(self) -> float:
        """Mistakes per labelled example; NaN where there was no answer to any."""
        return self.mistakes / self.labelled if self.labelled > self.abstained else math.nan


USUAL = 1000
"""Examples between two calls, unless said."""


def told_every(examples: int | None, on_progress: Callable[[SoFar], object] | None) -> list[Milestone]:
    """Calls back every so many examples; nobody where nothing was said."""
    if on_progress is None:
        if examples is not None:
            raise ParameterError("every is about on_progress: say also whom to call.", field="every")
        return []

    def call(loop: Any) -> None:
        on_progress(so_far(loop.contestants[0], loop.examples))

    return [Every(whole("every", USUAL if examples is None else examples, at_least=1), call)]


def tell_the_end(every: int | None, on_progress: Callable[[SoFar], object] | None, contestant: Any, read: int) -> None:
    """Where nobody said how often, whoever wants to be called is also told how it ended, however short the run was."""
    if on_progress is not None and every is None and (read == 0 or read % USUAL):
        on_progress(so_far(contestant, read))


def so_far(contestant: Any, read: int) -> SoFar:
    """How a contestant stands after so many examples were read."""
    measures = contestant.measures
    return SoFar(read, measures.examples, measures.mistakes, contestant.learner, measures.abstained)

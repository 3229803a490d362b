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


def told_every(examples: int | None, on_progress: Callable[[SoFar], object] | None) -> list[Milestone]:
    """Calls back every so many examples; nobody where nothing was said."""
    if on_progress is None:
        if examples is not None:
            raise ParameterError("every is about on_progress: say also whom to call.", field="every")
        return []

    def call(loop: Any) -> None:
        contestant = loop.contestants[0]
        measures = contestant.measures
        counted = measures.examples, measures.mistakes, contestant.learner, measures.abstained
        on_progress(SoFar(loop.examples, *counted))

    return [Every(whole("every", 1000 if examples is None else examples, at_least=1), call)]

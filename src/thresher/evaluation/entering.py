"""The contestant for a learner: of two labels, or of many classes."""

from typing import Any

from ..errors import ParameterError
from .contestant import Contestant
from .many import MOST_FOUND, finds_labels, many_of


def contestant_for(
    name: str, learner: Any, *, measures: bool, trace: bool, log: Any = None, narrow: str = ""
) -> Contestant:
    """What enters the loop. narrow: why it can't have many classes, if so."""
    if many_of(learner) is None:
        return Contestant(name, learner, measures=measures, trace=trace, log=log, narrow=narrow)
    why = narrow or ("a log is about two labels" if log is not None else "")
    if why:
        raise ParameterError(f"{type(learner).__name__} has many classes, and {why}.")
    from .class_contestant import ClassContestant

    most = MOST_FOUND if finds_labels(learner) else None
    return ClassContestant(name, learner, measures=measures, most=most)

"""What a law looks at, and how it objects."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...errors import ParameterError, ThresherError
from ...parameters import real
from ...protocols import Attribute

TOLERANCE = 1e-9
"""Relative. Lemmas are about real numbers. A weight alpha^z is right to about |z| ln(alpha) units in the last place and
a step is the difference of two such weights, so an exact comparison would blame the rounding; a wrong rule is off by
far more than this.
"""


class InvariantError(ThresherError):
    """A learner did what its theory rules out: which lemma, in which trial, both sides in numbers, what it may mean.

    Parameters
    ----------
    lemma : str
        Which one.
    trial : int
        Its number, from 1.
    statement : str
        Both sides, in numbers.
    meaning : str
        What it may mean.
    """

    def __init__(self, lemma: str, trial: int, statement: str, meaning: str) -> None:
        super().__init__(f"trial {trial} breaks {lemma}: {statement} {meaning}")
        self.lemma = lemma
        self.trial = trial
        self._made_of = lemma, trial, statement, meaning

    def __reduce__(self) -> tuple[Any, ...]:  # an exception is made again of its args, which are one sentence
        return type(self), self._made_of


@dataclass(frozen=True)
class Trial:
    """One learned example: the state before and after, the bias included under its name.

    Attributes
    ----------
    number : int
        From 1.
    values : mapping of Attribute to float
        The example, entries of 0 left out.
    positive : bool
        Its label.
    before, after : mapping of Attribute to float
        The weights before and after it, of the attributes whose weight differs from the initial one.
    counts_before : (int, int, int)
        Examples, mistakes, updates.
    duals : callable
        Gives the duals after the trial, None if the learner has none to show.
    """

    number: int
    values: Mapping[Attribute, float]
    positive: bool
    prediction: bool
    updated: bool
    before: Mapping[Attribute, float]
    after: Mapping[Attribute, float]
    counts_before: tuple[int, int, int]
    counts_after: tuple[int, int, int]
    duals: Callable[[], Mapping[Attribute, float] | None]

    @property
    def mistake(self) -> bool:
        """Whether the prediction was wrong."""
        return self.prediction != self.positive


class Law(ABC):
    """Statements that hold after every trial of a learner that has learned from nothing else.

    Parameters
    ----------
    lemmas : sequence of str or None
        Which of LEMMAS to check; None: all.
    tolerance : float
        Of rounding, relative.
    """

    LEMMAS: ClassVar[tuple[str, ...]]
    weighted: ClassVar[bool] = False
    """Whether it also holds where examples have importance weights."""

    def __init__(self, lemmas: Sequence[str] | None, tolerance: float) -> None:
        self.lemmas = tuple(self.LEMMAS if lemmas is None else lemmas)
        unknown = sorted(set(self.lemmas) - set(self.LEMMAS))
        if unknown:
            raise ParameterError(f"lemmas must be among {', '.join(self.LEMMAS)}; got {unknown[0]!r}.")
        self._tolerance = real("tolerance", tolerance, at_least=0)
        self.void: str | None = None  # why the lemmas say nothing any more, if so

    @abstractmethod
    def check(self, trial: Trial) -> None:
        """Raises InvariantError at the first lemma that does not hold."""

    def _at_most(
        self,
        trial: Trial,
        lemma: str,
        left: tuple[str, float],
        right: tuple[str, float],
        meaning: str,
        scale: float = 0.0,
    ) -> None:
        """left <= right, but for rounding: relative to both sides and to the size of what was subtracted."""
        (words, value), (limit, most) = left, right
        if not value <= most + self._tolerance * (abs(value) + abs(most) + scale):
            statement = f"{words} <= {limit} does not hold: {value:.12g} is above {most:.12g}."
            raise InvariantError(lemma, trial.number, statement, meaning)

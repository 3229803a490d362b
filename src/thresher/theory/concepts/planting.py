"""Planted streams: examples of a schedule whose right answer is known, seeded, lazy and repeatable."""

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...errors import ParameterError
from ...parameters import one_of, real, whole
from ...protocols import Attribute
from .drawing import KINDS, Drawing, on_the_right_side, own_separation
from .schedules import Schedule
from .sequence import ConceptSequence
from .targets import Disjunction, Target


class PlantedExample(NamedTuple):
    """An example and what was done to it: its label turned over, or its relevant attributes.

    Attributes
    ----------
    x : dict of Attribute to float
        The instance.
    y : bool
        Its label.
    flipped : bool
        Whether the label was turned over.
    attribute_error : bool
        Whether its relevant attributes were.
    """

    x: dict[Attribute, float]
    y: bool
    flipped: bool
    attribute_error: bool


@dataclass(frozen=True)
class Planted:
    """Examples (x, y) of a schedule: going through them twice gives the same.

    Parameters
    ----------
    schedule : Schedule
        The targets; attributes they do not name are irrelevant at the time.
    attributes : int
        There are the columns 0 .. attributes - 1, and whatever names the targets have.
    instances : str, default 'sparse'
        "sparse" (boolean, `active` attributes on), "dense" (boolean, irrelevant ones are fair coins), "real" (values
        from `smallest` to 1), "signed" (values from -1 to 1, for additive learners).
    active : int or None, optional
        How many attributes an instance has; None: as many as there are (never with "sparse").
    positives : float, default 0.5
        Probability of a positive example.
    flips : float, default 0.0
        Probability that a label is turned over.
    attribute_errors : float or collection of int, default 0.0
        Probability that all relevant attributes are 0 where y = 1, or 1 where y = 0 (B11); or the trials where that
        happens. For disjunctions.
    smallest : float, default 1.0
        zeta, the least value of real instances.
    separation : float or None, optional
        Clean examples have u.x >= 1 + delta or u.x <= 1 - delta (signed: w.x is at least so far from the threshold);
        None: what the targets separate boolean instances with.
    seed : int, default 0
        Of everything that is drawn.

    Notes
    -----
    In boolean positive examples of a disjunction exactly one literal is on, in negative ones none.

    Examples
    --------
    >>> from thresher.theory.concepts import exchange
    >>> stream = Planted(exchange(1000, literals=4, shifts=1), attributes=100, active=10, seed=7)
    >>> sum(1 for x, y in stream), {len(x) for x, y in stream}, stream.sequence.literals_on
    (1000, {10}, 6)
    """

    schedule: Schedule
    attributes: int
    instances: str = "sparse"
    active: int | None = None
    positives: float = 0.5
    flips: float = 0.0
    attribute_errors: float | Collection[int] = 0.0
    smallest: float = 1.0
    separation: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        whole("attributes", self.attributes, at_least=1)
        one_of("instances", self.instances, KINDS)
        if self.instances == "sparse" and self.active is None:
            raise ParameterError("sparse instances need to know how many attributes are active.")
        if self.instances == "dense" and self.active is not None:
            raise ParameterError("dense instances have no number of active attributes; leave active out.")
        if self.active is not None:
            whole("active", self.active, at_least=1)
        real("positives", self.positives, at_least=0, at_most=1)
        real("flips", self.flips, at_least=0, at_most=1)
        real("smallest", self.smallest, above=0, at_most=1)
        if isinstance(self.attribute_errors, Collection):
            for trial in self.attribute_errors:
                whole("a trial with attribute errors", trial, at_most=self.trials - 1)
            object.__setattr__(self, "attribute_errors", frozenset(self.attribute_errors))
        else:
            real("attribute_errors", self.attribute_errors, at_least=0, at_most=1)
        for target in self._different_targets:
            if self.attribute_errors and not (isinstance(target, Disjunction) and not target.negated):
                raise ParameterError(
                    f"attribute errors are defined for monotone disjunctions (B1), not for {target!r}."
                )
            if self.attribute_errors and self.active is not None and self.active < len(target.relevant):
                raise ParameterError(
                    f"an attribute error turns all {len(target.relevant)} literals on; {self.active} active is too few."
                )
            self._drawing(target).check()

    @property
    def trials(self) -> int:
        """How many examples there are."""
        return self.schedule.trials

    @property
    def sequence(self) -> ConceptSequence:
        """The comparator that knows the target of every trial."""
        return self.schedule.sequence

    @cached_property
    def guaranteed(self) -> float:
        """The separation of clean examples."""
        if self.separation is not None:
            return real("separation", self.separation, above=0, at_most=1)
        return min(own_separation(target, self.instances) for target in self._different_targets)

    def __iter__(self) -> Iterator[tuple[dict[Attribute, float], bool]]:
        return ((example.x, example.y) for example in self.told())

    def told(self) -> Iterator[PlantedExample]:
        """The same examples, with what was done to each."""
        rng = random.Random(self.seed)
        for trials, target in self.schedule.stretches:
            drawing = self._drawing(target)
            for trial in trials:
                y = rng.random() < self.positives
                erroneous = self._goes_wrong(rng, trial)
                x = drawing.erroneous(rng, y) if erroneous else drawing.draw(rng, y)
                flipped = rng.random() < self.flips
                yield PlantedExample(x, y != flipped, flipped, erroneous)

    def _goes_wrong(self, rng: random.Random, trial: int) -> bool:
        wrong = self.attribute_errors
        if isinstance(wrong, Collection):
            return trial in wrong
        return wrong > 0 and rng.random() < wrong

    @cached_property
    def _different_targets(self) -> list[Target]:
        return list(dict.fromkeys(target for _, target in self.schedule.segments))

    def _drawing(self, target: Target) -> Drawing:
        return Drawing(
            target,
            self.instances,
            self.attributes,
            self.active if self.active is not None else self.attributes + len(target.relevant),
            self.smallest,
            on_the_right_side(target, self.instances, self.guaranteed),
        )

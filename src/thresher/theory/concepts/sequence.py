"""Sequences of concepts: a comparator whose weights change from trial to trial, and what it costs (A2, B1)."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import fsum
from types import MappingProxyType
from typing import Any, Self

from ...errors import InputError, ParameterError
from ...parameters import real, whole
from ...protocols import Attribute, Label
from .answers import Instance, Weights, in_order, positive, product
from .stretches import Stretch, canonical, totals

_MISSING: Any = object()


class ConceptSequence:
    """Weights u^t >= 0 for the trials t = 0 .. trials - 1, written as stretches. Immutable.

    Stretches of one attribute that overlap add up, so a sum of indicators of intervals is a sequence.

    Parameters
    ----------
    stretches : iterable of Stretch or (Attribute, int, int, float)
        (attribute, first, last, weight), trials from 0, the last one not included.
    trials : int
        How many there are.

    Examples
    --------
    >>> sequence = ConceptSequence([Stretch("a", 0, 6, 2.0), Stretch("b", 4, 10, 2.0)], trials=10)
    >>> sequence.total_rise, sequence.largest_total, sequence.literals_on, sequence.literals_off
    (4.0, 4.0, 2, 1)
    >>> sequence.at(7)
    {'b': 2.0}
    """

    def __init__(self, stretches: Iterable[Stretch | tuple[Attribute, int, int, float]], trials: int) -> None:
        self._trials = whole("trials", trials)
        self._stretches = canonical(stretches, self._trials)

    @classmethod
    def fixed(cls, weights: Weights, trials: int) -> Self:
        """The same weights in every trial.

        Parameters
        ----------
        weights : Weights
            Attribute -> weight, not below 0.
        trials : int
            How many there are.
        """
        return cls.from_segments([(0, weights)], trials)

    @classmethod
    def from_segments(cls, segments: Iterable[tuple[int, Weights]], trials: int) -> Self:
        """Weights that stay from their first trial until the next segment begins; before the first there are none.

        Parameters
        ----------
        segments : iterable of (int, Weights)
            (first trial, weights) in order.
        trials : int
            How many there are.
        """
        trials = whole("trials", trials)
        parts = list(segments) if trials else []
        starts = [whole("the first trial of a segment", first, at_most=trials - 1) for first, _ in parts]
        if any(b <= a for a, b in pairwise(starts)):
            raise ParameterError(f"segments begin one after the other; got the first trials {starts}.")
        stretches = []
        for (_, weights), first, last in zip(parts, starts, [*starts, trials][1:], strict=True):
            for attribute, value in weights.items():
                weight = real(f"the weight of {attribute!r}", value, at_least=0)
                if weight:
                    stretches.append(Stretch(attribute, first, last, weight))
        return cls(stretches, trials)

    @property
    def trials(self) -> int:
        """How many trials there are."""
        return self._trials

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Per attribute the maximal stretches of constant positive weight, by first trial and the attribute's text."""
        return self._stretches

    @property
    def spells(self) -> tuple[Stretch, ...]:
        """What `stretches` were called in version 0.1.0."""
        return self._stretches

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """The attributes that ever have weight, columns first."""
        return tuple(sorted(self._of, key=in_order))

    @cached_property
    def total_rise(self) -> float:
        """H(C): the total of all increases, the first from 0 (A2)."""
        rises = []
        for own in self._of.values():
            for before, stretch in zip([None, *own], own, strict=False):
                height = before.weight if before is not None and before.last == stretch.first else 0.0
                rises.append(max(0.0, stretch.weight - height))
        return fsum(rises)

    @cached_property
    def largest_total(self) -> float:
        """nu: the largest total weight of a trial (A2)."""
        return max((total for _, total in totals(self._stretches)), default=0.0)

    @property
    def literals_on(self) -> int:
        """Z+: how often an attribute goes from no weight to some; those of the first trial count (B1)."""
        return sum(
            before is None or before.last < stretch.first
            for own in self._of.values()
            for before, stretch in zip([None, *own], own, strict=False)
        )

    @property
    def literals_off(self) -> int:
        """Z-: how often an attribute loses its weight before the end (B1)."""
        return self.literals_on - sum(own[-1].last == self._trials for own in self._of.values())

    def weight_of(self, attribute: Attribute, trial: int) -> float:
        """u_i^t."""
        self._check_trial(trial)
        own = self._of.get(attribute, [])
        place = bisect_right(own, trial, key=lambda s: s.first) - 1
        return own[place].weight if place >= 0 and trial < own[place].last else 0.0

    def at(self, trial: int) -> dict[Attribute, float]:
        """u^t: the attributes with weight, in the order of `attributes`."""
        self._check_trial(trial)
        weights = {attribute: self.weight_of(attribute, trial) for attribute in self.attributes}
        return {attribute: weight for attribute, weight in weights.items() if weight}

    def walk(self) -> Iterator[Weights]:
        """u^0, u^1, ... as read-only mappings. It is one mapping that changes: copy what you keep."""
        weights: dict[Attribute, float] = {}
        view = MappingProxyType(weights)
        for trial in range(self._trials):
            for attribute, weight in self._changes.get(trial, {}).items():
                if weight:
                    weights[attribute] = weight
                else:
                    del weights[attribute]
            yield view

    def until(self, trials: int) -> Self:
        """The sequence of the first so many trials."""
        trials = whole("trials", trials, at_most=self._trials)
        kept = (
            Stretch(s.attribute, s.first, min(s.last, trials), s.weight) for s in self._stretches if s.first < trials
        )
        return type(self)(kept, trials)

    def scores(self, instances: Iterable[Instance]) -> list[float]:
        """u^t . x^t for one instance per trial."""
        return [product(weights, x) for weights, x in self._beside("instances", instances)]

    def noise(
        self, instances: Iterable[Instance], labels: Iterable[Label], separation: float | Sequence[float]
    ) -> list[float]:
        """nz_t: by how much each example misses its side of the threshold 1 (A2).

        y = 1: max(0, 1 + delta_t - u^t.x^t);  y = 0: max(0, u^t.x^t - (1 - delta_t)).

        Parameters
        ----------
        instances : iterable of Instance
            One for each trial.
        labels : iterable of Label
            One for each trial.
        separation : float or sequence of float
            delta, one number or one per trial, above 0 and at most 1.
        """
        if not isinstance(separation, Sequence):
            separation = [separation] * self._trials
        if len(separation) != self._trials:
            raise ParameterError(
                f"there are {len(separation)} separations for {self._trials} trials; give one per trial."
            )
        deltas = [real("separation", delta, above=0, at_most=1) for delta in separation]
        answers = [positive(y) for _, y in self._beside("labels", labels)]
        return [
            max(0.0, 1 + delta - score) if y else max(0.0, score - (1 - delta))
            for score, y, delta in zip(self.scores(instances), answers, deltas, strict=True)
        ]

    def attribute_errors(self, instances: Iterable[Instance], labels: Iterable[Label]) -> list[int]:
        """a_t: how many attributes must change for the disjunction of trial t to give its label (B1).

        The attributes with weight are the literals. y = 1: 1 if none is present; y = 0: how many are present.
        """
        present = [
            sum(1 for attribute in weights if x.get(attribute, 0) > 0)
            for weights, x in self._beside("instances", instances)
        ]
        answers = [positive(y) for _, y in self._beside("labels", labels)]
        return [int(count == 0) if y else count for count, y in zip(present, answers, strict=True)]

    def to_plain(self) -> dict[str, Any]:
        """What `json.dumps` takes."""
        return {"trials": self._trials, "stretches": [list(stretch) for stretch in self._stretches]}

    @classmethod
    def from_plain(cls, plain: Any) -> Self:
        """The sequence that `to_plain` wrote down; version 0.1.0 called its stretches spells."""
        written = plain.get("stretches", plain.get("spells")) if isinstance(plain, Mapping) else None
        if not isinstance(written, list) or "trials" not in plain:
            raise InputError('a sequence of concepts is written as {"trials": ..., "stretches": [...]}.')
        return cls(written, plain["trials"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConceptSequence):
            return NotImplemented
        return (self._trials, self._stretches) == (other._trials, other._stretches)

    def __hash__(self) -> int:
        return hash((self._trials, self._stretches))

    def __repr__(self) -> str:
        return f"<ConceptSequence: {self._trials} trials, {len(self._of)} attributes, {len(self._stretches)} stretches>"

    @cached_property
    def _of(self) -> dict[Attribute, list[Stretch]]:
        """Each attribute's stretches, in order of time."""
        of: defaultdict[Attribute, list[Stretch]] = defaultdict(list)
        for stretch in self._stretches:
            of[stretch.attribute].append(stretch)
        return dict(of)

    @cached_property
    def _changes(self) -> dict[int, dict[Attribute, float]]:
        """The weights that change at the beginning of a trial."""
        changes: defaultdict[int, dict[Attribute, float]] = defaultdict(dict)
        for stretch in self._stretches:  # by first trial: a stretch that begins where one ends overwrites the end
            changes[stretch.first][stretch.attribute] = stretch.weight
            changes[stretch.last][stretch.attribute] = 0.0
        return dict(changes)

    def _check_trial(self, trial: int) -> None:
        whole("the trial", trial, at_most=self._trials - 1)

    def _beside(self, what: str, given: Iterable[Any]) -> Iterator[tuple[Weights, Any]]:
        """Each trial's weights and its instance or label; as many of these as there are trials."""
        rest = iter(given)
        for trial, weights in enumerate(self.walk()):
            one = next(rest, _MISSING)
            if one is _MISSING:
                raise InputError(f"there are {trial} {what} for {self._trials} trials; give one per trial.")
            yield weights, one
        if next(rest, _MISSING) is not _MISSING:
            raise InputError(f"there are more {what} than the {self._trials} trials; give one per trial.")

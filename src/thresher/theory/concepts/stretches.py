"""Stretches of trials during which an attribute has one weight."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from ...errors import ParameterError
from ...parameters import real, whole
from ...protocols import Attribute


class Stretch(NamedTuple):
    """The weight of an attribute from trial `first` up to, not including, trial `last` (both from 0, like range).

    Attributes
    ----------
    attribute : Attribute
        A column or a name.
    first : int
        The first trial.
    last : int
        The trial after the last one.
    weight : float
        Above 0.
    """

    attribute: Attribute
    first: int
    last: int
    weight: float


def canonical(stretches: Iterable[Stretch | tuple[Attribute, int, int, float]], trials: int) -> tuple[Stretch, ...]:
    """The same weights as maximal stretches of constant positive weight, by first trial and the attribute's text.

    Stretches of one attribute that overlap add up, exactly: their order makes no difference.
    """
    of: defaultdict[Attribute, list[Stretch]] = defaultdict(list)
    for stretch in stretches:
        checked = _check(stretch, trials)
        of[checked.attribute].append(checked)
    found = [stretch for own in of.values() for stretch in _added_up(own)]
    return tuple(sorted(found, key=lambda s: (s.first, str(s.attribute), isinstance(s.attribute, str))))


def totals(stretches: Sequence[Stretch]) -> Iterator[tuple[int, float]]:
    """The sum of all weights, correctly rounded, from each trial on in which one begins or ends."""
    ratios = [stretch.weight.as_integer_ratio() for stretch in stretches]
    scale = max((denominator for _, denominator in ratios), default=1)  # they are all powers of two
    change: defaultdict[int, int] = defaultdict(int)
    for stretch, (numerator, denominator) in zip(stretches, ratios, strict=True):
        units = numerator * (scale // denominator)
        change[stretch.first] += units
        change[stretch.last] -= units
    total = 0
    for trial in sorted(change):
        total += change[trial]
        yield trial, total / scale


def _added_up(stretches: list[Stretch]) -> list[Stretch]:
    """One attribute's stretches, added up and joined where the weight does not change."""
    if len(stretches) == 1:
        return stretches
    merged: list[Stretch] = []
    since, weight = 0, 0.0
    for trial, total in totals(stretches):
        if total != weight:
            if weight:
                merged.append(Stretch(stretches[0].attribute, since, trial, weight))
            since, weight = trial, total
    return merged


def _check(stretch: Any, trials: int) -> Stretch:
    if not isinstance(stretch, (tuple, list)) or len(stretch) != 4:
        raise ParameterError(f"a stretch is (attribute, first, last, weight); got {stretch!r}.")
    attribute, first, last, weight = stretch
    if isinstance(attribute, bool) or not isinstance(attribute, (int, str)):
        raise ParameterError(f"an attribute is a whole number or a name; got {attribute!r}.")
    if type(first) is type(last) is int and type(weight) is float and 0 <= first < last <= trials and 0 < weight < inf:
        return (
            stretch if isinstance(stretch, Stretch) else Stretch(*stretch)
        )  # the usual case, without making any sentences
    first = whole("the first trial of a stretch", first, at_most=trials - 1)
    last = whole("the end of a stretch (the trial after its last)", last, at_least=first + 1, at_most=trials)
    return Stretch(attribute, first, last, real("the weight of a stretch", weight, above=0))

"""Spells: stretches of trials during which an attribute has one weight."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from ...errors import ParameterError
from ...parameters import real, whole
from ...protocols import Attribute


class Spell(NamedTuple):
    """The weight of an attribute from trial `first` up to, not including, trial `last` (both from 0, like range)."""

    attribute: Attribute
    first: int
    last: int
    weight: float


def canonical(spells: Iterable[Spell | tuple[Attribute, int, int, float]], trials: int) -> tuple[Spell, ...]:
    """The same weights as maximal stretches of constant positive weight, by first trial and the attribute's text.

    Spells of one attribute that overlap add up, exactly: their order makes no difference.
    """
    of: defaultdict[Attribute, list[Spell]] = defaultdict(list)
    for spell in spells:
        checked = _check(spell, trials)
        of[checked.attribute].append(checked)
    found = [spell for own in of.values() for spell in _added_up(own)]
    return tuple(sorted(found, key=lambda s: (s.first, str(s.attribute), isinstance(s.attribute, str))))


def totals(spells: Sequence[Spell]) -> Iterator[tuple[int, float]]:
    """The sum of all weights, correctly rounded, from each trial on in which one begins or ends."""
    ratios = [spell.weight.as_integer_ratio() for spell in spells]
    scale = max((denominator for _, denominator in ratios), default=1)  # they are all powers of two
    change: defaultdict[int, int] = defaultdict(int)
    for spell, (numerator, denominator) in zip(spells, ratios, strict=True):
        units = numerator * (scale // denominator)
        change[spell.first] += units
        change[spell.last] -= units
    total = 0
    for trial in sorted(change):
        total += change[trial]
        yield trial, total / scale


def _added_up(spells: list[Spell]) -> list[Spell]:
    """One attribute's spells, added up and joined where the weight does not change."""
    if len(spells) == 1:
        return spells
    merged: list[Spell] = []
    since, weight = 0, 0.0
    for trial, total in totals(spells):
        if total != weight:
            if weight:
                merged.append(Spell(spells[0].attribute, since, trial, weight))
            since, weight = trial, total
    return merged


def _check(spell: Any, trials: int) -> Spell:
    if not isinstance(spell, (tuple, list)) or len(spell) != 4:
        raise ParameterError(f"a spell is (attribute, first, last, weight); got {spell!r}.")
    attribute, first, last, weight = spell
    if isinstance(attribute, bool) or not isinstance(attribute, (int, str)):
        raise ParameterError(f"an attribute is a whole number or a name; got {attribute!r}.")
    if type(first) is type(last) is int and type(weight) is float and 0 <= first < last <= trials and 0 < weight < inf:
        return spell if isinstance(spell, Spell) else Spell(*spell)  # the usual case, without making any sentences
    first = whole("the first trial of a spell", first, at_most=trials - 1)
    last = whole("the end of a spell (the trial after its last)", last, at_least=first + 1, at_most=trials)
    return Spell(attribute, first, last, real("the weight of a spell", weight, above=0))

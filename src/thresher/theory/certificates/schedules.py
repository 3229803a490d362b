"""Disjunctions whose literals come and go, fitted to a run: a relaxed program, then rounded."""

from typing import NamedTuple

from ..concepts import ConceptSequence, Stretch
from .program import best_comparator
from .search import Search
from .trials import Trials


class Schedule(NamedTuple):
    """A schedule of literals (weight 2 each), what it costs, and what no schedule can go below."""

    sequence: ConceptSequence
    cost: float
    lower: float
    seconds: float


def best_schedule(trials: Trials, search: Search, *, on: float, off: float, blocks: int | None) -> Schedule:
    """Few literals and few attribute errors: minimises on Z+ + off Z- + A over schedules of disjunctions.

    With literals relaxed to weights this is the linear program at separation 1 (a weight of 2 is a literal, two of
    noise an attribute error). It is not integral (H4), so what comes out is rounded; its value stays a lower limit.
    """
    found = best_comparator(
        trials,
        a=1.0,
        b=0.0,
        rise=on,
        fall=off,
        separation=1.0,
        blocks=blocks,
        seconds=search.seconds,
        watch=search.watch,
    )
    rounded = [literals(found.comparator, least) for least in (0.0, 0.4, 0.8, 1.0, 1.2, 1.6)]
    rounded.append(ConceptSequence([], len(trials)))

    def cost(sequence: ConceptSequence) -> float:
        return on * sequence.literals_on + off * sequence.literals_off + attribute_errors(trials, sequence)

    best = min(rounded, key=cost)
    return Schedule(best, cost(best), found.lower / 2, found.seconds)


def literals(comparator: ConceptSequence, least: float) -> ConceptSequence:
    """An attribute is a literal while its weight is at least `least`."""
    stretches: list[Stretch] = []
    for stretch in sorted(comparator.stretches, key=lambda s: (str(s.attribute), s.first)):
        if stretch.weight < least:
            continue
        before = stretches[-1] if stretches else None
        if before is not None and before.attribute == stretch.attribute and before.last == stretch.first:
            stretches[-1] = Stretch(before.attribute, before.first, stretch.last, 2.0)
        else:
            stretches.append(Stretch(stretch.attribute, stretch.first, stretch.last, 2.0))
    return ConceptSequence(stretches, comparator.trials)


def as_literals(sequence: ConceptSequence) -> ConceptSequence:
    """Every attribute with weight is a literal."""
    return literals(sequence, 0.0)


def attribute_errors(trials: Trials, sequence: ConceptSequence) -> int:
    """A (B1): values to change so that the schedule explains every label; boolean attributes."""
    import numpy as np

    present = trials.scores(sequence) / 2.0
    return int(np.where(trials.positive, present == 0, present).sum())

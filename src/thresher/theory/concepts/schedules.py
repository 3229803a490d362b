"""Schedules: targets that follow one another, and the usual ways in which they shift."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Self

from ...errors import ParameterError
from ...parameters import real, whole
from ...protocols import Attribute
from .sequence import ConceptSequence
from .targets import Disjunction, LinearThreshold, Target


@dataclass(frozen=True)
class Schedule:
    """Targets, each from its first trial until the next one begins.

    Parameters
    ----------
    segments : iterable of (int, Target)
        (first trial, target) in order; the first begins with trial 0.
    trials : int
        How many there are.

    Examples
    --------
    >>> schedule = Schedule([(0, Disjunction(["a"])), (60, Disjunction(["b"]))], trials=100)
    >>> schedule.sequence.literals_on, schedule.sequence.literals_off, schedule.shifts
    (2, 1, 1)
    """

    segments: tuple[tuple[int, Target], ...]
    trials: int

    def __init__(self, segments: Iterable[tuple[int, Target]], trials: int) -> None:
        trials = whole("trials", trials, at_least=1)
        parts = tuple((whole("the first trial of a target", t, at_most=trials - 1), target) for t, target in segments)
        starts = [first for first, _ in parts]
        if not starts or starts[0] != 0 or any(b <= a for a, b in pairwise(starts)):
            raise ParameterError(f"targets follow one another from trial 0 on; got the first trials {starts}.")
        object.__setattr__(self, "segments", parts)
        object.__setattr__(self, "trials", trials)

    @classmethod
    def fixed(cls, target: Target, trials: int) -> Self:
        """One target for all trials."""
        return cls([(0, target)], trials)

    @property
    def shifts(self) -> int:
        """How often the target changes."""
        return len(self.segments) - 1

    @property
    def stretches(self) -> list[tuple[range, Target]]:
        """The trials of each target."""
        ends = [*(first for first, _ in self.segments[1:]), self.trials]
        return [(range(first, end), target) for (first, target), end in zip(self.segments, ends, strict=True)]

    @cached_property
    def sequence(self) -> ConceptSequence:
        """The comparator that knows the target of every trial. Targets with negations have none (A16)."""
        return ConceptSequence.from_segments(
            ((first, target.weights()) for first, target in self.segments), self.trials
        )


def switching(start: Iterable[Attribute], switches: Iterable[tuple[int, Attribute]], trials: int) -> Schedule:
    """A disjunction whose literals go on and off: (trial, attribute) turns that literal over from that trial on.

    Parameters
    ----------
    start : iterable of Attribute
        The literals of the first trial.
    switches : iterable of (int, Attribute)
        (trial, attribute) pairs.
    trials : int
        How many there are.

    Returns
    -------
    Schedule
        The disjunctions, one after the other.

    Examples
    --------
    >>> schedule = switching(["a", "b"], [(10, "a"), (20, "c")], trials=30)
    >>> [target.literals for _, target in schedule.segments]
    [('a', 'b'), ('b',), ('b', 'c')]
    """
    active = set(start)
    segments = {0: Disjunction(active)}
    for trial, attribute in sorted(switches, key=lambda switch: switch[0]):
        active ^= {attribute}
        segments[trial] = Disjunction(active)
    return Schedule(segments.items(), trials)


def alternating(trials: int, literals: int = 4, every: int = 1000) -> Schedule:
    """The schedule of B11: first one literal goes off, then a new one comes on, in turn.

    Parameters
    ----------
    trials : int
        How many there are.
    literals : int, default 4
        How many there are at first, the columns 0, 1, ...
    every : int, default 1000
        Trials between two switches.

    Notes
    -----
    The literal that has been on the longest goes off; the one that comes on is the next column.

    Examples
    --------
    >>> [target.literals for _, target in alternating(4000, literals=2).segments]
    [(0, 1), (1,), (1, 2), (2,)]
    """
    whole("trials", trials, at_least=1)
    whole("literals", literals, at_least=1)
    whole("every", every, at_least=1)
    columns = {0: iter(range(trials)), 1: iter(range(literals, literals + trials))}
    times = range(every, trials, every)
    return switching(range(literals), ((trial, next(columns[i % 2])) for i, trial in enumerate(times)), trials)


def exchange(trials: int, literals: int, shifts: int, share: float = 0.5) -> Schedule:
    """A disjunction of which a share is replaced at each shift, at equal distances.

    Parameters
    ----------
    trials : int
        How many there are.
    literals : int
        How many at a time, columns.
    shifts : int
        How often literals are exchanged.
    share : float, default 0.5
        Above 0, at most 1; at least one literal is replaced.

    Examples
    --------
    >>> [target.literals for _, target in exchange(90, literals=4, shifts=2).segments]
    [(0, 1, 2, 3), (2, 3, 4, 5), (4, 5, 6, 7)]
    """
    whole("trials", trials, at_least=1)
    whole("literals", literals, at_least=1)
    whole("shifts", shifts, at_most=trials - 1)
    moved = max(1, int(literals * real("share", share, above=0, at_most=1)))
    starts = (trials * i // (shifts + 1) for i in range(shifts + 1))
    return Schedule(((t, Disjunction(range(i * moved, i * moved + literals))) for i, t in enumerate(starts)), trials)


def drifting(start: Target, end: Target, trials: int, steps: int) -> Schedule:
    """Weights that move from those of one target to those of another, in so many equal steps at equal distances.

    Between the two the target is a linear threshold: u = (1 - s) u_start + s u_end, positive iff u.x >= 1.

    Parameters
    ----------
    start : Target
        The first target.
    end : Target
        The last one.
    trials : int
        How many there are.
    steps : int
        How many steps lead from the one to the other.

    Returns
    -------
    Schedule
        Linear thresholds, one after the other.

    Examples
    --------
    >>> schedule = drifting(Disjunction(["a"]), Disjunction(["b"]), trials=100, steps=4)
    >>> [target.coefficients for _, target in schedule.segments][1:3]
    [(('a', 1.5), ('b', 0.5)), (('a', 1.0), ('b', 1.0))]
    """
    whole("trials", trials, at_least=1)
    whole("steps", steps, at_least=1, at_most=trials - 1)
    before, after = start.weights(), end.weights()
    segments: list[tuple[int, Target]] = []
    for i in range(steps + 1):
        s = i / steps
        moved = {a: (1 - s) * before.get(a, 0.0) + s * after.get(a, 0.0) for a in before | after}
        segments.append((trials * i // (steps + 1), LinearThreshold(moved, 1.0)))
    return Schedule(segments, trials)

"""Who tracks: the learners of the experiment at the parameters of their theorems, and what these promise."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ....learners import Alma, Learner, TrackingPNorm, TrackingWinnow, Winnow
from ....protocols import Attribute
from ...bounds import disjunction_mistakes, sparse_winnow_mistakes, tracking_p_norm_mistakes, tracking_winnow_mistakes
from ...concepts import ConceptSequence, Disjunction
from .streams import Stretch

Weights = dict[Attribute, float]


@dataclass(frozen=True)
class Problem:
    """What the theorems want to know of a stream without noise.

    Attributes
    ----------
    n : int
        Attributes.
    norm : int
        lambda, the largest number of active attributes.
    separation : float
        delta.
    """

    n: int
    norm: int
    separation: float
    sequence: ConceptSequence
    targets: tuple[Weights, ...]
    disjunctions: bool

    @classmethod
    def of(cls, n: int, separation: float, sequence: ConceptSequence, parts: list[Stretch]) -> "Problem":
        norm = max(max(b - a for a, b in pairwise(part.plain.starts.tolist())) for part in parts)
        targets = tuple(part.target.weights() for part in parts)
        return cls(n, norm, separation, sequence, targets, isinstance(parts[0].target, Disjunction))

    @property
    def floor(self) -> float:
        """A5's and A13's: delta/(50 lambda)."""
        return self.separation / (50 * self.norm)

    @cached_property
    def signed(self) -> tuple[Weights, ...]:
        """The targets of learners without a threshold: -1 for the attribute that is always 1."""
        return tuple({**weights, "constant": -1.0} for weights in self.targets)

    def instance_norm(self, p: float) -> float:
        """The largest |x|_p, the attribute that is always 1 included."""
        return float((self.norm + 1) ** (1 / p))


class Contestant(NamedTuple):
    """A way to follow a concept that shifts.

    Attributes
    ----------
    constant : bool, default False
        It needs the attribute that is always 1.
    reset : bool, default False
        It starts anew at every shift; someone tells it when.
    bound : float or None, optional
        What its theorem promises for the whole stream, None if there is none.
    """

    name: str
    make: Callable[[], Learner]
    constant: bool = False
    reset: bool = False
    bound: float | None = None
    entry: str = ""

    def mistakes(self, parts: Iterable[Stretch]) -> list[int]:
        """The mistakes in every stretch."""
        learner, counts = self.make(), []
        for part in parts:
            if self.reset:
                learner = self.make()
            before = learner.mistakes
            learner.learn_many(part.with_constant if self.constant else part.plain, part.labels)
            counts.append(learner.mistakes - before)
        return counts


def tracking_winnow(problem: Problem, *, norm: int | None = None, name: str = "tracking Winnow") -> Contestant:
    """A1 at the parameters of A5 (of A13 for disjunctions). norm: what it takes for lambda, if not the right one."""
    taken = problem.norm if norm is None else norm
    delta, rise = problem.separation, problem.sequence.total_rise
    promotion, floor = 1 + delta, delta / (50 * taken)
    if problem.disjunctions:
        literals = problem.sequence.literals_on
        bound = disjunction_mistakes(promotion=promotion, floor=floor, norm=taken, literals=literals)
    else:
        bound = tracking_winnow_mistakes(
            promotion=promotion, floor=floor, separation=delta, norm=taken, total_rise=rise
        )
    return Contestant(
        name, lambda: TrackingWinnow(promotion, floor), bound=bound, entry="A13" if problem.disjunctions else "A4"
    )


def winnow(problem: Problem, *, reset: bool) -> Contestant:
    """Winnow without a floor, at the same promotion and from the same weights: with an oracle (A12), or on its own."""

    def make() -> Learner:
        return Winnow(promotion=1 + problem.separation, threshold=1, initial=problem.floor)

    if not reset:
        return Contestant("Winnow, never reset", make)
    of_each = (
        sparse_winnow_mistakes(target=[*weights.values()], separation=problem.separation, norm=problem.norm)
        for weights in problem.targets
    )
    return Contestant("Winnow, reset by an oracle", make, reset=True, bound=math.fsum(of_each), entry="A12")


def tracking_p_norm(problem: Problem, p: float, words: str) -> Contestant:
    """G3 at the rate of G4, in the smallest ball that holds the targets."""
    q = p / (p - 1)
    radius = max(length(weights, q) for weights in problem.signed)
    x = problem.instance_norm(p)
    rate = problem.separation / ((p - 1) * x**2)
    path = math.fsum(length(difference(a, b), q) for a, b in pairwise(problem.signed))
    bound = tracking_p_norm_mistakes(
        p=p,
        instance_norm=x,
        separation=problem.separation,
        radius=radius,
        last_norm=length(problem.signed[-1], q),
        path_length=path,
    )
    name = f"tracking p-norm, {words}"
    return Contestant(name, lambda: TrackingPNorm(p, rate=rate, radius=radius), constant=True, bound=bound, entry="G4")


def alma(p: float, words: str) -> Contestant:
    """G2 as it comes; its bound is for targets that stay."""
    return Contestant(f"ALMA, {words}", lambda: Alma(p), constant=True)


def length(weights: Weights, q: float) -> float:
    """|u|_q.

    Examples
    --------
    >>> length({"a": 3.0, "b": -4.0}, 2)
    5.0
    """
    return float(math.fsum(abs(w) ** q for w in weights.values()) ** (1 / q))


def difference(a: Weights, b: Weights) -> Weights:
    return {key: a.get(key, 0.0) - b.get(key, 0.0) for key in a | b}


def log_exponent(n: int) -> float:
    """2 ln n, as the theorems on p ~ ln n have it."""
    return max(2.0, 2 * math.log(n))

"""Finite distributions that shift, for Theorem 4 (D8): how far apart they are, how far they move, and draws."""

import random
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import fsum
from typing import Any, TypeAlias

from ...errors import ParameterError
from ...parameters import real, whole

Distribution: TypeAlias = Mapping[Any, float]
"""What can be drawn -> its probability. Theorem 4 draws (instance, label)."""


def variation(first: Distribution, second: Distribution) -> float:
    """V = 1/2 sum |p1 - p2|, the variational distance (D8): the largest difference in the chance of any event.

    Parameters
    ----------
    first : Distribution
        Value -> probability.
    second : Distribution
        Value -> probability.

    Returns
    -------
    float
        From 0 (the same) to 1 (nothing in common).

    Examples
    --------
    >>> variation({"heads": 0.5, "tails": 0.5}, {"heads": 1.0})
    0.5
    """
    first, second = _checked(first), _checked(second)
    return fsum(abs(first.get(value, 0.0) - second.get(value, 0.0)) for value in {**first, **second}) / 2


def drift(distributions: Iterable[Distribution]) -> float:
    """Psi = sum of V(W_{t+1}, W_t) over successive distributions (D8). Equal ones in a row count as one.

    Parameters
    ----------
    distributions : iterable of Distribution
        One after the other.

    Returns
    -------
    float
        How far they move in all.

    Examples
    --------
    >>> fair, biased = {"heads": 0.5, "tails": 0.5}, {"heads": 0.75, "tails": 0.25}
    >>> drift([fair, fair, biased, fair])
    0.5
    """
    return fsum(variation(before, after) for before, after in pairwise(distributions))


class PlantedDistribution:
    """Independent instances with labels, from a finite distribution that shifts at known trials.

    Parameters
    ----------
    segments : sequence of (int, mapping of (Hashable, Any) to float)
        (trials, distribution) one after the other; a distribution maps (instance, label) to its probability. Instances
        are hashable: a frozenset of attributes, for instance.

    Examples
    --------
    >>> calm, after = {(frozenset({"a"}), True): 1.0}, {(frozenset({"a"}), True): 0.75, (frozenset({"b"}), False): 0.25}
    >>> planted = PlantedDistribution([(10, calm), (5, after)])
    >>> len(planted), planted.drift, planted.at(11) == after, planted.draw(seed=1)[0]
    (15, 0.25, True, (frozenset({'a'}), True))
    """

    def __init__(self, segments: Sequence[tuple[int, Mapping[tuple[Hashable, Any], float]]]) -> None:
        if not segments:
            raise ParameterError("segments must hold one (trials, distribution) at least.")
        self.segments = tuple(
            (whole("the trials of a segment", trials, at_least=1), _checked(distribution))
            for trials, distribution in segments
        )
        self._ends = list(accumulate(trials for trials, _ in self.segments))

    def __len__(self) -> int:
        return self._ends[-1]

    @property
    def drift(self) -> float:
        """Psi."""
        return drift(distribution for _, distribution in self.segments)

    def at(self, trial: int) -> dict[Any, float]:
        """The distribution of a trial, from 1; after the last segment its distribution goes on."""
        whole("trial", trial, at_least=1)
        place = next((i for i, end in enumerate(self._ends) if trial <= end), len(self._ends) - 1)
        return self.segments[place][1]

    def draw(self, seed: int, trials: int | None = None) -> list[tuple[Any, Any]]:
        """(instance, label) of each trial.

        Parameters
        ----------
        seed : int
            Of the draws.
        trials : int or None, optional
            How many. Default: all; further ones go on with the last segment.
        """
        rng = random.Random(whole("seed", seed))
        wanted = len(self) if trials is None else whole("trials", trials)
        drawn: list[tuple[Any, Any]] = []
        for length, distribution in (*self.segments, (wanted, self.segments[-1][1])):
            count = min(length, wanted - len(drawn))
            drawn += rng.choices(list(distribution), weights=list(distribution.values()), k=count)
        return drawn


def _checked(distribution: Distribution) -> dict[Any, float]:
    if not isinstance(distribution, Mapping) or not distribution:
        raise ParameterError(f"a distribution maps what can be drawn to its probability; got {distribution!r}.")
    known = {value: real(f"the probability of {value!r}", p, at_least=0) for value, p in distribution.items()}
    total = fsum(known.values())
    if abs(total - 1) > 1e-9:
        raise ParameterError(f"the probabilities of a distribution add up to 1, not to {total:.6g}.")
    return known

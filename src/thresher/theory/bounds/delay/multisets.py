"""Delays as a multiset: how many instances have each."""

import math
from collections.abc import Mapping

from ....errors import ParameterError
from ....parameters import whole


def whole_or_endless(name: str, value: float, *, at_least: int = 0) -> float:
    """The value as a whole number, or math.inf."""
    return value if value == math.inf else whole(name, value, at_least=at_least)


def longest_list(delays: Mapping[float, float], changes: float) -> float:
    """F(D, C) of a multiset that has been checked."""
    finite = [i for i in delays if i < math.inf]
    return min(i * changes + math.fsum(count for j, count in delays.items() if j > i) for i in [0, *finite])


def multiset(delays: Mapping[float, float]) -> dict[float, float]:
    """The delays that occur, each with its count; both whole, or math.inf."""
    if not isinstance(delays, Mapping):
        raise ParameterError(f"delays must map each delay to how many instances have it; got {delays!r}.")
    known = {
        whole_or_endless("a delay", delay, at_least=1): whole_or_endless("the count of a delay", count)
        for delay, count in delays.items()
    }
    if not any(known.values()):
        raise ParameterError("delays must count one instance at least, for instance {1: 100}.")
    return {delay: count for delay, count in known.items() if count}

"""How many questions wait that are at most so old, without looking at each: hundreds of thousands may wait."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence


def at_most(waiting: Mapping[str, int], now: int, limits: Sequence[float]) -> list[int]:
    """For each limit in seconds, how many are not older.

    Parameters
    ----------
    waiting : mapping
        When each was asked, in microseconds; the oldest first.
    now : int
        In microseconds.
    limits : sequence of float
        In seconds.

    Examples
    --------
    >>> at_most({"a": 0, "b": 50_000_000, "c": 99_000_000}, 100_000_000, [10, 60, 600])
    [1, 2, 3]
    """
    moments = list(waiting.values())
    return [len(moments) - bisect_left(moments, now - limit * 1e6) for limit in limits]

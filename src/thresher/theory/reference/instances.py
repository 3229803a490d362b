"""Transformations of instances: an example in, a new dict of its non-zero values out."""

import math
from collections.abc import Callable, Hashable, Mapping
from math import fsum
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def complement(x: Mapping[int, float], n: int) -> dict[int, float]:
    """i -> x_i and n+i -> 1 - x_i for every i < n (A16)."""
    both = {i: x.get(i, 0.0) for i in range(n)}
    return _nonzero({**both, **{n + i: 1 - value for i, value in both.items()}})


def duplicate(x: Mapping[int, float], n: int) -> dict[int, float]:
    """i -> x_i and n+i -> -x_i (E7)."""
    return _nonzero({**x, **{n + i: -value for i, value in x.items()}})


def sign_map(x: Mapping[int, float], n: int) -> dict[int, float]:
    """i -> 2 x_i - 1 for every i < n (E4)."""
    return _nonzero({i: 2 * x.get(i, 0.0) - 1 for i in range(n)})


def lifted(value: float, least: float) -> float:
    """One value under A7, m = least: 0 up to m/2, m up to m, unchanged above."""
    if value > least:
        return value
    return least if value > least / 2 else 0.0


def lift(x: Mapping[K, float], least: float) -> dict[K, float]:
    """x_i <= m/2 -> 0;  m/2 < x_i <= m -> m;  x_i > m unchanged (A7, m = least)."""
    return _nonzero({i: lifted(value, least) for i, value in x.items()})


def lift_at_random(x: Mapping[K, float], least: float, coin: Callable[[K], float]) -> dict[K, float]:
    """x_i <= m -> m with probability x_i/m (iff coin(i) < x_i/m), else 0 (A8, m = least)."""
    return _nonzero(
        {i: value if value > least else least if coin(i) < value / least else 0.0 for i, value in x.items()}
    )


def length(x: Mapping[K, float], p: float) -> float:
    """|x|_p = fsum(|x_i|^p)^(1/p)."""
    return math.pow(fsum(math.pow(abs(value), p) for value in x.values()), 1 / p)


def unit_length(x: Mapping[K, float], p: float = 2.0) -> dict[K, float]:
    """x_i / |x|_p; an example of length 0 stays empty."""
    active = _nonzero(x)
    norm = length(active, p)
    return _nonzero({i: value / norm for i, value in active.items()}) if norm > 0 else {}


def conjunctions(x: Mapping[int | str, float]) -> dict[int | str, float]:
    """Beside x the product of every two of its values, under the name a&b; columns come first, both in order.

    Written within a name: a column by its digits; a name with a backslash before each & and backslash of its own, and
    before itself if it is digits alone. An attribute that is called a&b already keeps its value.
    """

    def written(key: int | str) -> str:
        if isinstance(key, int):
            return str(key)
        escaped = key.replace("\\", "\\\\").replace("&", "\\&")
        return "\\" + escaped if all("0" <= c <= "9" for c in key) else escaped

    active = _nonzero(x)
    order = sorted(active, key=lambda key: (isinstance(key, str), key if isinstance(key, int) else 0, _bytes(key)))
    both = {f"{written(a)}&{written(b)}": active[a] * active[b] for i, a in enumerate(order) for b in order[i + 1 :]}
    return _nonzero({**both, **active})


def _bytes(key: int | str) -> bytes:
    return key.encode() if isinstance(key, str) else b""


def _nonzero(x: Mapping[K, float]) -> dict[K, float]:
    return {i: float(value) for i, value in x.items() if value != 0}

"""The lowest point of a function of one number that falls and then rises."""

from collections.abc import Callable

GOLDEN = (5**0.5 - 1) / 2


def lowest(function: Callable[[float], float], low: float, high: float, *, scan: int = 16) -> float:
    """Where between low and high the function is lowest, by golden section; infinity stands for "not allowed".

    For functions that fall and then rise this finds the lowest point. The scan before it makes the search robust
    where a function is flat, or not allowed, near the ends: the section begins around the best of its points. The
    place is exact to 1e-8, which near a lowest point is far more than the value needs.

    >>> round(lowest(lambda x: (x - 2) ** 2, 0, 10), 6)
    2.0
    """
    places = [low + (high - low) * i / scan for i in range(scan + 1)]
    values = [function(x) for x in places]
    best = values.index(min(values))
    left, right = places[max(0, best - 1)], places[min(scan, best + 1)]
    a, b = right - GOLDEN * (right - left), left + GOLDEN * (right - left)
    at_a, at_b = function(a), function(b)
    while right - left > 1e-8 * max(1.0, abs(left)):
        if at_a <= at_b:
            right, b, at_b = b, a, at_a
            a = right - GOLDEN * (right - left)
            at_a = function(a)
        else:
            left, a, at_a = a, b, at_b
            b = left + GOLDEN * (right - left)
            at_b = function(b)
    found = [(values[best], places[best]), (at_a, a), (at_b, b)]
    return min(found)[1]

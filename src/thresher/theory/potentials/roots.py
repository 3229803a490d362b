"""Roots of increasing functions, many at once: a bracket by doubling, then Chandrupatla's bisection.

Chandrupatla (1997) takes a step of inverse quadratic interpolation where the last points say that it is safe and halves
the bracket elsewhere: as sure as bisection, and a dozen evaluations instead of fifty.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Function: TypeAlias = Callable[[Array], Array]

_MOST_STEPS = 120
_CLOSE = 2 * float(np.finfo(np.float64).eps)
_TINY = 1e-300


def increasing_root(function: Function, start: Array, *, reach: float = 2.0**40) -> Array:
    """Where each component of an increasing function is 0, as near as floats get.

    Parameters
    ----------
    function : Function
        Takes and gives an array.
    start : Array
        Where to look first, one place per component.
    reach : float, default 2.0 ** 40
        How far from there; a component that has no root so near gets infinity, with the sign of the side on which it
        would be.

    Examples
    --------
    >>> increasing_root(lambda z: z**3 - np.array([8.0, -27.0]), np.zeros(2)).round(9).tolist()
    [2.0, -3.0]
    """
    with np.errstate(all="ignore"):
        side = np.where(function(start) < 0, 1.0, -1.0)
        near, far, found = _bracket(function, start, side, reach)
        return np.where(found, _narrowed(function, near, far), side * np.inf)


def _bracket(function: Function, start: Array, side: Array, reach: float) -> tuple[Array, Array, npt.NDArray[np.bool_]]:
    """Two places around each root, and whether there is one between them."""
    step, near = 1.0, start
    far = start + side
    while True:
        crossed = side * function(far) >= 0
        if crossed.all() or step >= reach:
            return near, far, crossed
        step *= 2
        near, far = np.where(crossed, near, far), np.where(crossed, far, start + side * step)


def _narrowed(function: Function, near: Array, far: Array) -> Array:
    a, b, at_a, at_b = far, near, function(far), function(near)
    share = np.full_like(a, 0.5)
    for _ in range(_MOST_STEPS):
        new = a + share * (b - a)
        at_new = function(new)
        same = np.sign(at_new) == np.sign(at_a)
        c, at_c = np.where(same, a, b), np.where(same, at_a, at_b)
        b, at_b = np.where(same, b, a), np.where(same, at_b, at_a)
        a, at_a = new, at_new
        best = np.where(np.abs(at_a) < np.abs(at_b), a, b)
        least = np.minimum((_CLOSE * np.abs(best) + _TINY) / np.abs(b - a), 0.5)  # a smaller step is not seen
        if ((least == 0.5) | (at_a == 0) | (at_b == 0)).all():
            break
        curved = _interpolated(a, b, c, at_a, at_b, at_c)
        share = np.clip(np.where(np.isfinite(curved), curved, 0.5), least, 1 - least)
    return np.where(np.abs(at_a) < np.abs(at_b), a, b)


def _interpolated(a: Array, b: Array, c: Array, at_a: Array, at_b: Array, at_c: Array) -> Array:
    """Where the inverse parabola through three points is 0, as a share of the way from a to b; nan if that is risky."""
    place, height = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
    safe = (height**2 < place) & ((1 - height) ** 2 < 1 - place)
    first = at_a / (at_b - at_a) * at_c / (at_b - at_c)
    second = (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b)
    return np.where(safe, first + second, np.nan)

"""The recipe for any increasing function (E4, last line): quadrature, differences, root finding."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...choices.increasing import check_increasing
from ...errors import ParameterError
from .potential import Potential
from .roots import Array, increasing_root

_PANELS, _NODES = 8, 16  # exact for polynomials; e^z is right to 12 digits over stretches of 100
_TAIL = np.arange(-40.0, 20.25, 0.25)  # ln of how far to the left: a trapezoid in it converges as fast as f decays
_DIFFERENCE = 1e-3  # of fourth order: errors of rounding and of the formula are both near 1e-12


class NumericPotential(Potential):
    """The potential of a user's function, which takes and gives numpy arrays and increases.

    A function without zero is integrated from minus infinity, where z^2 f(z) must vanish (E3, Theorem 4.2).

    Parameters
    ----------
    function : callable
        Increasing, of a numpy array.
    """

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function
        check_increasing(function)
        self.zero = self._zero()
        self.positive = math.isinf(self.zero)
        if self.positive:
            self._check_tail()

    def weight(self, z: Array) -> Array:
        flat = np.ravel(np.asarray(z, dtype=np.float64))
        with np.errstate(all="ignore"):
            values = np.asarray(self._function(flat), dtype=np.float64)
        if values.shape != flat.shape or np.isnan(values).any():
            raise ParameterError("the link must give one number for each number of an array; this one does not.")
        return values.reshape(np.shape(z))

    def slope(self, z: Array) -> Array:
        h = _DIFFERENCE * np.maximum(1.0, np.abs(z) / 1e3)
        near = self.weight(z + h) - self.weight(z - h)
        far = self.weight(z + 2 * h) - self.weight(z - 2 * h)
        slope: Array = np.maximum((8 * near - far) / (12 * h), 0.0)
        return slope

    def area(self, z: Array) -> Array:
        places = np.asarray(z, dtype=np.float64)
        finite = np.where(np.isfinite(places), places, 0.0)
        area = self._area_from_far(finite) if self.positive else self._area_from_zero(finite)
        infinite = 0.0 if self.positive else np.inf  # to the left
        return np.where(np.isfinite(places), area, np.where(places > 0, np.inf, infinite))

    def dual(self, w: Array) -> Array:
        wanted = np.asarray(w, dtype=np.float64)
        start = np.zeros_like(wanted) + (0.0 if self.positive else self.zero)
        return increasing_root(lambda z: self.weight(z) - wanted, start)

    def _zero(self) -> float:
        """t0: where f is 0, minus infinity if it is positive everywhere."""
        here = float(self.weight(np.zeros(1))[0])
        if here == 0:
            return 0.0
        away = 2.0 ** np.arange(-6.0, 40.0)
        # e^z is 0 in floats from -746 on: only a value of the other sign says that there is a zero
        if here > 0 and not (self.weight(-away) < 0).any():
            return -math.inf
        if here < 0 and not (self.weight(away) > 0).any():
            raise ParameterError("the link must not be negative everywhere (E1).")
        return float(increasing_root(self.weight, np.zeros(1))[0])

    def _check_tail(self) -> None:
        far = np.exp(np.array([16.0, 20.0]))
        nearer, farther = far**2 * self.weight(-far)
        if farther > 0.5 * nearer:
            raise ParameterError("a link without a zero must fall faster than 1/z^2 to the left (E3, Theorem 4.2).")

    def _area_from_zero(self, z: Array) -> Array:
        nodes, shares = np.polynomial.legendre.leggauss(_NODES)
        width = (z - self.zero) / _PANELS
        places = np.concatenate([(panel + (nodes + 1) / 2) for panel in range(_PANELS)])
        values = self.weight(self.zero + width[..., None] * places)
        area: Array = width / 2 * (values @ np.tile(shares, _PANELS))
        return area

    def _area_from_far(self, z: Array) -> Array:
        away = np.exp(_TAIL)
        area: Array = self.weight(z[..., None] - away) @ (away * (_TAIL[1] - _TAIL[0]))
        return area

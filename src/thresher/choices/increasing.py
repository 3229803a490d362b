"""Whether a user's link increases: looked at on a grid, with the place named where it does not."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ParameterError

_FAR, _NEAR, _STEPS = 6, -10, 4  # the grid goes from 2^-10 to 2^6 on either side of 0, four points to every doubling
_ROUNDING = 1e-9  # relative: f may fall by what floats lose where it subtracts near numbers


def grid(low: float | None = None, high: float | None = None) -> npt.NDArray[np.float64]:
    """Where a link is looked at: duals on either side of 0, dense near it, within the limits of its range."""
    right = 2.0 ** np.arange(_NEAR, _FAR + 1 / _STEPS, 1 / _STEPS)
    places = np.concatenate([-right[::-1], [0.0], right])
    ends = [limit for limit in (low, high) if limit is not None]
    lowest, highest = (-np.inf if low is None else low), (np.inf if high is None else high)
    return np.unique(np.concatenate([places[(places >= lowest) & (places <= highest)], ends]))


def check_increasing(function: Callable[[Any], Any], low: float | None = None, high: float | None = None) -> None:
    """Refuses a link that falls between two places of the grid, or is the same everywhere.

    Places where it fails or gives no number are left out: it may be made for fewer duals than these, and an update that
    leads there says so.

    Parameters
    ----------
    function : callable
        Of a numpy array.
    low : float or None, optional
        The least dual that there can be.
    high : float or None, optional
        The largest.
    """
    places = grid(low, high)
    values = _values(function, places)
    places, values = places[~np.isnan(values)], values[~np.isnan(values)]
    if len(values) < 2:
        return
    with np.errstate(invalid="ignore"):  # two infinities are no fall
        falls = values[:-1] - values[1:] > _ROUNDING * np.maximum(np.abs(values[:-1]), np.abs(values[1:]))
    if falls.any():
        at = int(np.argmax(falls))
        raise ParameterError(
            f"the link must be increasing, and this one falls: {_shown(places, values, at)}, "
            f"{_shown(places, values, at + 1)}. A weight would move away from what an update asks for."
        )
    if values[0] == values[-1]:
        raise ParameterError(
            f"the link must be increasing, and this one is {values[0]:.6g} from {places[0]:.6g} to {places[-1]:.6g}: "
            "nothing could be learned."
        )


def _values(function: Callable[[Any], Any], places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """f at these places; nan where it fails."""
    with np.errstate(all="ignore"):
        try:
            values = np.asarray(function(places), dtype=np.float64)
        except Exception:
            if len(places) == 1:
                return np.array([np.nan])
            return np.concatenate([_values(function, place) for place in places[:, None]])
    if values.shape != places.shape:
        raise ParameterError(
            f"the link must give one number for each number of an array; for {len(places)} it gave {values.shape}."
        )
    return values


def _shown(places: npt.NDArray[np.float64], values: npt.NDArray[np.float64], at: int) -> str:
    return f"f({places[at]:.6g}) = {values[at]:.6g}"

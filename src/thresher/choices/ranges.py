"""Ranges: where weights are kept. Given as weights; the core clamps duals."""

import math
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import ParameterError
from ..parameters import real
from .links import Exponential, Halves, Link


@dataclass(frozen=True)
class Unlimited:
    """No range."""


@dataclass(frozen=True)
class WeightRange:
    """A least weight (what lets Winnow track), a ceiling, or both; for the exponential link and halves.

    Parameters
    ----------
    floor : float or None, optional
        The least weight; None: none.
    ceiling : float or None, optional
        The largest weight; None: none.
    """

    floor: float | None = None
    ceiling: float | None = None

    def __post_init__(self) -> None:
        if self.floor is not None:
            real("floor", self.floor, at_least=1e-100, at_most=1e100)
        if self.ceiling is not None:
            real("ceiling", self.ceiling, at_least=1e-100, at_most=1e100)
        if self.floor is not None and self.ceiling is not None and self.floor > self.ceiling:
            raise ParameterError(f"the floor {self.floor} is above the ceiling {self.ceiling}.")


@dataclass(frozen=True)
class DualRange:
    """Limits on z itself, for any link.

    Parameters
    ----------
    low : float or None, optional
        The least z; None: none.
    high : float or None, optional
        The largest z; None: none.
    """

    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        if self.low is not None:
            real("low", self.low)
        if self.high is not None:
            real("high", self.high)
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ParameterError(f"the low end {self.low} is above the high end {self.high}.")


Range: TypeAlias = Unlimited | WeightRange | DualRange


def dual_limits(range_: Range, link: Link) -> tuple[float | None, float | None]:
    """The range in the dual: low and high, None for no limit.

    Parameters
    ----------
    range_ : Range
        One of these.
    link : Link
        The link that turns duals into weights.

    Returns
    -------
    (float or None, float or None)
        The least and the largest dual.
    """
    if isinstance(range_, Unlimited):
        return None, None
    if isinstance(range_, DualRange):
        return range_.low, range_.high
    if not isinstance(link, (Exponential, Halves)):
        raise ParameterError(
            "a floor or ceiling on weights goes with the exponential link and with halves; "
            "for other links use DualRange."
        )

    def dual(weight: float | None) -> float | None:
        if weight is None:
            return None
        return math.log(weight / link.initial) / math.log(link.promotion)

    return dual(range_.floor), dual(range_.ceiling)

"""Rates: how far one unit of loss moves the dual of an active attribute."""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..parameters import one_of, real


@dataclass(frozen=True)
class Constant:
    """z_i += rate * loss * y x_i.

    Parameters
    ----------
    rate : float, default 1.0
        Above 0.
    demotion : float or None, optional
        Of negative examples, with the link Halves of the half that falls, if it is another one; above 0. No bound is
        known then.
    """

    rate: float = 1.0
    demotion: float | None = None

    def __post_init__(self) -> None:
        real("rate", self.rate, above=0, at_most=1e100)
        if self.demotion is not None:
            real("demotion", self.demotion, above=0, at_most=1e100)

    @property
    def lopsided(self) -> bool:
        """Whether demotions have a rate of their own: no theorem is about that."""
        return self.demotion is not None

    def describe(self) -> dict[str, Any]:
        down = {} if self.demotion is None else {"demotion": float(self.demotion)}
        return {"kind": "constant", "rate": float(self.rate)} | down


@dataclass(frozen=True)
class Eliminating:
    """Promotes like Constant(1); a demotion sets the active weights to zero for good (C5)."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "eliminating", "rate": 1.0}


@dataclass(frozen=True)
class Aggressive:
    """The step that puts the score exactly on y * margin (C9): threshold-relative updating.

    Parameters
    ----------
    margin : float, default 0.0
        What the example is to be right by, positive ones if there are two; not below 0.
    negative : float or None, optional
        That of negative examples; None: the same.
    """

    margin: float = 0.0
    negative: float | None = None

    def __post_init__(self) -> None:
        real("margin", self.margin, at_least=0, at_most=1e100)
        if self.negative is not None:
            real("negative margin", self.negative, at_least=0, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        down = {} if self.negative is None else {"negative": float(self.negative)}
        return {"kind": "aggressive", "margin": float(self.margin)} | down


@dataclass(frozen=True)
class PassiveAggressive:
    """l / |x|^2 with l = margin - y s ("PA"); at most C ("PA-I"); l / (|x|^2 + 1/2C) ("PA-II").

    Parameters
    ----------
    variant : str, default 'PA-I'
        "PA", "PA-I" or "PA-II".
    aggressiveness : float, default 1.0
        How far a step may go; above 0 (C).
    margin : float, default 1.0
        What the example is to be right by.
    """

    variant: str = "PA-I"
    aggressiveness: float = 1.0
    margin: float = 1.0

    def __post_init__(self) -> None:
        one_of("variant", self.variant, ("PA", "PA-I", "PA-II"))
        real("aggressiveness", self.aggressiveness, above=0, at_most=1e100)
        real("margin", self.margin, at_least=0, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        return {
            "kind": "passive_aggressive",
            "variant": self.variant,
            "aggressiveness": float(self.aggressiveness),
            "margin": float(self.margin),
        }


@dataclass(frozen=True)
class Alma:
    """ALMA's schedule (G2): trigger (1-a) B sqrt(p-1)/sqrt(k), step C/sqrt((p-1)k), k = updates + 1.

    Parameters
    ----------
    p : float, default 2.0
        The exponent of the norm, from 2 to 64.
    alpha : float, default 0.9
        1 - alpha is the share of the maximal margin aimed at; in (0, 1] (a).
    trigger_scale : float or None, optional
        B; sqrt(8)/a if it is not given.
    step_scale : float, default math.sqrt(2)
        C; above 0.
    """

    p: float = 2.0
    alpha: float = 0.9
    trigger_scale: float | None = None
    step_scale: float = math.sqrt(2)

    def __post_init__(self) -> None:
        real("p", self.p, at_least=2, at_most=64)
        real("alpha", self.alpha, above=0, at_most=1)
        if self.trigger_scale is not None:
            real("trigger_scale", self.trigger_scale, above=0, at_most=1e100)
        real("step_scale", self.step_scale, above=0, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        scale = math.sqrt(8) / self.alpha if self.trigger_scale is None else self.trigger_scale
        trigger = (1 - self.alpha) * scale
        return {"kind": "alma", "p": float(self.p), "trigger": trigger, "step": self.step_scale}


@dataclass(frozen=True)
class Adaptive:
    """rate / sqrt(sum of the coordinate's squared gradients, this one included): AdaGrad in the dual.

    Parameters
    ----------
    rate : float, default 0.3
        Above 0.
    """

    rate: float = 0.3

    def __post_init__(self) -> None:
        real("rate", self.rate, above=0, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        return {"kind": "adaptive", "rate": float(self.rate)}


@dataclass(frozen=True)
class SecondOrder:
    """AROW with a diagonal covariance: what has been seen often moves less. r is its regularisation.

    Parameters
    ----------
    r : float, default 1.0
        Regularisation, above 0; larger moves less.
    """

    r: float = 1.0

    def __post_init__(self) -> None:
        real("r", self.r, above=0, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        return {"kind": "second_order", "r": float(self.r)}


Rate: TypeAlias = Constant | Eliminating | Aggressive | PassiveAggressive | Alma | Adaptive | SecondOrder

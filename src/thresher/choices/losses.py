"""Losses: how much an example moves the learner, 0 for not at all. y is +1 or -1, s the score."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from ..parameters import real


@dataclass(frozen=True)
class Mistake:
    """1 iff the prediction was wrong."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "mistake"}


@dataclass(frozen=True)
class Margin:
    """1 iff wrong or y s < margin: a thick separator (C8). A margin per side if negative is given.

    inclusive=True triggers on y s <= margin, as the papers of ALMA and the tracking p-norm do.
    Bounds then count updates, not mistakes.

    Parameters
    ----------
    positive : float
        The margin, of positive examples if there are two; not below 0.
    negative : float or None, optional
        That of negative examples; None: the same.
    inclusive : bool, default False
        Whether a score of exactly the margin moves the learner too.
    """

    positive: float
    negative: float | None = None
    inclusive: bool = False

    def __post_init__(self) -> None:
        real("margin", self.positive, at_least=0, at_most=1e100)
        if self.negative is not None:
            real("negative margin", self.negative, at_least=0, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        negative = self.positive if self.negative is None else self.negative
        if self.inclusive:
            return {"kind": "inclusive_margin", "margin": float(self.positive)}
        return {"kind": "margin", "positive": float(self.positive), "negative": float(negative)}


@dataclass(frozen=True)
class Logistic:
    """1 / (1 + exp(y s)): moves on every example, a little where it was right."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "logistic"}


@dataclass(frozen=True)
class Ramp:
    """Randomised SWIN's (B2): predict positive with probability s / width, move unless certain and right.

    Parameters
    ----------
    width : float
        The score from which on it is certain; above 0.
    """

    width: float

    def __post_init__(self) -> None:
        real("width", self.width, above=0)

    def describe(self) -> dict[str, Any]:
        return {"kind": "randomised", "width": self.width}


@dataclass(frozen=True)
class Always:
    """1, right or wrong: every example is learned in full."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "always"}


Loss: TypeAlias = Mistake | Margin | Logistic | Ramp | Always

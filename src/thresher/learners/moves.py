"""When a learner moves and how far: margins (C8), steps to the threshold (C9), a demotion factor of its own."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..choices.losses import Loss, Margin, Mistake
from ..choices.rates import Aggressive, Constant, Rate
from ..errors import ParameterError
from ..parameters import real, yes_or_no

DISCARDING = ("discard", "discard_relative", "discard_every")
MOVES = ("margin", "aggressive", "demotion")


def refuse_parameters(options: Mapping[str, Any], reasons: Mapping[str, str]) -> None:
    """Says why a learner has none of these parameters, which others of its kind have.

    Parameters
    ----------
    options : mapping
        What was given besides the learner's own parameters.
    reasons : mapping
        Those that it has none of, each with the reason.

    Raises
    ------
    ParameterError
        If one of them is there.
    """
    for name, why in reasons.items():
        if name in options:
            raise ParameterError(f"{name} is not taken: {why}.", field=name)


def checked_margin(margin: float | Sequence[float]) -> float | tuple[float, float]:
    """One margin, or (positive, negative), as plain numbers."""
    if not isinstance(margin, (tuple, list)):
        return real("margin", margin, at_least=0, at_most=1e100)
    if len(margin) != 2:
        raise ParameterError(f"margin must be a number or a pair (positive, negative); got {margin!r}.")
    positive, negative = (real("margin", side, at_least=0, at_most=1e100) for side in margin)
    return positive, negative


def margin_loss(margin: float | tuple[float, float]) -> Loss:
    """Mistake loss at margin 0, a thick separator otherwise."""
    return Margin(*_sides(margin)) if any(_sides(margin)) else Mistake()


@dataclass(frozen=True)
class Moves:
    """What was said of the updates of a multiplicative learner, checked, and the loss and rate that it comes to."""

    margin: float | tuple[float, float]
    demotion: float | None
    aggressive: bool
    loss: Loss
    rate: Rate

    @property
    def plain(self) -> bool:
        """Whether an update is the theorems' own: on mistakes alone, and as far down as up."""
        return self.loss == Mistake() and isinstance(self.rate, Constant) and not self.rate.lopsided


def winnow_moves(
    promotion: float,
    *,
    threshold: float | None = None,
    margin: float | Sequence[float],
    demotion: float | None,
    aggressive: bool,
) -> Moves:
    """How a learner of Winnow's kind moves. threshold: of weights that are positive."""
    checked = checked_margin(margin)
    if threshold is not None:
        _check_below(_sides(checked)[1], threshold)
    factor = demotion if demotion is None else real("demotion", demotion, above=0, below=1)
    steps = _rate(promotion, factor, yes_or_no("aggressive", aggressive), checked)
    return Moves(checked, factor, aggressive, margin_loss(checked), steps)


def _rate(promotion: float, demotion: float | None, aggressive: bool, margin: float | tuple[float, float]) -> Rate:
    """How far, in units of log(promotion): 1 up, and 1 or another number down."""
    if not aggressive:
        return Constant() if demotion is None else Constant(1.0, -math.log(demotion) / math.log(promotion))
    if demotion is not None:
        raise ParameterError(
            "an aggressive step is as long as the example needs: leave demotion out.", field="demotion"
        )
    if not _sides(margin)[1] > 0:
        raise ParameterError(
            "an aggressive step ends where the margin says, and a negative example that ends on the threshold is still "
            "answered positive: say margin=0.1, or another number above 0.",
            field="margin",
        )
    return Aggressive(*_sides(margin))


def _check_below(margin: float, threshold: float) -> None:
    if not margin < threshold:
        raise ParameterError(
            f"the margin of negative examples must be below the threshold, {threshold:g}: weights are positive, so no "
            f"score is below -{threshold:g}, and every negative example would be an update; got {margin:g}.",
            field="margin",
        )


def _sides(margin: float | tuple[float, float]) -> tuple[float, float]:
    return margin if isinstance(margin, tuple) else (margin, margin)

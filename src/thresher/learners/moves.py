"""When a learner moves and how far: margins (C8), steps to the threshold (C9), a demotion factor of its own."""

import math
from collections.abc import Sequence

from ..choices.losses import Loss, Margin, Mistake
from ..choices.rates import Aggressive, Constant, Rate
from ..errors import ParameterError
from ..parameters import real, yes_or_no


def checked_margin(margin: float | Sequence[float]) -> float | tuple[float, float]:
    """One margin, or (positive, negative), as plain numbers."""
    if not isinstance(margin, (tuple, list)):
        return real("margin", margin, at_least=0, at_most=1e100)
    if len(margin) != 2:
        raise ParameterError(f"margin must be a number or a pair (positive, negative); got {margin!r}.")
    positive, negative = (real("margin", side, at_least=0, at_most=1e100) for side in margin)
    return positive, negative


def margin_below(margin: float | Sequence[float], threshold: float) -> float | tuple[float, float]:
    """The margin of a learner of positive weights: no score is below -threshold, so a larger one could never be met."""
    checked = checked_margin(margin)
    negative = _sides(checked)[1]
    if not negative < threshold:
        raise ParameterError(
            f"the margin of negative examples must be below the threshold, {threshold:g}: weights are positive, so no "
            f"score is below -{threshold:g}, and every negative example would be an update; got {negative:g}.",
            field="margin",
        )
    return checked


def margin_loss(margin: float | tuple[float, float]) -> Loss:
    """Mistake loss at margin 0, a thick separator otherwise."""
    return Margin(*_sides(margin)) if any(_sides(margin)) else Mistake()


def checked_demotion(demotion: float | None) -> float | None:
    """The factor of a demotion, or None."""
    return demotion if demotion is None else real("demotion", demotion, above=0, below=1)


def winnow_rate(
    promotion: float,
    *,
    demotion: float | None = None,
    aggressive: bool = False,
    margin: float | tuple[float, float] = 0.0,
) -> Rate:
    """How far a multiplicative learner moves, in units of log(promotion): 1 up, and 1 or another number down."""
    if not yes_or_no("aggressive", aggressive):
        return Constant() if demotion is None else Constant(1.0, -math.log(demotion) / math.log(promotion))
    if demotion is not None:
        raise ParameterError(
            "an aggressive step is as long as the example needs: leave demotion out.", field="demotion"
        )
    return Aggressive(*_sides(margin))


def moves_plainly(loss: Loss, rate: Rate) -> bool:
    """Whether an update is the theorems' own: on mistakes alone, and as far down as up."""
    return loss == Mistake() and isinstance(rate, Constant) and not rate.lopsided


def _sides(margin: float | tuple[float, float]) -> tuple[float, float]:
    return margin if isinstance(margin, tuple) else (margin, margin)

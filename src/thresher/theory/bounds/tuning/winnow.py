"""The best parameters of the Winnow forms with a threshold.

The bounds are simple enough for a search over one or two numbers that cannot miss:

- A4 with s = ln(promotion), f = floor * norm, zeta the smallest value: the logarithm of the bound is jointly convex in
  ln s and ln ln(1/(zeta floor)), as it is the sum of ln(H zeta + N + H exp(ln ln(1/(zeta floor)) - ln s)), convex, and
  of a convex increasing function of s - ln(1 - f), which is convex in them where norm >= zeta. What is left when one
  of them is minimised is therefore convex in the other, so that a search within a search is enough; each falls and then
  rises in any scale.
- B6 and B7 per trial: for a given promotion the cost is convex and the gain C linear in floor_share, so their quotient
  falls and then rises. Over the promotion too: in ln s and ln ln(n/(e floor_share)) the logarithm of the quotient was
  convex on all of 200,000 chords tried for n >= 3, and nearly so for n = 2.
- A11: the cost is linear and the least gain concave in s, so their quotient falls and then rises; the best initial
  weight does not depend on the promotion.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from ....errors import ParameterError
from ....parameters import real, whole, yes_or_no
from ..fixed_winnow import least_gain, noisy_winnow_mistakes
from ..swin import swin_mistakes, swin_rate
from ..tracking_winnow import tracking_winnow_mistakes, tracking_winnow_rate
from ..tuned_swin import GENERIC_FLOOR_SHARE, GENERIC_PROMOTION
from .minimising import Tuning, lowest_point, or_infinity

LARGEST_PROMOTION = 64.0
SMALLEST_STEP = 1e-6  # of promotion - 1, and of the shares that a floor may have
LEAST_FLOOR = 1e-100  # that the learner takes


def tune_tracking_winnow(
    *,
    norm: float,
    separation: float = 1.0,
    total_rise: float | None = None,
    noise: float = 0.0,
    literals: float | None = None,
    rise_rate: float | None = None,
    noise_rate: float = 0.0,
    smallest_value: float = 1.0,
) -> Tuning:
    """The promotion and floor that minimise A4; A13 where literals are given. Compared with A5's parameters.

    Give `total_rise` and `noise` for all trials, or `rise_rate` and `noise_rate` per trial, or `literals` (Z+, those
    ever added; boolean attributes, separation 1) and `noise`.

    Parameters
    ----------
    norm : float
        The largest sum of attribute values in one example.
    separation : float, default 1.0
        How far clean examples stay from the comparator's threshold.
    total_rise : float or None, optional
        The sum of all increases of the comparator's weights, from zero.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.
    literals : float or None, optional
        Literals of the concept; where it changes, all that were ever added.
    rise_rate : float or None, optional
        Increases of the comparator's weights for each example.
    noise_rate : float, default 0.0
        Noise for each example.
    smallest_value : float, default 1.0
        The smallest attribute value above zero; 1 for yes/no attributes.

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.

    Examples
    --------
    >>> tuning = tune_tracking_winnow(norm=20, literals=3)
    >>> round(tuning.parameters["promotion"], 2), math.floor(tuning.promise), math.floor(tuning.compared)
    (2.86, 73, 100)
    """
    d = real("separation", separation, above=0, at_most=1)
    zeta = real("smallest_value", smallest_value, above=0, at_most=1)
    lam = real("norm", norm, at_least=zeta)
    form = _one_of(total_rise=total_rise, rise_rate=rise_rate, literals=literals)
    if form == "literals" and not d == zeta == 1:
        raise ParameterError("literals are of disjunctions (A13): separation and smallest_value are 1; leave them out.")
    per_trial = form == "rise_rate"
    if noise if per_trial else noise_rate:
        raise ParameterError("noise goes with total_rise or literals, noise_rate with rise_rate.")
    rise = real(form, {"total_rise": total_rise, "rise_rate": rise_rate, "literals": literals}[form], above=0)
    cost = {"rise_rate": rise, "noise_rate": noise_rate} if per_trial else {"total_rise": rise, "noise": noise}
    if form == "literals":
        cost["total_rise"] = 2 * rise
    bound = tracking_winnow_rate if per_trial else tracking_winnow_mistakes

    def promise(promotion: float, share: float) -> float:
        return bound(promotion=promotion, floor=share / lam, separation=d, norm=lam, smallest_value=zeta, **cost)

    most = min(LARGEST_PROMOTION if zeta == 1 else math.e, (1 + d) / (1 - d) if d < 1 else math.inf)
    # floor * norm must stay below 1 - (1 - d)/(1 + d) promotion
    promotion, share = _best_pair(promise, most, lambda promotion: 1 - (1 - d) / (1 + d) * promotion)
    usual = promise(1 + d, d / 50)
    if usual < promise(promotion, share):  # where the separation is so small that the search can't see the valley
        promotion, share = 1 + d, d / 50
    found = {"promotion": promotion, "floor": real("the best floor", share / lam, at_least=LEAST_FLOOR)}
    entry = "A13" if form == "literals" else "A4"
    return Tuning("tracking-winnow", found, promise(promotion, share), per_trial, entry, usual)


def tune_swin(
    *,
    n: int,
    literals_on: int | None = None,
    literals_off: int = 0,
    attribute_errors: float = 0.0,
    shift_rate: float | None = None,
    error_rate: float = 0.0,
    randomized: bool = False,
) -> Tuning:
    """The promotion and floor_share that minimise B6, or B7 per trial. Compared with those of B9 for no knowledge.

    Give `literals_on`, `literals_off` and `attribute_errors` for all trials, or `shift_rate` and `error_rate`.

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals_on : int or None, optional
        Literals ever switched on, the first ones included.
    literals_off : int, default 0
        Literals ever switched off.
    attribute_errors : float, default 0.0
        Bits to change so that the examples fit the comparator.
    shift_rate : float or None, optional
        Switches of literals for each example.
    error_rate : float, default 0.0
        Attribute errors for each example.
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.

    Examples
    --------
    >>> tuning = tune_swin(n=100, shift_rate=0.002, error_rate=0.01)
    >>> round(tuning.promise, 3), round(tuning.compared, 3), tuning.vacuous
    (0.071, 0.097, False)
    """
    n = whole("n", n, at_least=2)
    form = _one_of(literals_on=literals_on, shift_rate=shift_rate)
    per_trial = form == "shift_rate"
    if (literals_off or attribute_errors) if per_trial else error_rate:
        raise ParameterError("literals_off and attribute_errors go with literals_on, error_rate with shift_rate.")
    known: dict[str, Any] = {"n": n, "randomized": yes_or_no("randomized", randomized)}
    bound: Callable[..., float]
    if per_trial:
        bound = swin_rate
        known |= {"shift_rate": real("shift_rate", shift_rate, above=0), "error_rate": error_rate}
    else:
        bound = swin_mistakes
        known |= {"literals_on": whole("literals_on", literals_on, at_least=1)}
        known |= {"literals_off": literals_off, "attribute_errors": attribute_errors}

    def promise(promotion: float, floor_share: float) -> float:
        return bound(promotion=promotion, floor_share=floor_share, **known)

    def room(promotion: float) -> float:
        """What floor_share must stay below."""
        return min(math.log(promotion) / (promotion - 1), n / math.e)

    promotion, floor_share = _best_pair(promise, LARGEST_PROMOTION, room)
    found: dict[str, Any] = {"n": n, "promotion": promotion, "floor_share": floor_share, "randomized": randomized}
    usual = promise(GENERIC_PROMOTION, GENERIC_FLOOR_SHARE)
    return Tuning("swin", found, promise(promotion, floor_share), per_trial, "B7" if per_trial else "B6", usual)


def tune_winnow(*, target: Sequence[float], n: int, separation: float, noise: float = 0.0) -> Tuning:
    """The promotion and initial weight, at threshold 1, that minimise A11. Compared with 1 + separation and 1/n.

    Parameters
    ----------
    target : sequence of float
        u >= 0 at threshold 1, its nonzero weights are enough.
    n : int
        How many attributes there are.
    separation : float
        How far clean examples stay from the comparator's threshold.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    Tuning
        The parameters, what they promise, and what the usual ones do.
    """
    d = real("separation", separation, above=0, at_most=1)
    total = math.fsum(real("target weight", w, at_least=0) for w in target)
    if not total > 0:
        raise ParameterError("A11 needs a target with a positive weight.")
    known: dict[str, Any] = {"target": target, "n": n, "separation": d, "noise": noise}

    def promise(promotion: float, initial: float) -> float:
        return noisy_winnow_mistakes(promotion=promotion, initial=initial, **known)

    initial = total / whole("n", n, at_least=1)

    def at(log: float) -> float:
        gains = least_gain(promotion=math.exp(log), separation=d) > 0
        return promise(math.exp(log), initial) if gains else math.inf

    # At 1 + 3d and beyond a promotion gains nothing: (1 + d) ln(1 + 3d) < 3d.
    promotion = math.exp(lowest_point(at, math.log1p(SMALLEST_STEP * d), math.log1p(3 * d), scan=64))
    found = {"promotion": promotion, "threshold": 1.0, "initial": initial}
    return Tuning("winnow", found, promise(promotion, initial), False, "A11", promise(1 + d, 1 / n))


def _best_pair(
    promise: Callable[[float, float], float], most: float, room: Callable[[float], float]
) -> tuple[float, float]:
    """The promotion below `most`, and the share of a floor below its `room`, with the smallest promise."""

    def share_at(promotion: float) -> float:
        limit = room(promotion)
        log = lowest_point(
            lambda x: or_infinity(lambda: promise(promotion, math.exp(x))),
            math.log(limit * SMALLEST_STEP**2),
            math.log(limit * (1 - SMALLEST_STEP)),
        )
        return math.exp(log)

    def at(x: float) -> float:
        promotion = 1 + math.exp(x)
        return or_infinity(lambda: promise(promotion, share_at(promotion))) if room(promotion) > 0 else math.inf

    log = lowest_point(at, math.log(SMALLEST_STEP), math.log((most - 1) * (1 - SMALLEST_STEP)))
    promotion = 1 + math.exp(log)
    return promotion, share_at(promotion)


def _one_of(**given: Any) -> str:
    """The name of the only one that is given."""
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        raise ParameterError(f"give one of {', '.join(given)}; got {' and '.join(named) or 'none'}.")
    return named[0]

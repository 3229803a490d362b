"""How learners that went on from one are taken together: in a mean, and with which weights, or in a sum."""

from collections.abc import Sequence

from ..choices.links import LogCounts
from ..errors import InputError
from ..parameters import one_of, real
from .choice import Choice

HOW = ("mean", "sum")


def shares_of(choice: Choice, how: str | None, weights: Sequence[float] | None, count: int) -> list[float]:
    """How much each of the others counts in the mean; nothing for a sum.

    Parameters
    ----------
    choice : Choice
        What the learners are.
    how : {"mean", "sum"} or None
        What was asked for. None: counts add up, everything else is averaged.
    weights : sequence of float or None
        Those of the others, if they were given.
    count : int
        How many others there are.

    Returns
    -------
    list of float
    """
    if how is None:
        how = "sum" if isinstance(choice.link, LogCounts) else "mean"
    if one_of("how", how, HOW) == "sum":
        if weights is not None:
            raise InputError("weights are for how='mean': a sum takes in all that was learned.", field="weights")
        return []
    if weights is None:
        return [1.0] * count
    shares = [real(f"weights[{i}]", weight, at_least=0) for i, weight in enumerate(weights)]
    if len(shares) != count:
        raise InputError(f"there are {count} learners to merge and {len(shares)} weights.", field="weights")
    if count and not any(shares):
        raise InputError("all weights are 0: give one of them more.", field="weights")
    return shares

"""What Auto lost beside its experts: from the start (F4), or since one of the marks that it keeps (J4)."""

from collections.abc import Mapping
from typing import Any

from ..._core import AUTO as AUTO_ENGINE
from ...errors import InputError, ParameterError
from ..standing import Standing
from .trust import EXPERTS

SHARE: float = AUTO_ENGINE["share"]
EXPERTS_PART: float = AUTO_ENGINE["experts_part"]
PRIOR = EXPERTS_PART / len(EXPERTS)

_START = {"trials": 0, "restarts": 0, "weighted": 0, "log_loss": [0.0] * len(EXPERTS), "answer_log_loss": 0.0}


def standing_since(told: Mapping[str, Any], since: int) -> Standing:
    """Beside the best expert over the examples after the last mark that is not later than `since`."""
    mark = _mark_before(told, since)
    begun, trials = int(mark["trials"]), int(told["trials"] - mark["trials"])
    if weighted := int(told["weighted"] - mark["weighted"]):
        raise InputError(_weighted(weighted, begun))
    now, before = told["log_loss"][2:], mark["log_loss"]
    losses = {name: max(0.0, b - a) for name, a, b in zip(EXPERTS, before, now, strict=True)}
    best = min(losses, key=lambda name: losses[name])
    bound, theorem = _bound(losses[best], mark, trials, int(told["restarts"] - mark["restarts"]))
    lost = told["answer_log_loss"] - mark["answer_log_loss"]
    return Standing("log loss", lost, losses[best], best, bound, theorem, losses, since=begun)


def _mark_before(told: Mapping[str, Any], since: int) -> Mapping[str, Any]:
    """The last mark at or before that many examples; the start is one."""
    if isinstance(since, bool) or not isinstance(since, int) or since < 0:
        raise ParameterError(f"since must be a number of examples, 0 or more; got {since!r}.")
    trials = int(told["trials"])
    if not trials:
        raise InputError("nothing was learned yet: a standing is that of a run.")
    if since >= trials:
        raise InputError(f"{trials:,} examples were learned: since must be less than that, and is {since:,}.")
    return next((mark for mark in reversed(told["marks"]) if mark["trials"] <= since), _START)


def _weighted(weighted: int, begun: int) -> str:
    if begun:
        return (
            f"{weighted:,} of the examples after the first {begun:,} had an importance weight other than 1, and "
            "theorem J4 is about intervals without any: no bound is known. explain() has the experts' losses."
        )
    return (
        f"{weighted:,} examples had an importance weight other than 1, and theorem F4 is about "
        "runs without any: no bound is known. explain() has the experts' losses."
    )


def _bound(best: float, mark: Mapping[str, Any], trials: int, restarts: int) -> tuple[float, str]:
    from ...theory.bounds import interval_log_loss, shared_prior_log_loss

    if not mark["trials"]:
        bound = shared_prior_log_loss(best_loss=best, prior=PRIOR, share=SHARE, trials=trials, restarts=restarts)
        return bound, "shared_prior_log_loss"
    # Where a label is rare less is shared, and of that only so much among all: an expert gets the square.
    returned = SHARE * mark["pace"] ** 2
    bound = interval_log_loss(
        best_loss=best, prior=PRIOR, share=SHARE, returned=returned, trials=trials, restarts=restarts
    )
    return bound, "interval_log_loss"

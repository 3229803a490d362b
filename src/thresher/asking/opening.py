"""Learners that ask for few labels, opened again."""

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import ModelFileError
from ..files import register
from ..late.opening import open_late
from .asking import KIND, OWN, Asking


def open_asking(data: bytes, link: Callable[..., Any] | None) -> Asking:
    """The learner with everything that waits; its next coin is the one that would have come."""
    model, (head, arrays) = open_late(Asking, data, link, *OWN)
    resume(model, head["asking"])
    if head["asking"].get("unasked") == "keep":
        _keep_unasked(model, arrays["asking_unasked"].tolist())
    return model


def _keep_unasked(model: Asking, numbers: list[int]) -> None:
    """Those that wait though nobody asked for their label."""
    waiting = set(model.keeper.pending().tolist())
    if sorted(set(numbers)) != numbers or not waiting.issuperset(numbers):
        raise ModelFileError("labels that nobody asked for are of no question that waits; the file is damaged.")
    model.unasked = "keep"
    model._gives_way.update(dict.fromkeys(numbers))


def resume(model: Asking, state: Mapping[str, Any]) -> None:
    """Gives a new one what was saved. A file may say anything: what does not fit is refused."""
    wanted = state["wanted"]
    if isinstance(wanted, bool) or not isinstance(wanted, int) or not 0 <= wanted <= model.asked:
        raise ModelFileError("the file's labels that were asked for are not of its questions; it is damaged.")
    eagerness, largest, distances = (state[name] for name in ("eagerness", "largest", "distances"))
    amounts = (eagerness, largest, distances)
    if not all(isinstance(amount, float) and 0.0 <= amount < float("inf") for amount in amounts):
        raise ModelFileError("the file's amounts must be finite and not negative; it is damaged.")
    if not 0.0 < eagerness <= model.eagerness:
        raise ModelFileError("the file's eagerness is more than was given; it is damaged.")
    model.wanted, model._share.eagerness = wanted, eagerness
    model._largest, model._distances = largest, distances


register(KIND, open_asking)

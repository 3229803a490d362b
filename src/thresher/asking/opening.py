"""Learners that ask for few labels, opened again."""

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import ModelFileError
from ..files import register
from ..late.opening import open_late
from .asking import KIND, OWN, Asking


def open_asking(data: bytes, link: Callable[..., Any] | None) -> Asking:
    """The learner with everything that waits; its next coin is the one that would have come."""
    model, (head, _) = open_late(Asking, data, link, *OWN)
    resume(model, head["asking"])
    return model


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

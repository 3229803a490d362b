"""Learners that answer with sets, opened again."""

from collections.abc import Callable, Mapping
from typing import Any

from ..data import as_class
from ..errors import ModelFileError
from ..files import from_plain, register
from ..late.opening import open_late
from .sets import COUNTS, KIND, OWN, Given, Sets


def open_sets(data: bytes, link: Callable[..., Any] | None) -> Sets:
    """The learner with everything that waits, and the level where it was."""
    model, (head, arrays) = open_late(Sets, data, link, *OWN)
    _resume(model, head["sets"], arrays["sets_last"].tolist())
    return model


def _resume(model: Sets, state: Mapping[str, Any], last: list[float]) -> None:
    """A file may say anything: what does not fit is refused."""
    counts = {name: state["counts"][name] for name in COUNTS}
    if any(isinstance(count, bool) or not isinstance(count, int) or count < 0 for count in counts.values()):
        raise ModelFileError("the file's counts of sets are no counts; it is damaged.")
    if not max(counts["missed"], counts["unsure"], counts["new_labels"]) <= counts["judged"] <= model.asked:
        raise ModelFileError("the file's counts of sets do not fit together; it is damaged.")
    for name, count in counts.items():
        setattr(model, name, count)
    outstanding = state["level"]["outstanding"]
    if isinstance(outstanding, bool) or not isinstance(outstanding, int) or not 0 <= outstanding <= model.asked:
        raise ModelFileError("the file's labels that were out are not of its questions; it is damaged.")
    model.level.restore(float(state["level"]["credit"]), outstanding, last)
    waiting = set(model.keeper.pending().tolist())
    for number, everything, labels, names, strange in state["waiting"]:
        if number not in waiting or number in model._given:
            raise ModelFileError("a set waits for the label of no question; the file is damaged.")
        known = dict(zip(map(_label, names), map(float, strange), strict=True))
        model._given[number] = Given(tuple(map(_label, labels)), bool(everything), known)


def _label(plain: Any) -> Any:
    return as_class(from_plain(plain, None))


register(KIND, open_sets)

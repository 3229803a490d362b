"""Questions that wait, by age; how long labels took; what became of labels."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...reports.markup import Markup, element
from ...reports.sections import nothing
from ...reports.wording import count
from ..ages import at_most
from ..model import ServedModel
from .parts import grid, note, panel, share_of
from .words import span

if TYPE_CHECKING:
    from ..service import Service

AGES = (10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400)  # seconds


def pending_panel(service: "Service", model: ServedModel) -> Markup:
    """How old the questions are that wait."""
    title = "Questions that wait for their label"
    waiting = model.waiting
    if not waiting:
        return panel("pending", title, nothing("None waits."))
    now = service.clock.now()
    younger = at_most(waiting, now, AGES)
    ages = [after - before for before, after in pairwise([0, *younger, len(waiting)])]
    oldest = span((now - next(iter(waiting.values()))) / 1e6)
    words = f"{count(len(waiting))} wait, the oldest for {oldest}; {count(model.room)} more may."
    if model.config.timeout is not None:
        words += f" After {span(model.config.timeout)} a question is given up."
    return panel("pending", title, element("p", words), _bars(AGES, ages, "age", "questions"))


def delay_panel(service: "Service", model: ServedModel) -> Markup:
    """How long labels took; and what became of them since the service was started."""
    title = "How late labels came"
    delays = model.delays
    fates = {fate: n for (name, fate), n in sorted(service.metrics.fates.items()) if name == model.name}
    told = grid(["what became of labels", "labels"], [[fate, count(n)] for fate, n in fates.items()]) if fates else None
    since = note("Delays are those of all labels; what became of labels is counted since this service was started.")
    if not any(delays.counts):
        return panel("delays", title, nothing("No label came yet."), told)
    return panel("delays", title, _bars(delays.limits, delays.counts, "from question to label", "labels"), told, since)


def _bars(limits: Sequence[float], counts: Sequence[int], what: str, counted: str) -> Markup:
    total = sum(counts)
    names = [f"up to {span(limit)}" for limit in limits] + [f"more than {span(limits[-1])}"]
    last = max((place for place, n in enumerate(counts) if n), default=0)
    rows = [
        [name, count(n), share_of(n / total if total else 0.0)]
        for name, n in list(zip(names, counts, strict=True))[: last + 1]
    ]
    return grid([what, counted, "share"], rows, class_="bars")

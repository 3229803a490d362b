"""Changes of the concept that were noticed: when, how the error changed, which attributes did."""

from collections.abc import Sequence

from ..evaluation import DriftEvent
from .markup import Markup, element, join
from .tables import table
from .wording import count, full, percent, short

MOST_ROWS = 40
_CHANGES = 6


def events_table(events: Sequence[DriftEvent]) -> Markup:
    """A row for each change, the last ones."""
    rows = [_row(event) for event in events[-MOST_ROWS:]]
    heads = ["after", "what happened", "error before", "error lately", "what changed", "whom it trusts"]
    words = (
        "Weights of before the change beside those learned since, in order of how much an attribute's contribution to "
        "the answer changed on average."
    )
    left_out = len(events) - len(rows)
    more = f" {count(left_out)} earlier ones are left out." if left_out else ""
    return join([table(heads, rows, class_="events"), element("p", words + more, class_="note")])


def _row(event: DriftEvent) -> list[str]:
    changed = [
        f"{short(full(one.attribute), 40)} {one.before:+.2f} \u2192 {one.after:+.2f}"
        for one in event.changed[:_CHANGES]
    ]
    moved = [f"{name} {percent(old)} \u2192 {percent(new)}" for name, (old, new) in list(event.trust.items())[:3]]
    whose = "" if event.label is None else f" ({short(full(event.label), 30)})"
    return [
        count(event.examples),
        ("restarted" if event.kind == "restart" else "alarm") + whose + f" ({event.rang})",
        percent(event.error_before),
        percent(event.error_lately),
        ", ".join(changed) or "too few examples since",
        ", ".join(moved),
    ]

"""Changes of the concept that were noticed, in words."""

from typing import TYPE_CHECKING

from .words import some

if TYPE_CHECKING:
    from ...evaluation import DriftEvent

MOST = 5
"""Events that are told; JSON and the report have all."""


def event_lines(events: "list[DriftEvent]") -> list[str]:
    """A line for each of the last ones."""
    left_out = len(events) - MOST
    head = [f"{some(left_out, 'earlier change')} of the concept not shown"] if left_out > 0 else []
    return [*head, *map(str, events[-MOST:])]

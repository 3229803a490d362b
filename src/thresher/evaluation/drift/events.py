"""A change of the concept that was noticed: when, what rang, what changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...learners import MISTAKES, Change
from ...protocols import Label

RESTART, ALARM = "restart", "alarm"
_SHOWN = 5


@dataclass(frozen=True)
class DriftEvent:
    """One change that was noticed.

    Attributes
    ----------
    examples : int
        The learner had learned so many.
    kind : str
        "restart": the learner's own alarm rang, and it began anew (Auto). "alarm": mistakes became many of a learner
        that goes on.
    rang : str
        What rang: "mistakes" became many; or the "rare label" is no longer told from the other, where mistakes hardly
        move.
    error_before : float
        Mistakes per labelled example, from the event before this (or the start) to shortly before this.
    error_lately : float
        Of the last `window` labelled examples, at most a stretch behind the event.
    window : int
        How many those are.
    label : Label
        Of many classes the one whose learner began anew.
    trust : Mapping[str, tuple[float, float]]
        Expert -> its part in the answer before, and when compared: those that moved most.
    changed : tuple[Change, ...]
        The attributes that changed most, largest change first; see `changes_since_restart`. Empty until compared.
    compared_after : int
        How many examples after the event weights were compared; 0: not yet, or too few came.
    """

    examples: int
    kind: str
    rang: str = MISTAKES
    error_before: float = 0.0
    error_lately: float = 0.0
    window: int = 0
    label: Label = None
    trust: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    changed: tuple[Change, ...] = ()
    compared_after: int = 0

    def __str__(self) -> str:
        """In one line: after 5,087: restarted; error 21.1% lately, 3.0% before; what changed: free +1.20 -> -0.80."""
        whose = "" if self.label is None else f" ({self.label})"
        done = "restarted" if self.kind == RESTART else "mistakes became many"
        words = f"after {self.examples:,}: {done}{whose}"
        if self.rang != MISTAKES:
            words += f", as the {self.rang} was no longer found"
        if self.window:
            words += f"; error {self.error_lately:.1%} lately, {self.error_before:.1%} before"
        if self.changed:
            return words + f"; what changed: {', '.join(map(str, self.changed[:_SHOWN]))}"
        return words + ("" if self.compared_after else "; what changed is not known yet")

    def to_plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "examples": self.examples,
            "kind": self.kind,
            "rang": self.rang,
            "label": self.label,
            "error_before": self.error_before,
            "error_lately": self.error_lately,
            "window": self.window,
            "trust": {name: list(parts) for name, parts in self.trust.items()},
            "changed": [
                {"attribute": one.attribute, "before": one.before, "after": one.after, "share": one.share}
                for one in self.changed
            ],
            "compared_after": self.compared_after,
        }

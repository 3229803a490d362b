"""What the methods of a client give back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..protocols import Label


@dataclass(frozen=True)
class Answer:
    """To a question: the ticket under which its label is told later, and what was said.

    wants_label: whether the label is worth having; a model that was not made to ask wants every one.
    """

    ticket: str
    label: Label
    probabilities: dict[str, float] | None
    seq: int
    wants_label: bool = True


@dataclass(frozen=True)
class Prediction:
    """What would be said; nothing was kept. warnings: that the model knows no column of the row, for instance."""

    label: Label
    probabilities: dict[str, float] | None
    seq: int
    warnings: Sequence[str] = ()


@dataclass(frozen=True)
class Fate:
    """What became of a label; seq is 0 where it changed nothing."""

    ticket: str
    fate: str
    seq: int = 0
    detail: str | None = None


@dataclass(frozen=True)
class LoggedEvent:
    """One line of a model's log."""

    seq: int
    kind: str
    at: int
    id: str
    body: Any
    said: Any


@dataclass(frozen=True)
class Ticket:
    """A question, what was said, and what became of it."""

    ticket: str
    asked_at: int
    x: dict[str, Any] | list[str]
    said: dict[str, Any]
    state: str
    events: list[LoggedEvent]


@dataclass(frozen=True)
class UsefulQuestion:
    """A question that waits; chance: the probability with which a model that asks would ask for its label now."""

    ticket: str
    asked_at: int
    x: dict[str, Any] | list[str]
    said: dict[str, Any]
    chance: float


@dataclass(frozen=True)
class Reason:
    """One part of a score."""

    words: str
    share: float
    kind: str


@dataclass(frozen=True)
class Explanation:
    """Why an answer would be what it is."""

    label: Label
    score: float
    reasons: list[Reason]
    experts: dict[str, Any]


@dataclass(frozen=True)
class Digest:
    """A fingerprint of a model at a place of its log."""

    seq: int
    digest: str

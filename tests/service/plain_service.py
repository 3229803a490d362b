"""The service as a few dictionaries: what each request must answer. Learners are asked directly, without a service."""

import contextlib
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from thresher import Arow, Asking, Auto, Perceptron, TrackingWinnow
from thresher.errors import InputError
from thresher.late import Copies, Delayed, LabelStatus, Replay

FATES = {LabelStatus.WAITING: "waiting", LabelStatus.CORRECTED: "corrected", LabelStatus.RETRACTED: "retracted"}
CODES = {"unknown": 404, "contradicted": 409, "too late": 410}
ENOUGH = 100  # labels
TIMEOUT = 10_000_000  # microseconds


def delayed(learner: Any, order: Any = None, most: int = 1_000_000, contradictions: str = "count") -> Delayed:
    return Delayed(learner, order, max_pending=most, when_full="refuse", contradictions=contradictions)


def asking(learner: Any, most: int = 1_000_000, **how: Any) -> Asking:
    limits = {"max_pending": most, "when_full": "refuse", "contradictions": "count"}
    return Asking(learner, unasked="keep", **how, **limits)


@dataclass(frozen=True)
class Sort:
    """A kind of model: how a request makes it, how Python makes it, and its labels."""

    config: dict[str, Any]
    made: Callable[[], Delayed]
    labels: tuple[Any, ...]
    timeout: bool = False
    default: Any = None
    most: int = 1_000_000
    asks: bool = False


SORTS = {
    "default": Sort({}, lambda: delayed(Auto()), ("a", "b", "c")),
    "fixes": Sort(
        {"learner": "tracking-winnow", "labels": [False, True], "order": "replay:6", "contradictions": "correct"},
        lambda: delayed(TrackingWinnow(labels=(False, True)), Replay(6), contradictions="correct"),
        (False, True),
    ),
    "timed": Sort(
        {"learner": "perceptron", "labels": ["no", "yes"], "timeout": 10, "default_label": "no"},
        lambda: delayed(Perceptron(labels=("no", "yes"))),
        ("no", "yes"),
        timeout=True,
        default="no",
    ),
    "small": Sort({"max_pending": 4, "timeout": 10}, lambda: delayed(Auto(), most=4), ("a", "b"), timeout=True, most=4),
    "asking": Sort({"ask": 0.6, "ask_seed": 3}, lambda: asking(Auto(), at_most=0.6, seed=3), ("a", "b"), asks=True),
    "eager": Sort(
        {"learner": "perceptron", "labels": ["no", "yes"], "eagerness": 0.3, "max_pending": 5},
        lambda: asking(Perceptron(labels=("no", "yes")), most=5, eagerness=0.3),
        ("no", "yes"),
        most=5,
        asks=True,
    ),
    "copied": Sort({"order": "copies:2"}, lambda: delayed(Auto(), Copies(2)), ("a", "b")),
    "strict": Sort({"learner": "arow", "labels": ["a", "b"]}, lambda: delayed(Arow(labels=("a", "b"))), ("a", "b")),
}


def text_of(label: Any) -> str:
    return json.dumps(label) if isinstance(label, bool) else str(label)


@dataclass
class Contestant:
    sort: Sort
    late: Delayed
    since: int
    unasked: set[str] = field(default_factory=set)  # tickets that wait though nobody asked for their label

    def ask(self, x: Any, ticket: str) -> Any:
        said = self.late.ask(x, ticket)
        if not said.wants_label:
            self.unasked.add(ticket)
        self.unasked.difference_update(said.gave_way)
        return said

    def label(self, ticket: str, label: Any, weight: float) -> LabelStatus:
        status = self.late.label(ticket, label, weight)
        if status is LabelStatus.WAITING:
            self.unasked.discard(ticket)
        return status

    def expire(self, tickets: list[str], label: Any = None) -> None:
        self.late.expire(tickets, label)
        self.unasked.difference_update(tickets)


@dataclass
class Question:
    x: Any
    said: bytes
    seq: int


@dataclass
class PlainModel:
    champion: Contestant
    others: dict[str, Contestant] = field(default_factory=dict)
    seq: int = 1
    asked: dict[str, Question] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    archived: int = 0  # the last event that is in an archive

    def everybody(self) -> list[tuple[str, Contestant]]:
        return [("", self.champion), *self.others.items()]

    def digest(self) -> str:
        parts = [f"{name} {one.since} {one.late.digest()}" for name, one in self.everybody()]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    # Each gives the status that a request must have, and the value of its answer where that is told.

    def ask(self, x: Any, ticket: str | None, now: int) -> tuple[int, Any]:
        known = self.asked.get(ticket or "")
        if known is not None:
            if known.seq <= self.archived:
                return 410, None
            return (200, known.said) if known.x == x else (422, None)
        if ticket is not None and ticket.startswith("~"):
            return 422, None
        try:
            self.champion.late.check(x)
        except InputError:
            return (429 if self.full else 422), None
        if self.full:
            return 429, None
        return 200, self._asked(x, ticket, now)

    @property
    def full(self) -> bool:
        return self.room <= 0

    @property
    def room(self) -> int:
        """Questions that nobody asked to be labelled give way."""
        return self.champion.sort.most - self.champion.late.pending + len(self.champion.unasked)

    def _asked(self, x: Any, ticket: str | None, now: int) -> dict[str, Any]:
        self.seq += 1
        ticket = f"~{self.seq}" if ticket is None else ticket
        said = self.champion.ask(x, ticket)
        for one in self.others.values():
            one.expire([gone for gone in said.gave_way if one.late.waits(gone)])
            with contextlib.suppress(InputError):
                one.ask(x, ticket)
        self.waiting[ticket] = now
        for gone in said.gave_way:
            self.waiting.pop(gone, None)
        if len(self.waiting) > self.champion.late.pending:  # some are past the order's horizon
            while not self.champion.late.waits(next(iter(self.waiting))):
                del self.waiting[next(iter(self.waiting))]
        learner = self.champion.late.keeper.asked_learner  # its own labels: one that came may have been taken back
        known = any(name is not None for name in learner.known_labels.came)
        stated = said.probabilities if known else None
        named = None if stated is None else {text_of(label): share for label, share in stated.items()}
        self.asked[ticket] = Question(x, b"", self.seq)
        told = {"ticket": ticket, "label": said.label if known else None, "probabilities": named, "seq": self.seq}
        return told | ({"wants_label": said.wants_label} if self.champion.sort.asks else {})

    def label(self, ticket: str, label: Any, weight: float) -> tuple[int, Any]:
        try:
            status = self.champion.label(ticket, label, weight)
        except InputError:
            return 422, None
        if status not in FATES:
            return self._without_event(ticket, status)
        for one in self.others.values():
            with contextlib.suppress(InputError):
                one.label(ticket, label, weight)
        self.waiting.pop(ticket, None)
        self.seq += 1
        return 200, {"ticket": ticket, "fate": FATES[status], "seq": self.seq}

    def _without_event(self, ticket: str, status: LabelStatus, *, label: bool = True) -> tuple[int, Any]:
        fate = str(status)
        if label and fate == "unknown" and ticket in self.asked:
            fate = "too late"
        return CODES.get(fate, 200), {"ticket": ticket, "fate": fate}

    def retract(self, ticket: str, now: int) -> tuple[int, Any]:
        status = self.champion.late.retract(ticket)
        if status is not LabelStatus.RETRACTED:
            return self._without_event(ticket, status, label=False)
        for one in self.others.values():
            one.late.retract(ticket)
        self.waiting[ticket] = now
        self.seq += 1
        return 200, {"ticket": ticket, "fate": "retracted", "seq": self.seq}

    def expire(self, tickets: list[str], label: Any = None) -> tuple[int, Any]:
        found = [ticket for ticket in dict.fromkeys(tickets) if ticket in self.waiting]
        if not found:
            return 200, {"expired": 0}
        for one in (self.champion, *self.others.values()):
            try:
                one.expire(found, label)
            except InputError:
                if one is self.champion:
                    return 422, None
                one.expire(found)
        for ticket in found:
            del self.waiting[ticket]
        self.seq += 1
        return 200, {"expired": len(found), "seq": self.seq}

    def time_out(self, now: int) -> None:
        sort = self.champion.sort
        overdue = [ticket for ticket, at in self.waiting.items() if at <= now - TIMEOUT]
        if sort.timeout and overdue:
            self.expire(overdue, sort.default)

    def challenge(self, name: str, sort: Sort) -> int:
        if name in self.others:
            return 409
        self.seq += 1
        self.others[name] = Contestant(sort, sort.made(), self.seq)
        return 201

    def promote(self, name: str, early: bool) -> int:
        if name not in self.others:
            return 404
        if not early and self.others[name].late.answered < min(ENOUGH, self.champion.late.answered):
            return 409
        self.seq += 1
        self.champion = self.others.pop(name)
        late = self.champion.late
        self.waiting = {ticket: at for ticket, at in self.waiting.items() if late.waits(ticket)}
        return 200

    def withdraw(self, name: str) -> int:
        if name not in self.others:
            return 404
        self.seq += 1
        del self.others[name]
        return 204


def plain_model(sort: Sort) -> PlainModel:
    return PlainModel(Contestant(sort, sort.made(), 1))

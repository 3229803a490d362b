"""What a client sends, how it reads the answer, and when it may try again: the same for `Client` and `AsyncClient`."""

import json
import random
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote

from ..errors import InputError, ThresherError
from ..protocols import Label

JSON, LINES = "application/json", "application/x-ndjson"
MOST_LINES, MOST_BYTES = 5000, 8 * 2**20  # of one request, well below what the service takes
PAGE = 1000  # events
BUSY = (429, 503)  # refused for now, and nothing was changed

T = TypeVar("T")


class ServiceError(ThresherError):
    """The service refused, or did not answer.

    Attributes
    ----------
    status : int or None
        Of HTTP; None where no answer came.
    problem : dict
        Everything that was told: title, detail, and of a label its fate.
    """

    def __init__(self, message: str, status: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem = dict(problem or {})


@dataclass(frozen=True)
class Answer:
    """To a question: the ticket under which its label is told later, and what was said."""

    ticket: str
    label: Label
    probabilities: dict[str, float] | None
    seq: int


@dataclass(frozen=True)
class Prediction:
    """What would be said; nothing was kept."""

    label: Label
    probabilities: dict[str, float] | None
    seq: int


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
class Call(Generic[T]):
    """One request. safe: sent twice it does the same as sent once, so it may be sent again when no answer came."""

    method: str
    path: str
    read: Callable[[bytes], T]
    body: bytes | None = None
    kind: str = JSON
    safe: bool = True
    query: Mapping[str, int] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.body is None else {"content-type": self.kind}


class Patience(NamedTuple):
    """How often and how long to try again."""

    retries: int = 5
    longest: float = 30.0  # seconds before one more try

    def wait(self, tries: int, retry_after: str | None) -> float | None:
        """Seconds until the next try; None: give up. The wait doubles, and is drawn so that not all come at once."""
        asked = float(retry_after) if retry_after and retry_after.isdigit() else 0.0
        if tries >= self.retries or asked > self.longest:
            return None
        drawn = 0.05 * 2.0**tries * (0.5 + random.random())
        return min(max(asked, drawn), self.longest)


def refusal(status: int, body: bytes) -> ServiceError:
    """What the service said."""
    try:
        problem = json.loads(body)
        detail = problem["detail"]
    except (ValueError, KeyError, TypeError):
        problem, detail = {}, body[:200].decode(errors="replace").strip() or "no reason was given"
    return ServiceError(f"{status}: {detail}", status, problem)


def _dumped(value: Any) -> bytes:
    try:
        return json.dumps(value, allow_nan=False, ensure_ascii=False, default=_plain).encode()
    except (ValueError, TypeError) as error:
        raise InputError(f"the request can't be written as JSON: {error}.") from None


def _plain(value: Any) -> Any:
    """Scalars of numpy and the like."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} is no value of JSON")


def _one(kind: Callable[..., T]) -> Callable[[bytes], T]:
    return lambda body: kind(**json.loads(body))


def _many(kind: Callable[..., T]) -> Callable[[bytes], list[T]]:
    return lambda body: [kind(**json.loads(line)) for line in body.splitlines()]


def _nothing(body: bytes) -> None:
    return None


def _read_ticket(body: bytes) -> Ticket:
    found = json.loads(body)
    return Ticket(**found | {"events": [LoggedEvent(**event) for event in found["events"]]})


def _batches(path: str, lines: Iterable[Any], kind: Callable[..., T]) -> Iterator[Call[list[T]]]:
    """Requests of many lines each, cut where one would be too large. Each is taken as a whole or not at all."""
    waiting: list[bytes] = []
    size = 0
    for line in lines:
        text = _dumped(line)
        if waiting and (len(waiting) >= MOST_LINES or size + len(text) > MOST_BYTES):
            yield Call("POST", path, _many(kind), b"\n".join(waiting), LINES)
            waiting, size = [], 0
        waiting.append(text)
        size += len(text) + 1
    if waiting:
        yield Call("POST", path, _many(kind), b"\n".join(waiting), LINES)


class Calls:
    """The requests about one model."""

    def __init__(self, model: str) -> None:
        self._path = f"/v1/models/{quote(model, safe='')}"

    def ask(self, x: Mapping[str, Any] | Sequence[str], id: str | None) -> Call[Answer]:
        return Call("POST", f"{self._path}/ask", _one(Answer), _dumped({"x": x, "id": id or new_id()}))

    def ask_many(
        self, rows: Iterable[Mapping[str, Any] | Sequence[str]], ids: Iterable[str] | None
    ) -> Iterator[Call[list[Answer]]]:
        if ids is None:
            lines: Iterable[Any] = ({"x": x, "id": new_id()} for x in rows)
        else:
            lines = ({"x": x, "id": one} for x, one in zip(rows, ids, strict=True))
        return _batches(f"{self._path}/ask", lines, Answer)

    def label(self, ticket: str, label: Label, weight: float) -> Call[Fate]:
        body = {"ticket": ticket, "label": label, "weight": weight}
        return Call("POST", f"{self._path}/labels", _one(Fate), _dumped(body))

    def label_many(self, labels: Mapping[str, Label] | Iterable[tuple[str, Label]]) -> Iterator[Call[list[Fate]]]:
        pairs = labels.items() if isinstance(labels, Mapping) else labels
        return _batches(f"{self._path}/labels", ({"ticket": one, "label": label} for one, label in pairs), Fate)

    def predict(self, x: Mapping[str, Any] | Sequence[str]) -> Call[Prediction]:
        return Call("POST", f"{self._path}/predict", _one(Prediction), _dumped({"x": x}))

    def predict_many(self, rows: Iterable[Mapping[str, Any] | Sequence[str]]) -> Iterator[Call[list[Prediction]]]:
        return _batches(f"{self._path}/predict", ({"x": x} for x in rows), Prediction)

    def retract(self, ticket: str) -> Call[Fate]:
        return Call("DELETE", f"{self._path}/labels/{quote(ticket, safe='')}", _one(Fate), safe=False)

    def expire(self, tickets: Sequence[str], label: Label | None) -> Call[int]:
        body = _dumped({"tickets": list(tickets), "label": label})
        return Call("POST", f"{self._path}/expire", lambda told: int(json.loads(told)["expired"]), body, safe=False)

    def ticket(self, ticket: str) -> Call[Ticket]:
        return Call("GET", f"{self._path}/tickets/{quote(ticket, safe='')}", _read_ticket)

    def events(self, after: int) -> Call[list[LoggedEvent]]:
        return Call("GET", f"{self._path}/events", _many(LoggedEvent), query={"after": after, "limit": PAGE})

    def about(self) -> Call[dict[str, Any]]:
        return Call("GET", self._path, json.loads)

    def make(self, config: Mapping[str, Any]) -> Call[dict[str, Any]]:
        return Call("PUT", self._path, json.loads, _dumped(config))

    def remove(self) -> Call[None]:
        return Call("DELETE", self._path, _nothing, safe=False)

    def challenge(self, name: str, config: Mapping[str, Any]) -> Call[None]:
        return Call("PUT", self._challenger(name), _nothing, _dumped(config), safe=False)

    def promote(self, name: str) -> Call[dict[str, Any]]:
        return Call("POST", f"{self._challenger(name)}/promote", json.loads, safe=False)

    def withdraw(self, name: str) -> Call[None]:
        return Call("DELETE", self._challenger(name), _nothing, safe=False)

    def _challenger(self, name: str) -> str:
        return f"{self._path}/challengers/{quote(name, safe='')}"


def models() -> Call[list[str]]:
    """The names of all."""
    return Call("GET", "/v1/models", lambda body: list(json.loads(body)["models"]))


def new_id() -> str:
    """A ticket of our own: with it a question that is sent twice is one question."""
    return uuid.uuid4().hex

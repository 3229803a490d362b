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
from .client_values import Answer, Digest, Explanation, Fate, LoggedEvent, Prediction, Reason, Ticket, UsefulQuestion

JSON, LINES = "application/json", "application/x-ndjson"
MOST_LINES, MOST_BYTES = 1000, 4 * 2**20  # of one request, well below what the service takes
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

    retries: int = 7  # three to nine seconds in all: a supervisor starts a service again in that time
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
        return json.dumps(value, allow_nan=False, ensure_ascii=False, default=_plain, separators=(",", ":")).encode()
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


def _read_explanation(body: bytes) -> Explanation:
    found = json.loads(body)
    return Explanation(**found | {"reasons": [Reason(**one) for one in found["reasons"]]})


def _read_queue(body: bytes) -> list[UsefulQuestion]:
    return [UsefulQuestion(**one) for one in json.loads(body)["questions"]]


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
    """The requests about one model, and about all. The clients' methods are these: see client_methods.py."""

    def __init__(self, model: str) -> None:
        self._path = f"/v1/models/{quote(model, safe='')}"

    # Questions and labels.

    def ask(self, x: Mapping[str, Any] | Sequence[str], id: str | None = None) -> Call[Answer]:
        """Asks about a row, whose label can be told later under the answer's ticket: `id`, or a random one."""
        return Call("POST", f"{self._path}/ask", _one(Answer), _dumped({"x": x, "id": id or new_id()}))

    def ask_many(
        self, rows: Iterable[Mapping[str, Any] | Sequence[str]], ids: Iterable[str] | None = None
    ) -> Iterator[Call[list[Answer]]]:
        """Asks about many rows, up to a thousand in one transaction."""
        if ids is None:
            lines: Iterable[Any] = ({"x": x, "id": new_id()} for x in rows)
        else:
            lines = ({"x": x, "id": one} for x, one in zip(rows, ids, strict=True))
        return _batches(f"{self._path}/ask", lines, Answer)

    def label(self, ticket: str, label: Label, weight: float = 1.0) -> Call[Fate]:
        """Tells the label of a question. The same once more changes nothing (`fate` is "duplicate")."""
        body = {"ticket": ticket, "label": label, "weight": weight}
        return Call("POST", f"{self._path}/labels", _one(Fate), _dumped(body))

    def label_many(self, labels: Mapping[str, Label] | Iterable[tuple[str, Label]]) -> Iterator[Call[list[Fate]]]:
        """Tells labels by ticket; what can't be taken is in the fates and raises nothing."""
        pairs = labels.items() if isinstance(labels, Mapping) else labels
        return _batches(f"{self._path}/labels", ({"ticket": one, "label": label} for one, label in pairs), Fate)

    def predict(self, x: Mapping[str, Any] | Sequence[str]) -> Call[Prediction]:
        """What would be said of a row; nothing is kept."""
        return Call("POST", f"{self._path}/predict", _one(Prediction), _dumped({"x": x}))

    def predict_many(self, rows: Iterable[Mapping[str, Any] | Sequence[str]]) -> Iterator[Call[list[Prediction]]]:
        """What would be said of many rows."""
        return _batches(f"{self._path}/predict", ({"x": x} for x in rows), Prediction)

    def explain(self, x: Mapping[str, Any] | Sequence[str]) -> Call[Explanation]:
        """Why a row would be answered as it would be."""
        return Call("POST", f"{self._path}/explain", _read_explanation, _dumped({"x": x}))

    def retract(self, ticket: str) -> Call[Fate]:
        """Takes a label back."""
        return Call("DELETE", f"{self._path}/labels/{quote(ticket, safe='')}", _one(Fate), safe=False)

    def expire(self, tickets: Sequence[str], label: Label | None = None) -> Call[int]:
        """Gives questions up, or tells them one label in place of theirs; how many waited."""
        body = _dumped({"tickets": list(tickets), "label": label})
        return Call("POST", f"{self._path}/expire", lambda told: int(json.loads(told)["expired"]), body, safe=False)

    # What can be looked at.

    def ticket(self, ticket: str) -> Call[Ticket]:
        """What was said of a question, and what became of it."""
        return Call("GET", f"{self._path}/tickets/{quote(ticket, safe='')}", _read_ticket)

    def queue(self, limit: int = 10) -> Call[list[UsefulQuestion]]:
        """The questions whose labels are worth most now, the most useful first: at most 50."""
        return Call("GET", f"{self._path}/queue", _read_queue, query={"limit": limit})

    def events(self, after: int) -> Call[list[LoggedEvent]]:
        """One page of the log."""
        return Call("GET", f"{self._path}/events", _many(LoggedEvent), query={"after": after, "limit": PAGE})

    def about(self) -> Call[dict[str, Any]]:
        """The model in figures."""
        return Call("GET", self._path, json.loads)

    def standing(self, since: int = 0) -> Call[dict[str, Any]]:
        """How the model's learners are doing, each challenger beside the champion; and beside which guarantee.

        since: the guarantee is about what was learned after the first so many labels (of Auto; see its `standing`).
        """
        return Call("GET", f"{self._path}/standing", json.loads, query={"since": since} if since else {})

    def digest(self) -> Call[Digest]:
        """A fingerprint of the model, and of which event."""
        return Call("GET", f"{self._path}/digest", _one(Digest))

    def models(self) -> Call[list[str]]:
        """The names of all models."""
        return Call("GET", "/v1/models", lambda body: list(json.loads(body)["models"]))

    def metrics(self) -> Call[str]:
        """What Prometheus reads."""
        return Call("GET", "/metrics", bytes.decode)

    def live(self) -> Call[dict[str, Any]]:
        """Whether the process answers."""
        return Call("GET", "/live", json.loads)

    def ready(self) -> Call[dict[str, Any]]:
        """Whether requests are answered; `ServiceError` of status 503 where they are not, after the retries."""
        return Call("GET", "/ready", json.loads)

    # Models.

    def make(self, /, **config: Any) -> Call[dict[str, Any]]:
        """Makes the model: learner="auto", order="replay", labels=["ham", "spam"], ...; the same again is no change."""
        return Call("PUT", self._path, json.loads, _dumped(config))

    def remove(self) -> Call[None]:
        """The model is no longer served; its log stays."""
        return Call("DELETE", self._path, _nothing, safe=False)

    def challenge(self, /, name: str, **config: Any) -> Call[None]:
        """Another learner learns beside from now on."""
        return Call("PUT", self._challenger(name), _nothing, _dumped(config), safe=False)

    def promote(self, name: str, early: bool = False) -> Call[dict[str, Any]]:
        """A challenger answers from now on. early: also where it was told far fewer labels than the champion."""
        query = {"early": 1} if early else {}
        return Call("POST", f"{self._challenger(name)}/promote", json.loads, safe=False, query=query)

    def withdraw(self, name: str) -> Call[None]:
        """A challenger leaves."""
        return Call("DELETE", self._challenger(name), _nothing, safe=False)

    def snapshot(self) -> Call[dict[str, int]]:
        """Begins a snapshot of everything that is new: the places, by model."""
        return Call("POST", f"{self._path}/snapshot", lambda body: dict(json.loads(body)["begun"]))

    def _challenger(self, name: str) -> str:
        return f"{self._path}/challengers/{quote(name, safe='')}"


def new_id() -> str:
    """A ticket of our own: with it a question that is sent twice is one question."""
    return uuid.uuid4().hex

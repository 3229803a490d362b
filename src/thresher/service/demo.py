"""A stream to look at: text messages that are asked about, whose labels come late or never, and whose spam changes."""

import heapq
import http.client
import itertools
import json
import random
import threading
import time
from collections.abc import Iterator
from typing import Any, Self

from ..streams import PlantedMessages
from .config import ModelConfig

HASTE = 1600  # messages that are sent at once at the start, so that there is something to see
BATCH = 100
LATE = 200  # of those: messages after which a label comes
CAMPAIGN = 1600  # messages after which the words of spam change
SHORTEST, MEAN = 1.0, 8.0  # seconds until a label comes
NEVER = 0.04  # the share of labels that do not come: they are left to whoever looks
COLUMNS = {"text": ["message"]}

MODELS = {name: ModelConfig(columns=COLUMNS) for name in ("messages", "rare")}
SPAM = {"messages": 30, "rare": 4}  # of a hundred
CHALLENGER = ("margins", {"learner": "passive-aggressive", "columns": COLUMNS})


class Gone(Exception):
    """The service does not answer."""


class Client:
    """One connection, opened again where it was closed."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=30)

    def send(self, method: str, path: str, body: Any = None, *, lines: bool = False) -> bytes:
        """The answer, whatever its status is."""
        kind = "application/x-ndjson" if lines else "application/json"
        parts = body if lines else [body]
        data = None if body is None else "\n".join(json.dumps(part) for part in parts).encode()
        try:
            self._connection.request(method, path, data, {"content-type": kind})
            return self._connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise Gone from None

    def close(self) -> None:
        """Hangs up."""
        self._connection.close()


class Correspondent:
    """Asks about the messages of one model and tells their labels later.

    Parameters
    ----------
    client : Client
        The service.
    model : str
        Of `MODELS`.
    seed : int
        Of the messages and of the delays.
    """

    def __init__(self, client: Client, model: str, seed: int) -> None:
        self._client = client
        self._path = f"/v1/models/{model}"
        self._draw = random.Random(seed)
        self._due: list[tuple[float, str, str]] = []  # (moment, ticket, label)
        self._messages = endless_messages(SPAM[model], seed)

    def hurry(self) -> None:
        """The first messages at once, labels so many messages late."""
        out: list[tuple[str, str]] = []
        for _ in range(HASTE // BATCH):
            asked = [next(self._messages) for _ in range(BATCH)]
            lines = self._client.send("POST", f"{self._path}/ask", [{"x": x} for x, _ in asked], lines=True)
            tickets = [json.loads(line)["ticket"] for line in lines.splitlines()]
            out += [(ticket, label) for ticket, (_, label) in zip(tickets, asked, strict=True)]
            due, out = out[: max(0, len(out) - LATE)], out[max(0, len(out) - LATE) :]
            self._tell([one for one in due if self._draw.random() >= NEVER])
        for ticket, label in out:
            self._promise(ticket, label)

    def step(self) -> None:
        """One message, and the labels whose time has come."""
        x, label = next(self._messages)
        answer = json.loads(self._client.send("POST", f"{self._path}/ask", {"x": x}))
        if "ticket" in answer:
            self._promise(answer["ticket"], label)
        due = []
        while self._due and self._due[0][0] <= time.monotonic():
            due.append(heapq.heappop(self._due)[1:])
        self._tell(due)

    def _promise(self, ticket: str, label: str) -> None:
        if self._draw.random() >= NEVER:
            delay = SHORTEST + self._draw.expovariate(1 / MEAN)
            heapq.heappush(self._due, (time.monotonic() + delay, ticket, label))

    def _tell(self, due: list[tuple[str, str]]) -> None:
        if due:
            lines = [{"ticket": ticket, "label": label} for ticket, label in due]
            self._client.send("POST", f"{self._path}/labels", lines, lines=True)


def endless_messages(spam: int, seed: int) -> Iterator[tuple[dict[str, str], str]]:
    """Without an end; the campaigns come round again."""
    for turn in itertools.count(seed):
        for text, is_spam in PlantedMessages(messages=4 * CAMPAIGN, spam=spam, seed=turn):
            yield {"message": text}, "spam" if is_spam else "ham"


class Traffic:
    """A thread that asks and labels until it is told to stop.

    Parameters
    ----------
    host : str
        Of the service.
    port : int
        Of the service.
    rate : float
        Questions a second, of all models together.
    """

    def __init__(self, host: str, port: int, rate: float) -> None:
        self._client = Client(host, port)
        self._rate = rate
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thresher-demo", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ends.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        found: list[Correspondent] = []
        while not self._ends.is_set():
            try:
                found = found or self._begin()
                for one in found:
                    one.step()
                    self._ends.wait(1 / self._rate)
            except (Gone, ValueError):  # it starts, or stops
                self._ends.wait(0.1)
        self._client.close()

    def _begin(self) -> list[Correspondent]:
        name, config = CHALLENGER
        found = []
        for model in MODELS:
            seq = json.loads(self._client.send("GET", f"/v1/models/{model}"))["seq"]
            self._client.send("PUT", f"/v1/models/{model}/challengers/{name}", config)
            found.append(Correspondent(self._client, model, seed=seq))
            if seq == 1:
                found[-1].hurry()
        return found

"""Clients that ask, label, correct, ask again and send batches, and write down every answer that they got."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

WORDS = ("free", "lunch", "city", "age", "offer", "meeting", "red", "sum", "today", "now")
LABELS = {"mail": ("ham", "spam", "other"), "fixes": (False, True), "soon": ("no", "yes")}
CORRECTED = "fixes"
NUMBERS = (1, 2.5)
CELLS = (1, 2.5, "Paris", True)
PATIENCE = 60.0  # seconds: an answer that takes longer will not come


@dataclass
class History:
    """What was acknowledged, by model, and what was sent without an answer."""

    said: dict[tuple[str, str], tuple[Any, bytes]] = field(default_factory=dict)  # (model, id) -> x, answer
    fates: dict[tuple[str, int], tuple[str, Any]] = field(default_factory=dict)  # (model, seq) -> ticket, label
    retracted: dict[tuple[str, int], str] = field(default_factory=dict)
    batches: list[tuple[str, list[str]]] = field(default_factory=list)  # all that were sent
    open: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in LABELS})
    seen: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LABELS, 0))  # the largest seq that was told
    refused: dict[int, int] = field(default_factory=dict)
    numbers: int = 0

    @property
    def acknowledged(self) -> int:
        """Answers that stand for an event."""
        return len(self.said) + len(self.fates) + len(self.retracted)


class Gone(Exception):
    """The server is not there any more."""


class Connection:
    """Plain HTTP, one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Status and body of the answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._call(method, path, body, kind)
        except (ConnectionError, EOFError, asyncio.IncompleteReadError) as error:
            raise Gone from error

    async def _call(self, method: str, path: str, body: bytes, kind: str) -> tuple[int, bytes]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        assert self._reader is not None
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}"
        self._writer.write(head.encode() + b"\r\n\r\n" + body)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length = next((int(line[16:]) for line in lines if line.lower().startswith("content-length: ")), 0)
        return int(lines[0].split()[1]), await self._reader.readexactly(length)

    def close(self) -> None:
        """Hangs up."""
        if self._writer is not None:
            self._writer.close()


class Client:
    """One connection that does what clients do, at random, until the server has gone."""

    def __init__(self, port: int, history: History, rng: random.Random) -> None:
        self._connection = Connection(port)
        self._history = history
        self._rng = rng
        self._model = "mail"

    async def go_on(self) -> None:
        """Until the server has gone."""
        try:
            while True:
                self._model = self._rng.choices(list(LABELS), (6, 3, 1))[0]
                doing = (self._ask, self._label, self._batch, self._again, self._retract, self._label_batch)
                await self._rng.choices(doing, (8, 8, 1, 1, 1, 1))[0]()
        except Gone:
            return
        finally:
            self._connection.close()

    async def _call(self, method: str, path: str, body: Any, kind: str = "application/json") -> bytes | None:
        path = f"/v1/models/{self._model}{path}"
        status, said = await self._connection.call(method, path, body, kind)
        if status < 300:
            return said
        self._history.refused[status] = self._history.refused.get(status, 0) + 1
        return None

    def _x(self) -> dict[str, Any]:
        rng = self._rng
        cells = NUMBERS if rng.random() < 0.5 else CELLS
        return {word: rng.choice(cells) for word in rng.sample(WORDS, rng.randrange(1, 6))}

    def _written(self, **what: Any) -> bytes:
        """A question or a label, often as the log would write it: those take a way of their own."""
        between = (",", ":") if self._rng.random() < 0.7 else None
        return json.dumps(what, separators=between).encode()

    def _id(self) -> str:
        self._history.numbers += 1
        return f"q-{self._history.numbers}"

    async def _ask(self) -> None:
        x, ticket = self._x(), self._id()
        said = await self._call("POST", "/ask", self._written(x=x, id=ticket))
        if said is not None:
            self._asked(ticket, x, said)

    def _asked(self, ticket: str, x: Any, said: bytes) -> None:
        self._history.said[self._model, ticket] = x, said
        self._history.open[self._model].append(ticket)
        self._see(json.loads(said)["seq"])

    def _see(self, seq: int) -> None:
        self._history.seen[self._model] = max(seq, self._history.seen[self._model])

    async def _batch(self) -> None:
        lines = [(self._id(), self._x()) for _ in range(self._rng.randrange(2, 40))]
        body = b"\n".join(self._written(x=x, id=ticket) for ticket, x in lines)
        self._history.batches.append((self._model, [ticket for ticket, _ in lines]))
        said = await self._call("POST", "/ask", body, "application/x-ndjson")
        for (ticket, x), line in zip(lines, said.splitlines() if said else [], strict=bool(said)):
            self._asked(ticket, x, line)

    async def _again(self) -> None:
        """The same question again: the same bytes, or it was archived."""
        recent = list(self._history.said)[-50:]
        if not recent:
            return
        self._model, ticket = self._rng.choice(recent)
        x, before = self._history.said[self._model, ticket]
        said = await self._call("POST", "/ask", self._written(x=x, id=ticket))
        assert said in (None, before), f"{ticket}: {before!r} was said, and {said!r} when it was asked again"

    def _any_open(self) -> str | None:
        waiting = self._history.open[self._model]
        if not waiting:
            return None
        place = max(0, len(waiting) - 1 - int(self._rng.expovariate(0.05)))
        return waiting[place] if self._rng.random() < 0.1 else waiting.pop(place)

    async def _label(self) -> None:
        ticket = self._any_open()
        if ticket is None:
            return
        label = self._rng.choice(LABELS[self._model])
        said = await self._call("POST", "/labels", self._written(ticket=ticket, label=label))
        self._told(said, ticket, label)

    def _told(self, said: bytes | None, ticket: str, label: Any) -> None:
        fate = json.loads(said) if said else {}
        if "seq" in fate:
            self._history.fates[self._model, fate["seq"]] = ticket, label
            self._see(fate["seq"])

    async def _label_batch(self) -> None:
        tickets = {ticket for ticket in (self._any_open() for _ in range(self._rng.randrange(2, 20))) if ticket}
        told = [(ticket, self._rng.choice(LABELS[self._model])) for ticket in sorted(tickets)]
        between = (",", ":") if self._rng.random() < 0.7 else None  # one that is not keeps all from that way
        written = [json.dumps({"ticket": ticket, "label": label}, separators=between) for ticket, label in told]
        body = "\n".join(written).encode()
        if not told:
            return
        said = await self._call("POST", "/labels", body, "application/x-ndjson")
        for (ticket, label), line in zip(told, said.splitlines() if said else [], strict=bool(said)):
            self._told(line, ticket, label)

    async def _retract(self) -> None:
        labelled = [(model, ticket) for (model, _), (ticket, _) in list(self._history.fates.items())[-30:]]
        if not labelled:
            return
        self._model, ticket = self._rng.choice(labelled)
        said = await self._call("DELETE", f"/labels/{ticket}", b"")
        fate = json.loads(said) if said else {}
        if "seq" in fate:
            self._history.retracted[self._model, fate["seq"]] = ticket
            self._see(fate["seq"])


async def load(port: int, history: History, connections: int, rng: random.Random) -> None:
    """So many clients at the same time, until the server has gone."""
    await asyncio.gather(*(Client(port, history, random.Random(rng.random())).go_on() for _ in range(connections)))

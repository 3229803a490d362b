"""A service in this process, without sockets: its application is called as a server would call it."""

import asyncio
import json
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

from thresher.service import upkeep
from thresher.service.http.app import App
from thresher.service.running import Address, opened
from thresher.service.settings import Settings

NEVER = 1e9
JSON, LINES = b"application/json", b"application/x-ndjson"


class FakeClock:
    """Time that stands still until it is moved."""

    def __init__(self, at: int = 1_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at


class Answer(NamedTuple):
    status: int
    body: bytes
    headers: dict[bytes, bytes]

    @property
    def value(self) -> Any:
        return json.loads(self.body)

    @property
    def values(self) -> list[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


class Inside:
    """One service, driven step by step: nothing happens by itself unless `ticking`."""

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        clock: FakeClock | None = None,
        *,
        ticking: bool = False,
        **address: Any,
    ) -> None:
        self.folder = folder
        self.failures: list[BaseException] = []
        self.settings = settings or Settings(reserve=0, on_failure=self.failures.append)
        self.running = opened(folder, self.settings, Address(**address))
        self.service = self.running.service
        if clock is not None:
            clock.at = max(clock.at, self.service.clock.now() if clock.at < 0 else clock.at)
            self.service.clock = clock  # type: ignore[assignment]
        self.loop = asyncio.new_event_loop()
        self.app: App = self.running.app()
        before, upkeep.TICK = upkeep.TICK, upkeep.TICK if ticking else NEVER
        try:
            self.run(self.service.start())
            self.run(asyncio.sleep(0))  # upkeep has read its tick
        finally:
            upkeep.TICK = before

    def run(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(doing)

    async def called(
        self, method: str, path: str, body: bytes = b"", kind: bytes = JSON, more: tuple[tuple[bytes, bytes], ...] = ()
    ) -> Answer:
        """One request. The path may have a query."""
        path, _, query = path.partition("?")
        headers = [(b"host", b"localhost:1"), (b"content-type", kind), *more]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode("utf-8", "surrogateescape"),
            "query_string": query.encode("utf-8", "surrogateescape"),
            "headers": headers,
            "client": ("127.0.0.1", 1),
        }
        said: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        whole = b"".join(part.get("body", b"") for part in said[1:])
        return Answer(said[0]["status"], whole, dict(said[0]["headers"]))

    def call(self, method: str, path: str, value: Any = None, **more: Any) -> Answer:
        body = b"" if value is None else value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.run(self.called(method, path, body, **more))

    def lines(self, path: str, values: list[Any]) -> Answer:
        body = b"".join(json.dumps(value).encode() + b"\n" for value in values)
        return self.run(self.called("POST", path, body, LINES))

    def ask(self, x: Any, ticket: str | None = None, model: str = "default") -> Answer:
        value = {"x": x} if ticket is None else {"x": x, "id": ticket}
        return self.call("POST", f"/v1/models/{model}/ask", value)

    def label(self, ticket: str, label: Any, model: str = "default", **more: Any) -> Answer:
        return self.call("POST", f"/v1/models/{model}/labels", {"ticket": ticket, "label": label, **more})

    def together(self, *calls: Coroutine[Any, Any, Answer]) -> list[Answer]:
        """Requests that are under way at the same time."""

        async def all_of_them() -> list[Answer]:
            return await asyncio.gather(*calls)

        return list(self.run(all_of_them()))

    def digests(self) -> dict[str, tuple[int, str]]:
        return {name: (model.seq, model.digest()) for name, model in self.service.models.items()}

    def held_up(self) -> "Held":
        """The disk takes nothing until this is let go."""
        return Held(self.service.store)

    def close(self) -> None:
        self.run(self.service.close())
        self.running.close()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def cut(self, into: Path) -> Path:
        """What is on disk now, in another folder, as after a kill; this service ends."""
        shutil.copytree(self.folder, into)
        self.close()
        return into


class Held:
    """A store whose next groups wait."""

    def __init__(self, store: Any) -> None:
        import threading

        self._store = store
        self._append: Callable[..., None] = store.append
        self._may = threading.Event()
        store.append = self._waits
        store.at_hand = lambda: False  # so that the event loop goes on

    def _waits(self, events: Any) -> None:
        self._may.wait(30)
        self._append(events)

    def let_go(self) -> None:
        self._store.append = self._append
        del self._store.at_hand
        self._may.set()

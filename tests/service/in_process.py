"""A service without a socket: requests go straight into the application."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from thresher.service.config import ModelConfig
from thresher.service.running import Address, Running, following, opened
from thresher.service.settings import Settings


class Failed(Exception):
    """The service would have ended."""


def _ends(error: BaseException) -> None:
    raise Failed from error


class Serving(httpx.AsyncClient):
    """A client of one service, with the service itself at hand."""

    def __init__(self, running: Running, **headers: str) -> None:
        self.running = running
        self.service = running.service
        transport = httpx.ASGITransport(app=running.app())
        super().__init__(transport=transport, base_url="http://localhost", headers=headers)

    async def ask(self, x: Any, ticket: str | None = None, model: str = "mail") -> dict[str, Any]:
        answer = await self.post(f"/v1/models/{model}/ask", json={"x": x} | ({} if ticket is None else {"id": ticket}))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def tell(self, ticket: str, label: Any, model: str = "mail") -> httpx.Response:
        return await self.post(f"/v1/models/{model}/labels", json={"ticket": ticket, "label": label})

    async def digest(self, model: str = "mail") -> str:
        return str((await self.get(f"/v1/models/{model}/digest")).json()["digest"])


@asynccontextmanager
async def serving(
    folder: Path, *, config: ModelConfig | None = None, follow: bool = False, **said: Any
) -> AsyncIterator[Serving]:
    """A service over a folder, stopped at the end as SIGTERM would."""
    settings = Settings(models={} if follow else {"mail": config or ModelConfig()}, on_failure=_ends, **said)
    running = (following if follow else opened)(folder, settings, Address())
    await running.service.start()
    client = Serving(running)
    try:
        yield client
    finally:
        await client.aclose()
        await running.service.close()
        running.close()


@asynccontextmanager
async def killed(folder: Path, **said: Any) -> AsyncIterator[Serving]:
    """A service that ends without a word, as kill -9 would have it: what is in memory is lost."""
    settings = Settings(models={"mail": ModelConfig()}, on_failure=_ends, **said)
    running = opened(folder, settings, Address())
    await running.service.start()
    client = Serving(running)
    try:
        yield client
    finally:
        await client.aclose()
        await running.service.upkeep.abandon()
        await running.service.writer.close()
        running.service.store.close()
        running.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Runs a test that awaits."""
    asyncio.run(asyncio.wait_for(test(), 60))


async def until(holds: Callable[[], Awaitable[bool]] | Callable[[], bool], seconds: float = 20.0) -> None:
    """Waits until something holds."""
    for _ in range(int(seconds / 0.02)):
        found = holds()
        if found if isinstance(found, bool) else await found:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come to hold")

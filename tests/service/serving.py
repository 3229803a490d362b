"""A service inside the test: without a socket behind an HTTP client, or on a port of its own in a thread."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx

from thresher.service.running import Address, listening, opened, server_of
from thresher.service.settings import Settings

from .in_process import Serving


@asynccontextmanager
async def served(folder: Path, settings: Settings | None = None) -> AsyncIterator[tuple[Any, Serving]]:
    """The service of a folder, with nothing in it, and a client that asks it."""
    running = opened(folder, settings or Settings(), Address())
    try:
        await running.service.start()
        async with Serving(running) as client:
            yield running.service, client
        await running.service.close()
    finally:
        running.store.close()
        running.close()


def with_served(folder: Path, settings: Settings | None, do: Callable[[Any, httpx.AsyncClient], Any]) -> Any:
    """What an async function makes of a service and its client."""

    async def main() -> Any:
        async with served(folder, settings) as (service, client):
            return await do(service, client)

    return asyncio.run(main())


@contextmanager
def on_a_port(folder: Path, settings: Settings | None = None) -> Iterator[tuple[str, Any]]:
    """host:port of a service that listens, and the service."""
    running = opened(folder, settings or Settings(), Address(port=0))
    listens = listening(running.address)
    server = server_of(running, running.app())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listens]}, daemon=True)
    try:
        thread.start()
        host, port = listens.getsockname()
        while not server.started:
            thread.join(0.01)
            assert thread.is_alive()
        yield f"{host}:{port}", running.service
    finally:
        server.should_exit = True
        thread.join(30)
        listens.close()
        running.close()

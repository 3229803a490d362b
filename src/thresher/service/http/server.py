"""uvicorn's server, which after SIGTERM has done its work and ends as such."""

from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket

import uvicorn


class Server(uvicorn.Server):
    """One that does not raise the signal again by which it was stopped: a supervisor would take that for a crash."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Ends what would go on for ever first: the streams that pages listen to."""
        self.config.app.stopping.set()  # type: ignore[union-attr]
        await super().shutdown(sockets)

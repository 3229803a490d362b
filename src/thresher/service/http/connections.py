"""A connection of uvicorn's that is ended where nothing comes: half a request would hold it for ever."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 10.0  # seconds that the head of a request may take, its body, and whoever does not read the answer


class Connection(HttpToolsProtocol):
    """One that must send a whole head in time and then a whole body, for each request, and read what it is told."""

    PATIENCE = PATIENCE

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._patience: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        self.resume_writing()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        if self._patience is None:  # the next request of a connection that is kept
            self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._calm()
        self._wait(1.5)  # for the body; one that has begun is refused by the application before that
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._calm()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Who asked does not read."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.PATIENCE, self._abort)

    def resume_writing(self) -> None:
        """It does."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self, times: float = 1.0) -> None:
        self._patience = self.loop.call_later(times * self.PATIENCE, self._end)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _end(self) -> None:
        self._patience = None
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()

    def _abort(self) -> None:
        self._unread = None
        if self.transport is not None:
            self.transport.abort()  # what it would not read is not written either


def connection_of(patience: float) -> type[Connection]:
    """A kind of connection that waits so many seconds."""
    return type("Connection", (Connection,), {"PATIENCE": patience})

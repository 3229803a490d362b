"""A connection of uvicorn's that is ended where nothing comes: half a request line would hold it for ever."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0  # that the head of a request may take to come


class Connection(HttpToolsProtocol):
    """One that must send a whole head in time, for each of its requests."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        if self._patience is None:  # the next request of a connection that is kept
            self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._calm()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(HEAD_SECONDS, self._end)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _end(self) -> None:
        self._patience = None
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()

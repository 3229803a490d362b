"""A connection of uvicorn's that is ended where nothing comes: half a request would hold it for ever.

A timer for each request would cost as much as a third of an answer, so each connection notes since when it waits, and
one timer looks at all of them now and then.
"""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 10.0  # seconds that the head of a request may take, its body, and whoever does not read the answer
LOOKS = 8  # in that time


class Watch:
    """Looks at all connections of one server, as long as there are any."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: "Connection") -> None:
        """A new one."""
        self._connections.add(connection)
        if self._timer is None:
            self._timer = connection.loop.call_later(connection.PATIENCE / LOOKS, self._look, connection.loop)

    def remove(self, connection: "Connection") -> None:
        """One that has gone."""
        self._connections.discard(connection)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now, patience = loop.time(), 0.0
        for connection in list(self._connections):
            connection.end_if_late(now)
            patience = connection.PATIENCE
        self._timer = loop.call_later(patience / LOOKS, self._look, loop) if self._connections else None


class Connection(HttpToolsProtocol):
    """One that must send a whole head in time and then a whole body, for each request, and read what it is told."""

    PATIENCE: ClassVar[float] = PATIENCE
    WATCH: ClassVar[Watch] = Watch()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._until: float | None = None  # when what is waited for must have come
        self._unread_until: float | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._until = self.loop.time() + self.PATIENCE
        self.WATCH.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.WATCH.remove(self)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        if self._until is None:  # the next request of a connection that is kept
            self._until = self.loop.time() + self.PATIENCE
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        # For the body; one that has begun is refused by the application before that.
        self._until = self.loop.time() + 1.5 * self.PATIENCE
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._until = None
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Who asked does not read."""
        super().pause_writing()
        self._unread_until = self.loop.time() + self.PATIENCE

    def resume_writing(self) -> None:
        """It does."""
        super().resume_writing()
        self._unread_until = None

    def end_if_late(self, now: float) -> None:
        """Ends it where something that was waited for did not come.

        Parameters
        ----------
        now : float
            The loop's time.
        """
        if self.transport is None or self.transport.is_closing():
            return
        if self._unread_until is not None and now > self._unread_until:
            self.transport.abort()  # what it would not read is not written either
        elif self._until is not None and now > self._until:
            self.transport.close()


def connection_of(patience: float) -> type[Connection]:
    """A kind of connection that waits so many seconds."""
    return type("Connection", (Connection,), {"PATIENCE": patience, "WATCH": Watch()})

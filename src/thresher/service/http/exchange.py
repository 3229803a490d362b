"""A request that came in one piece, answered without a task of its own.

uvicorn gives each request a task, an event and a dictionary, and writes an answer in two parts: more work than most
answers are. Requests that are asked most, and are whole when they come, are answered here; the others as ever.
"""

import time
from collections.abc import Coroutine
from typing import Any, ClassVar, Protocol

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from .messages import ALWAYS, JSON, Request, Response
from .routes import Route, Told

HEAD = (
    b"%bcontent-type: %b\r\nx-request-id: %b\r\n"
    + b"".join(b"%b: %b\r\n" % header for header in ALWAYS)
    + b"%bcontent-length: %d\r\n\r\n%b"
)


class Answered(Protocol):
    """What an exchange needs of the connection that it came by."""

    APP: ClassVar[Any]
    loop: Any
    transport: Any
    client: Any
    tasks: set[Any]

    def answered(self, *, keep: bool) -> None:
        """It has its answer."""


class Unheard:
    """In the place of an event that a task would wait for."""

    def set(self) -> None:
        """Nobody waits."""


class Exchange:
    """One request and its answer: to its connection what uvicorn's own cycle is."""

    __slots__ = ("_began", "_connection", "disconnected", "keep_alive", "request", "response_complete", "route")

    message_event = Unheard()

    def __init__(self, connection: Answered, route: Route, request: Request, *, keep_alive: bool) -> None:
        self._connection = connection
        self._began = time.perf_counter()
        self.route = route
        self.request = request
        self.keep_alive = keep_alive
        self.disconnected = False
        self.response_complete = False

    def begin(self) -> None:
        """Answers it, now or when it is told what."""
        app = self._connection.APP
        try:
            app.check(self.request, self.route.scope, self._connection.client)
            assert self.route.at_once is not None
            later = self.route.at_once(self.request, self.told)
        except Exception as error:
            self.told(error)
            return
        if later is not None:
            self._answer_later(later)

    def _answer_later(self, later: Any) -> None:
        task = self._connection.loop.create_task(self._wait_for(later))
        self._connection.tasks.add(task)
        task.add_done_callback(self._connection.tasks.discard)

    async def _wait_for(self, later: Any) -> None:
        try:
            self.told(await later)
        except Exception as error:
            self.told(error)

    def told(self, answer: Told) -> None:
        """This is the answer, or why there is none."""
        connection, request, app = self._connection, self.request, self._connection.APP
        if type(answer) is bytes:
            status, kind, body, more = 200, JSON, answer, b""
        elif isinstance(answer, Coroutine):
            return self._answer_later(answer)
        else:
            response = answer if isinstance(answer, Response) else app.failed(answer, request, self.route)
            status, kind, body = response.status, response.kind, response.body
            more = b"".join([b"%b: %b\r\n" % header for header in response.headers])
        app.count(request, self.route.name, status, time.perf_counter() - self._began)
        self.response_complete = True
        if self.disconnected:
            return
        if not self.keep_alive:
            more += b"connection: close\r\n"
        connection.transport.write(HEAD % (STATUS_LINE[status], kind, request.id.encode(), more, len(body), body))
        connection.answered(keep=self.keep_alive)

"""A connection of uvicorn's that is ended where nothing comes: half a request would hold it for ever.

A timer for each request would cost as much as a third of an answer, so each connection notes since when it waits, and
one timer looks at all of them now and then.
"""

import asyncio
from typing import Any, ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .exchange import Exchange
from .heads import KnownHeads
from .messages import JSON, LINES, Request
from .routes import Route

PATIENCE = 10.0  # seconds that the head of a request may take, its body, and whoever does not read the answer
LOOKS = 8  # in that time

MOST_HEAD = 1 << 16  # bytes of a head, before anybody knows whose it is; and of what comes in place of a body
AROUND = 4  # bytes of a header field beside its name and value
MOST_FIELDS = 100  # header fields of it
OFFERS = (b"upgrade", b"connection", b"http2-settings")
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 33\r\n\r\nthe request's head is too large.\n"
)


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
    """One that must send a whole head in time and then a whole body, for each request, and read what it is told.

    A request that comes in one piece, and whose route can answer at once, is an `Exchange`; any other is uvicorn's.
    """

    PATIENCE: ClassVar[float] = PATIENCE
    WATCH: ClassVar[Watch] = Watch()
    HEADS: ClassVar[KnownHeads] = KnownHeads()
    APP: ClassVar[Any]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._until: float | None = None  # when what is waited for must have come
        self._unread_until: float | None = None
        self._idle_until: float | None = None  # when the next request must have begun
        self._parts: list[bytes] | None = None  # of a body that may come in one piece with its head
        self._is_between = True  # no part of a request has come without the rest
        self._data = b""  # what came last, if it began between two requests
        self._is_head = False  # a head has begun and is not whole
        self._head = 0  # bytes of it, as far as they are known to be
        self._began = False  # a head, in the piece that came last
        self._ended = False  # a request, in the piece that came last
        self._offers_more = False  # a head that has come, another protocol
        self._is_body = False  # a part of a body was in the piece that came last
        self._between = 0  # bytes since one was: of chunks that don't come, of what is behind them

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
        self._is_between = False
        self._is_head, self._began, self._head, self._between = True, True, 0, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_FIELDS:  # those behind the body count too
            raise ValueError("too many header fields")  # the parser ends, and 400 is answered
        super().on_header(name, value)

    def data_received(self, data: bytes) -> None:
        self._idle_until = None
        if self._is_between and (found := self.HEADS.find(data)) is not None and self._has_room():
            head, body = found
            self._until = None
            self._unset_keepalive_if_required()
            request = Request("POST", head.path, head.headers, self.APP.number())
            request.model, request.body = head.model, body
            self._begin(head.route, request, keep_alive=True)
            return
        self._data = data if self._is_between else b""
        self._began = self._ended = self._is_body = False
        self._unset_keepalive_if_required()
        self._read(data)
        if self._is_too_large(data) and not self.transport.is_closing():
            self._refuse_head()
            return
        if self._parts is not None and not self.transport.is_closing():  # not all of it is here: it goes uvicorn's way
            parts, self._parts = self._parts, None
            super().on_headers_complete()
            for part in parts:
                super().on_body(part)

    def _read(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as ended:
            if self._offers_more:  # or it wants a tunnel, and was answered
                self._read_without_upgrade(data[ended.args[0] :])
        except httptools.HttpParserError:
            msg = "Invalid HTTP request received."
            self.logger.warning(msg)
            self.send_400_response(msg)

    def _read_without_upgrade(self, rest: bytes) -> None:
        """A request that offers another protocol, as clients of HTTP/2 do, is read as if it did not.

        The parser takes what is behind its head for the other protocol, and loses the body.
        """
        self._offers_more = False
        head = [self.parser.get_method(), b" ", self.url, b" HTTP/1.1\r\n"]
        for name, value in self.headers:
            if name not in OFFERS:
                head += [name, b": ", value, b"\r\n"]
            elif name == b"connection" and b"close" in value.lower():
                head.append(b"connection: close\r\n")
        self.parser = httptools.HttpRequestParser(self)
        self._read(b"".join([*head, b"\r\n", rest]))

    def _is_too_large(self, data: bytes) -> bool:
        """Whether the head that is not whole, or what comes in place of a body, has more bytes than it may."""
        if self._is_head:
            if not self._began or (self._data and not self._ended):
                self._head += len(data)
            else:  # behind another request: what the parser has of it
                self._head = self._told()
            return self._head > MOST_HEAD
        self._between = 0 if self._is_between or self._is_body else self._between + len(data)
        return self._between > MOST_HEAD

    def _told(self) -> int:
        """Bytes of the head that the parser has told."""
        return len(self.url) + sum(len(name) + len(value) + AROUND for name, value in self.headers)

    def _refuse_head(self) -> None:
        self.transport.write(TOO_LARGE)
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What could not be read is told; too large a head otherwise."""
        if self._is_head and self._told() > MOST_HEAD:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        if self._told() > MOST_HEAD:  # it came in one piece
            raise ValueError("too large a head")  # the parser ends
        self._offers_more = self.parser.should_upgrade() and self.parser.get_method() != b"CONNECT"
        if self._offers_more:
            return
        self._is_head = False
        # For the body; one that has begun is refused by the application before that.
        self._until = self.loop.time() + 1.5 * self.PATIENCE
        if self._may_be_answered_at_once():
            self._parts = []
        else:
            super().on_headers_complete()

    def _may_be_answered_at_once(self) -> bool:
        """Whether its route can, nothing is under way here, and it asks for nothing but the answer."""
        seen = self.APP.routes.seen("POST", self.url)
        parser = self.parser
        return (
            seen is not None
            and seen[1].at_once is not None
            and parser.get_method() == b"POST"
            and ((b"content-type", JSON) in self.headers or (b"content-type", LINES) in self.headers)
            and not self.expect_100_continue
            and not any(name == b"content-encoding" for name, _ in self.headers)
            and parser.get_http_version() == "1.1"
            and self._has_room()
        )

    def _has_room(self) -> bool:
        """Whether a request can be answered now: nothing is under way here, and the answer will be read."""
        return (
            (self.cycle is None or self.cycle.response_complete)
            and not self.pipeline
            and not self.flow.write_paused
            and not self.transport.is_closing()
            and (self.limit_concurrency is None or len(self.connections) < self.limit_concurrency)
        )

    def on_body(self, body: bytes) -> None:
        self._is_body = True
        if self._parts is None:
            super().on_body(body)
        else:
            self._parts.append(body)

    def on_message_complete(self) -> None:
        if self._offers_more:
            return
        self._until = None
        self._is_between = self._ended = True
        if self._parts is None:
            super().on_message_complete()
            return
        body, self._parts = b"".join(self._parts), None
        path, keep = self.url.decode("ascii"), self.parser.should_keep_alive()
        model, route = self.APP.routes.seen("POST", self.url)
        if keep and self._data:
            self.HEADS.learn(self._data, body, self.headers, path, model, route)
        request = Request("POST", path, dict(self.headers), self.APP.number())
        request.model, request.body = model, body
        self._begin(route, request, keep_alive=keep)

    def _begin(self, route: Route, request: Request, *, keep_alive: bool) -> None:
        self.cycle = cycle = Exchange(self, route, request, keep_alive=keep_alive)  # type: ignore[assignment]
        cycle.begin()

    def answered(self, *, keep: bool) -> None:
        """An exchange has its answer.

        Parameters
        ----------
        keep : bool
            Whether the next request may come.
        """
        if not keep:
            self.transport.close()
        if self.pipeline or self.flow.read_paused or not keep:
            self.on_response_complete()
        else:
            self.server_state.total_requests += 1
            self._idle_until = self.loop.time() + self.timeout_keep_alive

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
        elif any(until is not None and now > until for until in (self._until, self._idle_until)):
            self.transport.close()


def connection_of(patience: float, app: Any) -> type[Connection]:
    """A kind of connection to an application that waits so many seconds."""
    own = {"PATIENCE": patience, "WATCH": Watch(), "HEADS": KnownHeads(), "APP": app}
    return type("Connection", (Connection,), own)

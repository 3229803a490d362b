"""The ASGI application: finds the route, checks who asks and how much, reads the body, answers, counts.

A plain function and not a framework: a question costs about 40 us of which a framework would take as much again.
"""

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, MutableMapping
from typing import Any

from ..keys import Keys, check_allowed
from ..rates import Rates
from ..refusals import Refused
from ..service import Service
from ..store import Damage, DamagedEvent, Unreachable
from .guards import check_content, check_origin
from .messages import ALWAYS, Request, Response, problem
from .routes import Route, Routes
from .table import table

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PATIENCE = 10.0  # seconds that a body which has begun may take
MOST_NAMED = 256
MOST_HELD = 256 * 2**20  # bytes of bodies that have come, of requests that are not answered yet

log = logging.getLogger("thresher.service")


unrouted: Callable[[Refused, str], Response] = problem  # how a refusal is told where no route was found


async def _stream(parts: AsyncIterator[bytes], send: Send) -> None:
    async for part in parts:
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def until_gone(sending: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Sends until that is done, or until whoever asked has gone: a stream may have no end of its own."""
    sender = asyncio.ensure_future(sending)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((sender, gone), return_when=asyncio.FIRST_COMPLETED)
        if sender.done():
            sender.result()
    finally:
        for task in (sender, gone):
            task.cancel()
        await asyncio.gather(sender, gone, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class App:
    """One service behind HTTP.

    Parameters
    ----------
    service : Service
        Which.
    per_second : float, optional
        Requests that one key may make, or one address without a valid one.
    hosts : tuple of str
        Names under which it may be asked while there are no keys.
    patience : float, default 10.0
        Seconds that a body which has begun may take.
    """

    def __init__(
        self,
        service: Service,
        per_second: float | None = None,
        hosts: tuple[str, ...] = (),
        patience: float = PATIENCE,
    ) -> None:
        self.service = service
        self.patience = patience
        self.keys = Keys(service.store)
        self.rates = Rates(per_second)
        self.hosts = hosts
        self.stopping = asyncio.Event()
        self.routes: Routes = table(self)
        self._named: set[bytes] = set()  # hosts that are names of this machine
        self._boot = secrets.token_hex(3)
        self._numbers = itertools.count(1)
        self._held = 0

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        await self.service.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.stopping.set()
        await self.service.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _http(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        request = self.request(scope)
        route = None
        try:
            route = self.routes.find(request, scope.get("raw_path") or scope["path"].encode())
            self.check(request, route.scope, scope.get("client"))
            if route.body:
                await self._read_body(request, receive, route.body)
            response = await route.answer(request)
        except Exception as error:
            response = self.failed(error, request, route)
        finally:
            self._held -= request.held
        name = "none" if route is None else route.name
        self.count(request, name, response.status, time.perf_counter() - began)
        await self._send(request, response, receive, send)

    def request(self, scope: MutableMapping[str, Any]) -> Request:
        """What came, with a number of its own."""
        headers = dict(scope["headers"])
        return Request(scope["method"], scope["path"], headers, self.number(), scope["query_string"])

    def number(self) -> str:
        """Of the next request: the same is given to no other, by this process or one before it."""
        return f"{self._boot}-{next(self._numbers)}"

    def failed(self, error: Exception, request: Request, route: Route | None) -> Response:
        """What is told of a request that was refused, or failed."""
        name, tell_refusal = ("none", unrouted) if route is None else (route.name, route.refused)
        if isinstance(error, Refused):
            self._tell(logging.INFO, name, request, error.status, detail=error.detail)
            return tell_refusal(error, request.id)
        if isinstance(error, Unreachable):
            self._tell(logging.WARNING, name, request, 503, detail=error.message)
            return problem(Refused(503, error.message, retry_after=2), request.id)
        if isinstance(error, Damage):
            if isinstance(error, DamagedEvent):
                refused = Refused(410, error.message, seq=error.seq)
            else:
                refused = Refused(503, f"the log can't be read: {error}")
            self._tell(logging.ERROR, name, request, refused.status, detail=error.message)
            return tell_refusal(refused, request.id)
        log.error("%s", name, exc_info=error, extra={"fields": {"request": request.id, "method": request.method}})
        return problem(Refused(500, "an error of this program; its log has it."), request.id)

    def count(self, request: Request, name: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self.service.metrics.request(name, status, seconds)
        if log.isEnabledFor(logging.DEBUG):
            self._tell(logging.DEBUG, name, request, status, seconds=round(seconds, 6))

    def check(self, request: Request, scope: str, client: Any) -> None:
        """Who asks, from where, how often."""
        open_to_all = not self.keys.wanted
        host = request.headers.get(b"host", b"")
        if b"origin" in request.headers or (open_to_all and host not in self._named):
            check_origin(request, self.hosts if open_to_all else None)
            if open_to_all and len(self._named) < MOST_NAMED:
                self._named.add(host)
        if not scope:
            return
        if not open_to_all:
            try:
                request.key = self.keys.known(request.headers.get(b"authorization"))
            except Refused:
                self.rates.check_address(client)
                raise
        if request.key is None:
            self.rates.check_address(client)
            return
        self.rates.check_key(request.key.name)
        check_allowed(request.key, scope, request.model)

    async def _read_body(self, request: Request, receive: Receive, most: int) -> None:
        check_content(request)
        length = request.headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 20 or int(length) > most:
            raise Refused(413, f"at most {most:,} bytes are taken here.")
        message = await receive()
        body = message.get("body", b"")
        self._hold(request, body)
        if message.get("more_body"):
            try:
                async with asyncio.timeout(self.patience):
                    parts = [body]
                    total = len(body)
                    while message.get("more_body"):
                        message = await receive()
                        parts.append(message.get("body", b""))
                        self._hold(request, parts[-1])
                        total += len(parts[-1])
                        if total > most:
                            raise Refused(413, f"at most {most:,} bytes are taken here.")
                    body = b"".join(parts)
            except TimeoutError:
                self.service.metrics.dropped["slow body"] += 1
                raise Refused(408, f"the body did not come within {self.patience:g} seconds.") from None
        if message["type"] == "http.disconnect":
            raise Refused(408, "whoever asked has gone.")
        if len(body) > most:
            raise Refused(413, f"at most {most:,} bytes are taken here.")
        request.body = body

    def _hold(self, request: Request, part: bytes) -> None:
        """Counts a part of a body; refuses it where others' take as much memory as there is for all."""
        request.held += len(part)
        self._held += len(part)
        if self._held > MOST_HELD:
            raise Refused(503, f"requests of {MOST_HELD >> 20} MB are under way: ask again.", retry_after=1)

    async def _send(self, request: Request, response: Response, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", response.kind), (b"x-request-id", request.id.encode()), *ALWAYS, *response.headers]
        if response.stream is None:
            headers.append((b"content-length", b"%d" % len(response.body)))
        if response.status in (408, 413):
            headers.append((b"connection", b"close"))  # what is left of the body is not read
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        body = b"" if request.method == "HEAD" else response.body
        if response.stream is None or request.method == "HEAD":
            await send({"type": "http.response.body", "body": body})
            return
        await until_gone(_stream(response.stream, send), receive)

    def _tell(self, level: int, name: str, request: Request, status: int, **more: Any) -> None:
        """A line of the log, with the request's id, which its answer has too."""
        if log.isEnabledFor(level):
            fields = {"request": request.id, "method": request.method, "path": request.path[:200], "status": status}
            who = {"key": request.key.name} if request.key else {}
            log.log(level, "%s", name, extra={"fields": fields | who | more})

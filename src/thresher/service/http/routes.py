"""Which request is answered by whom, what it needs to be allowed, and how large it may be."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..refusals import Refused
from .messages import Request, Response, problem

MODEL, TICKET = "{model}", "{ticket}"
MOST_SEEN = 4096


Told = bytes | Response | Exception | Coroutine[Any, Any, Response]
"""An answer: JSON, with the status 200; or a whole one; or why there is none; or what has to be awaited for it."""
AtOnce = Callable[[Request, Callable[[Told], None]], Awaitable[Response] | None]
"""Tells the answer when it is known, and gives nothing; or else gives what has to be awaited for it."""


class Route(NamedTuple):
    """One line of the table."""

    name: str  # in metrics
    scope: str  # what a key must allow; "" of nothing
    answer: Callable[[Request], Awaitable[Response]]
    body: int = 0  # bytes that it may have; 0: it has none
    refused: Callable[[Refused, str], Response] = problem  # how a refusal is told; the text is the request's id
    at_once: "AtOnce | None" = None  # answers without a task, where it can


class Routes:
    """A table by method and path. {model} and {ticket} stand for one part of a path."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], dict[str, Route]] = {}
        self._seen: dict[tuple[str, bytes], tuple[str, Route]] = {}  # paths without a ticket are few, and come often

    def add(self, method: str, path: str, route: Route) -> None:
        """One more line."""
        self._found.setdefault(tuple(path.split("/")[1:]), {})[method] = route

    def find(self, request: Request, raw_path: bytes) -> Route:
        """The line of a request, whose model and ticket are filled in."""
        seen = self._seen.get((request.method, raw_path))
        if seen is not None:
            request.model, route = seen
            return route
        route = self._looked_up(request, raw_path)
        if not request.ticket:
            if len(self._seen) >= MOST_SEEN:
                self._seen.clear()
            self._seen[request.method, raw_path] = (request.model, route)
        return route

    def seen(self, method: str, raw_path: bytes) -> tuple[str, Route] | None:
        """The model and the line of a path that was found before."""
        return self._seen.get((method, raw_path))

    def _looked_up(self, request: Request, raw_path: bytes) -> Route:
        parts = raw_path.decode("latin-1").partition("?")[0].split("/")[1:]
        if len(parts) > 1 and not parts[-1]:
            parts.pop()  # a slash at the end says nothing
        found, key = self._found, tuple(parts)
        by_method = found.get(key)
        if by_method is None and len(parts) >= 3 and parts[1] == "models":
            request.model = unquote(parts[2])
            key = (*parts[:2], MODEL, *parts[3:])
            by_method = found.get(key)
            if by_method is None and len(parts) >= 5:
                request.ticket = _text(parts[4])
                by_method = found.get((*key[:4], TICKET, *parts[5:]))
        if by_method is None and len(parts) >= 2 and parts[0] == "models":  # a page
            request.model = unquote(parts[1])
            by_method = found.get(("models", MODEL, *parts[2:]))
        if by_method is None:
            raise Refused(404, "there is nothing under this path: /openapi.json lists what there is.")
        route = by_method.get("GET" if request.method == "HEAD" else request.method)
        if route is None:
            allowed = ", ".join(sorted(by_method))
            raise Refused(405, f"{request.method} is not done here, only {allowed}.", allow=allowed)
        return route

    def lines(self) -> list[tuple[str, str, Route]]:
        """All, as (method, path, route)."""
        return [
            ("/" + "/".join(key), method, one) for key, found in self._found.items() for method, one in found.items()
        ]


def _text(part: str) -> str:
    try:
        text = unquote(part, errors="strict")
    except UnicodeDecodeError:
        raise Refused(422, "the path is no UTF-8.") from None
    if "\0" in text:
        raise Refused(422, "the path has a NUL in it, which no ticket has.")
    return text

"""Heads of requests that came before, to the byte: what was made of one holds for all that are the same.

A client sends the same head again and again, but for the length of the body, and reading one costs as much as the
answer to it. A head is known once uvicorn's parser has read it, together with its body and nothing else; who asks, from
where and how often is checked anew for every request. Heads with a key in them are not kept: they would stay in memory.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .routes import Route

END = b"\r\n\r\n"
MOST_KNOWN = 1024
LONGEST = 1024  # bytes of one that is kept
SECRET = (b"authorization", b"cookie", b"proxy-authorization")
OTHERWISE = (b"transfer-encoding", b"expect", b"upgrade", b"connection", b"trailer")  # they say more than the length


class Head(NamedTuple):
    """What is known of one."""

    path: str
    model: str
    route: Route
    headers: Mapping[bytes, bytes]
    length: int  # of the body


class KnownHeads:
    """Some of those that came; all are forgotten when there are too many."""

    def __init__(self) -> None:
        self._known: dict[bytes, Head] = {}

    def find(self, data: bytes) -> tuple[Head, bytes] | None:
        """The head and the body of data that is one whole request, whose head is known."""
        end = data.find(END) + len(END)
        head = self._known.get(data[:end])
        if head is None or len(data) - end != head.length:
            return None
        return head, data[end:]

    def learn(
        self, data: bytes, body: bytes, headers: Iterable[tuple[bytes, bytes]], path: str, model: str, route: Route
    ) -> None:
        """Data was read as one request with this body; its head is kept if all it says is here.

        Parameters
        ----------
        data : bytes
            What came in one piece.
        body : bytes
            What the parser found to be the body.
        headers : iterable of (bytes, bytes)
            Names, in lower case, and values.
        path : str
            Of the request.
        model : str
            That it names.
        route : Route
            Who answers it.
        """
        head = data[: len(data) - len(body)]
        found = dict(headers)
        if (
            len(head) <= LONGEST
            and head.find(END) == len(head) - len(END)
            and data.endswith(body)
            and found.get(b"content-length") == b"%d" % len(body)
            and not any(name in found for name in (*SECRET, *OTHERWISE))
        ):
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[head] = Head(path, model, route, found, len(body))

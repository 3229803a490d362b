"""A request and an answer, as handlers see them."""

import re
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from ..keys import Key
from ..refusals import Refused
from ..row_sizes import CountedRows
from .names_twice import check_once

JSON = b"application/json"
LINES = b"application/x-ndjson"
PROBLEM = b"application/problem+json"
ALWAYS = ((b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"))

_encode = msgspec.json.Encoder().encode

# What stands behind a backslash: a pair of surrogates, half of one (found[1]), or anything else. Where the text ends
# before the other half could have come it is cut off, and there is no half.
_ESCAPED = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(u[dD][89a-fA-F][0-9a-fA-F]{2})(?!\\?(?:u[0-9a-fA-F]{0,3})?\Z)|.)",
    re.DOTALL,
)
LOOKED_AT = 65_536  # bytes of a text that can't be read, for a reason: nobody should wait for that


def beside(about: Any) -> int:
    """How many names stand around the row of a question."""
    return 1 if getattr(about, "id", None) is None else 2


class Request:
    """What came: who asks, for what, with which body."""

    __slots__ = ("body", "headers", "held", "id", "key", "method", "model", "path", "query_string", "ticket")

    def __init__(
        self, method: str, path: str, headers: Mapping[bytes, bytes], number: str, query_string: bytes = b""
    ) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.query_string = query_string
        self.id = number
        self.key: Key | None = None
        self.model = ""
        self.ticket = ""
        self.body = b""
        self.held = 0  # bytes of its body that the application counts

    def query(self, name: str, default: str = "") -> str:
        """A value behind the question mark."""
        return dict(parse_qsl(self.query_string.decode("latin-1"))).get(name, default)

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number behind the question mark."""
        text = self.query(name, str(default))
        if not text.isascii() or not text.isdigit() or len(text) > 20 or int(text) > most:
            raise Refused(422, f"{name} must be a whole number from 0 to {most}; got {text[:40]!r}.")
        return int(text)

    @property
    def content_type(self) -> bytes:
        """Without its parameters."""
        return self.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()

    @property
    def has_lines(self) -> bool:
        """Whether the body is a JSON value a line."""
        return self.headers.get(b"content-type") != JSON and self.content_type == LINES

    def lines(self, kind: Any, most: int, rows: CountedRows | None = None) -> list[Any]:
        """The values of the body, one a line. rows: what those may hold that have an x."""
        lines = self._whole_lines(most)
        found, decoder = [], msgspec.json.Decoder(kind)
        for number, line in enumerate(lines, 1):
            try:
                if rows is not None:
                    rows.before(len(line))
                found.append(decoder.decode(line))
                if rows is not None:
                    rows.after(found[-1].x, len(line))
                    check_once(line, found[-1].x, beside(found[-1]))
            except Refused as error:
                raise error.on_line(number) from None
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise _unreadable(error, line).on_line(number) from None
        return found

    def _whole_lines(self, most: int) -> list[bytes]:
        count = self.body.count(b"\n")
        if count <= 2 * most:  # empty ones may stand between them
            lines = [line for line in self.body.split(b"\n") if line.strip()]
            if len(lines) <= most:
                return lines
            count = len(lines)
        raise Refused(413, f"{count:,} lines are too many: at most {most:,} in one request.")

    def read(self, kind: Any) -> Any:
        """The value of the body."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise _unreadable(error, self.body) from None


def _unreadable(error: Exception, text: bytes) -> Refused:
    """What can't be read is 400; what can be read and is not what it should be, 422."""
    if isinstance(error, msgspec.ValidationError):
        return Refused(422, f"{str(error)[:500].rstrip('.')}.")
    if not text.strip():
        return Refused(400, "there is nothing in the body, and JSON is wanted.")
    if half := _half_of_a_pair(text):
        return Refused(400, f"{half} is half of a pair (a surrogate), and no character without the other half.")
    return Refused(400, f"{str(error)[:500].rstrip('.')}.")


def _half_of_a_pair(text: bytes) -> str | None:
    """Half of a character outside the basic plane, as JSON writes it; msgspec takes it for a text that is cut off."""
    found = (escaped[1] for escaped in _ESCAPED.finditer(text[:LOOKED_AT]))
    return next((f"\\{half.decode()}" for half in found if half), None)


class Response:
    """What is told."""

    __slots__ = ("body", "headers", "kind", "status", "stream")

    def __init__(
        self,
        body: bytes = b"",
        status: int = 200,
        kind: bytes = JSON,
        headers: tuple[tuple[bytes, bytes], ...] = (),
        stream: AsyncIterator[bytes] | None = None,
    ) -> None:
        self.body = body
        self.status = status
        self.kind = kind
        self.headers = headers
        self.stream = stream


def plain(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(_encode(value), status)


def plain_lines(values: list[Any]) -> Response:
    """Values as JSON, one a line."""
    return written_lines([value if isinstance(value, bytes) else _encode(value) for value in values])


def written_lines(lines: list[bytes]) -> Response:
    """The same of values that are written already."""
    return Response(b"\n".join([*lines, b""]), kind=LINES)


def problem(refused: Refused, request_id: str = "") -> Response:
    """What was refused, and why."""
    more = {"request": request_id} if request_id else {}
    headers = [] if refused.retry_after is None else [(b"retry-after", b"%d" % refused.retry_after)]
    if "allow" in refused.more:
        headers.append((b"allow", str(refused.more["allow"]).encode()))
    if refused.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    return Response(_encode(refused.to_plain() | more), refused.status, PROBLEM, tuple(headers))


def inference_problem(refused: Refused, request_id: str = "") -> Response:
    """The same for clients of the Open Inference Protocol, who look for it under `error`."""
    found = Refused(
        refused.status, refused.detail, retry_after=refused.retry_after, **refused.more, error=refused.detail
    )
    return problem(found, request_id)

"""Heads that came before: they are read once, and mean the same afterwards."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from thresher.service.http.connections import Connection
from thresher.service.http.heads import LONGEST, MOST_KNOWN, KnownHeads
from thresher.service.http.routes import Route

from .on_a_thread import on_a_thread
from .test_exchanges import ASK, answer, connected, request, told

ROUTE = Route("ask", "ask", None)  # type: ignore[arg-type]
BODY = b'{"x":{}}'


def learned(head: bytes, *headers: tuple[bytes, bytes], body: bytes = BODY, data: bytes | None = None) -> KnownHeads:
    heads = KnownHeads()
    length = (b"content-length", b"%d" % len(body))
    heads.learn(head + body if data is None else data, body, [length, *headers], "/ask", "m", ROUTE)
    return heads


def test_a_head_is_known_with_any_body_of_its_length() -> None:
    heads = learned(b"POST /ask\r\n\r\n")
    found = heads.find(b"POST /ask\r\n\r\n" + b"y" * len(BODY))
    assert found is not None
    assert found[0].route is ROUTE
    assert found[1] == b"y" * len(BODY)
    assert heads.find(b"POST /ask\r\n\r\n" + b"y" * (len(BODY) - 1)) is None
    assert heads.find(b"POST /ask\r\n\r\n" + b"y" * (len(BODY) + 1)) is None
    assert heads.find(b"POST /asks\r\n\r\n" + BODY) is None
    assert heads.find(b"") is None


@pytest.mark.parametrize(
    "name", [b"authorization", b"cookie", b"transfer-encoding", b"connection", b"expect", b"upgrade"]
)
def test_heads_that_say_more_are_not_kept(name: bytes) -> None:
    assert learned(b"POST /ask\r\n\r\n", (name, b"x")).find(b"POST /ask\r\n\r\n" + BODY) is None


def test_what_came_with_something_else_is_not_kept() -> None:
    two = b"POST /ask\r\n\r\n" + BODY + b"POST /ask\r\n\r\n" + BODY
    heads = learned(b"POST /ask\r\n\r\n", data=two)
    assert heads.find(two) is None
    assert heads.find(b"POST /ask\r\n\r\n" + BODY) is None
    long = b"POST /ask\r\nx: " + b"x" * LONGEST + b"\r\n\r\n"
    assert learned(long).find(long + BODY) is None


def test_there_are_never_too_many() -> None:
    heads = KnownHeads()
    for number in range(3 * MOST_KNOWN):
        head = b"POST /ask%d\r\n\r\n" % number
        heads.learn(head + BODY, BODY, [(b"content-length", b"%d" % len(BODY))], "/ask", "m", ROUTE)
        assert heads.find(head + BODY) is not None
    assert len(heads._known) <= MOST_KNOWN


@pytest.fixture
def served(tmp_path: Any) -> Iterator[tuple[int, Any]]:
    with on_a_thread(tmp_path / "served", 5.0) as found:
        yield found


def test_a_request_is_answered_alike_whether_its_head_is_known(
    served: tuple[int, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, service = served
    parsed, begin = [], Connection.on_message_begin
    monkeypatch.setattr(Connection, "on_message_begin", lambda self: parsed.append(1) or begin(self))
    heads = []
    with connected(port) as connection:
        for number in range(10, 20):
            status, headers, body = told(connection, request(ASK, {"x": {"a": 1}, "id": f"n{number}"}))
            headers = {name: text for name, text in headers.items() if name not in ("x-request-id", "content-length")}
            heads.append((status, headers, b"ticket" in body))
        assert told(connection, request(ASK, {"x": {"a": 1}, "id": "n10"}))[0] == 200  # again
        assert told(connection, request(ASK, {"x": {"a": 2}, "id": "n10"}))[0] == 422
    assert len(parsed) <= 3  # the first makes the model, the second is known from then on
    assert len(set(map(str, heads[1:]))) == 1
    assert list(service.models["default"].waiting) == [f"n{number}" for number in range(10, 20)]


def test_half_a_request_before_a_known_one_is_not_mistaken(served: tuple[int, Any]) -> None:
    port, service = served
    whole = request(ASK, {"x": {"a": 1}})
    with connected(port) as connection:
        for _ in range(3):
            assert told(connection, whole)[0] == 200
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        inner = whole + b"\r\n"
        outer = request(ASK, inner)  # a body that looks like a request: it comes alone, behind its head
        head, body = outer[: -len(inner)], inner
        connection.sendall(head)
        connection.settimeout(0.2)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.settimeout(20)
        connection.sendall(body)
        assert answer(connection)[0] == 400
        assert told(connection, whole)[0] == 200
    assert len(service.models["default"].waiting) == 4


def test_known_heads_in_a_row_are_answered_in_their_order(served: tuple[int, Any]) -> None:
    port, _ = served
    whole = request(ASK, {"x": {"a": 1}})
    with connected(port) as connection:
        for _ in range(3):
            assert told(connection, whole)[0] == 200
        connection.sendall(whole * 20)
        connection.sendall(whole)
        bodies = [answer(connection)[2] for _ in range(21)]
    numbers = [int(body.rpartition(b'"seq":')[2].rstrip(b"}")) for body in bodies]
    assert numbers == sorted(numbers)

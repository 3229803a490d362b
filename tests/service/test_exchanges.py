"""Requests that come in one piece are answered without a task: as all others are, to the byte."""

import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from thresher.service.http.exchange import Exchange

from .on_a_thread import on_a_thread

ASK = "/v1/models/default/ask"
LABELS = "/v1/models/default/labels"


@pytest.fixture
def served(tmp_path: Any) -> Iterator[tuple[int, Any]]:
    with on_a_thread(tmp_path / "served", 5.0) as found:
        port, _ = found
        with connected(port) as connection:  # a path is looked up once, and known from then on
            assert told(connection, request(ASK, {"x": {"a": 1}, "id": "first"}))[0] == 200
            assert told(connection, request(LABELS, {"ticket": "first", "label": "ham"}))[0] == 200
        yield found


def connected(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port))
    found.settimeout(20)
    return found


def request(path: str, body: Any, more: str = "", kind: str = "application/json") -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\ncontent-length: {len(data)}\r\n{more}\r\n"
    )
    return head.encode() + data


def answer(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the next answer."""
    said = b""
    while b"\r\n\r\n" not in said:
        part = connection.recv(1)
        if not part:
            raise ConnectionError(said)
        said += part
    lines = said.decode().split("\r\n")[:-2]
    headers = dict(line.split(": ", 1) for line in lines[1:])
    body = b""
    while len(body) < int(headers["content-length"]):
        body += connection.recv(int(headers["content-length"]) - len(body))
    return int(lines[0].split()[1]), headers, body


def told(connection: socket.socket, *parts: bytes) -> tuple[int, dict[str, str], bytes]:
    for part in parts:
        connection.sendall(part)
    return answer(connection)


# The parameters of the kind of content make no difference, but such a request is answered by a task.
COMMON = "application/json; charset=utf-8"
BODIES = [
    (ASK, {"x": {"a": 1}, "id": "first"}),  # again
    (ASK, {"x": {"a": 2}, "id": "first"}),  # for another question
    (ASK, {"x": {"a": 1}, "id": "~9"}),
    (ASK, {"x": {"a": 1e200}}),
    (ASK, {"x": 7}),
    (ASK, {"y": {}}),
    (ASK, b"{"),
    (ASK, b""),
    (LABELS, {"ticket": "first", "label": "ham"}),
    (LABELS, {"ticket": "first", "label": "spam"}),
    (LABELS, {"ticket": "nobody", "label": "spam"}),
    (LABELS, {"ticket": "first", "label": []}),
    (LABELS, {"ticket": "first", "label": "ham", "weight": -1}),
]


@pytest.mark.parametrize("place", range(len(BODIES)))
def test_what_changes_nothing_is_told_in_the_same_words(served: tuple[int, Any], place: int) -> None:
    port, service = served
    path, body = BODIES[place]
    before = service.models["default"].digest()
    with connected(port) as connection:
        at_once, common = told(connection, request(path, body)), told(connection, request(path, body, kind=COMMON))
    ids = [found[1].pop("x-request-id") for found in (at_once, common)]
    assert ids[0] != ids[1]
    assert at_once[:2] == common[:2]
    assert re.sub(rb'"request":"[^"]*"', b"", at_once[2]) == re.sub(rb'"request":"[^"]*"', b"", common[2])
    assert service.models["default"].digest() == before


def test_questions_and_labels_are_told_in_the_same_words_either_way(served: tuple[int, Any]) -> None:
    port, service = served
    with connected(port) as connection:
        for place, kind in enumerate(("application/json", COMMON)):
            status, headers, body = told(connection, request(ASK, {"x": {"b": 1}, "id": f"t{place}"}, kind=kind))
            assert (status, headers["content-type"]) == (200, "application/json")
            seq = 4 + 2 * place
            said = json.loads(body)
            assert list(said) == ["ticket", "label", "probabilities", "seq"]
            assert (said["ticket"], said["label"], said["seq"]) == (f"t{place}", "ham", seq)
            status, _, body = told(connection, request(LABELS, {"ticket": f"t{place}", "label": "ham"}, kind=kind))
            assert (status, body) == (200, b'{"ticket":"t%d","fate":"waiting","seq":%d}' % (place, seq + 1))
    assert service.models["default"].seq == 7


def test_a_request_in_pieces_is_answered_as_one_in_one_piece(
    served: tuple[int, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, service = served
    begun, begin = [], Exchange.begin
    monkeypatch.setattr(Exchange, "begin", lambda self: begun.append(self.request.body) or begin(self))
    whole = request(ASK, {"x": {"b": 1}, "id": "in pieces"})
    with connected(port) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in whole:
            connection.sendall(bytes([byte]))
        assert answer(connection)[0] == 200
        assert told(connection, request(ASK, {"x": {"b": 1}, "id": "whole"}))[0] == 200
    assert list(service.models["default"].waiting) == ["in pieces", "whole"]
    assert any(b"whole" in body for body in begun)


def test_many_requests_at_once_on_one_connection_are_answered_in_their_order(served: tuple[int, Any]) -> None:
    port, _ = served
    with connected(port) as connection:
        connection.sendall(b"".join(request(ASK, {"x": {"b": n}, "id": f"n{n}"}) for n in range(1, 30)))
        tickets = [json.loads(answer(connection)[2])["ticket"] for _ in range(1, 30)]
    assert tickets == [f"n{n}" for n in range(1, 30)]


def test_a_connection_that_is_to_be_closed_is_closed_behind_its_answer(served: tuple[int, Any]) -> None:
    port, _ = served
    with connected(port) as connection:
        status, headers, _ = told(connection, request(ASK, {"x": {"b": 1}}, "connection: close\r\n"))
        assert (status, headers["connection"]) == (200, "close")
        assert connection.recv(1) == b""


def test_another_host_and_another_origin_are_refused(served: tuple[int, Any]) -> None:
    port, _ = served
    with connected(port) as connection:
        whole = request(ASK, {"x": {"b": 1}})
        assert told(connection, whole.replace(b"host: localhost", b"host: elsewhere.example"))[0] == 421
        assert told(connection, request(ASK, {"x": {"b": 1}}, "origin: http://elsewhere.example\r\n"))[0] == 403
        assert told(connection, whole)[0] == 200


def test_who_leaves_before_the_answer_is_asked_for_all_the_same(served: tuple[int, Any]) -> None:
    port, service = served
    with connected(port) as connection:
        connection.sendall(request(ASK, {"x": {"b": 1}, "id": "left"}))
    with connected(port) as connection:
        while True:
            if told(connection, request(LABELS, {"ticket": "left", "label": "ham"}))[0] == 200:
                break
    assert service.models["default"].knows("left")

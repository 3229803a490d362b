"""Raw nonsense on sockets: slow, half-open, oversized, no HTTP at all. The service goes on, and drops who keeps it."""

import gzip
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from .on_a_thread import on_a_thread

PATIENCE = 0.5  # seconds
HEAD = b"POST /v1/models/default/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
NONSENSE = (
    b"\x00" * 1000,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"G" * 100_000,
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 50_000 + b"\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
    HEAD + b"content-length: -5\r\n\r\n{}",
    HEAD + b"content-length: 99999999999999999999999\r\n\r\n{}",
    HEAD + b"content-length: 5\r\ncontent-length: 6\r\n\r\n{}",
    HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n",
    HEAD + b"transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n",
    HEAD + b"transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    HEAD + b"content-length: 40000000\r\n\r\n" + b"x" * 100_000,
    HEAD + b"expect: 100-continue\r\ncontent-length: 9\r\n\r\n",
    b"GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n" * 100,
    b"GET http://evil.example/live HTTP/1.1\r\nhost: localhost\r\n\r\n",
    b"CONNECT localhost:22 HTTP/1.1\r\nhost: localhost\r\n\r\n",
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Any]]:
    """A service on a port, on a thread of its own."""
    with on_a_thread(tmp_path_factory.mktemp("served"), PATIENCE) as found:
        yield found


def connected(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port))
    found.settimeout(20 * PATIENCE)
    return found


def until_closed(connection: socket.socket) -> bytes:
    """All that comes until the other side hangs up; fails if it does not."""
    said = b""
    try:
        while part := connection.recv(65536):
            said += part
    except ConnectionError:
        pass
    return said


def lives(port: int) -> bool:
    with connected(port) as connection:
        connection.sendall(b"GET /live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        return until_closed(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("place", range(len(NONSENSE)))
def test_nonsense_is_refused_or_dropped_and_the_service_goes_on(served: tuple[int, Any], place: int) -> None:
    port, service = served
    before = {name: model.digest() for name, model in service.models.items()}
    with connected(port) as connection:
        try:
            connection.sendall(NONSENSE[place])
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it was refused before it was all sent
        assert b" 500 " not in until_closed(connection)
    assert lives(port)
    assert {name: model.digest() for name, model in service.models.items()} == before


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /li",
        b"GET /live HTTP/1.1\r\nhost: loc",
        HEAD + b"content-length: 20\r\n\r\n",
        HEAD + b'content-length: 20\r\n\r\n{"x": ',
        HEAD + b"transfer-encoding: chunked\r\n\r\n5\r\n{",
        b"GET /live HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20\r\n\r\n",
    ],
)
def test_half_a_request_is_dropped_after_a_while(served: tuple[int, Any], sent: bytes) -> None:
    port, _ = served
    with connected(port) as connection:
        connection.sendall(sent)
        until_closed(connection)  # fails by its own time-out where the other side waits for ever
    assert lives(port)


def trickle(connection: socket.socket) -> None:
    for _ in range(200):
        connection.sendall(b" ")
        time.sleep(PATIENCE / 10)


def test_a_body_that_trickles_is_dropped(served: tuple[int, Any]) -> None:
    port, _ = served
    with connected(port) as connection:
        connection.sendall(HEAD + b"content-length: 100000\r\n\r\n")
        with pytest.raises(ConnectionError):
            trickle(connection)
    assert lives(port)


def test_many_half_open_connections_leave_room_for_the_rest(served: tuple[int, Any]) -> None:
    port, _ = served
    waiting = [connected(port) for _ in range(200)]
    for connection in waiting:
        connection.sendall(b"GET /li")
    assert lives(port)
    for connection in waiting:
        until_closed(connection)
        connection.close()


@pytest.mark.parametrize("field", [b"a: b\r\n", b"c" * 500 + b": " + b"d" * 500 + b"\r\n", b"e" * 1000])
def test_a_head_is_bounded_whoever_sends_it(served: tuple[int, Any], field: bytes) -> None:
    port, _ = served
    sent = 0
    with connected(port) as connection:
        try:
            connection.sendall(b"GET /live HTTP/1.1\r\nhost: localhost\r\nlong: ")
            while sent < 1 << 26:
                sent += connection.send(field * 64)
        except OSError:
            pass  # it has hung up
        said = until_closed(connection)
    assert sent < 1 << 23  # with all that lies between the two
    assert not said or said.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))
    assert lives(port)


@pytest.mark.parametrize(("fields", "status"), [(98, b"200"), (101, b"400")], ids=["as many as there may be", "more"])
def test_so_many_header_fields_are_taken(served: tuple[int, Any], fields: int, status: bytes) -> None:
    port, _ = served
    own = b"host: localhost\r\nconnection: close\r\n"
    with connected(port) as connection:
        connection.sendall(b"GET /live HTTP/1.1\r\n" + own + b"a: b\r\n" * fields + b"\r\n")
        assert until_closed(connection).startswith(b"HTTP/1.1 " + status)


def test_a_head_that_comes_by_pieces_is_told_that_it_is_too_large(served: tuple[int, Any]) -> None:
    port, _ = served
    with connected(port) as connection:
        connection.sendall(b"GET /live HTTP/1.1\r\nhost: localhost\r\nlong: " + b"a" * 40_000)
        time.sleep(0.1)
        connection.sendall(b"a" * 70_000)
        assert until_closed(connection).startswith(b"HTTP/1.1 431 ")


def test_requests_before_it_are_no_part_of_a_head(served: tuple[int, Any]) -> None:
    port, _ = served
    each, many = b"GET /live HTTP/1.1\r\nhost: localhost\r\n", 20_000  # what is read at one go ends within some head
    with connected(port) as connection:
        sending = threading.Thread(
            target=connection.sendall, args=((each + b"\r\n") * many + each + b"connection: close\r\n\r\n",)
        )
        sending.start()
        said = until_closed(connection)
        sending.join()
    assert said.count(b"HTTP/1.1 200") == many + 1


def test_a_head_that_comes_in_one_piece_is_counted_whole(served: tuple[int, Any]) -> None:
    port, _ = served
    for field in (b"long: " + b"a" * 70_000 + b"\r\n", b"".join(b"l%d: %b\r\n" % (n, b"a" * 1000) for n in range(80))):
        with connected(port) as connection:
            connection.sendall(b"GET /live HTTP/1.1\r\nhost: localhost\r\n" + field + b"\r\n")
            assert until_closed(connection).startswith(b"HTTP/1.1 431 ")
    assert lives(port)


def test_the_piece_in_which_a_head_begins_counts(served: tuple[int, Any]) -> None:
    """A piece is what was read at one go: up to 256 KiB."""
    port, _ = served
    with connected(port) as connection:
        connection.sendall(b"GET /live HTTP/1.1\r\nhost: localhost\r\nlong: " + b"a" * 70_000)
        began = time.monotonic()
        assert until_closed(connection).startswith(b"HTTP/1.1 431 ")
        assert time.monotonic() - began < PATIENCE / 2  # and not because nothing came any more


@pytest.mark.parametrize("rest", [b"0\r\nlong: ", b"0\r\n", b"5;long="], ids=["a field", "fields", "an extension"])
def test_what_comes_in_place_of_a_body_is_bounded(served: tuple[int, Any], rest: bytes) -> None:
    port, _ = served
    sent = 0
    with connected(port) as connection:
        try:
            connection.sendall(HEAD + b'transfer-encoding: chunked\r\n\r\n5\r\n{"x":\r\n' + rest)
            while sent < 1 << 26:
                sent += connection.send((b"a: b\r\n" if rest == b"0\r\n" else b"a") * 50_000)
        except OSError:
            pass  # it has hung up
        until_closed(connection)
    assert sent < 1 << 23  # with all that lies between the two
    assert lives(port)


OFFERS = b"connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
ASKED = b'{"x":{"a":1}}'


@pytest.mark.parametrize("cut", [0, 30, -20, -5], ids=["whole", "in the head", "in front of the body", "in the body"])
@pytest.mark.parametrize("kind", ["length", "chunked", "close"])
def test_who_offers_another_protocol_is_answered_in_this_one(served: tuple[int, Any], cut: int, kind: str) -> None:
    """As curl --http2 and the HTTP client of Java do."""
    port, _ = served
    length = b"content-length: %d\r\n\r\n%b" % (len(ASKED), ASKED)
    chunked = b"transfer-encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(ASKED), ASKED)
    offers = OFFERS.replace(b"Upgrade,", b"Upgrade, close,") if kind == "close" else OFFERS
    whole = HEAD + offers + (chunked if kind == "chunked" else length)
    last = b"GET /live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    with connected(port) as connection:
        for _ in range(1 if kind == "close" else 3):
            for part in (whole[:cut], whole[cut:]) if cut else (whole,):
                connection.sendall(part)
                time.sleep(0.02)
        if kind != "close":
            connection.sendall(last)
        said = until_closed(connection)
    assert said.count(b"HTTP/1.1 200") == (1 if kind == "close" else 4)
    assert said.count(b'"ticket"') == (1 if kind == "close" else 3)


def test_what_offers_another_protocol_is_no_line_of_the_log(
    served: tuple[int, Any], caplog: pytest.LogCaptureFixture
) -> None:
    port, _ = served
    with connected(port) as connection:
        connection.sendall(b"GET /live HTTP/1.1\r\nhost: localhost\r\n" + OFFERS + b"\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    assert not caplog.records


def test_a_tunnel_is_refused(served: tuple[int, Any]) -> None:
    port, _ = served
    with connected(port) as connection:
        connection.sendall(b"CONNECT localhost:22 HTTP/1.1\r\nhost: localhost\r\n\r\n")
        said = connection.recv(65536)
        connection.shutdown(socket.SHUT_WR)
        said += until_closed(connection)
    assert said.count(b"HTTP/1.1 ") == 1
    assert said.startswith(b"HTTP/1.1 4")
    assert lives(port)


def test_a_compressed_body_is_called_that(served: tuple[int, Any]) -> None:
    port, _ = served
    for more in (b"content-encoding: gzip\r\n", b"content-encoding: GZIP\r\ntransfer-encoding: chunked\r\n"):
        packed = gzip.compress(ASKED)
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(packed), packed) if b"chunked" in more else packed
        length = b"" if b"chunked" in more else b"content-length: %d\r\n" % len(packed)
        with connected(port) as connection:
            connection.sendall(HEAD + more + length + b"connection: close\r\n\r\n" + body)
            said = until_closed(connection)
        assert said.startswith(b"HTTP/1.1 415 ")
        assert b"compressed requests are not taken" in said

"""Half of a pair of surrogates is named as what it is, where JSON is refused for it."""

from pathlib import Path

import pytest

from .inside import LINES, Inside

ASK = "/v1/models/default/ask"


@pytest.mark.parametrize(
    ("id", "half"),
    [
        (rb"\ud800", r"\ud800"),
        (rb"a\uDC01b", r"\uDC01"),
        (rb"\ud83d\ude00 \ud83d", r"\ud83d"),
        (rb"\ud800\u0041", r"\ud800"),
        (rb"\\\udfff", r"\udfff"),
    ],
)
def test_half_of_a_pair_is_named(tmp_path: Path, id: bytes, half: str) -> None:
    service = Inside(tmp_path)
    body = b'{"x": {"a": 1}, "id": "' + id + b'"}'
    said = service.call("POST", ASK, body)
    assert said.status == 400
    assert said.value["detail"].startswith(f"{half} is half of a pair")
    lines = service.call("POST", ASK, b'{"x": {"a": 1}}\n' + body, kind=LINES)
    assert (lines.status, lines.value["line"]) == (400, 2)
    assert f"{half} is half of a pair" in lines.value["detail"]
    service.close()


@pytest.mark.parametrize(
    "body",
    [
        rb'{"x": {"a": 1}, "id": "\ud800',
        rb'{"x": {"a": 1}, "id": "\ud800\ud',
        rb'{"x": {"a": 1}, "id": "\\ud800',
        rb'{"x": {"a": 1}, "id": "\ud83d\ude00',
        rb'{"x": {"a": 1}, "id": "x"',
    ],
)
def test_what_is_cut_off_is_said_to_be_that(tmp_path: Path, body: bytes) -> None:
    service = Inside(tmp_path)
    said = service.call("POST", ASK, body)
    assert (said.status, said.value["detail"]) == (400, "Input data was truncated.")
    service.close()


def test_a_pair_is_a_character_and_an_escaped_backslash_is_one(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    for id, ticket in ((rb"\ud83d\ude00", "\U0001f600"), (rb"\\ud800", r"\ud800")):
        said = service.call("POST", ASK, b'{"x": {"a": 1}, "id": "' + id + b'"}')
        assert (said.status, said.value["ticket"]) == (200, ticket)
    service.close()


def test_an_empty_body_is_called_empty(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    assert service.call("POST", ASK, b"").value["detail"] == "there is nothing in the body, and JSON is wanted."
    service.close()

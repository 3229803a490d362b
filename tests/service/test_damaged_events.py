"""An event that is damaged behind a snapshot: whoever asks about it is told which one, and everything else goes on."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.service.settings import Settings
from thresher.service.store import Damage

from .inside import Inside

DAMAGED = 4  # the question "2"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Inside]:
    settings = Settings(reserve=0, keep_days=None)
    made = Inside(tmp_path / "served", settings)
    for number in ("1", "2", "3"):
        made.ask({"a": int(number)}, number)
        made.label(number, "yes" if number == "2" else "no")
    made.close()  # makes a snapshot
    with sqlite3.connect(tmp_path / "served" / "events.sqlite") as log:
        changed = log.execute("UPDATE events SET body = ? WHERE seq = ?", (b'{"a":9}', DAMAGED)).rowcount
    log.close()
    assert changed == 1
    again = Inside(tmp_path / "served", settings)
    yield again
    again.close()


def test_a_request_about_a_damaged_event_is_refused_and_names_it(service: Inside) -> None:
    for method, path, body in (
        ("GET", "/v1/models/default/tickets/2", None),
        ("POST", "/v1/models/default/ask", {"x": {"a": 2}, "id": "2"}),
        ("GET", "/v1/models/default/events", None),
    ):
        before = service.digests()
        answer = service.call(method, path, body)
        assert answer.status == 410, (path, answer)
        assert answer.value["seq"] == DAMAGED
        assert f"event {DAMAGED}" in answer.value["detail"]
        assert service.digests() == before


def test_everything_else_goes_on_beside_a_damaged_event(service: Inside) -> None:
    assert service.call("GET", "/v1/models/default/tickets/1").status == 200
    assert service.ask({"a": 1}, "1").status == 200
    assert service.label("3", "no").value["fate"] == "duplicate"
    assert [one["seq"] for one in service.call("GET", "/v1/models/default/events?after=4").values] == [5, 6, 7]
    assert service.ask({"a": 5}, "new").status == 200


def test_the_page_names_a_damaged_event_and_shows_the_rest(service: Inside) -> None:
    page = service.call("GET", "/models/default").body.decode()
    assert f"event {DAMAGED} of model 1 is damaged" in page
    assert "Champion and challengers" in page


def test_a_log_that_can_not_be_read_is_no_error_of_the_program(
    service: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise Damage("events.sqlite: database disk image is malformed.")

    monkeypatch.setattr(service.service.store, "of_ticket", unreadable)
    answer = service.call("GET", "/v1/models/default/tickets/1")
    assert (answer.status, "malformed" in answer.value["detail"]) == (503, True)

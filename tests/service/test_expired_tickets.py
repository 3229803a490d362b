"""A question that was given up says by which event, and is counted as one."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from thresher.service.settings import Settings
from thresher.service.snapshots import write_snapshot

from .in_process import run, serving, until
from .inside import FakeClock, Inside

TIMED = {"labels": ["no", "yes"], "timeout": 10, "default_label": "no"}


def ticket(service: Inside, name: str) -> Any:
    return service.call("GET", f"/v1/models/m/tickets/{name}").value


def given_up(folder: Path, settings: Settings | None = None) -> Inside:
    """A service with two questions whose time was out, and one that waits."""
    service = Inside(folder, settings, clock := FakeClock())
    service.call("PUT", "/v1/models/m", TIMED)
    service.ask({"a": 1}, "1", "m")
    service.ask({"a": 2}, "2", "m")
    clock.at += 11_000_000
    service.run(service.service.upkeep._time_out())
    service.ask({"a": 3}, "3", "m")
    return service


def test_a_question_whose_time_was_out_shows_the_event_that_gave_it_up(tmp_path: Path) -> None:
    service = given_up(tmp_path / "served")
    for name in ("1", "2"):
        found = ticket(service, name)
        assert found["state"] != "pending"
        (event,) = found["events"]
        assert (event["kind"], event["seq"], event["id"]) == ("expire", 4, name)
        assert event["body"] == {"tickets": [name], "label": "no"}
    assert ticket(service, "3")["events"] == []
    service.close()


def test_questions_that_were_given_up_are_counted_and_not_their_events(tmp_path: Path) -> None:
    service = given_up(tmp_path / "served")
    assert service.service.metrics.fates["m", "expired"] == 2
    service.close()


def test_a_log_that_listed_no_expiries_lists_them_when_it_is_opened(tmp_path: Path) -> None:
    given_up(tmp_path / "served").close()
    with sqlite3.connect(tmp_path / "served" / "events.sqlite") as log:
        log.execute("DROP TABLE expired")
        log.execute("DELETE FROM meta WHERE name = 'expired'")
    log.close()
    service = Inside(tmp_path / "served")
    assert [event["seq"] for event in ticket(service, "2")["events"]] == [4]
    service.close()


def test_an_expiry_that_is_archived_is_listed_no_longer(tmp_path: Path) -> None:
    settings = Settings(reserve=0, snapshot_events=3, keep_snapshots=1, keep_days=0)
    service = given_up(tmp_path / "served", settings)
    upkeep, model = service.service.upkeep, service.service.models["m"]

    async def archived() -> None:
        service.service.clock.at += 1  # type: ignore[attr-defined]
        await upkeep._keep([write_snapshot(service.folder, model)])
        assert upkeep._archiving is not None
        await upkeep._archiving

    service.run(archived())
    assert service.service.store.archives(1)[0].last == 5
    assert service.service.store.of_ticket(1, "1") == []
    assert service.call("GET", "/v1/models/m/tickets/1").status == 410
    service.close()


@pytest.mark.usefixtures("either_store")
def test_expiries_are_listed_in_either_store(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as client:
            for name in ("1", "2", "3"):
                await client.ask({"a": 1}, name)
            answer = await client.post("/v1/models/mail/expire", json={"tickets": ["1", "3"]})
            assert answer.json()["expired"] == 2
            found = (await client.get("/v1/models/mail/tickets/3")).json()
            assert [event["kind"] for event in found["events"]] == ["expire"]
            assert (await client.get("/v1/models/mail/tickets/2")).json()["events"] == []
            await until(lambda: client.service.metrics.fates["mail", "expired"] == 2)

    run(test)

"""What goes on by itself goes on: one thing that can't be done keeps nobody from the rest."""

import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from thresher.service import upkeep
from thresher.service.locking import FolderLock
from thresher.service.settings import Settings
from thresher.service.snapshots import Snapshotting

from .inside import FakeClock, Inside

TWO = {"learner": "perceptron", "timeout": 10, "default_label": False}


def test_a_default_label_that_can_t_be_one_any_more_gives_questions_up_and_others_get_theirs(tmp_path: Path) -> None:
    clock = FakeClock()
    service = Inside(tmp_path / "served", clock=clock)
    service.call("PUT", "/v1/models/a", TWO)
    service.call("PUT", "/v1/models/b", {"timeout": 10, "default_label": "c"})
    for ticket, label in (("1", "ham"), ("2", "spam")):
        service.ask({"x": 1}, ticket, "a")
        assert service.label(ticket, label, "a").value["fate"] == "waiting"
    service.ask({"x": 1}, "3", "a")
    service.ask({"x": 1}, "3", "b")
    clock.at += 11_000_000
    service.run(service.service.upkeep._time_out())
    assert service.label("3", "ham", "a").status == 410
    assert service.label("3", "c", "b").value["fate"] == "duplicate"
    live = service.digests()
    service.close()
    again = Inside(tmp_path / "served")
    assert again.digests() == live
    again.close()


def test_a_snapshot_that_can_t_be_made_is_tried_again_later_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Inside(tmp_path / "served", Settings(reserve=0, snapshot_events=1))

    def full(*given: Any, **named: Any) -> None:
        raise OSError(28, "No space left on device")

    forks: list[int] = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: (forks.append(1), fork())[1])
    monkeypatch.setattr("thresher.service.snapshots.write", full)
    service.ask({"a": 1}, "1")
    until = time.monotonic() + 20
    while service.service.upkeep._not_before == 0 and time.monotonic() < until:
        service.run(service.service.upkeep._make_snapshots())
        time.sleep(0.01)
    for _ in range(5):
        service.run(service.service.upkeep._make_snapshots())
    assert len(forks) == 1
    assert service.ask({"a": 1}, "2").status == 200
    live = service.digests()
    service.close()  # and ends well without its last snapshot
    again = Inside(tmp_path / "served")
    assert again.digests() == live
    again.close()


def test_an_archive_that_can_t_be_written_does_not_keep_the_service_from_ending_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Inside(tmp_path / "served", Settings(reserve=0, snapshot_events=1, keep_days=0, keep_snapshots=1))

    def full(*given: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(upkeep, "write_archive", full)
    service.ask({"a": 1}, "1")
    made = upkeep.write_snapshot(service.folder, service.service.models["default"])
    service.run(service.service.upkeep._keep([made]))
    service.ask({"a": 1}, "2")
    live = service.digests()
    service.close()
    again = Inside(tmp_path / "served")
    assert again.digests() == live
    assert again.service.store.snapshots(1)[0].seq == 3
    again.close()


def test_a_child_that_makes_a_snapshot_holds_no_lock_of_a_parent_that_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(folder: Path, model: Any) -> tuple[int, ...]:
        (folder / "begun").touch()
        time.sleep(3)
        return ()

    monkeypatch.setattr("thresher.service.snapshots.write_snapshot", slow)
    lock = FolderLock(tmp_path)
    child = Snapshotting(tmp_path, [SimpleNamespace(number=1, seq=1)])  # type: ignore[list-item]
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    lock.close()
    FolderLock(tmp_path).close()
    assert not child.read()
    while not child.read():
        time.sleep(0.01)


def test_time_outs_come_in_the_order_of_the_questions_also_after_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    service = Inside(tmp_path / "served", clock=clock)
    service.call("PUT", "/v1/models/m", {"timeout": 10})
    service.ask({"x": 1}, "the older", "m")
    clock.at += 8_000_000
    service.ask({"x": 1}, "a younger", "m")
    service.close()
    again = Inside(tmp_path / "served", clock=clock)
    clock.at += 4_000_000
    again.run(again.service.upkeep._time_out())
    assert list(again.service.models["m"].waiting) == ["a younger"]
    again.close()


def test_questions_that_an_order_gives_up_past_its_horizon_take_no_memory(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    service.call("PUT", "/v1/models/m", {"learner": "arow", "labels": ["a", "b"], "order": "replay:6"})
    for number in range(30):
        service.ask({"a": number}, f"q{number}", "m")
    model = service.service.models["m"]
    assert len(model.waiting) == model.late.pending == len(model.learners.champion.tally._out) == 6
    service.close()

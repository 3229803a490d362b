"""The machine's clock may be set forward and back between starts, and while it runs: time in the log goes forward."""

import time
from pathlib import Path

import pytest

from .inside import Inside

YEARS = 10 * 365 * 86_400 * 10**9


def test_time_never_goes_back_in_the_log_and_the_digest_does_not_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.time_ns()
    live = {}
    for number, jump in enumerate((0, YEARS, -YEARS, 3600 * 10**9, 0)):
        monkeypatch.setattr(time, "time_ns", lambda jump=jump: began + jump)
        service = Inside(tmp_path / "served")
        assert service.digests() == live
        assert service.ask({"a": 1}, f"q{number}").status == 200
        monkeypatch.setattr(time, "time_ns", lambda: began - 2 * YEARS)  # set back while it runs
        assert service.label(f"q{number}", "yes").status == 200
        times = [event.at for event in service.service.store.events(1)]
        assert times == sorted(times)
        live = service.digests()
        service.close()
    assert times[-1] >= (began + YEARS) // 1000


def test_a_clock_that_is_set_forward_while_it_runs_times_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Inside(tmp_path / "served")
    service.call("PUT", "/v1/models/m", {"timeout": 3600})
    service.ask({"a": 1}, "1", "m")
    later = time.time_ns() + YEARS
    monkeypatch.setattr(time, "time_ns", lambda: later)
    service.run(service.service.upkeep._time_out())
    assert service.label("1", "yes", "m").value["fate"] == "waiting"
    service.close()

"""How learners are doing: on the same labels, with corrections and retractions, over restarts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from thresher.service.snapshots import from_bytes, to_bytes

from .inside import FakeClock, Inside

FIXES = {"learner": "perceptron", "labels": ["no", "yes"], "order": "replay:50", "contradictions": "correct"}
STATED = {"labels": ["no", "yes"], "order": "replay:50", "contradictions": "correct"}


def standing(service: Inside) -> list[dict[str, Any]]:
    return list(service.call("GET", "/v1/models/m/standing").value["learners"])


def served(folder: Path, config: Any, clock: FakeClock | None = None) -> Inside:
    service = Inside(folder, None, clock)
    service.call("PUT", "/v1/models/m", config)
    return service


def ask(service: Inside, first: int, last: int, label: Callable[[int], str] | None = None) -> None:
    for number in range(first, last):
        service.ask({"a": number % 3, "b": 1}, f"q{number}", "m")
        if label is not None:
            service.label(f"q{number}", label(number), "m")


def alike(number: int) -> str:
    return "yes" if number % 3 else "no"


def check_by_every_way(service: Inside, into: Path) -> None:
    """Saved and resumed, and replayed from the log, every learner stands as it does now."""
    model = service.service.models["m"]
    again = from_bytes(to_bytes(model))
    after_a_kill = Inside(service.cut(into))
    for found in (again, after_a_kill.service.models["m"]):
        assert found.learners.standings() == model.learners.standings()
        assert (found.delays.counts, found.delays.sum) == (model.delays.counts, model.delays.sum)
    after_a_kill.close()


def test_a_challenger_and_the_champion_are_compared_on_the_labels_that_both_were_told(tmp_path: Path) -> None:
    service = served(tmp_path / "served", STATED)
    ask(service, 0, 30, lambda number: "no" if number % 3 else "yes")  # what the challenger never sees
    ask(service, 30, 35)  # asked before it, labelled after it came
    service.call("PUT", "/v1/models/m/challengers/c", FIXES)
    for number in range(30, 35):
        service.label(f"q{number}", alike(number), "m")
    ask(service, 35, 75, alike)
    champion, challenger = standing(service)
    assert (champion["labelled"], challenger["labelled"]) == (75, 40)
    assert champion["same_labels"] is None
    both = challenger["same_labels"]
    assert both["labelled"] == 40
    assert both["error"] == challenger["error"]
    said = [service.call("GET", f"/v1/models/m/tickets/q{number}").value["said"]["label"] for number in range(35, 75)]
    wrong = [one != alike(number) for number, one in zip(range(35, 75), said, strict=True)]
    assert both["champion_error"] == sum(wrong) / 40 != champion["error"]
    assert (both["log_loss"], both["champion_log_loss"]) == (None, None)  # a perceptron states no probabilities
    check_by_every_way(service, tmp_path / "cut")


def test_the_guarantee_of_late_is_that_since_some_label(tmp_path: Path) -> None:
    service = served(tmp_path / "served", STATED)
    ask(service, 0, 150, alike)

    def bound(since: str = "") -> dict[str, Any]:
        return dict(service.call("GET", f"/v1/models/m/standing{since}").value["bound"])

    whole, late = bound(), bound("?since=130")
    assert (whole["since"], late["since"]) == (0, 128)
    assert late["learner"] < whole["learner"]
    assert late["holds"]
    assert (whole["theorem"], late["theorem"]) == ("shared_prior_log_loss", "interval_log_loss")
    assert "since must be less" in bound("?since=1000")["none"]
    assert service.call("GET", "/v1/models/m/standing?since=soon").status == 422


def test_log_losses_are_compared_where_both_stated_a_probability(tmp_path: Path) -> None:
    service = served(tmp_path / "served", STATED)
    service.call("PUT", "/v1/models/m/challengers/twin", STATED)
    ask(service, 0, 20, alike)
    both = standing(service)[1]["same_labels"]
    assert both["log_loss"] == both["champion_log_loss"] > 0
    assert both["error"] == both["champion_error"]
    service.close()


def test_after_a_promotion_the_others_are_compared_with_the_new_champion(tmp_path: Path) -> None:
    service = served(tmp_path / "served", STATED)
    service.call("PUT", "/v1/models/m/challengers/c", FIXES)
    service.call("PUT", "/v1/models/m/challengers/d", STATED)
    ask(service, 0, 20, alike)
    assert service.call("POST", "/v1/models/m/challengers/c/promote").status == 200
    assert standing(service)[1]["same_labels"]["labelled"] == 0
    service.call("DELETE", "/v1/models/m/labels/q19")  # counted before
    ask(service, 20, 30, alike)
    champion, other = standing(service)
    assert other["same_labels"]["labelled"] == 10
    assert champion["same_labels"] is None
    check_by_every_way(service, tmp_path / "cut")


@pytest.mark.parametrize("config", [FIXES, STATED], ids=["a perceptron", "with probabilities"])
def test_a_corrected_label_counts_as_if_it_had_come_first(tmp_path: Path, config: Any) -> None:
    service, other = served(tmp_path / "one", config), served(tmp_path / "other", config)
    for one in (service, other):
        one.call("PUT", "/v1/models/m/challengers/c", config)
        ask(one, 0, 40)
    for number in range(40):  # all asked before: what was said does not depend on the labels
        service.label(f"q{number}", "no", "m")
        other.label(f"q{number}", alike(number), "m")
    for number in range(40):
        assert service.label(f"q{number}", alike(number), "m").value["fate"] in ("corrected", "duplicate")
    for found, meant in zip(standing(service), standing(other), strict=True):
        for one in ("log_loss", "same_labels"):
            assert found.pop(one) == pytest.approx(meant.pop(one))
        assert found == meant
    grids = [one.service.models["m"].learners.champion.tally.grid.to_saved() for one in (service, other)]
    assert grids[0] == grids[1]
    other.close()
    check_by_every_way(service, tmp_path / "cut")


def test_a_label_that_was_taken_back_counts_no_more(tmp_path: Path) -> None:
    service = served(tmp_path / "served", STATED)
    service.call("PUT", "/v1/models/m/challengers/c", STATED)
    ask(service, 0, 10, alike)
    before = standing(service)
    service.ask({"a": 1, "b": 1}, "more", "m")
    service.label("more", "no", "m")
    assert standing(service)[0]["labelled"] == 11
    assert service.call("DELETE", "/v1/models/m/labels/more").value["fate"] == "retracted"
    for found, meant in zip(standing(service), before, strict=True):
        assert (found["labelled"], found["mistakes"]) == (meant["labelled"], meant["mistakes"])
        assert found["log_loss"] == pytest.approx(meant["log_loss"])
    service.label("more", "yes", "m")
    assert standing(service)[0]["labelled"] == 11
    check_by_every_way(service, tmp_path / "cut")


def test_what_can_not_change_any_more_is_not_kept(tmp_path: Path) -> None:
    service = served(tmp_path / "served", {"labels": ["no", "yes"]})
    service.call("PUT", "/v1/models/m/challengers/c", FIXES | {"order": "replay:20"})
    for begin in range(0, 2000, 100):
        numbers = range(begin, begin + 100)
        service.lines("/v1/models/m/ask", [{"x": {"a": number % 3}, "id": f"q{number}"} for number in numbers])
        service.lines("/v1/models/m/labels", [{"ticket": f"q{number}", "label": alike(number)} for number in numbers])
    service.ask({"a": 1}, "last", "m")
    for one in service.service.models["m"].learners:
        assert len(one.tally._counted) < 800
        assert len(one.duel._pairs) < 800
        one.forget()
        assert len(one.tally._counted) <= 20
        assert len(one.duel._pairs) <= 20
    service.close()


def test_how_late_labels_came_is_known_after_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    service = served(tmp_path / "served", STATED, clock)
    ask(service, 0, 3)
    clock.at += 30_000_000
    service.label("q0", "no", "m")
    service.label("q1", "no", "m")
    clock.at += 4_000_000_000
    service.label("q2", "no", "m")
    text = service.call("GET", "/metrics").body.decode()
    assert 'thresher_label_delay_seconds_bucket{le="60",model="m"} 2.0' in text
    assert 'thresher_label_delay_seconds_count{model="m"} 3.0' in text
    service.close()
    again = Inside(tmp_path / "served")
    assert 'thresher_label_delay_seconds_count{model="m"} 3.0' in again.call("GET", "/metrics").body.decode()
    assert "from question to label" in again.call("GET", "/models/m").body.decode()
    check_by_every_way(again, tmp_path / "cut")

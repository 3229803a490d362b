"""What a challenger can't take passes it by, and the champion's word counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.service.models import ENOUGH

from .inside import Inside

OTHERS = {"learner": "tracking-winnow", "labels": ["p", "q"]}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Inside]:
    made = Inside(tmp_path / "served")
    made.ask({"a": 1}, "1")
    made.call("PUT", "/v1/models/default/challengers/b", OTHERS)
    made.ask({"a": 1}, "2")
    yield made
    live = made.digests()
    made.close()
    again = Inside(tmp_path / "served")
    assert again.digests() == live
    again.close()


def test_a_label_in_place_of_those_that_expired_passes_a_challenger_by_that_can_t_have_it(service: Inside) -> None:
    assert service.call("POST", "/v1/models/default/expire", {"tickets": ["2"], "label": "z"}).value["expired"] == 1
    assert service.ask({"a": 1}).status == 200


def test_a_label_passes_a_challenger_by_that_can_t_have_it(service: Inside) -> None:
    assert service.label("2", "z").value["fate"] == "waiting"
    refused = {
        one["name"]: one["refused"] for one in service.call("GET", "/v1/models/default/standing").value["learners"]
    }
    assert refused == {"champion": 0, "b": 1}


PROMOTE = "/v1/models/default/challengers/b/promote"


def test_a_challenger_that_was_told_less_than_the_champion_is_promoted_only_if_that_is_asked_for(
    service: Inside,
) -> None:
    service.label("1", "p")  # asked before the challenger was there
    before = service.digests()
    refused = service.call("POST", PROMOTE)
    assert refused.status == 409
    assert "was told 0 labels and the champion 1" in refused.value["detail"]
    assert service.digests() == before
    assert service.call("POST", f"{PROMOTE}?early=2").status == 422
    assert service.call("POST", f"{PROMOTE}?early=1").value["config"]["learner"] == "tracking-winnow"


def test_a_challenger_that_was_told_as_much_as_the_champion_is_promoted(service: Inside) -> None:
    service.label("2", "p")
    assert service.call("POST", PROMOTE).status == 200


def test_a_challenger_that_was_told_enough_is_promoted_whatever_the_champion_was_told(service: Inside) -> None:
    service.label("1", "p")
    service.lines("/v1/models/default/ask", [{"x": {"a": 1}, "id": f"n{number}"} for number in range(ENOUGH)])
    service.lines("/v1/models/default/labels", [{"ticket": f"n{number}", "label": "p"} for number in range(ENOUGH - 1)])
    assert service.call("POST", PROMOTE).status == 409
    service.label(f"n{ENOUGH - 1}", "q")
    assert service.call("POST", PROMOTE).status == 200

"""What a challenger can't take passes it by, and the champion's word counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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

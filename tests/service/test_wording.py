"""One is one: counts in sentences, and an answer about nothing."""

from pathlib import Path

import pytest

from thresher.service.wording import some, waiting

from .inside import Inside


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 questions wait"), (1, "1 question waits"), (2, "2 questions wait")]
)
def test_a_count_and_its_verb(count: int, words: str) -> None:
    assert waiting(count, "question") == words
    assert words.startswith(some(count, "question"))


def test_who_may_not_ask_is_told_of_one_question(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    service.call("PUT", "/v1/models/mail", {"labels": ["ham", "spam"], "max_pending": 1})
    assert service.ask({"a": 1}, "1", model="mail").status == 200
    said = service.ask({"a": 1}, "2", model="mail")
    assert said.status == 429
    assert said.value["detail"] == "1 question waits for a label of 'mail'; no more may."
    service.close()


def test_who_gives_up_nothing_is_told_no_place_in_the_log(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    service.ask({"a": 1}, "1")
    path = "/v1/models/default/expire"
    assert service.call("POST", path, {"tickets": ["nobody's"]}).value == {"expired": 0}
    assert service.call("POST", path, {"tickets": ["1"]}).value == {"expired": 1, "seq": 3}
    service.close()


def test_how_many_more_may_wait(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    service.call("PUT", "/v1/models/mail", {"labels": ["ham", "spam"], "max_pending": 1})
    said = service.lines("/v1/models/mail/ask", [{"x": {"a": 1}}, {"x": {"a": 2}}])
    assert (said.status, said.value["detail"]) == (429, "2 questions, and 1 more may wait.")
    service.close()


def test_what_is_not_done_there_is_told_with_what_is(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    said = service.call("PATCH", "/v1/models/mail")
    assert (said.status, said.value["detail"]) == (405, "PATCH is not done here, only DELETE, GET, PUT.")
    service.close()


def test_the_line_that_can_not_be_predicted_is_named_the_first_as_well(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    good, bad = {"x": {"a": 1}}, {"x": {"a": {"b": [1]}}}
    assert service.call("POST", "/v1/models/default/ask", good).status == 200
    for values, line in ([bad, good], 1), ([good, bad], 2):
        said = service.lines("/v1/models/default/predict", values)
        assert (said.status, said.value.get("line")) == (422, line)
    assert "line" not in service.call("POST", "/v1/models/default/predict", bad).value
    service.close()

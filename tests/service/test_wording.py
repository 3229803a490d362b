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

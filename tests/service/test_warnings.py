"""What Thresher warns of while it serves: a line of the log without cells, and what can be looked at."""

import json
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from thresher.errors import ColumnWarning, LabelWarning, ThresherWarning
from thresher.service.json_logs import log_to_stderr

from .inside import Inside

MODEL = "/v1/models/default"


@contextmanager
def _as_served() -> Iterator[list[str]]:
    """Warnings and logs as `thresher serve` has them; afterwards as they were. What others warn of."""
    root, own = logging.getLogger(), logging.getLogger("thresher")
    handlers, level, own_level = root.handlers, root.level, own.level
    others: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("always", ThresherWarning)
        warnings.showwarning = lambda message, *where: others.append(str(message))
        log_to_stderr("warning")
        try:
            yield others
        finally:
            root.handlers = handlers
            root.setLevel(level)
            own.setLevel(own_level)


@pytest.fixture(autouse=True)
def _warned_of() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ThresherWarning)
        yield


def _taught(folder: Path) -> Inside:
    service = Inside(folder)
    service.call("PUT", MODEL, {"labels": ["ham", "spam"], "columns": {"text": ["body"]}})
    for number in range(30):
        service.ask({"body": "free money", "age": number}, str(number))
        service.label(str(number), "spam")
    return service


def test_a_cell_is_in_no_line_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    service = _taught(tmp_path)
    with _as_served():
        assert service.ask({"body": "free", "age": "SECRET"}, "s").status == 200
    said = capsys.readouterr().err
    assert "SECRET" not in said
    (line,) = map(json.loads, said.splitlines())
    assert (line["level"], line["model"], line["column"], line["what"]) == ("warning", "default", "age", "turned")
    (found,) = service.call("GET", MODEL).value["columns"]
    assert (found["column"], found["what"], found["rows"], "SECRET" in found["message"]) == ("age", "turned", 1, True)
    service.close()


def test_a_label_is_in_no_line_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    service = Inside(tmp_path)
    with _as_served():
        for ticket, label in (("1", "private"), ("2", "Private"), ("3", "other")):
            service.ask({"a": 1}, ticket)
            service.label(ticket, label)
        service.ask({"a": 1})
    said = capsys.readouterr().err
    assert "rivate" not in said
    assert [json.loads(line)["level"] for line in said.splitlines()] == ["warning"]
    service.close()


def test_other_warnings_are_shown_as_ever() -> None:
    with _as_served() as shown:
        warnings.simplefilter("always", UserWarning)
        warnings.warn("something else", UserWarning, stacklevel=1)
        warnings.warn(LabelWarning("labels"), stacklevel=1)
    assert shown == ["something else"]


def test_a_prediction_of_a_row_without_a_known_column_says_so_and_changes_nothing(tmp_path: Path) -> None:
    service = _taught(tmp_path)
    before = service.digests()
    for name in ("bdy", "test"):
        said = service.call("POST", f"{MODEL}/predict", {"x": {name: "free"}}).value["warnings"]
        (words,) = said
        assert words.startswith(f"the row's columns are {name!r}, and the model learned from 'body', 'age'")
    assert "warnings" not in service.call("POST", f"{MODEL}/predict", {"x": {"body": "free", "bdy": "x"}}).value
    assert service.digests() == before
    service.close()


def test_what_is_told_of_a_question_is_what_the_log_has(tmp_path: Path) -> None:
    """So that the same id gets the same bytes: a warning would not be among them."""
    service = _taught(tmp_path)
    first = service.ask({"bdy": "free"}, "s")
    assert first.body == service.ask({"bdy": "free"}, "s").body
    service.close()


def test_a_first_row_that_was_a_try_makes_no_strangers_of_the_others(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    for number, x in enumerate([{"try": "hello"}, {"body": "free"}, {"body": "lunch"}]):
        service.ask(x, str(number))
        service.label(str(number), "spam")
    assert "warnings" not in service.call("POST", f"{MODEL}/predict", {"x": {"body": "free"}}).value
    assert [note["rows"] for note in service.call("GET", MODEL).value["columns"]] in ([], [1])
    service.close()


def test_a_warning_of_columns_can_be_made_of_a_text_alone() -> None:
    assert (str(ColumnWarning("gone")), ColumnWarning("gone").note) == ("gone", None)

"""The page is one well-formed document that needs nothing else, whatever the runs."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from thresher.errors import InputError
from thresher.evaluation.run import Curve, Run, WeightTrace
from thresher.reports import page

from .runs import ALONE, HOSTILE, empty, huge, one_bin, ordinary, perfect, twelve

VOID = {"meta", "br", "hr"}
DRAWN = {"d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "viewBox", "fill-opacity"}


class Document(HTMLParser):
    """Tags must close in order; keeps the text, the elements and every number that is drawn."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    def text(self) -> str:
        return " ".join(self.words)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)

    def drawn(self) -> list[str]:
        return [value for _, attrs in self.elements for key, value in attrs.items() if key in DRAWN and value]


@pytest.fixture(params=[*ALONE, twelve], ids=lambda make: make.__name__)
def runs(request: pytest.FixtureRequest) -> list[Run]:
    make: Callable[[], Run | list[Run]] = request.param
    made = make()
    return made if isinstance(made, list) else [made]


def test_document_is_balanced_and_utf8(runs: list[Run]) -> None:
    source = page(runs)
    assert source.startswith("<!doctype html>")
    Document(source)
    source.encode("utf-8")


def test_nothing_comes_from_elsewhere(runs: list[Run]) -> None:
    source = page(runs).lower()
    for outside in ("http", "src=", "@import", "url(", "<link", "<iframe", "<img", "fetch("):
        assert outside not in source
    assert all(attrs["href"].startswith("#") for _, attrs in Document(source).elements if attrs.get("href"))


def test_every_drawn_number_is_finite(runs: list[Run]) -> None:
    drawn = Document(page(runs)).drawn()
    for value in drawn:
        assert re.fullmatch(r"[MLHVhvZz0-9. -]+", value), value
    numbers = [float(n) for value in drawn for n in re.findall(r"-?[0-9.]+", value)]
    assert all(-2000 <= n <= 3000 for n in numbers)


def test_names_are_escaped(runs: list[Run]) -> None:
    document = Document(page(runs, title=HOSTILE))
    assert document.count("script") == 1
    assert HOSTILE[:20] in document.text()


def test_same_runs_give_same_bytes(runs: list[Run]) -> None:
    assert page(runs) == page(runs)


def test_every_run_is_named() -> None:
    text = Document(page(twelve())).text()
    for i in range(9):
        assert f"winnow promotion={1 + i / 10:g}" in text
    for name in ("perfect", "empty", "huge"):
        assert name in text


def test_runs_alike_in_everything_are_numbered() -> None:
    text = Document(page([ordinary(), ordinary()])).text()
    assert "tracking-winnow #1" in text
    assert "tracking-winnow #2" in text


def test_learners_are_sorted_by_mistakes_and_untested_ones_are_last() -> None:
    source = page([empty(), ordinary("worse", shift=3), ordinary("better"), perfect()])
    table = source[source.index('class="comparison"') :]
    links = re.findall(r'href="#run-(\d)"', table)
    assert links == ["4", "3", "2", "1"]


def test_headline_says_examples_mistakes_error_and_rate() -> None:
    text = Document(page([ordinary()])).text()
    for words in ("1,280", "161", "12.6%", "2,560", "4 MB/s"):
        assert words in text
    assert "1,000,000,000" in Document(page([huge()])).text()


def test_tallies_and_measures_are_shown_where_there_are_any() -> None:
    text = Document(page([ordinary()])).text()
    for words in ("Held out", "log loss", "0.3100", "AUC", "Brier score", "said spam"):
        assert words in text
    alone = Document(page([perfect()])).text()
    assert "Held out" not in alone
    assert "log loss" not in alone


def test_how_a_run_ended_is_said() -> None:
    assert "line 641: <unreadable>" in Document(page([perfect()])).text()
    assert "at the end of the stream" in Document(page([ordinary()])).text()


def test_runs_without_examples_or_weights_say_so() -> None:
    assert "no labelled examples" in Document(page([empty()])).text()
    assert "not watched" in Document(page([perfect()])).text()


def test_attributes_stand_in_the_order_in_which_they_came() -> None:
    strip = re.findall(r'<g data-name="([^"]*)"', page([ordinary()]))
    assert strip == ["free", "meeting", "column 17"]


def test_signs_have_two_colours() -> None:
    source = page([one_bin()])
    bars = source[source.index("chart bars") :]
    assert bars.index('class="negative"') < bars.index('class="positive"')


def test_trace_that_is_out_of_step_is_not_drawn() -> None:
    run = ordinary()
    run.weights = WeightTrace([5, 5, 2], {"a": [1.0, 2.0, 3.0]})
    run.curve = Curve(64, [64, 0, 3], [2, 0, 1])  # and an empty bin is passed over
    Document(page([run]))


def test_no_run_is_an_error_that_says_so() -> None:
    with pytest.raises(InputError, match="at least one run"):
        page([])

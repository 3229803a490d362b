"""Pages show what the run that was kept says, and nothing else: no figure is typed by hand."""

import dataclasses

import pytest
from PIL import Image

from benchmarks.claims import Claim
from benchmarks.suite_parts.errors import CALLED, Errors, SetErrors, errors_table
from benchmarks.suite_parts.pages import (
    FIRST_LOOK,
    ROOT,
    benchmarks_page,
    filled,
    first_look,
    pages,
    speed_tables,
    times,
)
from benchmarks.suite_parts.picture import draw
from benchmarks.suite_parts.record import SuiteRun

TIMED = Claim("Auto from binary-60MB.vw, whole process", 2.0, 4.0, "s", "VW", 1.0)
COUNTED = Claim("Arow, binary", 30.0, 20.0, "M values/s", "SGDClassifier(log_loss)", 2.0, at_most=False)
LIMITED = Claim("service: questions, 64 connections", 9000.0, 8000.0, "a second", "the limit", 1.0, at_most=False)
RUN = SuiteRun("2026-02-03", 1.5, 4, "some processor", "3.12.1", False, ["wrk"], [TIMED, COUNTED, LIMITED])


@pytest.mark.parametrize("name", ["benchmarks.md", "speed.md", "README.md"])
def test_page_is_what_the_records_give(name):
    (page,) = [(path, text) for path, text in pages(SuiteRun.read()).items() if path.name == name]
    assert page[0].read_text(encoding="utf-8") == page[1], "python benchmarks/suite.py --pages"


def test_run_is_read_as_it_was_written(tmp_path):
    RUN.write(tmp_path / "run.json")
    assert SuiteRun.read(tmp_path / "run.json") == RUN
    SuiteRun.here([], [], quick=True, minutes=0.0).write(tmp_path / "empty.json")
    assert SuiteRun.read(tmp_path / "empty.json").claims == []


def test_tables_say_how_many_times_as_fast():
    """Of seconds theirs over ours, of a speed ours over theirs."""
    assert (times(TIMED), times(COUNTED)) == ("2.00", "1.50")
    told = speed_tables(RUN)
    assert "| Auto from binary-60MB.vw, whole process | 2 s | VW | 4 | 2.00 |" in told
    assert "| service: questions, 64 connections | 9,000 a second |" in told
    assert told.startswith("03 February 2026, 4 processors (some processor), Python 3.12.1, one run of `make bench`:")


def test_readme_shows_a_few_and_leaves_out_what_was_not_measured():
    lines = first_look(RUN).splitlines()[4:]
    assert [line.split(" | ")[-1] for line in lines] == ["1.50 |", "2.00 |", "9,000 a second |"]
    kept = first_look(SuiteRun.read()).splitlines()[4:]
    assert 5 <= len(kept) <= len(FIRST_LOOK)


def test_summary_counts_what_is_held_and_names_what_was_left_out():
    page = benchmarks_page(RUN)
    assert "**2 of 3 held.**" in page
    assert "not installed: wrk." in page
    assert "quick form" in benchmarks_page(dataclasses.replace(RUN, quick=True))


def test_picture_has_one_for_phones_beside_it(tmp_path):
    draw([TIMED, COUNTED, LIMITED], tmp_path / "run.png")
    wide, narrow = size(tmp_path / "run.png"), size(tmp_path / "run-narrow.png")
    assert wide[0] / wide[1] > 2 > narrow[0] / narrow[1]
    assert size(ROOT / "docs" / "figures" / "benchmarks-narrow.png")[0] == narrow[0]


def size(path):
    with Image.open(path) as picture:
        return picture.size


def test_page_without_a_place_is_refused():
    with pytest.raises(ValueError, match="no place for 'speed'"):
        filled("# A page", "speed", "| a |")


def test_errors_are_shown_with_the_smallest_in_bold():
    name = next(iter(CALLED))
    run = Errors("2026-02-03", 7, 0.8, 0.7, 0.9, 2, 1, 0, 0.95, [SetErrors(name, 0.02, 0.03, 0.01)])
    table = errors_table(run)
    assert f"| {CALLED[name]} | .0200 | .0300 | **.0100** |" in table
    assert "(03 February 2026)" in table
    assert "best of 7 settings" in table
    assert "Over all 2 sets 0.80 of VW's error (95 %: 0.70 to 0.90; 1 surely better, 0 surely worse), 0.95 of" in table
    assert {one.name for one in Errors.read().errors} >= set(CALLED)

"""A page says first what it is for."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_begins_with_a_sentence_of_its_own(page):
    begins = re.match(r"# [^\n]+\n\n(.+?)(?:\n\n|\Z)", page.read_text(encoding="utf-8"), re.DOTALL)
    assert begins is not None, "a title and an empty line"
    first = begins[1]
    assert re.match(r"[A-Z0-9`*\[]", first), "no table, list, command or heading"
    assert len(first.split()) >= 6
    assert not first.startswith("Made by"), "what it is for comes before how it was made"


def test_the_page_of_frames_is_linked_from_that_of_rows():
    assert "(frames.md)" in (DOCS / "rows.md").read_text(encoding="utf-8")


def test_readme_and_make_say_the_same_of_the_time_to_build():
    root = DOCS.parent
    seconds = int(re.search(r"COMPILING := (\d+)", (root / "Makefile").read_text(encoding="utf-8"))[1])
    least, most = (1 + times * seconds // 2 // 60 for times in (1, 2))
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert f"about {least} to {most} min on 2 idle cores the first time" in readme

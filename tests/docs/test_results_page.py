"""docs/results.md is what THEOREMS and the tests make of it, names what is there, and leaves no numbered result out."""

import os
import re
from pathlib import Path

import pytest

from thresher.theory.bounds import THEOREMS

from .numbered_results import AUER_WARMUTH_1998, PAPERS
from .pages import ROOT
from .results_page import PAGE, headings, page
from .test_theory_entries import is_there

RESULTS = [pytest.param(result, id=f"{paper.text[:-4]} {result.name}") for paper in PAPERS for result in paper.results]
COUNTS = {  # how many of each kind a paper has, read off the papers themselves
    "mesterharm2003.txt": {"Theorem": [1, 10], "Lemma": [2, 3, 4, 5, 6, 7], "Corollary": [8, 9, 11]},
    "auer_warmuth1998.txt": {"Theorem": [*range(1, 11)], "Lemma": [1, 2, 3, 4, 5], "Corollary": [1]},
    "mesterharm2005.txt": {"Theorem": [1, 2, 3, 4, 5], "Lemma": [1, 2, 3], "Corollary": [1]},
    "grove_littlestone_schuurmans2001.txt": {
        "Theorem": ["4.1", "4.2", "5.1", "5.2", "7.1"],
        "Corollary": ["5.3", "7.2"],
        "Proposition": ["8.1"],
    },
}


def found_in(text, pattern):
    """The results that a paper's text states: kind and number."""
    return {f"{kind[0].upper()}{kind[1:]} {number}" for kind, number in re.findall(pattern, text, re.MULTILINE)}


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "make it again: python -m tests.docs.results_page"


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_lives_somewhere(result):
    if result.why:
        assert not result.functions
        assert not result.holds
        return
    assert result.entry in headings()
    assert result.holds
    assert result.breaks
    own = {bound.name for bound in THEOREMS[result.entry].bounds} if result.entry in THEOREMS else set()
    every = {bound.name for theorem in THEOREMS.values() for bound in theorem.bounds}
    for name in result.functions.split():
        assert name in every or ("." in name and is_there(name))
    assert not own or not result.functions or own & set(result.functions.split()) or "." in result.functions
    for test in (*result.holds, *result.breaks):
        path, _, name = test.partition("::")
        assert f"\ndef {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), test


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.text)
def test_no_numbered_result_is_left_out(paper):
    numbered = {result.name for result in paper.results}
    assert len(numbered) == len(paper.results)
    expected = {f"{kind} {number}" for kind, numbers in COUNTS.get(paper.text, {}).items() for number in numbers}
    assert expected <= numbered
    assert {
        name for name in numbered if re.fullmatch(r"(Theorem|Lemma|Corollary|Proposition) [\d.]+", name)
    } <= expected


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.text)
def test_the_list_is_that_of_the_papers_text(paper):
    """Where a folder with the texts is named. One is damaged: its Lemmas 1 and 2 stand there without numbers."""
    folder = os.environ.get("THRESHER_PAPERS")
    if not folder or not Path(folder).is_dir():
        pytest.skip("THRESHER_PAPERS names no folder with the papers' texts")
    stated = found_in((Path(folder) / paper.text).read_text(encoding="utf-8"), paper.pattern)
    listed = {result.name for result in paper.results}
    assert stated
    assert stated <= listed
    legible = {name for name in listed if re.fullmatch(r"(Theorem|Lemma|Corollary|Proposition) [\d.]+", name)}
    assert legible - stated <= ({"Lemma 1", "Lemma 2"} if paper is AUER_WARMUTH_1998 else set())


# The tests above can fail.


def test_a_result_that_is_not_listed_is_noticed():
    text = "**Theorem 1** words\nsee Theorem 12 of others\n**Lemma 99** more\n"
    assert found_in(text, PAPERS[0].pattern) == {"Theorem 1", "Lemma 99"}
    assert not found_in(text, PAPERS[0].pattern) <= {result.name for result in PAPERS[0].results}


def test_a_changed_page_is_noticed():
    assert page().replace("Theorem 1 ", "Theorem 2 ", 1) != page()
    assert "not implemented: " in page()

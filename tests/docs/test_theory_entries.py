"""The pages of the theory are right about the code: entries, statuses, functions, names and links."""

import importlib
import re
from pathlib import Path

import pytest

import thresher
import thresher.data.features
import thresher.evaluation
import thresher.theory
import thresher.theory.bounds
import thresher.theory.concepts
import thresher.theory.invariants
import thresher.theory.potentials
import thresher.theory.reference
import thresher.theory.reference.delay
from thresher.theory.bounds import THEOREMS
from thresher.theory.bounds.theorem import STATUSES

from .pages import ROOT

DOCS = ROOT / "docs"
THEORY = (DOCS / "theory.md").read_text(encoding="utf-8")
PAPERS = sorted((DOCS / "papers").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")), *PAPERS]
ROOMS = (
    thresher,
    thresher.theory,
    thresher.theory.bounds,
    thresher.theory.concepts,
    thresher.evaluation,
    thresher.theory.invariants,
    thresher.data.features,
    thresher.theory.potentials,
    thresher.theory.reference,
    thresher.theory.reference.delay,
)
SYMBOLS = {"log_alpha"}  # of formulas
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}

_HEADING = re.compile(r"^### ([A-J]\d*[a-z]?)\. .*\n\*(\w+)\.\*", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)
_FUNCTION = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")


def entries(text):
    """Entry -> (status word, what stands below its heading)."""
    found = list(_HEADING.finditer(text))
    ends = [*(following.start() for following in found[1:]), len(text)]
    return {match[1]: (match[2].lower(), text[match.end() : end]) for match, end in zip(found, ends, strict=True)}


def listed(below):
    """The names in an entry's line of functions, which may go on for several lines."""
    line = re.search(r"^- Functions: (.*?)(?=\n\n|\n- |\n#|\Z)", below, re.MULTILINE | re.DOTALL)
    return set(_SPAN.findall(line[1])) if line else set()


def plain(page):
    """A page without its fenced blocks, which other tests run."""
    return _FENCED.sub("", Path(page).read_text(encoding="utf-8"))


def names(text):
    """Dotted names of the package, and what looks like a class or function of it."""
    for span in _SPAN.findall(text):
        name = span.partition("(")[0]
        if re.fullmatch(r"(thresher|th|bounds)(\.\w+)+", name):
            yield re.sub(r"^th\.", "thresher.", re.sub(r"^bounds\.", "thresher.theory.bounds.", name))
        elif re.fullmatch(r"[A-Z][a-z0-9]+[A-Za-z0-9]*|[A-Z]+[A-Z0-9]*[0-9]", name) or _FUNCTION.fullmatch(name):
            yield name


def is_there(name):
    """Whether a test, a dotted name, or a bare one in a room of the theory or of its learners, exists."""
    if name.startswith("test_"):
        return name in TESTS
    if "." in name:
        module, _, last = name.rpartition(".")
        return _imports(name) or (_imports(module) and hasattr(importlib.import_module(module), last))
    return any(hasattr(room, name) for room in ROOMS) or any(hasattr(learner, name) for learner in _learners())


def _imports(module):
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def _learners():
    return [thresher.Swin(2), thresher.TrackingWinnow(), thresher.Alma(2)]


def anchors(text):
    """The anchors that GitHub makes of headings."""
    headings = re.findall(r"^#+ (.*)$", _FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_theorem_has_an_entry_with_its_status():
    found = entries(THEORY)
    assert [entry for entry in THEOREMS if entry not in found] == []
    wrong = {e: (found[e][0], t.status) for e, t in THEOREMS.items() if found[e][0] != t.status}
    assert wrong == {}
    assert {status for status, _ in found.values()} <= set(STATUSES)


def test_every_entry_lists_the_functions_of_its_theorem():
    found = {entry: listed(below) for entry, (_, below) in entries(THEORY).items()}
    there = {entry: {bound.name for bound in theorem.bounds} for entry, theorem in THEOREMS.items()}
    assert {entry: own for entry, own in found.items() if own != there.get(entry, set())} == {}


def test_the_table_of_learners_names_entries_that_are_there():
    table = THEORY.partition("## Which learner has which guarantee\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"\[([A-J]\d*[a-z]?)\]", table)) <= set(entries(THEORY))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_dotted_names_exist(page):
    assert [name for name in names(plain(page)) if "." in name and not is_there(name)] == []


@pytest.mark.parametrize("page", [DOCS / "theory.md", *PAPERS], ids=lambda page: page.name)
def test_classes_and_functions_named_by_the_theory_exist(page):
    assert [name for name in names(plain(page)) if name not in SYMBOLS and not is_there(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    broken = []
    for link in (first or second for first, second in _LINK.findall(plain(page))):
        path, _, anchor = link.partition("#")
        target = page if not path else page.parent / path
        if link.startswith("http"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


def test_every_figure_is_shown_and_small():
    figures = sorted((DOCS / "figures").glob("*"))
    pages = [*PAPERS, *DOCS.glob("*.md")]
    shown = {name for page in pages for name in re.findall(r"!\[[^\]]+\]\((?:\.\./)?figures/([^)]+)\)", plain(page))}
    narrow = {figure.name for figure in figures if figure.stem.endswith("-narrow")}  # on phones, in place of one shown
    assert {figure.name for figure in figures} - narrow == shown
    assert {name.replace("-narrow", "") for name in narrow} <= shown
    assert [figure.name for figure in figures if figure.stat().st_size > 120_000] == []


# The checks above can fail.


def test_a_wrong_status_a_missing_function_and_an_unknown_name_are_found():
    below = entries("### A4. A title\n*Derived.* Words.\n- Functions: `one`,\n  `two`.\n\n### A5. Next\n*Paper.* x")
    assert below["A4"][0] == "derived"
    assert listed(below["A4"][1]) == {"one", "two"}
    assert listed(below["A5"][1]) == set()
    assert not is_there("tracking_winnow_mistake")
    assert not is_there("thresher.theory.bounds.no_such_thing")
    assert not is_there("test_nothing")
    assert is_there("thresher.theory.bounds.tracking_winnow_mistakes")
    assert "no-such-heading" not in anchors(THEORY)
    assert "a14-lower-bounds" in anchors(THEORY)

"""Makes docs/results.md, every numbered result of the papers: `python -m tests.docs.results_page`."""

import re
from pathlib import Path

from thresher.theory.bounds import THEOREMS

from .numbered_results import PAPERS, Paper, Result
from .pages import ROOT

PAGE = ROOT / "docs" / "results.md"
HEAD = """# Every numbered result of the papers

For each theorem, lemma, corollary and proposition of the five papers: its entry in [theory.md](theory.md), the
functions of `thresher.theory.bounds` that compute it, a test that it holds and one that shows that such a test can
fail. It is made from `THEOREMS` and from the tests (`python -m tests.docs.results_page`), and a test keeps it so.
"""


def headings() -> dict[str, str]:
    """Entry -> its heading in docs/theory.md."""
    text = (ROOT / "docs" / "theory.md").read_text(encoding="utf-8")
    return {
        match[1]: match[0].removeprefix("### ")
        for match in re.finditer(r"^### ([A-J]\d*[a-z]?)\. .*$", text, re.MULTILINE)
    }


def anchor(heading: str) -> str:
    """What GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def row(result: Result, entries: dict[str, str]) -> str:
    """A line of the table."""
    if result.why:
        return f"| {result.name} | {result.says} | - | not implemented: {result.why} | - | - |"
    theorem = THEOREMS.get(result.entry)
    status = f", {theorem.status}" if theorem else ""
    entry = f"[{result.entry}](theory.md#{anchor(entries[result.entry])}){status}"
    functions = ", ".join(f"`{name}`" for name in result.functions.split()) or "a law of every step, no number"
    return f"| {result.name} | {result.says} | {entry} | {functions} | {tests(result.holds)} | {tests(result.breaks)} |"


def tests(named: tuple[str, ...]) -> str:
    """Tests as links to their files."""
    links = []
    for test in named:
        path, _, name = test.partition("::")
        links.append(f"[{name.removeprefix('test_').replace('_', ' ')}](../tests/{path})")
    return "; ".join(links)


def section(paper: Paper, entries: dict[str, str]) -> str:
    lines = [f"## {paper.title}", "", f"Its own page: [{Path(paper.page).name}]({paper.page}).", ""]
    lines += ["| result | says | entry | functions | holds | can fail |", "|---|---|---|---|---|---|"]
    return "\n".join([*lines, *(row(result, entries) for result in paper.results)])


def page() -> str:
    """The whole page."""
    entries = headings()
    return "\n\n".join([HEAD.rstrip("\n"), *(section(paper, entries) for paper in PAPERS)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

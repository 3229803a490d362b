"""The site has every page once, and its index says what each is for: mkdocs is not needed for that.

That no link leads nowhere is in test_theory_entries.py. What needs mkdocs, building the site, is in test_built_site.py.
"""

import codeop
import html
import importlib.util
import re
import tomllib
from types import SimpleNamespace

from .pages import ROOT

DOCS = ROOT / "docs"
FROM_ABOVE = {"../CHANGELOG.md": "changelog.md", "../CONTRIBUTING.md": "contributing.md"}
SECTIONS = ["Start", "How-to", "Understand", "Reference", "Coming from"]
CONFIG = SimpleNamespace(extra={"search_words": {"thresholds.md": ["alarms"]}})
_ENTRY = re.compile(r"^- \[(.+?)\]\((.+?)\): (.+)$", re.MULTILINE)


def nav() -> dict[str, list[tuple[str, str]]]:
    """Section -> (title, file) of each page, as mkdocs.yml has it."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    found: dict[str, list[tuple[str, str]]] = {}
    for line in text.splitlines():
        if section := re.fullmatch(r"  - (.+):", line):
            here = found.setdefault(section[1], [])
        elif page := re.fullmatch(r'      - "?(.+?)"?: (\S+\.md)', line):
            here.append((page[1], page[2]))
    return found


def index() -> dict[str, list[tuple[str, str]]]:
    """The same, as docs/index.md has it."""
    parts = re.split(r"^## (.+)$", (DOCS / "index.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lists = zip(parts[1::2], parts[2::2], strict=True)
    return {
        name: [(title, FROM_ABOVE.get(page, page)) for title, page, _ in _ENTRY.findall(text)] for name, text in lists
    }


def hooks():
    spec = importlib.util.spec_from_file_location("hooks", DOCS / "site" / "hooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_index_and_nav_have_the_same_pages_in_the_same_order():
    assert list(nav()) == SECTIONS
    assert nav() == index()


def test_every_page_is_in_the_nav_once_and_is_there():
    listed = [page for entries in nav().values() for _, page in entries]
    there = [str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md") if page.name != "index.md"]
    assert sorted(listed) == sorted([*there, *FROM_ABOVE.values()])


def test_words_for_the_search_are_single_ones_of_pages_that_are_there():
    """A word is worth so much that two pages can't share one, and a word of a phrase would count alone."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\n  search_words:\n")[2]
    listed = re.findall(r"^    (\S+\.md): \[(.+)\]$", text.partition("\nextra_css:")[0], re.MULTILINE)
    assert {page for page, _ in listed} <= {page for entries in nav().values() for _, page in entries}
    words = [word.lower() for _, some in listed for word in some.split(", ")]
    assert len(words) > 80
    assert len(set(words)) == len(words)
    assert all(re.fullmatch(r"[a-z0-9]+", word) for word in words)


def test_llms_txt_lists_every_page_by_section():
    text = hooks().llms((DOCS / "index.md").read_text(encoding="utf-8"))
    assert text.startswith("# Thresher\n\n> Thresher learns ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert [page for _, page, _ in _ENTRY.findall(text)] == [page for entries in nav().values() for _, page in entries]


def test_a_how_to_counts_more_in_the_search_than_a_list_of_names():
    def boost(source, section):
        page = SimpleNamespace(
            file=SimpleNamespace(src_uri=source), ancestors=[SimpleNamespace(title=section)], meta={}
        )
        assert hooks().on_page_content("<p>", page, CONFIG, None) == "<p>"
        return page.meta["search"]["boost"]

    assert boost("drift.md", "How-to") > boost("auto.md", "Understand") > boost("api-learners.md", "Reference")


def test_what_the_site_makes_of_a_page():
    """Titles for file names, words for what is no page, bars in tables, Python's prompt."""

    class Page:
        class file:
            src_uri = "papers/roth2016.md"

    class Config:
        repo_url = None

    text = "[theory.md](../theory.md#c) [here](../../tests/depth.py)\n| `a\\|b` | c |\n```python\n>>> 1\n```\n"
    made = hooks().on_page_markdown(text, Page, Config, None)
    assert made == ("[Theory: what the guarantees say](../theory.md#c) here\n| `a|b` | c |\n```pycon\n>>> 1\n```\n")
    Config.repo_url = "https://example.org/thresher/"
    made = hooks().on_page_markdown(text, Page, Config, None)
    assert "[here](https://example.org/thresher/blob/main/tests/depth.py)" in made


def test_worked_examples_are_on_the_site():
    """Whoever has the site and a wheel has no clone."""
    page, config = SimpleNamespace(file=SimpleNamespace(src_uri="examples.md")), SimpleNamespace(repo_url=None)
    text = (DOCS / "examples.md").read_text(encoding="utf-8")
    led = set(re.findall(r"\]\((examples/[^)]+)\)", hooks().on_page_markdown(text, page, config, None)))
    there = {str(path.relative_to(ROOT)) for path in (ROOT / "examples").rglob("*.*") if path.suffix != ".pyc"}
    assert led == there | {"examples/service/Dockerfile"} == set(hooks().examples())


def test_the_site_knows_where_it_is_published():
    """A page that is not there is shown with addresses from the root: without this they lead past the site."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = re.search(r"^site_url: (\S+)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert address
    assert address[1] == project["urls"]["Documentation"]


def test_a_word_is_found_whatever_sign_stands_beside_it():
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    separator = re.search(r"^      separator: '(.+?)' #", settings, re.MULTILINE)
    assert separator
    words = re.split(separator[1], 'rows (GDPR, erasure): th.threshold_for [roll back]; --cost "fp=1" 0.25')
    assert [word for word in words if word] == (
        ["rows", "GDPR", "erasure", "th", "threshold_for", "roll", "back", "cost", "fp", "1", "0.25"]
    )


def test_what_is_for_the_tests_alone_is_not_shown():
    page, config = SimpleNamespace(file=SimpleNamespace(src_uri="a.md")), SimpleNamespace(repo_url=None)
    text = "```python\n>>> f(a)  # doctest: +ELLIPSIS\na...\n>>> for b in a:\n...     b\n... # doctest: +SKIP\n1\n```\n"
    made = hooks().on_page_markdown(text, page, config, None)
    assert made == "```pycon\n>>> f(a)\na...\n>>> for b in a:\n...     b\n1\n```\n"


def content(html):
    page = SimpleNamespace(file=SimpleNamespace(src_uri="a.md"), ancestors=[], meta={})
    return hooks().on_page_content(html, page, CONFIG, None)


def test_an_example_is_copied_without_prompts_and_without_what_is_printed():
    session = (
        '<div class="language-pycon highlight"><pre><code><span class="gp">&gt;&gt;&gt; </span>a = {"b": 1}\n'
        "&gt;&gt;&gt; for x in a:\n...     print(x)\nb\n&gt;&gt;&gt; f(a,\n...   2 &lt; 3)\nTrue\n</code></pre></div>"
    )
    (copied,) = re.findall(r'data-copy="([^"]*)"', content(session))
    typed = html.unescape(copied)
    assert typed == 'a = {"b": 1}\nfor x in a:\n    print(x)\n\nf(a,\n  2 < 3)\n\n'
    compile(typed, "copied", "exec")
    shell = '<div class="language-sh highlight"><pre><code>thresher demo</code></pre></div>'
    assert content(shell) == shell


def test_what_is_copied_of_every_page_is_python():
    """At the prompt, too: no statement goes on where it is pasted line by line."""
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        for session in re.findall(r"^```python\n(>>>.*?)^```", text, re.MULTILINE | re.DOTALL):
            lines = hooks().typed(session).splitlines()
            assert lines
            waiting = []
            for line in lines:
                waiting.append(line)
                if codeop.compile_command("\n".join(waiting), page.name):
                    waiting = []
            assert waiting == []


def test_a_figure_has_a_narrow_one_on_phones_where_there_is_one():
    wide = '<img alt="x" src="../figures/benchmarks.png" />'
    narrow = '<source media="(max-width: 45em)" srcset="../figures/benchmarks-narrow.png">'
    assert content(wide) == f"<picture>{narrow}{wide}</picture>"
    for other in ('<img alt="x" src="figures/asking.png" />', '<img src="x.png" />'):
        assert content(other) == other


def test_an_option_is_not_broken_behind_its_first_hyphen():
    assert content("<p><code>predict a-b --cost fp=1</code></p>") == (
        '<p><code>predict a-b <span class="option">--cost</span> fp=1</code></p>'
    )
    block = '<div class="language-sh highlight"><pre><span></span><code>learn --text a</code></pre></div>'
    assert content(block) == block


def test_texts_beside_the_site_lead_to_the_pages_beside_them():
    beside = hooks().beside
    assert beside("[new](../CHANGELOG.md#a) [x](../tests/depth.py)") == "[new](changelog.md#a) [x](../tests/depth.py)"
    assert beside("[how](../../CONTRIBUTING.md)", depth=2) == "[how](../contributing.md)"
    assert "(changelog.md)" in beside((DOCS / "index.md").read_text(encoding="utf-8"))


def test_every_name_of_the_api_has_a_line_of_its_own():
    for page in DOCS.glob("api-*.md"):
        text = page.read_text(encoding="utf-8")
        names = re.findall(r"^::: [\w.]+\.(\w+)$", text, re.MULTILINE)
        lines = dict(re.findall(r"^- `(\w+)`: (\S.*)$", text, re.MULTILINE))
        assert names
        assert set(names) <= set(lines)

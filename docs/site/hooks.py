"""What the site makes of the pages as they stand in the repository, where they are read too.

A link whose words are a page's file name says the page's title instead. The worked examples lie beside the pages, so
that whoever has only the site can run them. Links to other files that are no pages (tests, scripts) lead to the
repository if its address is known, else they are words. What is typed at Python's prompt is marked
as such, so that it is coloured as that, and copied without the prompt and what is printed; what such a line tells the
tests alone is left out. Of a figure that is too wide for a phone there is a narrow one beside it. A bar in code in a
table is written `\\|`, as GitHub wants it, and Python-Markdown does not. CHANGELOG.md and CONTRIBUTING.md, which belong
to the top of a repository, are pages too.
"""

import doctest
import html as markup
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FROM_ABOVE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
_OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([^)#]*)(#[^)]*)?\)")
_PROMPT = re.compile(r"^```python\n(?=>>>)", re.MULTILINE)
_FOR_TESTS = re.compile(r"[ \t]*# doctest: \+\w+$|^\.\.\. # doctest: \+\w+\n", re.MULTILINE)
_TYPED = re.compile(r'<div class="(language-pycon highlight)">(?=(.*?)</div>)', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_FIGURE = re.compile(r'<img [^>]*?src="([^"]*/)?(figures/[\w-]+)\.png"[^>]*>')
_CODE_IN_WORDS = re.compile(r"(?<!</span>)<code>([^<]*)</code>")
_OPTION = re.compile(r"(?<![\w-])--[\w-]+")
_LINK_DOWN = re.compile(r"\[([^\]]+)\]\(docs/([^)]*)\)")
_NAMED = re.compile(r"\[(?:docs/)?([\w/-]+\.md)\]\(([\w/.-]+\.md)(#[^)]*)?\)")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_ROW_CODE = re.compile(r"`[^`\n]*\\\|[^`\n]*`")


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that do not lie in docs, and the worked examples."""
    from mkdocs.structure.files import File

    for path in examples():
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))

    for name, page in FROM_ABOVE.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    return files


def examples() -> list[str]:
    """Programs and what else there is to try, by their place in the repository and on the site."""
    paths = [path for path in (ROOT / "examples").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """A page's text, as the site wants it."""
    here = Path(page.file.src_uri).parent
    if page.file.src_uri in FROM_ABOVE.values():
        markdown = _LINK_DOWN.sub(lambda link: _from_above(link, files), markdown)
    markdown = _OUTSIDE.sub(lambda link: _led(link, here, config.repo_url), markdown)
    markdown = _NAMED.sub(lambda link: _titled(link, here), markdown)
    return "\n".join(_ROW_CODE.sub(_bars, line) if line.startswith("|") else line for line in _prompts(markdown))


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Figures for phones, what is copied, options in one piece; what the page counts in the search, and other words."""
    page.meta["search"] = {"boost": _boost(page)}
    page.meta["tags"] = config.extra["search_words"].get(page.file.src_uri, [])
    html = _CODE_IN_WORDS.sub(_with_whole_options, html)
    return _FIGURE.sub(_for_phones, _TYPED.sub(_to_copy, html))


def _with_whole_options(code: re.Match[str]) -> str:
    """Code within a sentence: a line may end behind a hyphen, and an option of the command line begins with two."""
    marked = _OPTION.sub(r'<span class="option">\g<0></span>', code[1])
    return f"<code>{marked}</code>"


def _to_copy(block: re.Match[str]) -> str:
    """An example at Python's prompt with what the button beside it copies: what is typed."""
    return f'<div class="{block[1]}" data-copy="{markup.escape(typed(markup.unescape(_TAG.sub("", block[2]))))}">'


def typed(session: str) -> str:
    """What is typed at Python's prompt; a line behind an indented one is empty, as the prompt wants it."""
    sources = [example.source for example in doctest.DocTestParser().get_examples(session)]
    return "".join(source + "\n" * source.splitlines()[-1].startswith((" ", "\t")) for source in sources)


def _for_phones(figure: re.Match[str]) -> str:
    """A figure that has a narrow one beside it, with that on narrow screens."""
    narrow = f"{figure[2]}-narrow.png"
    if not (ROOT / "docs" / narrow).is_file():
        return figure[0]
    source = f'<source media="(max-width: 45em)" srcset="{figure[1] or ""}{narrow}">'
    return f"<picture>{source}{figure[0]}</picture>"


def _boost(page: Any) -> float:
    """How much a page counts in the search: who searches mostly wants to know how to do something."""
    if page.file.src_uri.startswith(("api", "changelog", "decisions", "theory", "commands")):
        return 0.3
    return 3.0 if any(part.title in ("Start", "How-to", "Coming from") for part in page.ancestors) else 1.0


def _prompts(markdown: str) -> list[str]:
    return _PROMPT.sub("```pycon\n", _FOR_TESTS.sub("", markdown)).split("\n")


def _bars(code: re.Match[str]) -> str:
    return code[0].replace("\\|", "|")


def _titled(link: re.Match[str], here: Path) -> str:
    """A link that says the title of the page it leads to."""
    path = ROOT / "docs" / here / link[2]
    title = _TITLE.search(path.read_text(encoding="utf-8")) if path.is_file() else None
    return f"[{title[1]}]({link[2]}{link[3] or ''})" if title else link[0]


def _from_above(link: re.Match[str], files: Any) -> str:
    """A link from the top of the repository into docs: to a page, or the folder's name in words."""
    known = files.get_file_from_path(link[2].partition("#")[0]) is not None
    return f"[{link[1]}]({link[2]})" if known else link[1]


def _led(link: re.Match[str], here: Path, address: str | None) -> str:
    """A link that leaves the folder of a page: to another page, to the repository, or nowhere."""
    words, anchor = link[1], link[3] or ""
    if len(here.parts) >= link[0].count("../"):  # still inside docs
        return link[0]
    if link[2] in FROM_ABOVE:
        return f"[{words}]({'../' * len(here.parts)}{FROM_ABOVE[link[2]]}{anchor})"
    if link[2] in examples():
        return f"[{words}]({'../' * len(here.parts)}{link[2]})"
    return f"[{words}]({address.rstrip('/')}/blob/main/{link[2]})" if address else words


def on_post_template(output: str, template_name: str, config: Any) -> str:
    """What is shown for a page that is not there says where to go on."""
    if template_name != "404.html":
        return output
    pages = f'<a href="{config.site_url}">All pages</a> are listed with what they are for, and the search is above.'
    return output.replace("<h1>404 - Not found</h1>", f"<h1>There is no such page</h1>\n<p>{pages}</p>")


def on_post_build(config: Any) -> None:
    """For programs that read: llms.txt, which lists every page, and the pages' own text beside them."""
    site = Path(config.site_dir)
    docs = ROOT / "docs"
    for page in [*docs.glob("*.md"), *docs.glob("papers/*.md")]:
        place = page.relative_to(docs)
        text = beside(page.read_text(encoding="utf-8"), depth=len(place.parts))
        (site / place).write_text(text, encoding="utf-8")
    for name, page_name in FROM_ABOVE.items():
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (site / page_name).write_text(text, encoding="utf-8")
    (site / "llms.txt").write_text(llms((docs / "index.md").read_text(encoding="utf-8")), encoding="utf-8")


def llms(index: str) -> str:
    """The form of llmstxt.org: title, summary, then the list of pages by section, as the index has it."""
    title, summary, rest = index.removeprefix("# ").split("\n\n", 2)
    lists = rest[rest.index("\n## ") + 1 :]
    return f"# {title}\n\n> {' '.join(summary.split())}\n\n{beside(lists)}"


def beside(text: str, depth: int = 1) -> str:
    """A page's own text with links to the pages that lie at the top of the repository, and on the site beside it."""
    for name, page in FROM_ABOVE.items():
        text = text.replace(f"]({'../' * depth}{name}", f"]({'../' * (depth - 1)}{page}")
    return text

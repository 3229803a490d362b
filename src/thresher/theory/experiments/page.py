"""The page of an experiment: question, findings, figures, tables and choices; its pictures lie beside it."""

from collections.abc import Iterable
from importlib.resources import files

from ...reports.markup import Markup, element
from ...reports.tables import table
from ...reports.wording import NOTHING, count, number, plain
from .experiment import Cell, Figure, Findings, Table

MOST_ROWS = 60  # of a table that are shown; the rest is in its file
STYLE = """
ul, ol { margin: 0; padding-left: 1.3em; max-width: 92ch; }
li { margin: 6px 0; }
.question { font-size: 17px; max-width: 80ch; }
figure img { display: block; width: 100%; height: auto; background: #fff; }
"""


def page(findings: Findings, title: str, made: str) -> str:
    """One HTML document without scripts or network; made: the command that writes it."""
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        element("title", f"{title} - Thresher"),
        element("style", Markup(files("thresher.reports").joinpath("page.css").read_text(encoding="utf-8") + STYLE)),
    )
    header = element(
        "header",
        element("p", "Thresher experiment", class_="kicker"),
        element("h1", title),
        element("p", findings.question, class_="question"),
        element("p", element("code", made), class_="sources"),
    )
    main = element(
        "main",
        header,
        _part("Findings", _list("ol", findings.sentences)),
        _part("Figures", *map(_figure, findings.figures)),
        _part("Tables", *map(_table, findings.tables)),
        _part("Choices where the source is silent", _list("ul", findings.choices)) if findings.choices else None,
    )
    return f"<!doctype html>\n{element('html', head, element('body', main), lang='en')}\n"


def _part(title: str, *content: Markup) -> Markup:
    return element("section", element("h3", title), *content)


def _list(kind: str, items: Iterable[str]) -> Markup:
    return element(kind, *(element("li", item) for item in items))


def _figure(figure: Figure) -> Markup:
    picture = element("img", src=f"{figure.name}.svg", alt=figure.title)
    caption = element("figcaption", figure.caption, " ", element("a", "PNG", href=f"{figure.name}.png"))
    return element("figure", picture, caption)


def _table(shown: Table) -> Markup:
    rows = [[_cell(cell) for cell in row] for row in shown.rows[:MOST_ROWS]]
    left = len(shown.rows) - len(rows)
    note = f"{count(left)} rows more in " if left else "The same as "
    link = element("a", f"{shown.name}.csv", href=f"{shown.name}.csv")
    title = element("h4", shown.name.replace("_", " "))
    return element("figure", title, table(shown.columns, rows), element("p", note, link, ".", class_="note"))


def _cell(value: Cell) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return count(value)
    return number(value) if isinstance(value, float) else plain(value)

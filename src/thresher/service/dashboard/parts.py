"""The pieces of which pages are made: panels, drawings with their numbers behind them, tables."""

from collections.abc import Iterable, Sequence

from ...reports.markup import Markup, element, join
from ...reports.tables import table
from ...reports.wording import percent

WIDTH = 620  # of a drawing: two stand beside each other on a desk, one on a phone


def panel(name: str, title: str, *content: str | None, wide: bool = False, still: bool = False) -> Markup:
    """A part of a page under a heading.

    Parameters
    ----------
    name : str
        Its id: what is new of it takes its place while a page is open.
    title : str
        The heading.
    content : str
        What is in it.
    wide : bool, default False
        Over the whole width.
    still : bool, default False
        Not renewed by itself: somebody may be about to press a button in it.
    """
    heading = element("h2", title, id=f"{name}-title")
    return element(
        "section",
        heading,
        *content,
        id=name,
        class_="panel wide" if wide else "panel",
        aria_labelledby=f"{name}-title",
        data_still="yes" if still else None,
    )


def drawn(chart: Markup, words: str, *, latest: bool = False) -> Markup:
    """A drawing with a sentence below; where it is wider than the screen it can be scrolled, by keys too.

    Parameters
    ----------
    chart : Markup
        The drawing.
    words : str
        The sentence.
    latest : bool, default False
        Of one that is too wide the right end is shown, where the latest is.
    """
    look = "scroll latest" if latest else "scroll"
    scroll = element("div", chart, class_=look, tabindex="0", role="group", aria_label="drawing")
    return element("figure", scroll, element("figcaption", words))


def rows_behind(name: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """The numbers of a drawing, for those who can't see it or want to know."""
    return folded(name, "The numbers as a table", grid(heads, rows))


def folded(name: str, title: str, content: Markup) -> Markup:
    """What is shown when somebody wants it."""
    return element("details", element("summary", title), content, data_fold=name)


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]], *, class_: str = "") -> Markup:
    """A table that can be scrolled by keys too."""
    return reachable(table(heads, rows, class_=class_))


def reachable(scrolled: Markup) -> Markup:
    """A table of the reports, which keys can scroll."""
    begin = '<div class="scroll">'
    return Markup(scrolled.replace(begin, '<div class="scroll" tabindex="0" role="group" aria-label="table">'))


def note(words: str) -> Markup:
    """A remark."""
    return element("p", words, class_="note")


def field(**attributes: str | float | None) -> Markup:
    """An input: an element without an end."""
    return Markup(element("input", **attributes).removesuffix("</input>"))


def share_of(share: float) -> Markup:
    """A share of 1 as a number with a bar."""
    return join([element("span", percent(share)), share_bar(share)])


def share_bar(share: float) -> Markup:
    """A share of 1 as a bar, beside the number that says it."""
    bar = element("rect", x=0, y=2, width=max(0.5, 100 * min(1.0, share)), height=8, class_="bar")
    track = element("rect", x=0, y=2, width=100, height=8, class_="promised")
    return element(
        "svg", track, bar, viewBox="0 0 100 12", preserveAspectRatio="none", class_="share c0", aria_hidden="true"
    )

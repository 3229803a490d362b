"""Errors by windows of questions, with what the labels that are still out may make of them."""

from collections.abc import Sequence
from typing import NamedTuple

from ...reports.chart import Band, Frame, Line, beside, line_chart, look
from ...reports.markup import Markup, element
from ...reports.scale import error_scale
from ...reports.sections import nothing
from ...reports.series import settled
from ...reports.wording import count, percent, short, tick_percent
from ..contestants import Contestant
from ..model import ServedModel
from ..tallies import Tally, Window
from .parts import WIDTH, drawn, panel, rows_behind

MOST_WINDOWS = 64
HEADROOM = 1.5  # times the largest error: room for what is not known yet


class Stretch(NamedTuple):
    """Questions that came one after the other.

    Attributes
    ----------
    end : int
        The number of the last one.
    error : float or None
        Of those that are labelled; None where none is.
    low, high : float
        The least and the largest error that the labels still out leave possible.
    """

    end: int
    window: Window
    error: float | None
    low: float
    high: float


def stretches(tally: Tally, *, before: int = 0, most: int = MOST_WINDOWS) -> list[Stretch]:
    """Neighbouring windows joined until there are few enough.

    Parameters
    ----------
    tally : Tally
        The windows.
    before : int, default 0
        Questions that came before the first one.
    most : int, optional
        How many are enough.
    """
    joined = max(1, -(-len(tally.windows) // most))
    found, end = [], before
    for begin in range(0, len(tally.windows), joined):
        whole = Window()
        for window in tally.windows[begin : begin + joined]:
            whole.add(window)
        end += whole.asked
        error = whole.mistakes / whole.labelled if whole.labelled else None
        high = (whole.mistakes + whole.asked - whole.labelled) / whole.asked
        found.append(Stretch(end, whole, error, whole.mistakes / whole.asked, high))
    return found


def error_panel(model: ServedModel) -> Markup:
    """The champion's windows with their interval; the challengers' errors as lines."""
    title = "Error by windows of questions"
    champion = model.learners.champion
    rows = stretches(champion.tally)
    if not any(row.window.labelled for row in rows):
        return panel("errors", title, nothing("No label came yet, so there is no error to draw."), wide=True)
    width = champion.tally.length * max(1, -(-len(champion.tally.windows) // MOST_WINDOWS))
    words = (
        f"Mistakes per labelled question in windows of {count(width)} questions. The light area is what the labels "
        "that are still out leave possible: from all of them right to all of them wrong. Where it reaches the upper "
        "edge, most are out."
    )
    behind = rows_behind("errors", ["questions to", "asked", "labelled", "mistakes", "error", "possible"], _table(rows))
    chart = _chart(champion, list(model.learners.challengers.values()), rows)
    return panel("errors", title, drawn(chart, words, latest=True), behind, wide=True)


def _chart(champion: Contestant, challengers: Sequence[Contestant], rows: list[Stretch]) -> Markup:
    ends = [row.end for row in rows]
    lines = [Line("champion", ends, [row.error for row in rows], "c0 strong", step=True)]
    for index, one in enumerate(challengers[:5], 1):
        joined = max(0, champion.tally.count - one.tally.count)
        own = stretches(one.tally, before=joined)
        x, y = [row.end for row in own], [row.error for row in own]
        if own:
            lines.append(Line(one.name, x, y, f"{look(index)} thin", step=True, begin=joined))
    names = [line.name for line in lines]
    frame = Frame(width=2 * WIDTH, height=300, right=beside(names) + 14)
    known = [error for line in lines for error in settled(line.x, line.y)]
    scale = error_scale([min(1.0, HEADROOM * error) for error in known], frame.floor, frame.top)
    band = Band("possible", ends, [row.low for row in rows], [row.high for row in rows], "c0")
    return line_chart(
        lines,
        frame,
        scale,
        title="error by windows of questions; the table below has its numbers",
        write=percent,
        tick=tick_percent,
        across="questions",
        bands=[band],
    )


def _table(rows: Sequence[Stretch]) -> list[list[str]]:
    return [
        [
            count(row.end),
            count(row.window.asked),
            count(row.window.labelled),
            count(row.window.mistakes),
            "" if row.error is None else percent(row.error),
            f"{percent(row.low)} to {percent(row.high)}",
        ]
        for row in rows
    ]


def spark(tally: Tally, name: str) -> Markup:
    """Errors by windows as a small line."""
    rows = [row for row in stretches(tally, most=40) if row.error is not None]
    if len(rows) < 2:
        return Markup("")
    highest = max(max(row.error or 0.0 for row in rows), 0.01)
    last = rows[-1].end
    points = [f"{100 * row.end / last:.1f} {22 - 20 * (row.error or 0.0) / highest:.1f}" for row in rows]
    words = f"error of {short(name)} by windows, at most {percent(highest)}"
    line = element("path", d="M" + "L".join(points), class_="line")
    return element("svg", line, viewBox="0 0 100 24", class_="spark c0 thin", role="img", aria_label=words)

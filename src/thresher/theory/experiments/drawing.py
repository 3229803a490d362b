"""Figures as pictures: one chart each, the same bytes for the same values."""

import math
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ThresherError
from ...reports.canvas import COLOURS, DASHES, SAME_BYTES
from ...reports.wording import short_count
from .experiment import Figure, Role, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT, RULE = "#1d1f21", "#5c6066", "#e4e4e0"
WIDTH, HEIGHT = 9.0, 4.6  # inches
LABEL = 30  # characters of a legend's line
NEUTRAL: dict[Role, str] = {"upper bound": INK, "lower bound": INK, "reference": SOFT}
LINES: dict[Role, Any] = {
    "measured": "-",
    "upper bound": (0, (6, 2.5)),
    "lower bound": (0, (1.5, 2)),
    "reference": "-.",
}
LETTER = 0.0115  # of the axes' width, about
ROW = 0.05  # of the axes' height: one line of marks


def check_drawing() -> None:
    """That there is something to draw with: said before the work, not after it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as missing:
        raise ThresherError("drawing needs matplotlib: pip install 'thresher[plots]'") from missing


def draw(figure: Figure, folder: Path) -> list[Path]:
    """Writes `<name>.png` and `<name>.svg`."""
    check_drawing()
    import matplotlib
    from matplotlib.figure import Figure as Drawn

    paths = [folder / f"{figure.name}{suffix}" for suffix in (".png", ".svg")]
    settings: dict[Any, Any] = {"svg.hashsalt": "thresher", "text.usetex": False, "text.parse_math": False}
    with matplotlib.rc_context(settings):
        drawn = Drawn(figsize=(WIDTH, HEIGHT), layout="constrained")
        _fill(drawn.add_subplot(), figure)
        drawn.draw_without_rendering()
        drawn.set_layout_engine("none")  # what is laid out once need not be laid out for every file
        for path in paths:
            drawn.savefig(path, dpi=160, metadata=SAME_BYTES[path.suffix])
    return paths


def _fill(panel: "Axes", figure: Figure) -> None:
    colours = _colours(figure.series)
    for series, (colour, dash) in zip(figure.series, colours, strict=True):
        _add(panel, series, colour, dash)
    if figure.x_log:
        panel.set_xscale("log", base=_base(figure.series))
    if figure.y_log:
        panel.set_yscale("log")
    else:
        _begin_at_zero(panel, figure.series)
    for axis, logarithmic in ((panel.xaxis, figure.x_log), (panel.yaxis, figure.y_log)):
        _write_ticks(axis, logarithmic)
    panel.set_xlabel(figure.x_label)
    panel.set_ylabel(figure.y_label)
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(axis="both" if figure.x_log or figure.y_log else "y", color=RULE, lw=0.7)
    panel.set_axisbelow(True)
    panel.margins(x=0.02)
    rows = _mark(panel, figure)
    panel.set_title(figure.title, loc="left", fontweight="bold", fontsize=11, y=1.0 + ROW * rows)
    if any(series.role == "upper bound" and series.like and not series.label for series in figure.series):
        panel.plot([], [], color=SOFT, lw=1.9, linestyle=LINES["upper bound"], label="dashed: its bound")
    if sum(bool(series.label) for series in figure.series) > 1:
        panel.legend(frameon=False, fontsize=8.5, handlelength=2.8, loc="upper left", bbox_to_anchor=(1.0, 1.02))


def _add(panel: "Axes", series: Series, colour: str, dash: Any) -> None:
    label = textwrap.fill(series.label, LABEL) if series.label else "_nothing"
    y = [_drawable(value) for value in series.y]
    if series.style == "band":
        lower = [_drawable(value) for value in series.lower or [0.0] * len(y)]
        panel.fill_between(series.x, lower, y, color=colour, alpha=0.16, lw=0, label=label)
        return
    look: dict[str, Any] = {"color": colour, "label": label, "lw": 1.4 if series.role == "reference" else 1.9}
    if series.style == "points":
        panel.plot(series.x, y, "o" if not series.dashed else "x", ms=4.5, **look | {"lw": 0})
    elif series.style == "steps":
        panel.plot(series.x, y, linestyle=dash, drawstyle="steps-post", **look)
    else:
        few = len(series.x) <= 16 and series.role == "measured"
        panel.plot(series.x, y, linestyle=dash, marker="o" if few else None, ms=3.5, **look)


def _colours(kept: Sequence[Series]) -> list[tuple[str, Any]]:
    """What is measured has a colour of its own; a lone bound is ink; what is `like` another has the other's colour."""
    own: dict[str, tuple[str, Any]] = {}
    used = 0
    for series in kept:
        if series.like:
            continue
        alone = sum(other.role == series.role and not other.like for other in kept) == 1
        if series.role in NEUTRAL and alone:
            own[series.label] = (NEUTRAL[series.role], LINES[series.role])
            continue
        again = DASHES[used // len(COLOURS) % len(DASHES)]
        dash = again if series.role == "measured" else LINES[series.role]
        own[series.label] = (COLOURS[used % len(COLOURS)], dash)
        used += 1
    found = []
    for series in kept:
        colour, dash = own.get(series.like or series.label, (SOFT, "-"))
        if series.like:
            dash = LINES[series.role]
        found.append((colour, LINES["upper bound"] if series.dashed else dash))
    return found


def _mark(panel: "Axes", figure: Figure) -> int:
    """Vertical lines with their words above the axes, in as many rows as they need; returns how many."""
    ends: list[float] = []  # of each row, as a share of the width
    low, high = (_bent(value, figure.x_log) for value in panel.get_xlim())
    for x, words in sorted(figure.marks):
        panel.axvline(x, color=SOFT, lw=0.7, alpha=0.6, zorder=0.5)
        if not words:
            continue
        centre = (_bent(x, figure.x_log) - low) / (high - low)
        half = LETTER * (len(words) + 1) / 2
        row = next((i for i, end in enumerate(ends) if end <= centre - half), len(ends))
        ends[row : row + 1] = [centre + half]
        panel.annotate(
            words,
            (x, 1.0 + ROW * row),
            xycoords=("data", "axes fraction"),
            ha="center",
            va="bottom",
            fontsize=8,
            color=SOFT,
        )
    return len(ends)


def _begin_at_zero(panel: "Axes", kept: Sequence[Series]) -> None:
    """Where nothing is negative; few whole numbers have ticks at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    values = [y for series in kept for y in series.y if y is not None and math.isfinite(y)]
    if values and min(values) >= 0:
        panel.set_ylim(0.0, 1.05 * max(values) or 1.0)
        if max(values) < 10 and all(float(y).is_integer() for y in values):
            panel.yaxis.set_major_locator(MaxNLocator(integer=True))


def _write_ticks(axis: Any, logarithmic: bool) -> None:
    """Whole numbers in words of few digits; between powers of ten where there are few of them."""
    from matplotlib.ticker import LogLocator, NullFormatter

    low, high = sorted(map(abs, axis.get_view_interval()))
    if logarithmic and axis.get_transform().base == 10:
        if high < 1e3 * low:
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(lambda value, _: _tick(value))


def _bent(value: float, logarithmic: bool) -> float:
    return math.log10(value) if logarithmic else value


def _base(kept: Sequence[Series]) -> int:
    """2 where every x is a power of two, so that the ticks stand at the points."""
    places = {x for series in kept for x in series.x}
    return 2 if all(x > 0 and math.log2(x).is_integer() for x in places) else 10


def _tick(value: float) -> str:
    return f"{value:g}" if abs(value) < 100 else short_count(value)


def _drawable(value: float | None) -> float:
    return math.nan if value is None or not math.isfinite(value) else value

"""A picture of a run's measure of progress (E2): how far it has come, and each step beside its limit."""

import math
import os
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..errors import InputError
from ..theory.potentials import Progress
from .canvas import COLOURS, WIDTH, canvas, legend, title
from .wording import count, number, short_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HIGHEST, ALIGNMENT, MEASURE, LIMIT = COLOURS[0], COLOURS[1], COLOURS[2], "#55595f"
GREY = "#8b8f95"
ROOM = 3.0  # Q_f is drawn up to so many times the largest change: near z = 0 it has no end
FEW = 60  # mistakes whose dots are large


def progress_figure(progress: Progress, path: str | os.PathLike[str]) -> None:
    """Writes one picture to `path`; its suffix says how: .png, .svg or .pdf. Needs matplotlib.

    Above: H* and u.z over the mistakes, and M*, the gap between them. Below: by how much each update raised H* and M*
    (the line between the two is what u.z grew by), beside Q_f, the most that H* may rise by. Steps that have no limit,
    those from z = 0, are marked at the upper edge.

    Parameters
    ----------
    progress : Progress
        What `measure_progress` gave.
    path : str or os.PathLike[str]
        Where the picture is written.
    """
    if not progress.mistakes:
        raise InputError("there is no progress to draw: the run made no mistake.")
    with canvas(path) as drawn:
        drawn.set_size_inches(WIDTH, 6.6)
        above, below = drawn.subplots(2, 1, height_ratios=[3.4, 3.0])
        _measures(above, progress)
        _steps(below, progress)


def _measures(panel: "Axes", progress: Progress) -> None:
    made = f"{count(progress.mistakes)} mistakes in {count(progress.examples)} examples"
    title(panel, f"Progress towards the target, {made}")
    mistakes = range(progress.mistakes + 1)
    panel.fill_between(mistakes, progress.alignments, progress.highest, color=HIGHEST, alpha=0.08, lw=0)
    panel.plot(mistakes, progress.highest, color=HIGHEST, lw=2, label="H*, the most that G(z) allows")
    panel.plot(mistakes, progress.alignments, color=ALIGNMENT, lw=2, label="u.z, what there is")
    panel.plot(mistakes, progress.measures, color=MEASURE, lw=2, label="M*, what is left (H* \u2212 u.z)")
    _axes(panel, progress)


def _steps(panel: "Axes", progress: Progress) -> None:
    title(panel, "What each mistake did")
    mistakes = range(1, progress.mistakes + 1)
    rises = [after - before for before, after in pairwise(progress.highest)]
    size = 16 if progress.mistakes <= FEW else 7
    panel.vlines(mistakes, progress.rises, rises, color=ALIGNMENT, lw=0.8, alpha=0.5, label="u.z grew by")
    limits = [limit if math.isfinite(limit) else math.nan for limit in progress.limits]
    edges = [i + 0.5 for i in range(progress.mistakes + 1)]
    panel.stairs(limits, edges, baseline=None, color=LIMIT, lw=1.2, label="Q_f, the most H* may rise by")
    panel.scatter(mistakes, rises, s=size, color=HIGHEST, lw=0, label="H* rose by", zorder=3)
    panel.scatter(mistakes, progress.rises, s=size, color=MEASURE, lw=0, label="M* rose by", zorder=3)
    low, high = _ends(rises, progress)
    panel.set_ylim(low, high)
    free = [i for i, limit in zip(mistakes, progress.limits, strict=True) if math.isinf(limit)]
    if free:
        edge = [high] * len(free)
        panel.scatter(free, edge, s=26, lw=0, marker="^", color=LIMIT, clip_on=False, label="no limit: from z = 0")
    _axes(panel, progress)


def _ends(rises: Sequence[float], progress: Progress) -> tuple[float, float]:
    """The ends of the axis: every step that has a limit, and of the limits what is near them."""
    steps = zip(rises, progress.rises, progress.limits, strict=True)
    bounded = [(*changes, limit) for *changes, limit in steps if math.isfinite(limit)]
    changes = [change for *both, _ in bounded for change in both] or [*rises, *progress.rises]
    near = [limit for *_, limit in bounded if limit <= ROOM * max(map(abs, changes))]
    low, high = min(0.0, *changes), max(0.0, *changes, *near)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def _axes(panel: "Axes", progress: Progress) -> None:
    from matplotlib.ticker import MaxNLocator

    panel.axhline(0, color=GREY, lw=0.8, zorder=1)
    panel.set_xlim(0, progress.mistakes + 0.5)
    panel.set_xlabel("mistakes")
    panel.xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True, steps=[1, 2, 5, 10]))
    panel.xaxis.set_major_formatter(lambda value, _: short_count(value))
    panel.yaxis.set_major_formatter(lambda value, _: number(value))
    panel.grid(axis="y", color="#e4e4e0", lw=0.7)
    legend(panel)

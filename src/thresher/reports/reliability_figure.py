"""A picture of how far stated probabilities can be believed, for a paper or a message."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..evaluation import Reliability
from .canvas import COLOURS, WIDTH, canvas, title
from .reliability import BARS, size
from .wording import measure, short_count, tick_percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GREY, GRID = "#8b8f95", "#e4e4e0"


def reliability_figure(reliability: Reliability | None, path: str | os.PathLike[str]) -> None:
    """Writes one picture to `path`; its suffix says how: .png, .svg or .pdf. Needs matplotlib.

    Left: the share of positives against the stated probability, with intervals of 95 %, for the whole stream and for
    its last quarter; below it how often each probability was stated. Right: log loss and calibration error over time,
    the latter beside what chance alone would make of it.

    Parameters
    ----------
    reliability : Reliability or None
        `run.reliability` of an evaluation, or `ReliabilityMeter.result()`.
    path : str or os.PathLike[str]
        Where the figure is written.
    """
    if reliability is None:
        raise InputError("no probability was stated: the learner needs probabilities=True or a logistic loss.")
    with canvas(path) as drawn:
        drawn.set_size_inches(WIDTH, 4.6)
        panels: dict[str, Axes] = drawn.subplot_mosaic(
            [["curve", "loss"], ["curve", "error"], ["counts", "error"]], height_ratios=[5, 3, 2]
        )
        _curves(panels["curve"], reliability)
        _counts(panels["counts"], reliability)
        parts = reliability.over_time()
        _over_time(panels["loss"], "Log loss", [part.log_loss for part in parts], parts)
        _over_time(panels["error"], "Calibration error", [part.error for part in parts], parts)
        _steps(panels["error"], [part.chance for part in parts], parts, GREY, (0, (2, 2)), "by chance alone")
        panels["error"].legend(frameon=False, fontsize=8, loc="upper right")
        panels["error"].set_xlabel("labelled examples")


def _curves(panel: "Axes", reliability: Reliability) -> None:
    title(panel, "What was stated, and what came true")
    panel.plot([0, 1], [0, 1], color=GREY, lw=0.8, zorder=1)
    lately = reliability.lately()
    kinds: list[tuple[str, Reliability, Any]] = [("whole stream", reliability, "-")]
    if lately.examples < reliability.examples:
        kinds.append(("last quarter", lately, (0, (6, 2.5))))
    for colour, (name, part, dash) in zip(COLOURS, kinds, strict=False):
        points = part.curve()
        stated, shares = [point.stated for point in points], [point.positive for point in points]
        words = f"{name}: error {measure(part.error)}"
        panel.plot(stated, shares, color=colour, linestyle=dash, lw=1.4, label=words)
        panel.scatter(stated, shares, s=[2.2 * size(point) ** 2 for point in points], color=colour, lw=0, zorder=3)
        lows, highs = zip(*(point.interval for point in points), strict=True)
        panel.vlines(stated, lows, highs, color=colour, lw=0.9, alpha=0.5)
    panel.set_xlim(0, 1)
    panel.set_ylim(-0.01, 1.01)
    panel.set_ylabel("share of positives")
    panel.xaxis.set_major_formatter(lambda value, _: tick_percent(value))
    panel.yaxis.set_major_formatter(lambda value, _: tick_percent(value))
    panel.set_axisbelow(True)
    panel.grid(color=GRID, lw=0.7)
    panel.legend(frameon=False, fontsize=8, loc="lower right")


def _counts(panel: "Axes", reliability: Reliability) -> None:
    counts = reliability.histogram(BARS)
    panel.bar([(i + 0.5) / BARS for i in range(BARS)], counts, width=1 / BARS, color=GREY)
    panel.spines[["top", "right"]].set_visible(False)
    panel.set_xlim(0, 1)
    panel.set_yticks([0, max(counts)])
    panel.set_xlabel("stated probability")
    panel.set_ylabel("examples")
    panel.xaxis.set_major_formatter(lambda value, _: tick_percent(value))
    panel.yaxis.set_major_formatter(lambda value, _: short_count(value))


def _over_time(panel: "Axes", words: str, values: Sequence[float], parts: Sequence[Reliability]) -> None:
    title(panel, words)
    _steps(panel, values, parts, COLOURS[0], "-", None)
    panel.set_xlim(0, parts[-1].last)
    panel.set_ylim(0, 1.12 * max(values) or 1.0)
    panel.xaxis.set_major_formatter(lambda value, _: short_count(value))
    panel.grid(axis="y", color=GRID, lw=0.7)


def _steps(
    panel: "Axes",
    values: Sequence[float],
    parts: Sequence[Reliability],
    colour: str,
    dash: Any,
    words: str | None,
) -> None:
    panel.stairs(
        values, [0, *(part.last for part in parts)], color=colour, linestyle=dash, lw=1.5, label=words, baseline=None
    )

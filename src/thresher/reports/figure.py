"""One picture for a paper or a message: error over time, learners compared, weights over time."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..evaluation import Run
from .canvas import COLOURS, DASHES, WIDTH, canvas, legend, title
from .scale import Scale, weight_scale
from .series import Traces, by_mistakes, came_and_went, increasing, most_weight, names, settled, traces, windows
from .wording import full, number, percent, short, short_count, tick_percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POSITIVE, ZERO, NEGATIVE = "#0065a8", "#f0efea", "#d1570a"
MOST_LINES = 8
MOST_ROWS = 24
MOST_TRACED = 3  # runs whose weights are drawn, fewest mistakes first


def figure(runs: Sequence[Run], path: str | os.PathLike[str]) -> None:
    """Writes one picture of the runs to `path`; its suffix says how: .png, .svg or .pdf.

    Panels from top to bottom: error over time (so far: strong; in each window: light), mistakes of each learner if
    there are several, and the weights through time of the best ones whose weights were watched. The same runs give
    the same bytes. Needs matplotlib; what pyplot holds is left alone.

    Parameters
    ----------
    runs : sequence of Run
        One, or several learners to compare.
    path : str or os.PathLike[str]
        Where the picture is written.
    """
    with canvas(path) as drawn:
        if not runs:
            raise InputError("a figure needs at least one run; there was none.")
        _fill(drawn, runs)


def _fill(drawn: "Figure", runs: Sequence[Run]) -> None:
    known = [_safe(name, 34) for name in names(runs)]
    order = by_mistakes(runs)
    kept = {i: traces(runs[i].weights) for i in order}
    traced = [i for i in order if kept[i].weights and increasing(kept[i].examples)][:MOST_TRACED]
    alone = len(runs) == 1
    heights = [max(2.8, 0.6 + 0.17 * len(runs))]
    heights += [] if alone else [0.6 + 0.2 * len(runs)]
    for i in traced:
        heights += [2.5] if alone else []
        heights += [0.7 + 0.16 * min(MOST_ROWS, len(kept[i].weights))]
    drawn.set_size_inches(WIDTH, sum(heights) + 0.2)
    panels = iter(drawn.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0])
    _errors(next(panels), runs, known)
    if not alone:
        _mistakes(next(panels), runs, known, order)
    for i in traced:
        if alone:
            _weights(next(panels), most_weight(kept[i], MOST_LINES))
        words = "Attributes that came and went" + ("" if alone else f", {known[i]}")
        _strip(drawn, next(panels), came_and_went(kept[i], MOST_ROWS), words)


def _errors(panel: "Axes", runs: Sequence[Run], known: Sequence[str]) -> None:
    alone = len(runs) == 1
    title(panel, "Error over time" + (f", {known[0]}" if alone else ""))
    top, last = 0.0, 1
    for i, (run, name) in enumerate(zip(runs, known, strict=True)):
        kept = windows(run.curve)
        if not kept.ends:
            continue
        look = _look(i)
        light = {"lw": 0.8, "alpha": 0.5 if alone else 0.25 if len(runs) <= 4 else 0.12, "color": look["color"]}
        panel.plot(kept.ends, kept.window_errors, label="in each window" if alone else None, **light)
        panel.plot(kept.ends, kept.errors, lw=2, marker=_dot(kept.ends), label="so far" if alone else name, **look)
        top = max(top, *settled(kept.ends, kept.window_errors), *settled(kept.ends, kept.errors))
        last = max(last, kept.ends[-1])
    if panel.lines:
        legend(panel)
    else:
        panel.text(0.5, 0.5, "no labelled examples", ha="center", va="center", transform=panel.transAxes)
    panel.set_ylim(0, 1.08 * top or 0.1)
    _examples_axis(panel, "labelled examples", last)
    panel.set_ylabel("mistakes per example")
    panel.yaxis.set_major_formatter(lambda value, _: tick_percent(value))
    panel.grid(axis="y", color="#e4e4e0", lw=0.7)


def _mistakes(panel: "Axes", runs: Sequence[Run], known: Sequence[str], order: Sequence[int]) -> None:
    title(panel, "Mistakes, fewest first")
    places = range(len(order))
    bars = panel.barh(places, [runs[i].mistakes for i in order], color=[_look(i)["color"] for i in order], height=0.7)
    words = [f"{runs[i].mistakes:,}  ({percent(runs[i].error)})" for i in order]
    panel.bar_label(bars, labels=words, padding=4, fontsize=8)
    panel.set_yticks(places, [known[i] for i in order])
    panel.invert_yaxis()
    panel.margins(x=0.16)
    panel.set_xlim(left=0)
    panel.xaxis.set_visible(False)
    panel.spines["bottom"].set_visible(False)


def _weights(panel: "Axes", kept: Traces) -> None:
    title(panel, "The largest weights")
    scale = weight_scale(kept.values(), 0, 1)
    panel.axhline(scale(0), color="#8b8f95", lw=0.8)
    for i, (attribute, line) in enumerate(kept.weights.items()):
        words = _safe(full(attribute), 26)
        panel.plot(kept.examples, _placed(line, scale), lw=1.6, marker=_dot(kept.examples), label=words, **_look(i))
    legend(panel)
    panel.set_ylim(-0.03, 1.03)
    panel.set_yticks(*_ticks(scale, 6))
    panel.set_ylabel("weight")
    _examples_axis(panel, "examples", kept.examples[-1])


def _strip(drawn: "Figure", panel: "Axes", kept: Traces, words: str) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    title(panel, words)
    both_signs = min(kept.values()) < 0
    scale = weight_scale(kept.values(), 0, 1, symmetric=both_signs)
    colours = LinearSegmentedColormap.from_list("weights", ([NEGATIVE] if both_signs else []) + [ZERO, POSITIVE])
    edges = [0 if kept.examples[0] > 0 else -1, *kept.examples]
    rows = [_placed(line, scale) for line in kept.weights.values()]
    places = range(len(rows) + 1)
    shades = panel.pcolormesh(edges, places, rows, cmap=colours, vmin=0, vmax=1, rasterized=True)
    panel.set_yticks([i + 0.5 for i in range(len(rows))], [_safe(full(a), 26) for a in kept.weights], fontsize=7.5)
    panel.tick_params(axis="y", length=0)
    panel.invert_yaxis()
    panel.spines["left"].set_visible(False)
    _examples_axis(panel, "examples", kept.examples[-1])
    bar = drawn.colorbar(shades, cax=panel.inset_axes((1.02, 0.0, 0.015, 1.0)))
    bar.ax.set_yticks(*_ticks(scale, 9), fontsize=8)
    bar.outline.set_visible(False)


def _placed(line: Sequence[float | None], scale: Scale) -> list[float]:
    """Weights as places between 0 and 1, so that the page and the figure have one scale; a gap is nan."""
    return [float("nan") if w is None else scale(w) for w in line]


def _ticks(scale: Scale, most: int) -> tuple[list[float], list[str]]:
    values = scale.ticks(most)
    return [scale(value) for value in values], [number(value) for value in values]


def _examples_axis(panel: "Axes", words: str, last: float) -> None:
    panel.set_xlim(0, max(1, last))
    panel.set_xlabel(words)
    panel.xaxis.set_major_formatter(lambda value, _: short_count(value))


def _dot(places: Sequence[int]) -> str | None:
    return "o" if len(places) == 1 else None


def _look(index: int) -> dict[str, Any]:
    return {"color": COLOURS[index % len(COLOURS)], "linestyle": DASHES[index // len(COLOURS) % len(DASHES)]}


def _safe(name: str, width: int) -> str:
    """A name that matplotlib takes as it is: no formula, and no underscore first, which would hide it in a legend."""
    words = short(name, width).replace("$", r"\$")
    return f"\u200b{words}" if words.startswith("_") else words

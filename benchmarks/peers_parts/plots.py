"""Two pictures: every set's ratio to VW's best, and error over time where the concept shifts."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from thresher.reports.canvas import COLOURS, canvas, legend, title

from .running import Prepared
from .standings import Comparison, Standings, all_peers, vw_three
from .statistics import ratio

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg")
MARKS = {"win": COLOURS[2], "tie": COLOURS[6], "loss": COLOURS[1]}
WORDS = {"win": "fewer mistakes, surely (95 %)", "tie": "can't be told apart", "loss": "more mistakes, surely"}
ROW = 0.16  # inches


def ratio_plot(standings: Standings, name: str, sets: Sequence[Prepared], stem: Path) -> list[Path]:
    """A dot for each set: the error of a contestant over that of VW's best, and a ring for the best of all peers."""
    comparison = standings.compare(name, vw_three, sets)
    if not comparison.matches:
        return []
    paths = [stem.with_suffix(suffix) for suffix in SUFFIXES]
    for path in paths:
        with canvas(path) as drawn:
            drawn.set_size_inches(8.0, 1.6 + ROW * len(comparison.matches))
            _dots(drawn.add_subplot(), standings, comparison)
    return paths


def _dots(panel: "Axes", standings: Standings, comparison: Comparison) -> None:
    matches = sorted(comparison.matches, key=lambda match: -match.ratio)
    for verdict, colour in MARKS.items():
        found = [(match.ratio, y) for y, match in enumerate(matches) if match.difference.verdict == verdict]
        if found:
            panel.plot(*zip(*found, strict=True), "o", color=colour, label=WORDS[verdict], markersize=5)
    rings = []
    for y, match in enumerate(matches):
        best = standings.best(match.found, all_peers)
        if best is not None:
            rings.append((ratio(best[1], match.theirs, match.found.rows), y))
    panel.plot(*zip(*rings, strict=True), "o", mfc="none", color=COLOURS[0], label="best of all peers, tuned", ms=6.5)
    mean = comparison.together.mean
    panel.axvline(1.0, color="#1d1f21", lw=0.9)
    panel.axvline(mean, color=COLOURS[2], lw=1.2, ls="--", label=f"geometric mean {mean:.2f}")
    panel.set_yticks(range(len(matches)), [match.found.name for match in matches], fontsize=7)
    panel.set_ylim(-0.7, len(matches) - 0.3)
    panel.set_xscale("log", base=2)
    ratios = [1.0, *(r for r, _ in rings), *(match.ratio for match in matches)]
    shown = [x for x in (0.125, 0.25, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 4.0) if _near(x, ratios)]
    panel.set_xticks(shown, [f"{x:g}" for x in shown])
    panel.minorticks_off()
    panel.grid(axis="x", color="#e4e4e0", lw=0.7)
    panel.set_axisbelow(True)
    panel.set_xlabel("error / error of VW's best of logistic, hinge, coin")
    title(panel, f"{comparison.contestant} beside Vowpal Wabbit")
    legend(panel)


def _near(x: float, ratios: Sequence[float]) -> bool:
    return min(ratios) / 1.05 <= x <= max(ratios) * 1.05


def time_plot(standings: Standings, found: Prepared, names: Sequence[str], stem: Path) -> list[Path]:
    """The share of mistakes among the last rows, all along a stream, a line for each contestant."""
    known = [(name, standings.runs(found, name)) for name in names]
    known = [(name, runs) for name, runs in known if runs]
    if not known:
        return []
    width = max(50, found.rows // 40)
    paths = [stem.with_suffix(suffix) for suffix in SUFFIXES]
    for path in paths:
        with canvas(path) as drawn:
            drawn.set_size_inches(8.6, 3.6)
            panel = drawn.add_subplot()
            for i, (name, runs) in enumerate(known):
                wrong = standings.store.errors(runs[0])
                at, share = sliding(wrong, width)
                label = f"{name}: {wrong.mean():.4f}"
                panel.plot(at, share, color=COLOURS[i % len(COLOURS)], lw=1.4, label=label)
            panel.set_xlabel("examples")
            panel.set_ylabel(f"error over the last {width:,}")
            panel.set_ylim(bottom=0)
            panel.grid(axis="y", color="#e4e4e0", lw=0.7)
            title(panel, f"{found.name}: error over time")
            legend(panel)
    return paths


def sliding(wrong: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The mean of the last `width` values at every `width / 10`-th place, from the first full window on."""
    sums = np.concatenate([[0], np.cumsum(wrong)])
    at = np.arange(width, len(wrong) + 1, max(1, width // 10))
    return at, (sums[at] - sums[at - width]) / width

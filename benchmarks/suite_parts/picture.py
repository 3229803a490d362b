"""A picture of a run of the suite: how far each figure is on the good or the bad side of what is asked."""

from pathlib import Path
from typing import Any

from benchmarks.claims import Claim

HELD, MISSED = "#1b7f5c", "#c2570c"


def draw(claims: list[Claim], path: Path) -> None:
    """On a logarithmic scale; words at the left.

    Parameters
    ----------
    claims : list of Claim
        The lines.
    path : path
        Where the picture goes. Beside it lies one for phones, `NAME-narrow.png`: words above the lines.
    """
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(10, 1.0 + 0.28 * len(claims)), layout="constrained")
    _lines(axes, claims)
    axes.set_yticks(range(len(claims), 0, -1), [f"{claim.what} / {claim.peer}" for claim in claims], fontsize=8)
    _save(figure, path, dpi=80)
    plt.close(figure)
    figure, axes = plt.subplots(figsize=(3.9, 1.0 + 0.42 * len(claims)), layout="constrained")
    _lines(axes, claims)
    axes.set_yticks([])
    for place, claim in zip(range(len(claims), 0, -1), claims, strict=True):
        at, card = (0, place + 0.17), {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
        words = f"{claim.what}\n{claim.peer}"
        axes.annotate(words, at, xycoords=("axes fraction", "data"), fontsize=8, linespacing=1.1, bbox=card, zorder=2)
    axes.tick_params(labeltop=True)
    _save(figure, path.with_stem(f"{path.stem}-narrow"), dpi=110)
    plt.close(figure)


def _pyplot() -> Any:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    return pyplot


def _lines(axes: Any, claims: list[Claim]) -> None:
    """From what is asked to what was measured, a line each."""
    better = [claim.bar / claim.ratio if claim.at_most else claim.ratio / claim.bar for claim in claims]
    places = range(len(claims), 0, -1)
    colours = [HELD if claim.held else MISSED for claim in claims]
    axes.hlines(places, 1.0, better, color=colours, linewidth=3)
    axes.scatter(better, places, color=colours, zorder=3)
    axes.axvline(1.0, color="#555555", linewidth=1)
    axes.set_xscale("log")
    axes.set_ylim(0.3, len(claims) + 0.9)
    ticks = [tick for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if min(better) / 2 <= tick <= max(better) * 2]
    axes.set_xticks(ticks, [f"{tick:g}x" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("as good as asked: 1x; to the right is better")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color="#dddddd")


def _save(figure: Any, path: Path, dpi: int) -> None:
    from PIL import Image

    figure.savefig(path, dpi=dpi)
    with Image.open(path) as drawn:  # few colours are enough, and a third of the bytes
        drawn.convert("RGB").quantize(64).save(path, optimize=True)

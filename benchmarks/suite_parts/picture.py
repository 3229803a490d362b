"""A picture of a run of the suite: how far each figure is on the good or the bad side of what is asked."""

from pathlib import Path

from benchmarks.claims import Claim


def draw(claims: list[Claim], path: Path) -> None:
    """On a logarithmic scale."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from PIL import Image

    better = [claim.bar / claim.ratio if claim.at_most else claim.ratio / claim.bar for claim in claims]
    height = 1.0 + 0.28 * len(claims)
    figure, axes = plt.subplots(figsize=(10, height), layout="constrained")
    places = range(len(claims), 0, -1)
    colours = ["#1b7f5c" if claim.held else "#c2570c" for claim in claims]
    axes.hlines(places, 1.0, better, color=colours, linewidth=3)
    axes.scatter(better, places, color=colours, zorder=3)
    axes.axvline(1.0, color="#555555", linewidth=1)
    axes.set_xscale("log")
    axes.set_yticks(list(places), [f"{claim.what} / {claim.peer}" for claim in claims], fontsize=8)
    axes.set_ylim(0.3, len(claims) + 0.7)
    ticks = [tick for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if min(better) / 2 <= tick <= max(better) * 2]
    axes.set_xticks(ticks, [f"{tick:g}x" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("as good as asked: 1x; to the right is better")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color="#dddddd")
    figure.savefig(path, dpi=80)
    with Image.open(path) as drawn:  # few colours are enough, and a third of the bytes
        drawn.convert("RGB").quantize(64).save(path, optimize=True)

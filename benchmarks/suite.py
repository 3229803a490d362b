"""Every benchmark that has a bar, in one go: ours, the peer's, their ratio, the bar, and whether it is held.

Writes a page and a picture when asked to (`make bench` does). Ratios only mean something within one run on one machine;
nothing else should run beside it. What is not installed (Vowpal Wabbit, wrk, Ray) is said and left out.

    python benchmarks/suite.py --quick                     # some minutes
    python benchmarks/suite.py --page docs/benchmarks.md   # all of it, about an hour
    python benchmarks/suite.py --only files,service
"""

import argparse
import datetime
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from claims import FILE, Claim, noted
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Part:
    """A script of the suite.

    Attributes
    ----------
    script : str
        Its file, and what it is told always.
    quick, whole : str
        What it is told besides.
    needs : tuple of str
        Packages, or programs, without which it does nothing.
    """

    script: str
    quick: str
    whole: str
    needs: tuple[str, ...] = ()


PARTS = {
    "auto": Part("auto.py", "--rows 50000 --rounds 2", "--rounds 5", ("sklearn",)),
    "learners": Part("learners.py", "--rows 50000 --rounds 2", "--rounds 5", ("sklearn",)),
    "files": Part(
        "files.py --learner auto", "--megabytes 60 --rounds 2", "--megabytes 500 --rounds 3", ("vowpalwabbit",)
    ),
    "classes": Part("many_classes.py", "--rounds 1", "--rounds 3", ("vowpalwabbit",)),
    "tables": Part("tables.py --learner perceptron", "--rows 100000 --rounds 2", "--rounds 3", ("river", "pandas")),
    "pairs": Part("late_pairs.py", "--pairs 3000", "--pairs 10000"),
    "replay": Part("late_replay.py", "--pairs 3000 --rounds 2", ""),
    "service": Part("service.py", "--seconds 2 --rounds 1", "--seconds 8 --rounds 3", ("wrk",)),
    "shelf": Part("scale.py shelf", "", ""),
    "keyed": Part("scale.py keyed", "--events 200000", "--events 1000000 --keys 80000", ("ray",)),
}


def missing(part: Part) -> list[str]:
    """What it needs and is not here."""
    return [name for name in part.needs if importlib.util.find_spec(name) is None and shutil.which(name) is None]


def claims_of(part: Part, *, quick: bool, out: Console) -> list[Claim]:
    """Runs a script; what it noted."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "claims")
        told = f"{part.script} {part.quick if quick else part.whole}".split()
        command = [sys.executable, "-W", "ignore", str(HERE / told[0]), *told[1:]]
        out.print(f"benchmarks/{' '.join(told)} ...", style="dim")
        done = subprocess.run(command, env=os.environ | {FILE: str(file)}, capture_output=True, text=True)
        if done.returncode:
            out.print(f"failed: {done.stderr[-500:]}", style="red")
        return noted(file)


def shown(claims: list[Claim]) -> Table:
    """For a terminal."""
    table = Table(title="What is asked, and what was measured")
    for heading in ("", "ours", "peer", "", "ratio", "asked", "held"):
        table.add_column(heading, justify="right" if heading in ("ours", "ratio") else "left")
    for row in map(cells, claims):
        table.add_row(*row, style=None if row[-1] == "yes" else "yellow")
    return table


def cells(claim: Claim) -> list[str]:
    """A claim as a row."""
    theirs, held = number(claim.theirs), "yes" if claim.held else "no"
    ours = f"{number(claim.ours)} {claim.unit}"
    return [claim.what, ours, claim.peer, theirs, f"{claim.ratio:.2f}", claim.asked, held]


def number(value: float) -> str:
    """Three digits, or all of a large one."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def page(claims: list[Claim], left_out: list[str], *, quick: bool, minutes: float, picture: str) -> str:
    """In markdown."""
    rows = ["| " + " | ".join(cells(claim)) + " |" for claim in claims]
    held = sum(claim.held for claim in claims)
    return "\n".join(
        [
            "# Benchmarks",
            "",
            "What is asked of Thresher's speed, beside whom, and whether it is held: made by `make bench`, all in one"
            f" run{', in its quick form' if quick else ''}.",
            "",
            f"{datetime.date.today():%d %B %Y}, {minutes:.0f} minutes, {os.cpu_count()} processors ({processor()}),"
            f" Python {platform.python_version()}. **{held} of {len(claims)} held.**",
            "Ratios are ours over theirs: of seconds, smaller is better; of anything a second, larger. A limit is a"
            " number that is asked for where there is no peer. Machines differ: run it on yours.",
            "",
            f"![Each ratio over what is asked]({picture})",
            "",
            "| what | ours | beside | theirs | ratio | asked | held |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
            *([f"Left out, because it is not installed: {', '.join(left_out)}.", ""] if left_out else []),
        ]
    )


def processor() -> str:
    """Its name, where the system tells."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def draw(claims: list[Claim], path: Path) -> None:
    """How far each figure is on the good or the bad side of what is asked, on a logarithmic scale."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small sizes, few rounds: a look")
    parser.add_argument("--only", help=f"some of {','.join(PARTS)}")
    parser.add_argument("--page", type=Path, help="write it, and a picture in figures/ beside it")
    told = parser.parse_args()
    out = Console(width=150)
    began = time.time()
    claims, left_out = [], []
    for name in told.only.split(",") if told.only else PARTS:
        if absent := missing(PARTS[name]):
            left_out += absent
            out.print(f"{name}: left out, {', '.join(absent)} is not installed", style="yellow")
            continue
        claims += claims_of(PARTS[name], quick=told.quick, out=out)
    out.print(shown(claims))
    if told.page is not None and claims:
        picture = told.page.parent / "figures" / "benchmarks.png"
        picture.parent.mkdir(exist_ok=True)
        draw(claims, picture)
        minutes = (time.time() - began) / 60
        text = page(claims, sorted(set(left_out)), quick=told.quick, minutes=minutes, picture=f"figures/{picture.name}")
        told.page.write_text(text)
        out.print(f"{told.page} and {picture} are made anew")


if __name__ == "__main__":
    main()

"""Every benchmark that has a bar, in one go: ours, the peer's, their ratio, the bar, and whether it is held.

With --write (`make bench`) the run is kept in benchmarks/records/suite.json, and the pages that show it are made anew:
docs/benchmarks.md with its pictures, the tables of docs/speed.md and README.md. Ratios only mean something within one
run on one machine; nothing else should run beside it. What is not installed (Vowpal Wabbit, wrk, Ray) is said and left
out.

    python benchmarks/suite.py --quick             # some minutes
    python benchmarks/suite.py --write             # all of it, about twenty minutes; the pages
    python benchmarks/suite.py --only files,service
    python benchmarks/suite.py --pages             # measures nothing: the pages, of the run that was kept
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)] if str(HERE.parent) not in sys.path else []

from benchmarks.claims import FILE, Claim, noted  # noqa: E402
from benchmarks.suite_parts.pages import ROOT, cells, pages  # noqa: E402
from benchmarks.suite_parts.picture import draw  # noqa: E402
from benchmarks.suite_parts.record import SuiteRun  # noqa: E402


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
        "files.py --learner auto perceptron",
        *("--megabytes 60 --rounds 2", "--megabytes 500 --rounds 2", ("vowpalwabbit",)),
    ),
    "classes": Part("many_classes.py", "--rounds 1", "--rounds 3", ("vowpalwabbit",)),
    "tables": Part("tables.py --learner perceptron", "--rows 100000 --rounds 2", "--rounds 1", ("river", "pandas")),
    "pairs": Part("late_pairs.py", "--pairs 3000", "--pairs 10000"),
    "replay": Part("late_replay.py", "--pairs 3000 --rounds 2", ""),
    "service": Part("service.py", "--seconds 2 --rounds 1", "--seconds 4 --rounds 2", ("wrk",)),
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


def write_pages(run: SuiteRun, out: Console) -> None:
    """The pages, and their picture."""
    draw(run.claims, ROOT / "docs" / "figures" / "benchmarks.png")
    for path, text in pages(run).items():
        path.write_text(text, encoding="utf-8")
        out.print(f"{path.relative_to(ROOT)} is made anew")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small sizes, few rounds: a look")
    parser.add_argument("--only", help=f"some of {','.join(PARTS)}")
    parser.add_argument("--write", action="store_true", help="keep the run, and make the pages that show it anew")
    parser.add_argument("--pages", action="store_true", help="make the pages anew of the run that was kept")
    told = parser.parse_args()
    out = Console(width=150)
    if told.pages:
        write_pages(SuiteRun.read(), out)
        return
    began = time.time()
    claims, left_out = [], []
    for name in told.only.split(",") if told.only else PARTS:
        if absent := missing(PARTS[name]):
            left_out += absent
            out.print(f"{name}: left out, {', '.join(absent)} is not installed", style="yellow")
            continue
        claims += claims_of(PARTS[name], quick=told.quick, out=out)
    out.print(shown(claims))
    if told.write and claims:
        minutes = (time.time() - began) / 60
        run = SuiteRun.here(claims, sorted(set(left_out)), quick=told.quick, minutes=minutes)
        run.write()
        write_pages(run, out)


if __name__ == "__main__":
    main()

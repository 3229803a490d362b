"""`thresher demo`: a real learning job on a stream whose right answer is known."""

import math
import time

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ...learners import TrackingWinnow, Winnow
from ...streams import PlantedDisjunction
from ...theory.bounds import disjunction_mistakes

EXAMPLE = """\b
Example:
  thresher demo --trials 5000 --shifts 1
"""


@click.command("demo", epilog=EXAMPLE)
@click.option("--trials", default=20_000, show_default=True, help="Examples in the stream.")
@click.option("--shifts", default=3, show_default=True, help="How often the concept shifts.")
@click.option("--noise", default=0.0, show_default=True, help="Share of flipped labels.")
@click.option("--seed", default=0, show_default=True, help="Seed of the stream.")
def command(trials: int, shifts: int, noise: float, seed: int) -> None:
    """A planted stream that shifts: mistakes beside the bound, and beside a learner that can't track."""
    run(trials=trials, shifts=shifts, noise=noise, seed=seed)


def run(*, trials: int, shifts: int, noise: float, seed: int) -> None:
    """Learns with a learner that tracks and with one that can't, and prints both beside the bound."""
    stream = PlantedDisjunction(trials=trials, shifts=shifts, noise=noise, seed=seed)
    tracking = TrackingWinnow(promotion=2.0, floor=1 / (50 * stream.active))
    fixed = Winnow(promotion=2.0, threshold=1.0, initial=1 / stream.attributes, elimination=True)
    marks = [segment.stop for segment in stream.segments]
    targets = stream.targets()
    rows: list[tuple[int, int]] = []
    flipped = 0
    screen = Console(stderr=True)
    began = time.perf_counter()
    for t, (x, y) in enumerate(track(stream, total=trials, console=screen, transient=True), start=1):
        tracking.learn_one(x, y)
        fixed.learn_one(x, y)
        flipped += y != any(i in targets[len(rows)] for i in x)
        if t == marks[len(rows)]:
            rows.append((tracking.mistakes, fixed.mistakes))
    seconds = time.perf_counter() - began

    # A flipped label costs up to 2 units of noise per relevant attribute present: here one, so 2 (A13).
    bound = math.floor(
        disjunction_mistakes(
            promotion=tracking.promotion,
            floor=tracking.floor,
            norm=stream.active,
            literals=stream.literals_added,
            noise=2 * flipped,
        )
    )
    _print(stream, rows, bound, flipped)
    screen.print(f"two learners, {trials:,} examples each, in {seconds:.2f} s, generating them included", style="dim")


def _print(stream: PlantedDisjunction, rows: list[tuple[int, int]], bound: int, flipped: int) -> None:
    size = f"{stream.trials:,} examples, {stream.attributes:,} attributes"
    table = Table(title=f"{size}, {stream.literals} relevant at a time")
    table.add_column("examples")
    table.add_column("relevant attributes")
    table.add_column("TrackingWinnow", justify="right")
    table.add_column("Winnow1 (can't track)", justify="right")
    before = (0, 0)
    for segment, target, row in zip(stream.segments, stream.targets(), rows, strict=True):
        made = [now - then for now, then in zip(row, before, strict=True)]
        table.add_row(f"{segment.start:,} - {segment.stop:,}", " ".join(map(str, sorted(target))), *map(str, made))
        before = row
    table.add_section()
    table.add_row("mistakes in all", "", str(rows[-1][0]), str(rows[-1][1]))
    table.add_row("never more than (A13)", "", str(bound), "no bound")
    out = Console()
    out.print(table)
    out.print(
        f"The bound holds for any stream of disjunctions with {stream.literals_added} literals in all, at most "
        f"{stream.active} attributes an example and {flipped} wrong labels, however many attributes there are."
    )

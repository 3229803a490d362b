"""`thresher demo`: what a first look should show, on messages whose right answer is known."""

import csv
import math
import time
from pathlib import Path

import click

from ...evaluation import Run, compare, evaluate, evaluate_late
from ...late import Delayed
from ...learners import Auto, PassiveAggressive, TrackingWinnow
from ...reports import page
from ...streams import Columns, PlantedMessages, Source
from ...theory.bounds import disjunction_mistakes
from ..output.demo import Shown, print_demo, print_next

LATE = 200
"""Messages that are answered before a label comes, where labels come late."""

BINS = 256
"""Mistakes are counted in bins of 64 messages, and the words of spam change three times: between bins."""

EXAMPLE = """\b
Example:
  thresher demo --messages 2000 --into first-look
"""


@click.command("demo", epilog=EXAMPLE)
@click.option(
    "--messages",
    default=6400,
    show_default=True,
    type=click.IntRange(BINS, 128 * BINS),
    help=f"How many messages, rounded to a multiple of {BINS}.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of the messages.")
@click.option(
    "--into", default="thresher-demo", show_default=True, metavar="FOLDER", help="Where messages and report go."
)
def command(messages: int, seed: int, into: str) -> None:
    """Learn from generated text messages whose spam changes, beside a rival, with late labels and with a bound.

    The messages are written to a file, so that you can go on with them.
    """
    run(PlantedMessages(messages=round(messages / BINS) * BINS, seed=seed), Path(into))


def run(stream: PlantedMessages, folder: Path) -> None:
    """Writes the messages, learns from them four times, and tells."""
    folder.mkdir(parents=True, exist_ok=True)
    file, report = folder / "messages.csv", folder / "report.html"
    began = time.perf_counter()
    _write(stream, file)
    runs = compare(_source(file), [Auto(), PassiveAggressive()], trace=True)
    late = evaluate_late(_source(file), Delayed(Auto()), LATE, shadow=False)
    report.write_text(page(runs, title="Text messages, spam or not"), encoding="utf-8")
    tracking, bound = _bounded(stream)
    seconds = time.perf_counter() - began
    print_demo(Shown(stream, runs, late, LATE, tracking, bound, report, seconds))
    print_next(file, folder)


def _write(stream: PlantedMessages, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(["label", "message"])
        writer.writerows(["spam" if spam else "ham", text] for text, spam in stream)


def _source(file: Path) -> Source:
    return Source(str(file), columns=Columns(text=("message",)))


def _bounded(stream: PlantedMessages) -> tuple[Run, int]:
    """A learner with a theorem, over the words of the messages; and the most mistakes that it can make on them."""
    examples = [(set(text.replace(".", " ").replace(",", " ").split()), spam) for text, spam in stream]
    longest = max(len(words) for words, _ in examples)
    model = TrackingWinnow(promotion=2.0, floor=1 / (50 * longest))
    promised = disjunction_mistakes(
        promotion=model.promotion, floor=model.floor, norm=longest, literals=stream.words_added
    )
    return evaluate(examples, model, measures=False), math.floor(promised)

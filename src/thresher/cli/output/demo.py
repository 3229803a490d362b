"""What `thresher demo` shows: mistakes from shift to shift, late labels, the bound, and what to try next."""

import os
import shutil
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click

from ...evaluation import LateRun, Run
from ...evaluation.drift.events import RESTART
from ...streams import PlantedMessages


@dataclass(frozen=True)
class Shown:
    """What there is to be shown.

    runs: over the messages, labels at once.   late: the first of them again, every label `delay` messages late.
    tracking: a learner that has a bound, and `bound`: the most mistakes it can make.
    """

    stream: PlantedMessages
    runs: list[Run]
    late: LateRun
    delay: int
    tracking: Run
    bound: int
    report: Path
    seconds: float


def print_demo(shown: Shown) -> None:
    """Everything, in lines that fit a narrow window."""
    stream, runs = shown.stream, shown.runs
    _say(
        f"{stream.messages:,} text messages, {stream.spam} % of them spam, generated to look real. Spammers change "
        f"their words after {_listed(stream.shifts)} messages. Each message is answered before its label is seen."
    )
    rows = [["mistakes in", *(run.learner for run in runs)]]
    marks = [0, *stream.shifts, stream.messages]
    for first, last in pairwise(marks):
        rows.append([f"{first + 1:,} - {last:,}", *(f"{mistakes_between(run, first, last):,}" for run in runs)])
    rows.append(["all", *(f"{run.mistakes:,}" for run in runs)])
    rows.append(["error", *(f"{run.error:.4f}" for run in runs)])
    click.echo("\n" + "\n".join(_table(rows)))
    best = runs[0]
    noticed = [event.examples for event in best.events if event.kind == RESTART]
    if noticed:
        _say(f"\n{best.learner} noticed: it began anew after {_listed(noticed)} messages.")
    _say(
        f"\nLabels that come {shown.delay} messages late: {best.learner} makes {shown.late.mistakes:,} mistakes "
        f"instead of {best.mistakes:,}."
    )
    _say(
        f"\n{shown.tracking.learner} makes {shown.tracking.mistakes:,} mistakes. Its theorem (A13) promises at most "
        f"{shown.bound:,} on any such stream: however many words there are, and whenever spammers change theirs, if "
        f"{stream.words_added} words give spam away in all."
    )
    _say(f"\nThe report, with curves and what each learner went by: {shown.report}")
    click.echo(f"({shown.seconds:.1f} s for all of it)", err=True)


def print_next(file: Path, folder: Path) -> None:
    """Three commands that work as they stand."""
    command, model = path_of_command(), folder / "spam.thresher"
    _say(
        "\nThe second of these commands asks the model as it is in the end: it has moved on with the spam, and misses "
        "that of campaigns that are over."
    )
    click.echo("\nTry next:")
    for words in (
        f"learn {file} --text message --model {model}",
        f"predict {file} --model {model}",
        f"compare {file} --text message",
    ):
        click.echo(f"  {command} {words}")


def path_of_command() -> str:
    """How the command that runs now is called from here."""
    said = sys.argv[0]
    if os.path.basename(said) != "thresher":
        return "thresher" if shutil.which("thresher") else f"{os.path.relpath(sys.executable)} -m thresher"
    found = shutil.which("thresher")
    if found is not None and os.path.realpath(found) == os.path.realpath(said):
        return "thresher"
    return min(os.path.relpath(said), os.path.abspath(said), key=len)


def mistakes_between(run: Run, first: int, last: int) -> int:
    """Mistakes from one example to another, as far as the curve tells: its bins are that narrow."""
    ends = run.curve.ends()
    return sum(wrong for end, wrong in zip(ends, run.curve.mistakes, strict=True) if first < end <= last)


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  "
        + row[0].ljust(widths[0])
        + "".join(cell.rjust(width + 3) for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]


def _listed(numbers: list[int]) -> str:
    words = [f"{number:,}" for number in numbers]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _say(text: str) -> None:
    width = max(20, min(100, shutil.get_terminal_size().columns))
    head = "\n" if text.startswith("\n") else ""
    click.echo(head + click.wrap_text(text.strip(), width))

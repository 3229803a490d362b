"""What one sees while it learns: a live line on a terminal, a table of doublings in a pipe. Both on stderr."""

import sys
import time
from typing import Any

import click

from ...evaluation.loop import Loop
from .words import rate

_EVERY = 0.1  # seconds between two looks at the terminal


def watch_for(sources: list[Any], passes: int, *, quiet: bool) -> Any:
    """Whoever should look on: the terminal, the table, or nobody."""
    if quiet:
        return Silent()
    if sys.stderr.isatty():
        sizes = [source.size for source in sources]
        total = None if any(size is None for size in sizes) else sum(sizes) * passes
        return Terminal(total)
    return Doublings()


class Silent:
    """Nobody looks."""

    doubling = False

    def after(self, loop: Loop) -> None:
        """Sees nothing."""

    def close(self) -> None:
        """Nothing to put away."""


class Doublings(Silent):
    """A line at 1, 2, 4, 8, ... examples, as Vowpal Wabbit prints them."""

    doubling = True

    def __init__(self) -> None:
        self._next = 1
        self._before = (0, 0, 0)

    def after(self, loop: Loop) -> None:
        if loop.examples < self._next:
            return
        if self._next == 1:
            click.echo("   error since last     examples     mistakes      label  predicted   features", err=True)
        self._next = 1 << loop.examples.bit_length()
        measures = loop.contestants[0].measures
        counted = measures.examples, measures.mistakes, measures.abstained
        since = [now - before for now, before in zip(counted, self._before, strict=True)]
        self._before = counted
        label, prediction, features = _shown(loop)
        click.echo(
            f"{_error(*counted):>8}   {_error(*since):>8} {loop.examples:12,d} {measures.mistakes:12,d} "
            f"{label:>10} {prediction:>10} {features:10,d}",
            err=True,
        )


def _error(examples: int, mistakes: int, abstained: int) -> str:
    """Mistakes per labelled example; a dash where there was no answer to judge."""
    return f"{mistakes / examples:.4f}" if examples > abstained else "-"


def _shown(loop: Loop) -> tuple[str, str, int]:
    """The last example in words."""
    last = loop.last
    if last is None:
        return "-", "-", 0
    model = loop.contestants[0].model
    written = dict(zip(getattr(model, "labels", ()), getattr(model, "written_labels", ()), strict=False))
    said = _short(written.get(last.prediction, last.prediction))
    return "?" if last.label is None else _short(last.label), said, last.features


class Terminal(Silent):
    """A progress bar with rate, mistakes, error so far and lately, and time left."""

    def __init__(self, total: int | None) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            TaskProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        left = [TaskProgressColumn(), TimeRemainingColumn(compact=True)] if total else [TimeElapsedColumn()]
        self._bar = Progress(
            TextColumn("{task.fields[rate]}"),
            BarColumn(bar_width=20),
            *left,
            TextColumn("[bold]{task.fields[mistakes]}[/] mistakes"),
            TextColumn("error {task.fields[error]}, lately {task.fields[lately]}{task.fields[beside]}"),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=10,
        )
        self._task = self._bar.add_task("", total=total, rate="", mistakes=0, error="-", lately="-", beside="")
        self._bar.start()
        self._began = self._looked = time.perf_counter()

    def after(self, loop: Loop) -> None:
        now = time.perf_counter()
        if now - self._looked < _EVERY:
            return
        self._looked = now
        measures, base_rate = loop.contestants[0].measures, loop.contestants[0].base_rate
        judged = measures.examples > measures.abstained
        self._bar.update(
            self._task,
            completed=loop.bytes,
            rate=f"{loop.examples:,} examples, {loop.examples / (now - self._began):,.0f}/s",
            mistakes=f"{measures.mistakes:,}",
            error=rate(measures.mistakes / measures.examples) if judged else "-",
            lately=rate(measures.last_window()) if judged else "-",
            beside="" if base_rate is None else f" (base rate {rate(base_rate)})",
        )

    def close(self) -> None:
        self._bar.stop()


def _short(label: Any) -> str:
    if label is None:
        return "-"
    if isinstance(label, bool):
        return "1" if label else "0"
    return f"{label:g}" if isinstance(label, float) else str(label)[:10]

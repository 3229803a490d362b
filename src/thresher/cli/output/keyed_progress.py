"""How far a job over keys is, on a terminal: one line that is written over, a few times a second."""

import sys
import time
from collections.abc import Callable
from typing import Any

import click

_UNITS = {"bytes": ("kB", 1_000)}


def words_of(events: int, rate: float, progress: Any) -> str:
    """What the line says.

    Parameters
    ----------
    events : int
        So many rows were read.
    rate : float
        Rows a second.
    progress : Progress
        How far the job is.
    """
    words = f"{events:,} events, {rate:,.0f}/s, {progress.workers} workers, {progress.waiting} batches under way, "
    words += f"{progress.replays} replayed"
    if progress.lag is None:
        return words
    unit, size = _UNITS.get(progress.lag.unit, (progress.lag.unit, 1))
    return f"{words}, {-(-progress.lag.amount // size):,} {unit} behind"


class KeyedProgress:
    """Tells a terminal; says nothing elsewhere.

    Parameters
    ----------
    quiet : bool
        Whether nothing is to be said.
    clock : callable
        Seconds.
    """

    def __init__(self, *, quiet: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._shows = not quiet and sys.stderr.isatty()
        self._clock, self._next = clock, 0.0
        self._first: tuple[float, int] | None = None  # a job that is gone on with begins with many events
        self._wrote = False

    def __call__(self, events: int, progress: Any) -> None:
        now = self._clock()
        began, first = self._first = self._first or (now, events)
        if not self._shows or now < self._next:
            return
        self._next = now + 0.2
        words = words_of(events, (events - first) / max(now - began, 1e-3), progress)
        click.echo(f"\r\x1b[K{words}", err=True, nl=False)
        self._wrote = True

    def end(self) -> None:
        """Leaves the line."""
        if self._wrote:
            click.echo("", err=True)

"""The model saved while it learns: every so many examples, or every so much time, also while a pipe is silent."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import click

from ..errors import ThresherError
from ..evaluation.milestones import NEVER
from .options.intervals import Interval


class SaveEvery:
    """Calls `save` when it is due. A save that fails is told, and learning goes on: the next may succeed."""

    def __init__(self, interval: Interval, save: Callable[[], None]) -> None:
        self._interval, self._save = interval, save
        self._saved_at = -1
        self.next = interval.examples or NEVER

    def reach(self, loop: Any) -> None:
        """So many examples have been learned, or so much time has gone by."""
        if self._interval.examples:
            self.next = (loop.examples // self._interval.examples + 1) * self._interval.examples
        else:
            self.next = NEVER
        if loop.examples == self._saved_at:
            return
        try:
            self._save()
            self._saved_at = loop.examples
        except (ThresherError, OSError) as error:
            click.echo(f"thresher: not saved after {loop.examples:,} examples, learning goes on: {error}", err=True)

    @contextlib.contextmanager
    def timed(self, loop: Any) -> Iterator[None]:
        """While this lasts, time goes by: it is saved at the next example, or at once if the loop waits for bytes."""
        if self._interval.seconds is None:
            yield
            return

        def due(number: int, frame: FrameType | None) -> None:
            if loop.waiting:
                self.reach(loop)
            else:
                self.next = 0

        before = signal.signal(signal.SIGALRM, due)
        signal.setitimer(signal.ITIMER_REAL, self._interval.seconds, self._interval.seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)

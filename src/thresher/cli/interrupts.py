"""Ctrl-C: learning ends at the next example, and what was learned is written first."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

_STOPS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def no_ctrl_c() -> Iterator[None]:
    """What was learned is written, however impatient somebody is."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in _STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class stop_on_ctrl_c:
    """Ctrl-C ends the loop at the next example; a second one at once."""

    def __init__(self, loop: Any) -> None:
        self._loop = loop
        self._before: dict[int, Any] = {}

    def __enter__(self) -> None:
        self._before = {number: signal.signal(number, self._stop) for number in _STOPS}

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self._loop.waiting or self._loop.stopping:
            raise KeyboardInterrupt
        self._loop.stopping = True

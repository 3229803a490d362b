"""SIGTERM while there is no server to take it: a service that is told to stop ends with 0 at any moment."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def leaving_when_told() -> Iterator[None]:
    """Before the server takes signals there is nothing to finish, so it leaves at once.

    Elsewhere than in the main thread signals are somebody else's.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def finish_undisturbed() -> None:
    """The server has ended: what is left is short, and a second SIGTERM must not end it half-way."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _leave(_signal: int, _frame: Any) -> None:
    raise SystemExit(0)

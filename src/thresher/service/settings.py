"""How a service runs: how often, how many, how much. Nothing of it changes what a model answers."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .config import ModelConfig

MOST_NAMES = 50_000  # of one row
EXIT_WRITE_FAILED = 74  # EX_IOERR of sysexits.h


def end_process(error: BaseException) -> None:
    """Ends this process soon, and leaves the rest to whoever starts it again: see writer.py."""
    import asyncio
    import sys

    print(
        f"thresher: the log could not be written: {error!r}; ending, start again to recover.",
        file=sys.stderr,
        flush=True,
    )
    asyncio.get_running_loop().call_later(0.05, os._exit, EXIT_WRITE_FAILED)  # the refusals go out first


@dataclass(frozen=True)
class Settings:
    """What can be said on the command line.

    Attributes
    ----------
    models : mapping
        Made at the start where they are not there.
    snapshot_events, snapshot_seconds : int, float
        A snapshot after so many events, or after so many seconds if there are any.
    keep_snapshots : int
        How many of each model.
    keep_days : float or None
        Events older than that, and than the oldest snapshot that is kept, are archived; None: never.
    reserve : int
        Bytes of disk below which questions are refused.
    most_models : int
        How many may be made.
    most_names : int
        How many names one row may turn into: cells, texts of lists, words.
    let_differ : bool
        Recover also where a replay says something else than was said.
    store : str or None
        The address of a PostgreSQL database; None: SQLite in the folder.
    on_failure : function
        What happens when the log can't be written.
    """

    models: Mapping[str, ModelConfig] = field(default_factory=dict)
    snapshot_events: int = 100_000
    snapshot_seconds: float = 300.0
    keep_snapshots: int = 3
    keep_days: float | None = 30.0
    reserve: int = 64 * 2**20
    most_models: int = 10_000
    most_names: int = MOST_NAMES
    let_differ: bool = False
    store: str | None = None
    on_failure: Callable[[BaseException], None] = end_process

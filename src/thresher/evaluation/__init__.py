"""Evaluation: the loop predict -> label -> update, what it came to, and a log that can be replayed.

Names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .events import EventLog, Replay, read_events, replay
    from .measures import Measures
    from .on_error import BadLineError
    from .progressive import compare, evaluate
    from .run import Curve, Run, Tally, WeightTrace

_HOME_OF = {
    "BadLineError": "on_error",
    "Curve": "run",
    "EventLog": "events",
    "Measures": "measures",
    "Replay": "events",
    "Run": "run",
    "Tally": "run",
    "WeightTrace": "run",
    "compare": "progressive",
    "evaluate": "progressive",
    "read_events": "events",
    "replay": "events",
}

__all__ = [
    "BadLineError",
    "Curve",
    "EventLog",
    "Measures",
    "Replay",
    "Run",
    "Tally",
    "WeightTrace",
    "compare",
    "evaluate",
    "read_events",
    "replay",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'thresher.evaluation' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

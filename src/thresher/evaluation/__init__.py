"""Evaluation: the loop predict -> label -> update, what it came to, and a log that can be replayed."""

from .evaluate import compare, evaluate
from .events import EventLog, Replay, read_events, replay
from .measures import Measures
from .on_error import BadLineError
from .run import Curve, Run, Tally, WeightTrace

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

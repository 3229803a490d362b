"""Evaluation: the loop predict -> label -> update, what it came to, and a log that can be replayed.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .certificates import Certificate, Line, certify
    from .event_log import EventLog
    from .events import read_events
    from .invariants import Checked, InvariantError
    from .late import evaluate_late
    from .late_run import Cost, LateRun
    from .measures import Measures
    from .on_error import BadLineError
    from .progress import Progress, measure_progress
    from .progressive import compare, evaluate
    from .reliability import Reliability
    from .reliability_meter import ReliabilityMeter
    from .replaying import Replay, replay
    from .run import Curve, Run, Tally, WeightTrace

_HOME_OF = {
    "BadLineError": "on_error",
    "Certificate": "certificates",
    "Checked": "invariants",
    "Cost": "late_run",
    "Curve": "run",
    "EventLog": "event_log",
    "InvariantError": "invariants",
    "LateRun": "late_run",
    "Line": "certificates",
    "Measures": "measures",
    "Progress": "progress",
    "Reliability": "reliability",
    "ReliabilityMeter": "reliability_meter",
    "Replay": "replaying",
    "Run": "run",
    "Tally": "run",
    "WeightTrace": "run",
    "certify": "certificates",
    "compare": "progressive",
    "evaluate": "progressive",
    "evaluate_late": "late",
    "measure_progress": "progress",
    "read_events": "events",
    "replay": "replaying",
}

__all__ = [
    "BadLineError",
    "Certificate",
    "Checked",
    "Cost",
    "Curve",
    "EventLog",
    "InvariantError",
    "LateRun",
    "Line",
    "Measures",
    "Progress",
    "Reliability",
    "ReliabilityMeter",
    "Replay",
    "Run",
    "Tally",
    "WeightTrace",
    "certify",
    "compare",
    "evaluate",
    "evaluate_late",
    "measure_progress",
    "read_events",
    "replay",
]


__getattr__ = lazily(__name__, _HOME_OF)


def __dir__() -> list[str]:
    return __all__

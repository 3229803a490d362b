"""Evaluation: the loop predict -> label -> update, what it came to, and a log that can be replayed.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .events.events import read_events as read_events
    from .events.log import EventLog as EventLog
    from .events.replay import Replay as Replay
    from .events.replay import replay as replay
    from .late.evaluate import evaluate_late as evaluate_late
    from .late.run import Cost as Cost
    from .late.run import LateRun as LateRun
    from .measures.measures import Measures as Measures
    from .measures.reliability import Reliability as Reliability
    from .measures.reliability_meter import ReliabilityMeter as ReliabilityMeter
    from .on_error import BadLineError as BadLineError
    from .progressive import compare as compare
    from .progressive import evaluate as evaluate
    from .run import Curve as Curve
    from .run import Run as Run
    from .run import Tally as Tally
    from .run import WeightTrace as WeightTrace

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".progressive": "compare evaluate",
        ".events.events": "read_events",
        ".events.log": "EventLog",
        ".events.replay": "Replay replay",
        ".late.evaluate": "evaluate_late",
        ".late.run": "Cost LateRun",
        ".measures.measures": "Measures",
        ".measures.reliability": "Reliability",
        ".measures.reliability_meter": "ReliabilityMeter",
        ".on_error": "BadLineError",
        ".run": "Curve Run Tally WeightTrace",
    },
)

"""Evaluation: the loop predict -> label -> update, what it came to, and a log that can be replayed.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .drift.events import DriftEvent as DriftEvent
    from .drift.watch import DriftWatch as DriftWatch
    from .events.events import read_events as read_events
    from .events.late_log import LateLog as LateLog
    from .events.log import EventLog as EventLog
    from .events.replay import Replay as Replay
    from .events.replay import replay as replay
    from .late.evaluate import evaluate_late as evaluate_late
    from .late.run import Cost as Cost
    from .late.run import LateRun as LateRun
    from .measures.costs import Costs as Costs
    from .measures.decision import Decision as Decision
    from .measures.decisions import Decisions as Decisions
    from .measures.measures import Measures as Measures
    from .measures.reliability import Reliability as Reliability
    from .measures.reliability_meter import ReliabilityMeter as ReliabilityMeter
    from .on_error import BadLineError as BadLineError
    from .progressive import compare as compare
    from .progressive import evaluate as evaluate
    from .run import Curve as Curve
    from .run import Run as Run
    from .run import WeightTrace as WeightTrace
    from .tally import Tally as Tally
    from .thresholds import threshold_for as threshold_for

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".progressive": "compare evaluate",
        ".drift.events": "DriftEvent",
        ".drift.watch": "DriftWatch",
        ".events.events": "read_events",
        ".events.late_log": "LateLog",
        ".events.log": "EventLog",
        ".events.replay": "Replay replay",
        ".late.evaluate": "evaluate_late",
        ".late.run": "Cost LateRun",
        ".measures.costs": "Costs",
        ".measures.decision": "Decision",
        ".measures.decisions": "Decisions",
        ".measures.measures": "Measures",
        ".measures.reliability": "Reliability",
        ".measures.reliability_meter": "ReliabilityMeter",
        ".on_error": "BadLineError",
        ".run": "Curve Run WeightTrace",
        ".tally": "Tally",
        ".thresholds": "threshold_for",
    },
)

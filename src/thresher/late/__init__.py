"""Late labels: predict now, learn the answer later.

`Delayed` goes around any learner; an order says when which label is learned (section D of docs/theory.md). Names are
imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .delayed import Delayed as Delayed
    from .delayed import Question as Question
    from .orders.copies import Copies as Copies
    from .orders.immediate import OD1 as OD1
    from .orders.immediate import Immediate as Immediate
    from .orders.naming import order_of as order_of
    from .orders.od3 import OD3 as OD3
    from .orders.replay.replay import Replay as Replay
    from .promises import Promise as Promise
    from .promises import promise as promise
    from .repeated import Repeated as Repeated
    from .simulate.arrivals import ByLabel as ByLabel
    from .simulate.arrivals import Chosen as Chosen
    from .simulate.arrivals import Constant as Constant
    from .simulate.arrivals import HeavyTailed as HeavyTailed
    from .simulate.arrivals import Missing as Missing
    from .simulate.arrivals import Never as Never
    from .simulate.arrivals import Uniform as Uniform
    from .simulate.distributions import PlantedDistribution as PlantedDistribution
    from .simulate.distributions import drift as drift
    from .simulate.distributions import variation as variation
    from .status import Fate as Fate
    from .status import LabelStatus as LabelStatus
    from .wrappers import Derandomized as Derandomized
    from .wrappers import MistakeDriven as MistakeDriven

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".delayed": "Delayed Question",
        ".orders.copies": "Copies",
        ".orders.immediate": "Immediate OD1",
        ".orders.naming": "order_of",
        ".orders.od3": "OD3",
        ".orders.replay.replay": "Replay",
        ".promises": "Promise promise",
        ".repeated": "Repeated",
        ".simulate.arrivals": "ByLabel Chosen Constant HeavyTailed Missing Never Uniform",
        ".simulate.distributions": "PlantedDistribution drift variation",
        ".status": "Fate LabelStatus",
        ".wrappers": "Derandomized MistakeDriven",
    },
)

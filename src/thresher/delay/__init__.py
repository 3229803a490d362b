"""Late labels: predict now, learn the answer later.

`Delayed` goes around any learner; an order says when which label is learned (section D of docs/theory.md). Names are
imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .arrivals import ByLabel, Chosen, Constant, HeavyTailed, Missing, Never, Uniform
    from .copies import Copies
    from .delayed import Delayed, Question
    from .distributions import PlantedDistribution, drift, variation
    from .fates import Fate
    from .od3 import OD3
    from .overtaking import OD1, Immediate
    from .promises import Promise, promise
    from .repeated import Repeated
    from .replay import Replay
    from .wrappers import Derandomized, MistakeDriven

_HOME_OF = {
    "ByLabel": "arrivals",
    "Chosen": "arrivals",
    "Constant": "arrivals",
    "Copies": "copies",
    "Delayed": "delayed",
    "Derandomized": "wrappers",
    "Fate": "fates",
    "HeavyTailed": "arrivals",
    "Immediate": "overtaking",
    "Missing": "arrivals",
    "MistakeDriven": "wrappers",
    "Never": "arrivals",
    "OD1": "overtaking",
    "OD3": "od3",
    "PlantedDistribution": "distributions",
    "Promise": "promises",
    "Question": "delayed",
    "Repeated": "repeated",
    "Replay": "replay",
    "Uniform": "arrivals",
    "drift": "distributions",
    "promise": "promises",
    "variation": "distributions",
}

__all__ = [
    "OD1",
    "OD3",
    "ByLabel",
    "Chosen",
    "Constant",
    "Copies",
    "Delayed",
    "Derandomized",
    "Fate",
    "HeavyTailed",
    "Immediate",
    "Missing",
    "MistakeDriven",
    "Never",
    "PlantedDistribution",
    "Promise",
    "Question",
    "Repeated",
    "Replay",
    "Uniform",
    "drift",
    "promise",
    "variation",
]


__getattr__ = lazily(__name__, _HOME_OF)


def __dir__() -> list[str]:
    return __all__

"""Adversaries: they play against any learner, see what it would say, and choose the label (B10, A13, A14).

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ...laziness import lazily

if TYPE_CHECKING:
    from .binary_search import BinarySearch
    from .game import Adversary, Board, Game, play
    from .groups import Groups
    from .press import PressDisjunction
    from .random_labels import RandomLabels
    from .sparse import Sparse

_HOME_OF = {
    "Adversary": "game",
    "BinarySearch": "binary_search",
    "Board": "game",
    "Game": "game",
    "Groups": "groups",
    "PressDisjunction": "press",
    "RandomLabels": "random_labels",
    "Sparse": "sparse",
    "play": "game",
}

__all__ = [
    "Adversary",
    "BinarySearch",
    "Board",
    "Game",
    "Groups",
    "PressDisjunction",
    "RandomLabels",
    "Sparse",
    "play",
]


__getattr__ = lazily(__name__, _HOME_OF)


def __dir__() -> list[str]:
    return __all__

"""Adversaries: they play against any learner, see what it would say, and choose the label (B10, A13, A14).

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ....laziness import lazily

if TYPE_CHECKING:
    from .binary_search import BinarySearch as BinarySearch
    from .game import Adversary as Adversary
    from .game import Board as Board
    from .game import Game as Game
    from .game import play as play
    from .groups import Groups as Groups
    from .press import PressDisjunction as PressDisjunction
    from .random_labels import RandomLabels as RandomLabels
    from .sparse import Sparse as Sparse

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".binary_search": "BinarySearch",
        ".game": "Adversary Board Game play",
        ".groups": "Groups",
        ".press": "PressDisjunction",
        ".random_labels": "RandomLabels",
        ".sparse": "Sparse",
    },
)

"""Adversaries: they play against any learner, see what it would say, and choose the label (B10, A13, A14).

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ....laziness import lazily

if TYPE_CHECKING:
    from .binary_search import BinarySearch as BinarySearch
    from .binary_search import Groups as Groups
    from .binary_search import Sparse as Sparse
    from .game import Adversary as Adversary
    from .game import Board as Board
    from .game import Game as Game
    from .game import play as play
    from .one_literal import OneLiteral as OneLiteral
    from .random_labels import RandomLabels as RandomLabels

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".binary_search": "BinarySearch Groups Sparse",
        ".game": "Adversary Board Game play",
        ".one_literal": "OneLiteral",
        ".random_labels": "RandomLabels",
    },
)

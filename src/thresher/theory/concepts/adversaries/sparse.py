"""The adversary that never has more than a few attributes active (A14)."""

from dataclasses import dataclass

from ....parameters import whole
from ..sequence import ConceptSequence
from .binary_search import BinarySearch
from .game import Board


@dataclass(frozen=True)
class Sparse:
    """Forces M >= 2A + floor((Z + 1)/2) floor(lg 2 lambda), never with more than lambda attributes active.

    It is the binary search on 2 lambda attributes, of which half are on at most.

    active: lambda, at least 1.   shifts: Z, at least 1 (the first literal counts).   attribute_errors: A.

    >>> Sparse(active=32).promised
    6
    """

    active: int
    shifts: int = 1
    attribute_errors: int = 0

    def __post_init__(self) -> None:
        whole("active", self.active, at_least=1)
        _ = self._search

    @property
    def promised(self) -> int:
        return self._search.promised

    @property
    def _search(self) -> BinarySearch:
        return BinarySearch(2 * self.active, self.shifts, self.attribute_errors)

    def challenge(self, board: Board) -> ConceptSequence:
        return self._search.challenge(board)

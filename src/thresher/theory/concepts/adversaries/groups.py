"""The adversary for a fixed disjunction of k literals: one search in each of k groups (B10 Theorem 9)."""

from dataclasses import dataclass

from ....parameters import whole
from ..sequence import ConceptSequence
from .binary_search import search
from .game import Board


@dataclass(frozen=True)
class Groups:
    """Forces M >= 2A + k floor(lg(n/k)) by one disjunction of k literals.

    n: attributes, at least 2k.   k: literals.   attribute_errors: A, all in the last group.

    >>> Groups(32, k=4, attribute_errors=3).promised
    18
    """

    n: int
    k: int
    attribute_errors: int = 0

    def __post_init__(self) -> None:
        whole("k", self.k, at_least=1)
        whole("n", self.n, at_least=2 * self.k)
        whole("attribute_errors", self.attribute_errors)

    @property
    def promised(self) -> int:
        return 2 * self.attribute_errors + self.k * ((self.n // self.k).bit_length() - 1)

    def challenge(self, board: Board) -> ConceptSequence:
        size = self.n // self.k
        groups = [range(i * size, (i + 1) * size) for i in range(self.k)]
        errors = [0] * (self.k - 1) + [self.attribute_errors]
        literals = [search(board, group, a) for group, a in zip(groups, errors, strict=True)]
        return ConceptSequence.fixed(dict.fromkeys(literals, 2.0), board.trials)

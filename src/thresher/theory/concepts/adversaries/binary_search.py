"""Adversaries that let the target be whatever the learner did not expect: binary searches (B10, A14)."""

from collections.abc import Sequence
from dataclasses import dataclass

from ....parameters import whole
from ....protocols import Attribute
from ..sequence import ConceptSequence
from .game import Board


def search(board: Board, attributes: Sequence[Attribute], attribute_errors: int) -> Attribute:
    """Forces floor(lg n) + 2A mistakes with one literal, and says which it is (B10 Lemma 4).

    Half of the literals that are still possible are on; the label is the one the learner does not expect, and leaves
    half of them. Of the last two, one is on 2A + 1 times: whichever was wrong at most A times is the target.
    """
    possible = attributes[: 1 << (len(attributes).bit_length() - 1)]
    while len(possible) > 2:
        half = len(possible) // 2
        y = board.contradict(dict.fromkeys(possible[:half], 1.0))
        possible = possible[:half] if y else possible[half:]
    first, second = possible
    labels = [board.contradict({first: 1.0}) for _ in range(2 * attribute_errors + 1)]
    return first if sum(labels) > attribute_errors else second


@dataclass(frozen=True)
class BinarySearch:
    """Forces M >= 2A + floor((Z + 1)/2) floor(lg n) by disjunctions of one literal that shift (B10 Theorem 8).

    Parameters
    ----------
    n : int
        The number of attributes, at least 2.
    shifts : int, default 1
        How many shifts there are, the first literal counted: Z, at least 1.
    attribute_errors : int, default 0
        How many attribute errors it makes (A).

    Examples
    --------
    >>> BinarySearch(1000, shifts=5, attribute_errors=7).promised
    41
    """

    n: int
    shifts: int = 1
    attribute_errors: int = 0

    def __post_init__(self) -> None:
        whole("n", self.n, at_least=2)
        whole("shifts", self.shifts, at_least=1)
        whole("attribute_errors", self.attribute_errors)

    @property
    def promised(self) -> int:
        return 2 * self.attribute_errors + self._rounds * (self.n.bit_length() - 1)

    @property
    def _rounds(self) -> int:
        """The first literal is one shift, every other two: one goes off, one comes on."""
        return (self.shifts + 1) // 2

    def challenge(self, board: Board) -> ConceptSequence:
        segments = []
        for i in range(self._rounds):
            first = board.trials
            errors = self.attribute_errors if i == self._rounds - 1 else 0
            segments.append((first, {search(board, range(self.n), errors): 2.0}))
        return ConceptSequence.from_segments(segments, board.trials)


@dataclass(frozen=True)
class Groups:
    """Forces M >= 2A + k floor(lg(n/k)) by one disjunction of k literals.

    Parameters
    ----------
    n : int
        The number of attributes, at least 2k.
    k : int
        The number of literals.
    attribute_errors : int, default 0
        How many attribute errors it makes (A), all in the last group.

    Examples
    --------
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


@dataclass(frozen=True)
class Sparse:
    """Forces M >= 2A + floor((Z + 1)/2) floor(lg 2 lambda), never with more than lambda attributes active.

    It is the binary search on 2 lambda attributes, of which half are on at most.

    Parameters
    ----------
    active : int
        The most attributes that are active at once: lambda, at least 1.
    shifts : int, default 1
        How many shifts there are, the first literal counted: Z, at least 1.
    attribute_errors : int, default 0
        How many attribute errors it makes (A).

    Examples
    --------
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

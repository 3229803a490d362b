"""The adversary that lets the target be whatever the learner did not expect (B10 Theorem 8)."""

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

    n: attributes, at least 2.   shifts: Z, at least 1 (the first literal counts).   attribute_errors: A.

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

"""Blocks that are read before the first is learned, for learners that must know which of two labels is positive."""

from collections import deque
from collections.abc import Iterator, Sequence

from ..data import must_be_told
from ..learners import check_that_two_are_enough
from ..protocols import Label
from ..streams import Block
from .block_labels import labels_in
from .contestant import Contestant

MOST = 64
"""Blocks that are looked at before the first is learned."""


def look_ahead(blocks: Iterator[Block], contestants: Sequence[Contestant], *, repeatable: bool) -> Iterator[Block]:
    """All blocks; before the first, so many are read that two labels are known, where somebody needs that.

    repeatable: otherwise whoever makes the examples may wait for the last to be learned.
    """
    waiting: deque[Block] = deque()
    learners = [contestant for contestant in contestants if contestant.must_look_ahead]
    labels: set[Label] = set()
    while learners and len(labels) < 2 and len(waiting) < (MOST if repeatable else 1):
        block = next(blocks, None)
        if block is None:
            break
        waiting.append(block)
        labels |= labels_in(block)
    for contestant in learners:
        check_that_two_are_enough(contestant.learner, labels)
    if must_be_told(labels):
        for contestant in learners:
            contestant.expect(list(labels))
    while waiting:
        yield waiting.popleft()
    yield from blocks

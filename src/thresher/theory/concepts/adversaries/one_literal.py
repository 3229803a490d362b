"""The adversary that shows a printed bound to be false: it stays with one literal for as long as it can (A13)."""

from dataclasses import dataclass

from ....parameters import whole
from ....protocols import Attribute
from ..sequence import ConceptSequence
from .game import Board

LITERAL = 0


@dataclass(frozen=True)
class OneLiteral:
    """One literal, no noise; every example is a mistake.

    As long as the learner does not believe the literal alone, it is shown positive together with as many irrelevant
    attributes as the learner still calls negative: these are promoted with it. Then the irrelevant ones, which now
    have the weight of several thresholds, are shown negative, each time just enough of them to be called positive.

    Against TrackingWinnow(1.35, floor=1/(35 active)) with active = 64 that makes 26 promotions and 15 demotions. The
    bound printed in the paper, 3.98 Z+ (ln lambda + 3.86) + 1.2 N = 31.9, is therefore false; the corrected one is
    63.9 (A13).

    Parameters
    ----------
    active : int, default 64
        lambda, the most attributes an instance has.
    irrelevant : int or None, optional
        How many there are; None: lambda.
    most : int, default 1000
        Stop after so many trials; against a learner that never learns it would go on for ever.
    """

    active: int = 64
    irrelevant: int | None = None
    most: int = 1000

    def __post_init__(self) -> None:
        whole("active", self.active, at_least=1)
        whole("most", self.most, at_least=1)
        if self.irrelevant is not None:
            whole("irrelevant", self.irrelevant, at_least=1)

    @property
    def promised(self) -> int:
        """Nothing: a learner that guesses the literal makes no mistake."""
        return 0

    def challenge(self, board: Board) -> ConceptSequence:
        number = self.active if self.irrelevant is None else self.irrelevant
        # Promotions less demotions of each irrelevant attribute: the heaviest are those with the most.
        level: dict[Attribute, int] = dict.fromkeys(range(LITERAL + 1, LITERAL + 1 + number), 0)
        while board.trials < self.most and not board.ask({LITERAL: 1.0}):
            x = self._below(board, level, {LITERAL: 1.0}, self.active)
            board.present(x, True)
            _change(level, x, 1)
        while board.trials < self.most:
            just_above = self._above(board, level)
            if just_above is None:
                break
            board.present(just_above, False)
            _change(level, just_above, -1)
        return ConceptSequence.fixed({LITERAL: 2.0}, board.trials)

    def _below(
        self, board: Board, level: dict[Attribute, int], start: dict[Attribute, float], most: int
    ) -> dict[Attribute, float]:
        """Irrelevant attributes, the heaviest first, as long as the learner says no."""
        x = dict(start)
        for attribute in sorted(level, key=lambda a: -level[a]):
            if len(x) >= most:
                break
            x[attribute] = 1.0
            if board.ask(x):
                del x[attribute]
        return x

    def _above(self, board: Board, level: dict[Attribute, int]) -> dict[Attribute, float] | None:
        """Irrelevant attributes that the learner says yes to, as light as can be; None if there are none."""
        below = self._below(board, level, {}, self.active - 1)
        for attribute in sorted(level.keys() - below.keys(), key=lambda a: (level[a], a)):
            x = below | {attribute: 1.0}
            if board.ask(x):
                return x
        return None


def _change(level: dict[Attribute, int], x: dict[Attribute, float], by: int) -> None:
    for attribute in level.keys() & x.keys():
        level[attribute] += by

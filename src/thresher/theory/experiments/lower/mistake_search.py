"""Adversaries that stay with one literal and look for examples that the learner gets wrong: the worst we can find.

They are the idea of `OneLiteral` (A13) for learners whose weights have signs, with errors and shifts. What they
force is a lower limit of a learner's worst case; no theorem stands behind it.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....protocols import Attribute
from ...concepts import ConceptSequence
from ...concepts.adversaries import Board

Example = dict[Attribute, float]


@dataclass
class MistakeSearch(ABC):
    """One literal at a time, and every example is a mistake.

    When no wrong answer is found any more, an attribute error shows the literal alone as negative; when those are used
    up, the target shifts to the attribute that has fallen the most, and it begins again.

    Attributes
    ----------
    n : int
        Attributes.
    active : int
        lambda, the most that are on at once.
    literals : int, default 1
        Z+, one at a time.
    attribute_errors : int, default 0
        A, shared out over the literals.
    most : int, default 2000
        Trials in all; some learners never learn.
    """

    n: int
    active: int
    literals: int = 1
    attribute_errors: int = 0
    most: int = 2000
    level: dict[Attribute, int] = field(default_factory=dict, init=False)
    """Rises less falls of each attribute: the adversary's guess of which are heavy."""

    @property
    def promised(self) -> int:
        """Nothing."""
        return 0

    def challenge(self, board: Board) -> ConceptSequence:
        self.level = dict.fromkeys(range(self.n), 0)
        segments: list[tuple[int, dict[Attribute, float]]] = []
        literal: Attribute = 0
        for errors in self._shares():
            first = board.trials
            self._stay(board, literal, errors)
            if board.trials > first:
                segments.append((first, {literal: 2.0}))
            literal = min((a for a in self.level if a != literal), key=lambda a: (self.level[a], str(a)))
        return ConceptSequence.from_segments(segments, board.trials)

    def _shares(self) -> Iterator[int]:
        for turn in range(self.literals):
            yield self.attribute_errors * (turn + 1) // self.literals - self.attribute_errors * turn // self.literals

    def _stay(self, board: Board, literal: Attribute, errors: int) -> None:
        while board.trials < self.most:
            found = self.find(board, literal)
            if found is None and errors and board.ask({literal: 1.0}):
                found, errors = ({literal: 1.0}, False), errors - 1
            if found is None:
                return
            x, y = found
            board.present(x, y)
            for attribute in x:
                self.level[attribute] += 1 if y else -1

    @abstractmethod
    def find(self, board: Board, literal: Attribute) -> tuple[Example, bool] | None:
        """An example of the target that the learner gets wrong, or None if there is none to be found."""


class Careful(MistakeSearch):
    """Examples that teach as little as can be: they are wrong by a hair.

    A positive example is the literal with as many other attributes as the learner still calls negative: they rise with
    it. A negative one is made of others, just enough of them to be called positive.
    """

    def find(self, board: Board, literal: Attribute) -> tuple[Example, bool] | None:
        others = sorted((a for a in self.level if a != literal), key=lambda a: (-self.level[a], str(a)))
        x = self._positive(board, literal, others)
        if x is not None:
            return x, True
        x = self._negative(board, others)
        return None if x is None else (x, False)

    def _positive(self, board: Board, literal: Attribute, heaviest_first: list[Attribute]) -> Example | None:
        """The lightest others until it is called negative, then the heaviest as long as it is."""
        x: Example = {literal: 1.0}
        for attribute in reversed(heaviest_first):
            if len(x) >= self.active or not board.ask(x):
                break
            x[attribute] = 1.0
        return None if board.ask(x) else self._filled(board, x, heaviest_first, self.active)

    def _negative(self, board: Board, heaviest_first: list[Attribute]) -> Example | None:
        """As many as are not called positive, and the lightest one more that makes them so."""
        below = {} if board.ask({}) else self._filled(board, {}, heaviest_first, self.active - 1)
        for attribute in reversed(heaviest_first):
            if attribute not in below and board.ask(below | {attribute: 1.0}):
                return below | {attribute: 1.0}
        return None

    def _filled(self, board: Board, start: Example, heaviest_first: list[Attribute], most: int) -> Example:
        x = dict(start)
        for attribute in heaviest_first:
            if len(x) >= most:
                break
            if attribute not in x and not board.ask(x | {attribute: 1.0}):
                x[attribute] = 1.0
        return x


@dataclass
class Drawn(MistakeSearch):
    """Examples drawn at random, of which the wrong ones are presented; additive learners suffer from them.

    An example has from half of `active` to all of them on.

    Parameters
    ----------
    seed : int, default 0
        Of the draws.
    patience : int, default 200
        Draws without a wrong answer after which there is none to be found.
    """

    seed: int = 0
    patience: int = 200

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    def find(self, board: Board, literal: Attribute) -> tuple[Example, bool] | None:
        others = [attribute for attribute in self.level if attribute != literal]
        for _ in range(self.patience):
            y = self._rng.random() < 0.5
            number = self._rng.randint(self.active // 2, self.active - 1)
            x: Example = dict.fromkeys(self._rng.sample(others, number), 1.0)
            if y:
                x[literal] = 1.0
            if board.ask(x) != y:
                return x, y
        return None

"""A game: an adversary presents examples to a learner, and in the end shows the concepts that explain them."""

from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Protocol

from ....protocols import Attribute, Learner
from ..answers import Instance, positive
from ..sequence import ConceptSequence


class Board:
    """Where the two meet: the adversary asks what the learner would say, and presents examples.

    Parameters
    ----------
    learner : Learner
        The learner that is played against.
    """

    def __init__(self, learner: Learner) -> None:
        self._learner = learner
        self.examples: list[tuple[dict[Attribute, float], bool]] = []
        self.mistakes = 0

    @property
    def trials(self) -> int:
        """How many examples were presented."""
        return len(self.examples)

    def ask(self, x: Instance) -> bool:
        """What the learner would say now. Asking changes nothing."""
        return positive(self._learner.predict_one(x))

    def present(self, x: Instance, y: bool) -> None:
        """An example for the learner to learn from."""
        outcome = self._learner.learn_one(x, y)
        self.examples.append((dict(x), y))
        self.mistakes += outcome.mistake

    def contradict(self, x: Instance) -> bool:
        """Presents the instance with the label the learner does not expect, and says which that was."""
        y = not self.ask(x)
        self.present(x, y)
        return y


class Adversary(Protocol):
    """What `play` asks of an adversary."""

    @property
    def promised(self) -> float:
        """The mistakes it forces any deterministic learner to make."""

    def challenge(self, board: Board) -> ConceptSequence:
        """Plays to the end, and shows the concepts that explain the examples."""


@dataclass(frozen=True)
class Game:
    """What happened.

    Attributes
    ----------
    mistakes : int
        What the learner made.
    promised : float
        What the adversary said it would force.
    examples : list of (dict of Attribute to float, bool)
        What was presented, in order.
    sequence : ConceptSequence
        The disjunctions that explain it.
    """

    mistakes: int
    promised: float
    examples: list[tuple[dict[Attribute, float], bool]]
    sequence: ConceptSequence

    @property
    def trials(self) -> int:
        """How many examples were presented."""
        return len(self.examples)

    @property
    def shifts(self) -> int:
        """Z = Z+ + Z- of the sequence; its first literals count (B1)."""
        return self.sequence.literals_on + self.sequence.literals_off

    @cached_property
    def attribute_errors(self) -> int:
        """A: the attribute errors of the examples beside the sequence (B1)."""
        return sum(self.sequence.attribute_errors(self._instances, self._labels))

    @cached_property
    def noise(self) -> float:
        """N: the noise of the examples beside the sequence with separation 1 (A2); at most 2 A."""
        return fsum(self.sequence.noise(self._instances, self._labels, 1.0))

    @property
    def _instances(self) -> list[dict[Attribute, float]]:
        return [x for x, _ in self.examples]

    @property
    def _labels(self) -> list[bool]:
        return [y for _, y in self.examples]

    def __repr__(self) -> str:
        return (
            f"<Game: {self.mistakes} mistakes in {self.trials} trials, promised {self.promised:g}; "
            f"Z = {self.shifts}, A = {self.attribute_errors}>"
        )


def play(adversary: Adversary, learner: Learner) -> Game:
    """Lets an adversary play against a learner, which is changed by it.

    Parameters
    ----------
    adversary : Adversary
        Who chooses examples and labels.
    learner : Learner
        Any with predict_one and learn_one.

    Returns
    -------
    Game
        What happened.

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions, Halving
    >>> from thresher.theory.concepts.adversaries import BinarySearch
    >>> play(BinarySearch(16), Halving(Disjunctions(16, 1)))
    <Game: 4 mistakes in 4 trials, promised 4; Z = 1, A = 0>
    """
    board = Board(learner)
    sequence = adversary.challenge(board)
    return Game(board.mistakes, adversary.promised, board.examples, sequence)

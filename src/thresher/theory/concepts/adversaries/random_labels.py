"""The adversary that tosses coins: nothing can be learned, and yet one concept is right more often (B10 Theorem 10)."""

import random
from dataclasses import dataclass

from ....parameters import whole
from ....protocols import Attribute
from ..sequence import ConceptSequence
from .game import Board


@dataclass(frozen=True)
class RandomLabels:
    """Instances and labels are fair coins; the target is the disjunction of k literals that was best in hindsight.

    Any learner, randomised or not, makes half of the trials' mistakes on average. The attributes are in k groups, each
    has its turn while the others are 0, and the best literal of a group errs about sqrt(T ln(n/k) / 2k) times less
    often than T/2k. As T and n/k grow:  E M >= A + (1 - eta) sqrt(A k ln(n/k)).

    Parameters
    ----------
    n : int
        The number of attributes, at least 2k.
    k : int, default 1
        The number of literals.
    trials : int, default 1000
        How many there are: T, at least k.
    seed : int, default 0
        Of the coins.
    """

    n: int
    k: int = 1
    trials: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        whole("k", self.k, at_least=1)
        whole("n", self.n, at_least=2 * self.k)
        whole("trials", self.trials, at_least=self.k)

    @property
    def promised(self) -> float:
        """T/2, on average over the seeds: a learner can be lucky."""
        return self.trials / 2

    def challenge(self, board: Board) -> ConceptSequence:
        rng = random.Random(self.seed)
        size = self.n // self.k
        best: dict[Attribute, float] = {}
        for i in range(self.k):
            group = range(i * size, (i + 1) * size)
            turns = self.trials * (i + 1) // self.k - self.trials * i // self.k
            wrong = dict.fromkeys(group, 0)
            for _ in range(turns):
                bits, y = rng.getrandbits(size), bool(rng.getrandbits(1))
                board.present({a: 1.0 for place, a in enumerate(group) if bits >> place & 1}, y)
                for place, attribute in enumerate(group):
                    wrong[attribute] += (bits >> place & 1) != y
            best[min(group, key=wrong.__getitem__)] = 2.0
        return ConceptSequence.fixed(best, board.trials)

"""Takes in what was stated of two labels, and gives what comes of deciding by it; in bounded memory (see `Ranks`)."""

from .decisions import PROBABILITY, SCORE, Decisions
from .grids import PROBABILITIES
from .ranks import Ranks
from .scores import Booleans, Reals


class DecisionMeter:
    """Scores and probabilities beside labels: the area under the curve is that of scores, decisions go by the others.

    Where there are no probabilities, decisions are by scores. Where examples have importance weights other than 1,
    decisions are counted twice: each example once, and by its weight.
    """

    def __init__(self) -> None:
        self._scores: Ranks | None = None
        self._stated: Ranks | None = None
        self._weighted: Ranks | None = None
        self._weighs_stated = False

    def add(self, scores: Reals | None, stated: Reals | None, positive: Booleans, weights: Reals | None) -> None:
        """The next examples, in order."""
        weights = None if weights is None or (weights == 1.0).all() else weights
        if weights is not None and self._weighted is None:
            self._begin_weighted(stated is not None)
        if scores is not None:
            self._scores = self._scores or Ranks()
            self._scores.add(scores, positive)
        if stated is not None:
            self._stated = self._stated or Ranks(PROBABILITIES)
            self._stated.add(stated, positive)
        numbers = stated if self._weighs_stated else scores
        if self._weighted is not None and numbers is not None:
            self._weighted.add(numbers, positive, weights)

    def turn(self) -> None:
        """As if the other label had been the positive one."""
        for ranks in (self._scores, self._stated, self._weighted):
            if ranks is not None:
                ranks.turn()

    def measures(self) -> dict[str, float]:
        """The area under the curve, where there are scores."""
        return {} if self._scores is None else self._scores.measures()

    def decisions(self) -> Decisions | None:
        """Each example counted once."""
        if self._stated is not None:
            return Decisions.from_counted(self._stated.counted(), PROBABILITY)
        return None if self._scores is None else Decisions.from_counted(self._scores.counted(), SCORE)

    def weighted(self) -> Decisions | None:
        """Each example counted by its importance weight; None where all weigh 1."""
        if self._weighted is None:
            return None
        return Decisions.from_counted(self._weighted.counted(), PROBABILITY if self._weighs_stated else SCORE)

    def _begin_weighted(self, stated: bool) -> None:
        self._weighs_stated = stated or self._stated is not None
        before = self._stated if self._weighs_stated else self._scores
        self._weighted = before.as_weighted() if before is not None else _weighted_ranks(self._weighs_stated)


def _weighted_ranks(stated: bool) -> Ranks:
    return Ranks(PROBABILITIES, weighted=True) if stated else Ranks(weighted=True)

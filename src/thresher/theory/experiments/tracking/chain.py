"""An adversary that makes weights heavy through tiny values and then shifts: the worst we can do without lifting."""

from dataclasses import dataclass

from ....learners import TrackingWinnow
from ....parameters import real, whole

JUST_BELOW, JUST_ABOVE = 1 - 1e-9, 1 + 1e-9


@dataclass
class Chain:
    """Attributes that become relevant one after the other, each with weight 1 + delta, against a tracking Winnow.

    While a new attribute is learned, the one before it is pumped: x = v for it and 1 - v for the new one, which is
    positive (u.x = 1 + delta), with the largest v at which the learner says no. As the weight w grows, v = 1/w becomes
    tiny, and w grows by about ln(alpha) each time (Lemma 2 forbids more). Once the new attribute is known, the old one
    becomes irrelevant, and its weight is used up by negative examples whose score is just 1. Irrelevant attributes
    fill the score up to 1 in every example, so that all that can be used is used, at every smallest value.

    Parameters
    ----------
    learner : TrackingWinnow
        A tracking Winnow.
    separation : float
        delta.
    norm : int
        lambda, the most attributes of an example.
    smallest : float
        Values are not below it; at 1 nothing can be pumped.
    promotions : int, default 0
        How many there were.
    demotions : int, default 0
        How many there were.
    largest_weight : float, default 0.0
        Of any attribute.
    total_rise : float, default 0.0
        Of the comparator.
    """

    learner: TrackingWinnow
    separation: float
    norm: int
    smallest: float
    promotions: int = 0
    demotions: int = 0
    largest_weight: float = 0.0
    total_rise: float = 0.0

    def __post_init__(self) -> None:
        whole("norm", self.norm, at_least=3)
        real("smallest", self.smallest, above=0, at_most=1)
        self._fillers = [f"filler {i}" for i in range(self.norm - 1)]
        self._useless: list[str] = []

    @property
    def largest_total(self) -> float:
        """nu: two attributes are relevant at a time."""
        return 2 * (1 + self.separation)

    @property
    def mistakes(self) -> int:
        return self.promotions + self.demotions

    def play(self, attributes: int) -> None:
        """The whole chain; every example is a mistake."""
        before = None
        for i in range(whole("attributes", attributes, at_least=1)):
            new = f"relevant {i}"
            self.total_rise += 1 + self.separation
            while self.learner.weight(new) < 1:
                self._promote(new, before)
            if before is not None:
                self._useless.append(before)
            self._use_up()
            before = new

    def _promote(self, new: str, before: str | None) -> None:
        x = self._pumping(new, before) if before is not None else {new: 1.0}
        score = sum(self.learner.weight(a) * value for a, value in x.items())
        if not self.learner.learn_one(x | self._filled(1 - score), True).mistake:
            # A transformation saw other values than these: the new attribute alone is always a mistake.
            self.learner.learn_one({new: 1.0}, True)
        self.promotions += 1
        self.largest_weight = max(self.largest_weight, *map(self.learner.weight, x))

    def _pumping(self, new: str, before: str) -> dict[str, float]:
        low, high = self.learner.weight(new), self.learner.weight(before)
        if high > 1:
            v = (1 - low) / (high - low) * JUST_BELOW
            if self.smallest <= v <= 1 - self.smallest:
                return {new: 1 - v, before: v}
        return {new: 1.0}

    def _filled(self, room: float) -> dict[str, float]:
        """Irrelevant attributes with a total weight below `room`, the heaviest first."""
        chosen: dict[str, float] = {}
        for weight, filler in self._heaviest(self._fillers):
            if weight < room and len(chosen) < self.norm - 2:
                chosen[filler] = 1.0
                room -= weight
        return chosen

    def _use_up(self) -> None:
        """Negative examples of irrelevant attributes, each with a score of hardly more than 1 if that can be."""
        while True:
            x: dict[str, float] = {}
            score = 0.0
            for weight, attribute in self._heaviest([*self._useless, *self._fillers]):
                if score >= 1 or len(x) == self.norm:
                    break
                x[attribute] = min(1.0, max(self.smallest, (1 - score) / weight * JUST_ABOVE))
                score += weight * x[attribute]
            if score < 1 or not self.learner.learn_one(x, False).mistake:
                break
            self.demotions += 1
        self._useless = [a for a in self._useless if self.learner.weight(a) > self.learner.floor]

    def _heaviest(self, attributes: list[str]) -> list[tuple[float, str]]:
        return sorted(((self.learner.weight(a), a) for a in attributes), reverse=True)

"""Auto's alarm where one label is rare: the rare label is told from the other no longer, by Page's CUSUM."""

import math
from dataclasses import dataclass

from .drift import FIRST_NEEDED, MOST_NEEDED, NEEDED_GROWTH
from .numbers import clamp

MOST_GAIN, MOST_EVIDENCE = 4.0, 2.0
WINDOW, YOUNGEST, JUDGED_AFTER = 300, 30, 50


@dataclass
class RareAlarm:
    """Evidence that the gain of each rare example has fallen from its mean to 0; never below 0.

    gain = sum of ln P(label) / share of the label, since the last rare example, from -4 to 4
    evidence += mean / variance * (mean / 2 - gain), at most 2;   the alarm goes off at `needed` nats

    A false alarm, known by the old concept's memory having a smaller log loss than the same learner begun anew, raises
    `needed`.
    """

    needed: float = FIRST_NEEDED
    ratio: float = 1.0
    mean: float = 0.0
    variance: float = 1.0
    heard: int = 0
    evidence: float = 0.0
    ahead: float = 0.0
    judging: bool = False

    def hear(self, given: float, share: float, rare: bool, remembered: float, renewed: float) -> bool:
        """One trial; whether the learners should begin anew.

        given, remembered, renewed: what the answer, the old concept's memory and its successor gave to the label.
        share, rare: of the label.
        """
        self.ratio = clamp(self.ratio * (given / share), 1e-30, 1e30)
        if self.judging:
            self.ahead += math.log(remembered / renewed)
        if not rare:
            return False
        self.heard += 1
        gain = clamp(math.log(self.ratio), -MOST_GAIN, MOST_GAIN)
        self.ratio = 1.0
        more = min(self.mean / self.variance * (self.mean / 2 - gain), MOST_EVIDENCE)
        self.evidence = 0.0 if self.heard < YOUNGEST or self.mean <= 0 else max(0.0, self.evidence + more)
        self._remember(gain)
        if self.judging and self.heard == JUDGED_AFTER:
            self.judging = False
            if self.ahead > 0:
                self.needed = min(self.needed * NEEDED_GROWTH, MOST_NEEDED)
        return self.evidence >= self.needed

    def restart(self, because_of_this: bool) -> None:
        """The learners begin anew."""
        self.__init__(needed=self.needed, judging=because_of_this)  # type: ignore[misc]

    def _remember(self, gain: float) -> None:
        part, apart = 1.0 / min(self.heard, WINDOW), gain - self.mean
        self.mean += apart * part
        self.variance = max(self.variance + (apart * (gain - self.mean) - self.variance) * part, 1.0)

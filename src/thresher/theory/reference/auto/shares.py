"""How common each label is of late, and what a trial of Auto is worth where one of them is rare."""

from dataclasses import dataclass

from .numbers import clamp

WINDOW, LEAST = 20_000.0, 0.02
LEAST_PACE = 0.001


@dataclass
class LabelShares:
    """Fading counts of both labels, ten of each before the first.

    pace = 10 times the rarer label's share, from .001 to 1
    """

    positives: float = 10.0
    negatives: float = 10.0

    def of(self, positive: bool) -> float:
        """The label's share."""
        return (self.positives if positive else self.negatives) / (self.positives + self.negatives)

    def rarer(self, positive: bool) -> bool:
        """Whether the label is the rarer one."""
        return self.positives < self.negatives if positive else self.negatives < self.positives

    @property
    def pace(self) -> float:
        """What is counted in trials is multiplied by this."""
        return clamp(10.0 * min(self.positives, self.negatives) / (self.positives + self.negatives), LEAST_PACE, 1.0)

    def learn(self, positive: bool, times: float) -> None:
        """One more label."""
        if positive:
            self.positives += times
        else:
            self.negatives += times
        total = self.positives + self.negatives
        if total > WINDOW:
            self.positives = max(self.positives * WINDOW / total, LEAST)
            self.negatives = max(self.negatives * WINDOW / total, LEAST)

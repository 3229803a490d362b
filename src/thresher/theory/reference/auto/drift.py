"""Auto's alarm: too many mistakes of late, by Page's CUSUM."""

from dataclasses import dataclass

from .numbers import clamp, log_of_ratio

FIRST_NEEDED, MOST_NEEDED, NEEDED_GROWTH = 12.0, 1000.0, 1.5
WINDOW, YOUNGEST, JUDGED_AFTER = 2000, 500, 1000


@dataclass
class DriftAlarm:
    """Evidence that mistakes come at the rate q rather than at p, their share before; never below 0.

    p = share before, from .01 to .5;   q = min(1.5 p + .05, (1 + p)/2)
    a mistake adds ln q/p, its absence ln (1 - q)/(1 - p), times `part`; the alarm goes off at `needed` nats

    A false alarm, known by the old concept's memory doing better than the same learner begun anew, raises `needed`.
    """

    needed: float = FIRST_NEEDED
    restarts: int = 0
    before: float = 0.0
    heard: int = 0
    evidence: float = 0.0
    remembered_wrong: int = 0
    renewed_wrong: int = 0

    def hear(self, mistake: bool, remembered_wrong: bool, renewed_wrong: bool, part: float = 1.0) -> bool:
        """One trial, or a part of one; whether the learners should begin anew."""
        self.heard += 1
        p = clamp(self.before, 0.01, 0.5)
        q = min(1.5 * p + 0.05, (1 + p) / 2)
        told = log_of_ratio(q, p) if mistake else log_of_ratio(1 - q, 1 - p)
        self.evidence = max(0.0, self.evidence + part * told)
        self.before += part * (mistake - self.before) / min(self.heard, WINDOW)
        self.remembered_wrong += remembered_wrong
        self.renewed_wrong += renewed_wrong
        if self.restarts and self.heard == JUDGED_AFTER and self.remembered_wrong < self.renewed_wrong:
            self.needed = min(self.needed * NEEDED_GROWTH, MOST_NEEDED)
        if self.heard < YOUNGEST:
            self.evidence = 0.0
        return self.evidence >= self.needed

    def restart(self) -> None:
        """The learners begin anew."""
        self.restarts += 1
        self.before = self.evidence = 0.0
        self.heard = self.remembered_wrong = self.renewed_wrong = 0

"""A delayed learner in plain Python: what was asked and told, and what became of it."""

from dataclasses import dataclass

import thresher as th
from thresher.late import Fate


@dataclass
class Asked:
    """A question, its answer and its fate."""

    number: int
    x: dict
    said: object
    at: float | None
    label: object = None
    weight: float = 1.0
    learned: bool = False
    gone: bool = False
    expired: bool = False

    @property
    def waits(self):
        return self.label is None and not self.gone

    @property
    def status(self):
        if self.expired:
            return Fate.EXPIRED
        if self.gone:
            return Fate.TOO_LATE
        if self.label is None:
            return None
        return Fate.LEARNED if self.learned else Fate.WAITING


class PlainLate:
    """Immediate, or Replay without a horizon, around a Perceptron."""

    def __init__(self, *, replays, contradictions):
        self.replays, self.contradictions = replays, contradictions
        self.asked: dict[str, Asked] = {}
        self.learner = th.Perceptron()

    def apply(self):
        for one in self.asked.values():  # in their order
            if one.label is not None and not one.learned:
                self.learner.learn_one(one.x, one.label, one.weight)
                one.learned = True
        if self.replays:
            self.learner = th.Perceptron()
            for one in self.asked.values():
                if one.label is not None:
                    self.learner.learn_one(one.x, one.label, one.weight)

    def ask(self, ticket, x, at):
        self.apply()
        self.asked[ticket] = Asked(len(self.asked) + 1, x, self.learner.predict_one(x), at)
        return self.asked[ticket].said

    def label(self, ticket, y, weight, contradictions=None):
        """The fate; None: refused."""
        one, rule = self.asked.get(ticket), contradictions or self.contradictions
        if one is None:
            return Fate.UNKNOWN
        if one.gone:
            return Fate.TOO_LATE
        if one.label is None:
            one.label, one.weight = y, weight
            return Fate.WAITING
        if one.label == y:
            return Fate.DUPLICATE
        if rule != "correct":
            return Fate.TOO_LATE if one.expired else None if rule == "refuse" else Fate.CONTRADICTED
        if one.learned and not self.replays:
            return Fate.CONTRADICTED
        one.label, one.weight, one.expired = y, weight, False
        return Fate.CORRECTED

    def retract(self, ticket):
        one = self.asked.get(ticket)
        if one is None:
            return Fate.UNKNOWN
        if one.gone:
            return Fate.TOO_LATE
        if one.label is None:
            return Fate.DUPLICATE
        if one.learned and not self.replays:
            return Fate.CONTRADICTED
        one.label, one.learned, one.expired = None, False, False
        return Fate.RETRACTED

    def expire(self, tickets, y=None):
        waiting = [self.asked[ticket] for ticket in tickets if ticket in self.asked and self.asked[ticket].waits]
        for one in waiting:
            one.expired = True
            one.label, one.gone = y, y is None
        return len(waiting)

    def before(self, at):
        return [t for t, one in self.asked.items() if one.waits and one.at is not None and one.at < at]

    def counts(self):
        every = self.asked.values()
        answered = [one for one in every if one.label is not None]
        return {
            "asked": len(every),
            "answered": len(answered),
            "mistakes": sum(one.said != one.label for one in answered),
            "given_up": sum(one.gone for one in every),
            "pending": sum(one.waits for one in every),
        }

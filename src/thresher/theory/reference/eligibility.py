"""Attributes that take part only while they are frequent (SNoW's eligibility by percentage), around any learner."""

from collections import Counter

from .base import Example, Key, Reference


class FrequentOnly:
    """A learner that sees of an example only its frequent attributes.

    An attribute is frequent if it occurred at least t times before, t the largest count such that the attributes with
    t or more occurrences make up the share of all occurrences so far. Every attribute of a learned example is counted.

    Parameters
    ----------
    learner : Reference
        Who learns.
    share : float
        Of all occurrences; above 0, at most 1.
    """

    def __init__(self, learner: Reference, share: float) -> None:
        self.learner = learner
        self.share = share
        self.counts: Counter[Key] = Counter()

    def needed(self) -> int:
        """How often an attribute must have occurred."""
        total = sum(self.counts.values())
        enough = [
            t
            for t in set(self.counts.values())
            if sum(count for count in self.counts.values() if count >= t) >= self.share * total
        ]
        return max(enough, default=1)

    def score(self, x: Example) -> float:
        """That of the frequent attributes."""
        return self.learner.score(self._frequent(x))

    def learn(self, x: Example, y: bool) -> bool:
        """What was predicted before the label."""
        prediction = self.learner.learn(self._frequent(x), y)
        self.counts.update(i for i, value in x.items() if value != 0)
        return prediction

    def _frequent(self, x: Example) -> Example:
        needed = self.needed()
        return {i: value for i, value in x.items() if self.counts[i] >= needed}

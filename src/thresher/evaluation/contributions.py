"""What attributes contribute to the answers of a learner that does not add that up itself, on examples now and then.

Auto adds shares up while it learns. Of any other learner of Thresher's the loop asks for the shares of one example
after every 64, then ever less often, each standing for those between: four hundred of a million.
"""

from typing import Any

from ..learners import Auto, Learner, Multiclass

_FIRST = 64


class ContributionSampler:
    """Looks at an example whenever `next` of them have been read.

    Which ones is a matter of how many the learner has learned: a run that was stopped goes on as one that was not.
    """

    def __init__(self, learner: Any) -> None:
        inner = learner.learner if isinstance(learner, Multiclass) else learner
        self._learner = learner if isinstance(learner, Learner) and not isinstance(inner, Auto) else None
        self._before = learner.examples if self._learner is not None else 0
        self._last, self._due = 0, _FIRST
        while self._due <= self._before:
            self._step()
        self.next = 1 << 62 if self._learner is None else self._due - self._before

    def reach(self, loop: Any) -> None:
        """Adds up what the last example's attributes contribute."""
        if self._learner is None or loop.at is None:
            return
        times = self._due - self._last
        while self._due <= self._before + loop.examples:
            self._step()
        self.next = self._due - self._before
        block, row = loop.at
        try:
            why = self._learner.why_one(block.example(row))
        except ValueError:  # it was refused
            return
        sizes: dict[Any, float] = {}
        for reason in why.reasons:
            for attribute in reason.attributes:
                sizes[attribute] = sizes.get(attribute, 0.0) + abs(reason.share)
        self._learner.add_contributions(times, sizes)

    def _step(self) -> None:
        self._last, self._due = self._due, self._due + max(_FIRST, self._due // _FIRST)

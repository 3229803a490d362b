"""What attributes contribute to the answers of a learner that does not add that up itself, on examples now and then.

Auto adds shares up while it learns. Of any other learner of Thresher's the loop asks for the shares of one example
after every 64, then ever less often, each standing for those between: four hundred of a million.
"""

from typing import Any

from ..learners import Auto, Learner, Multiclass

_FIRST = 64


class ContributionSampler:
    """Looks at an example whenever `next` of them have been read."""

    def __init__(self, learner: Any) -> None:
        inner = learner.learner if isinstance(learner, Multiclass) else learner
        self._learner = learner if isinstance(learner, Learner) and not isinstance(inner, Auto) else None
        self._last = 0
        self.next = 1 << 62 if self._learner is None else _FIRST

    def reach(self, loop: Any) -> None:
        """Adds up what the last example's attributes contribute."""
        if self._learner is None or loop.at is None:
            return
        block, row = loop.at
        self.next = loop.examples + max(_FIRST, loop.examples // _FIRST)
        try:
            why = self._learner.why_one(block.example(row))
        except ValueError:  # it was refused
            return
        times, self._last = loop.examples - self._last, loop.examples
        sizes: dict[Any, float] = {}
        for reason in why.reasons:
            for attribute in reason.attributes:
                sizes[attribute] = sizes.get(attribute, 0.0) + abs(reason.share)
        self._learner.add_contributions(times, sizes)

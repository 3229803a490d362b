"""What a learner states of an example whose label is new to it, before it learns the label."""

from typing import Any, NamedTuple

from ..learners import Learner
from ..protocols import Label
from .abilities import states_probabilities


class StatedBefore(NamedTuple):
    """score: of the side that was positive, of two labels.   shares: probability by class number, if any."""

    score: float | None
    shares: dict[int, float] | None
    positive: int | None

    def of(self, number: int, positive: int | None) -> tuple[list[float] | None, list[float] | None]:
        """The score of the positive label, and its probability; of many labels that of a class number.

        A class that nobody knew was given nothing; but what was stated of two labels is not about a third.
        """
        if positive is None and self.positive is not None:
            return None, None
        about = number if positive is None else positive
        stated = None if self.shares is None else [self.shares.get(about, 0.0)]
        if self.score is None or positive is None:
            return None, stated
        return [self.score if positive == self.positive else -self.score], stated


def stated_before(learner: Any, x: Any, label: Label) -> StatedBefore:
    """Before the label is learned, which may make another of two labels the positive one."""
    if not isinstance(learner, Learner):
        return StatedBefore(None, None, None)
    labels = learner.known_labels
    shares: dict[int, float] | None = None
    if states_probabilities(learner) and not labels.are_two and label not in labels.numbers:
        shares = {}  # of many nobody knew it: what the others were given is not asked
    elif states_probabilities(learner):
        by_name = learner.predict_proba_one(x)
        shares = {number: by_name[name] for number, name in enumerate(labels.names) if name in by_name}
        if labels.are_two and len(shares) == 1:  # what is left is of the label that has not come
            ((known, share),) = shares.items()
            shares[1 - known] = 1.0 - share
    return StatedBefore(learner.score_one(x) if labels.are_two else None, shares, labels.positive_number)

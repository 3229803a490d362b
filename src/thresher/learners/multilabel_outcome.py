"""What one example with several labels did."""

from collections.abc import Sequence
from typing import NamedTuple

from ..protocols import Label


class MultilabelOutcome(NamedTuple):
    """What one example with its labels did.

    Attributes
    ----------
    prediction : tuple of labels
        Those that were said to be true, before any was seen.
    labels : tuple of labels
        Those that are.
    wrong : tuple of labels
        Those that are in one of the two alone: answered wrongly.
    updated : bool
        Whether a learner changed.
    """

    prediction: tuple[Label, ...]
    labels: tuple[Label, ...]
    wrong: tuple[Label, ...]
    updated: bool

    @property
    def mistake(self) -> bool:
        """Whether the answer was not exactly right."""
        return bool(self.wrong)


def in_one_alone(said: Sequence[Label], true: Sequence[Label]) -> tuple[Label, ...]:
    """Labels that are in one of the two alone, those that were said first."""
    return (*(label for label in said if label not in true), *(label for label in true if label not in said))

"""What a run came to whose learner asks for few labels, or answers with sets of them."""

from dataclasses import asdict, dataclass
from typing import Any

# What asks or doubts is imported where there is some: a command starts without it.

RARE = 0.05
"""Of one of two labels, the share below which few labels are too few of it (docs/rare-positives.md)."""
FEW = 0.25
"""Of the labels, the share below which that is so."""


@dataclass(frozen=True)
class AskedLabels:
    """Of how many examples the learner saw the label.

    Attributes
    ----------
    questions : int
        Examples that it was asked about.
    labels : int
        Of these, those whose label it asked for and learned. All others count in the error, and it did not see them.
    at_most : float or None
        The share of labels that it might ask for.
    theorem : str or None
        The entry of docs/theory.md that bounds its expected mistakes; None of a heuristic.
    """

    questions: int
    labels: int
    at_most: float | None
    theorem: str | None

    @property
    def share(self) -> float:
        """Of the labels that it might have asked for."""
        return self.labels / self.questions if self.questions else 0.0

    def promise(self, *, late: bool) -> str:
        """What is known of the mistakes, where labels come at once or late."""
        if self.theorem:
            return f"by the rule of {self.theorem}"
        return "no bound is known where labels come late" if late else "by a heuristic, without a bound"

    def to_plain(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"share": self.share}


@dataclass(frozen=True)
class SetCounts:
    """How often sets of labels missed, and how large they were, over the life of the model.

    Attributes
    ----------
    judged : int
        Sets whose label came.
    missed : int
        Those without it.
    unsure : int
        Those with more than one label.
    mean_size : float
        Labels in a set.
    miss : float
        The share that might be missed.
    most_missed : float
        What the theorem allows (J3), as a share too.
    """

    judged: int
    missed: int
    unsure: int
    mean_size: float
    miss: float
    most_missed: float

    @property
    def miss_rate(self) -> float:
        """The share that was missed."""
        return self.missed / self.judged if self.judged else 0.0

    @property
    def doubt_rate(self) -> float:
        """The share with more than one label."""
        return self.unsure / self.judged if self.judged else 0.0

    def to_plain(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"miss_rate": self.miss_rate, "doubt_rate": self.doubt_rate}


def asked_of(learner: Any, questions_before: int, labels_before: int) -> AskedLabels | None:
    """Since there were so many of both; None of a learner that asks for nothing."""
    if not hasattr(learner, "wanted"):
        return None
    from ..asking import Asking

    if not isinstance(learner, Asking):
        return None
    labels = learner.wanted - labels_before
    return AskedLabels(learner.asked - questions_before, labels, learner.at_most, learner.theorem)


def few_of_a_rare_label(positive: float | None, asked: AskedLabels | None) -> str | None:
    """A sentence where a learner saw few labels, and one of two is rare: then it saw hardly any of that one.

    positive: the share of the positive label of two.
    """
    if positive is None or asked is None or not asked.questions or asked.share >= FEW:
        return None
    rare = min(positive, 1.0 - positive)
    if not 0.0 < rare < RARE:
        return None
    return (
        f"the learner saw {asked.share:.1%} of the labels, and one of the two is rare ({rare:.2%}): rare ones may be "
        "ranked far worse than with all labels; compare average precision with a run that sees them all"
    )


def sets_of(learner: Any) -> SetCounts | None:
    """None of a learner that answers with labels, and where no label came."""
    if not hasattr(learner, "judged"):
        return None
    from ..doubt import Sets

    if not isinstance(learner, Sets) or not learner.judged:
        return None
    most = learner.standing().bound / learner.judged
    return SetCounts(learner.judged, learner.missed, learner.unsure, learner.mean_size, learner.miss, most)

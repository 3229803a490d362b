"""What an expert can do, by what it says of itself: `traits` where it has them."""

from typing import Any

from ..learners import Learner
from ..protocols import Label


def is_ours(expert: Any) -> bool:
    """Whether it is a learner of Thresher's own."""
    return isinstance(expert, Learner)


def states_probabilities(expert: Any) -> bool:
    """Whether it can be asked for probabilities."""
    traits = getattr(expert, "traits", None)
    return hasattr(expert, "predict_proba_one") if traits is None else bool(traits.probabilities)


def tells_changes(expert: Any) -> bool:
    """Whether `updated` is True wherever it changed. Who has no traits has to say so."""
    return bool(getattr(getattr(expert, "traits", expert), "tells_changes", False))


def most_labels(expert: Any) -> int | None:
    """How many labels it can learn; None: any number."""
    traits = getattr(expert, "traits", None)
    return None if traits is None else traits.labels


def declared_labels(expert: Any) -> tuple[Label, ...]:
    """The labels that it was made for, (negative, positive) if there are two; none where they are found on the way."""
    if is_ours(expert):
        return () if expert.options["labels"] is None else tuple(expert.labels)
    return tuple(getattr(expert, "declared_labels", ()))


def declared_positive(expert: Any) -> Label:
    """The label that it was told is the positive one, if any."""
    return expert.options["positive"] if is_ours(expert) else None


def labels_of(expert: Any) -> tuple[Label, ...]:
    """The labels that it was made for or has met."""
    known = getattr(expert, "classes", None)
    return tuple(getattr(expert, "labels", None) or () if known is None else known)

"""The learners of a `Multilabel`, one for each label: what they begin as, when they join, how they are put back."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import ParameterError
from ..protocols import Label
from .base import Learner
from .classes import Multiclass

TWO = (False, True)


def prototype_of(learner: Learner) -> Learner:
    """A copy of the learner that every label begins as."""
    if not isinstance(learner, Learner) or isinstance(learner, Multiclass):
        raise ParameterError(f"learner must be one of two labels, such as Perceptron(); got {learner!r}.")
    if learner.examples:
        raise ParameterError(f"learner must be new; this one has learned {learner.examples} examples.")
    if learner.options["labels"] is not None or learner.options["positive"] is not None:
        raise ParameterError("whether a label is true is False or True: make the learner without labels=.")
    return learner.copy()


def new_member(prototype: Learner) -> Learner:
    """A new member. It is told its examples ready-made, so that it needs to know nothing of rows."""
    return type(prototype)(**prototype.get_params() | {"labels": TWO, "rows": None})


def first_rows(
    true: Sequence[tuple[Label, ...]], weights: Sequence[float], known: Mapping[Label, Any]
) -> dict[Label, int]:
    """Labels that are new, and with which row each comes; in the order in which they come."""
    found: dict[Label, int] = {}
    for row, labels in enumerate(true):
        if weights[row]:
            for label in labels:
                if label not in known:
                    found.setdefault(label, row)
    return found


class Before(NamedTuple):
    """What there was before an example was learned."""

    joined: tuple[Label, ...]
    kept: dict[Label, Learner]  # where a later member may refuse what earlier ones have learned

    def put_back(self, members: dict[Label, Learner], wrong: dict[Label, int]) -> None:
        """As it was."""
        for label in self.joined:
            del members[label], wrong[label]
        members.update(self.kept)

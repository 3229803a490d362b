"""What a model of sets says of each example: the labels of its set, the likeliest first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...errors import ParameterError
from ...streams import Block
from .answers import Answer, Asked

if TYPE_CHECKING:
    from ...doubt import Sets

SETS = "sets"


def wanted_of(said: str | None, model: Any, *others: Any) -> str:
    """What is printed: what was said; else sets of a model of them, unless other options are about its labels.

    others: what these options were given; None of one that was not.
    """
    from ...doubt import Sets

    of_sets, about_labels = isinstance(model, Sets), any(one is not None for one in others)
    if said is None:
        return SETS if of_sets and not about_labels else "labels"
    if said == SETS and not of_sets:
        raise ParameterError("the model answers with labels: learn it with --sets MISS, or leave --output sets out.")
    if said == SETS and about_labels:
        raise ParameterError(
            "a set has as many labels as it needs: leave --threshold, --cost, --abstain-below, --top-k out."
        )
    return said


class AskedForSets(Asked):
    """A model of sets to be asked. The numbers of an answer are 1 for each label in the set, the likeliest first.

    Before any label has come there is none to be named, and a set is empty.
    """

    def __init__(self, model: "Sets", written: Sequence[Any]) -> None:
        super().__init__(model, written, SETS)
        self._sets = model
        self._own = False  # each row is asked about by itself

    def ask_row(self, block: Block, row: int) -> Answer:
        """What the model says of one row; ValueError if it refuses it."""
        x = block.example(row)
        labels = self._sets.predict_one(x)
        if all(name is None for name in self._sets.known_labels.came):
            return Answer(None, {})
        own = self._sets.answer_one(x)
        return Answer(self._as_written(own), {self._as_written(label): 1.0 for label in labels})

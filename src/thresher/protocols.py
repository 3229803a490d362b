"""The values that travel between the rooms, all immutable, and what every learner can do."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

Attribute: TypeAlias = int | str
"""A column (a whole number) or a name."""

Label: TypeAlias = Any
"""A text, a number, True or False. Which of two is positive: see thresher.data.labels."""

Features: TypeAlias = Mapping[str, Any] | Mapping[int, Any] | Mapping[Attribute, Any] | Iterable[Attribute] | Any
"""A dict of attribute -> value, a set or list of attributes, (indices, values), a row, an Example."""


class Outcome(NamedTuple):
    """What one labelled example did.

    Attributes
    ----------
    prediction : label
        What was predicted before the label was seen. None where there was no answer; or where the answer was the other
        one of two labels, which has not come yet and has no name.
    label : label
        The label.
    mistake : bool
        Whether there was an answer, and it was wrong.
    updated : bool
        Whether the learner changed.
    """

    prediction: Label
    label: Label
    mistake: bool
    updated: bool

    @property
    def abstained(self) -> bool:
        """Whether there was no answer."""
        return self.prediction is None and not self.mistake


@runtime_checkable
class Learner(Protocol):
    """What the rooms above ask of a learner. Predicting never changes it."""

    @property
    def examples(self) -> int: ...

    @property
    def mistakes(self) -> int: ...

    @property
    def updates(self) -> int: ...

    def predict_one(self, x: Features) -> Label: ...

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome: ...

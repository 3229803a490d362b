"""What came of asking about an instance whose label is still out."""

from typing import NamedTuple

from ..protocols import Label
from .tickets import Ticket


class Question(NamedTuple):
    """What was said of an instance, and the ticket under which its label may come.

    Attributes
    ----------
    ticket : hashable
        The caller's own, or the number.
    label : label
        What was said; None where there was no answer.
    number : int
        Instances are numbered from 1, in the order in which they were asked about.
    probabilities : dict or None
        Label -> probability, where the learner states any.
    score : float or None
        The score: of two labels that of the positive one, of many that of the answer.
    wants_label : bool
        Whether the label is waited for: `thresher.Asking` does not want every one.
    chance : float
        The probability with which it was asked for.
    labels : tuple of labels or None
        The set that was answered, of `thresher.Sets`; None of all others.
    gave_way : tuple of tickets
        Questions whose label nobody had asked for, and that are no longer waited for so that this one fits.
    """

    ticket: Ticket
    label: Label
    number: int
    probabilities: dict[Label, float] | None = None
    score: float | None = None
    wants_label: bool = True
    chance: float = 1.0
    labels: tuple[Label, ...] | None = None
    gave_way: tuple[Ticket, ...] = ()

    @property
    def prediction(self) -> Label:
        """What was said."""
        return self.label

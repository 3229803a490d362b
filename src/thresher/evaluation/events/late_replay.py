"""Replaying the log of a delayed learner."""

from typing import Any

from ..._core import PreparedExample
from ...errors import InputError
from ...late import Delayed, LabelStatus
from ...late.orders import naming
from .events import Applied, Asked, Began, Corrected, Event, Expected, Expired, Labelled, Retracted, Row

TAKEN = {Labelled: LabelStatus.WAITING, Corrected: LabelStatus.CORRECTED, Retracted: LabelStatus.RETRACTED}
"""What became of each when it was written: else it would not stand in the log."""


def delayed(began: Began, learner: Any) -> Delayed:
    """The delayed learner of a log's first line, around a new learner."""
    try:
        return Delayed(learner, naming.from_plain(began.order or {}), **(began.options or {}))
    except Exception as error:  # a file may say anything
        raise InputError(f"no delayed learner can be made from the log ({error}).") from None


def follow(late: Delayed, event: Event) -> bool:
    """One event once more: whether another answer was given than the log's."""
    if isinstance(event, Asked):
        if event.id != late.asked + 1:
            raise InputError(f"the question has the number {event.id}, and it is the {late.asked + 1}th.")
        at = event.time if isinstance(event.time, (int, float)) else None
        x = event.x.prepared if isinstance(event.x, Row) else PreparedExample(event.x)  # as it was read then
        said = late.ask(x, event.ticket, at=at).label
        return bool(said != event.prediction)
    if isinstance(event, (Labelled, Corrected, Retracted)):
        became = _tell(late, event)
        if became is not TAKEN[type(event)]:
            raise InputError(f"the question {event.id}: its label is {became}, and was {TAKEN[type(event)]}.")
    elif isinstance(event, Expired):
        if not late.expire(event.id, event.label, weight=event.weight):
            raise InputError(f"the question {event.id} does not wait for its label, and can't expire.")
    elif isinstance(event, Applied):
        late.apply()
    elif isinstance(event, Expected):
        late.expect_labels(event.labels)
    else:
        raise InputError("a delayed learner is never marked.")
    return False


def _tell(late: Delayed, event: Labelled | Corrected | Retracted) -> LabelStatus:
    if isinstance(event, Retracted):
        return late.retract(event.id)
    told = late.correct if isinstance(event, Corrected) else late.label
    return told(event.id, event.label, event.weight)

"""Events of the log that happen again: many in one go where none of them needs a look, else one by one."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..late.in_one_go import ToldLabels
from .answers import Fate
from .bodies import read_told
from .events import ASK, Event, Kind, encode
from .model import DiffersError, ServedModel

BYTES_AT_ONCE = 4 * 2**20  # of their bodies, if there is more than one
AT_ONCE = 512  # events; the more, the less each costs, and the more are gone over again where one needs a look
_LABEL = int(Kind.LABEL)
_OFTEN = (ASK, _LABEL)


def runs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events in the order given: questions and labels in stretches, any other by itself."""
    found: list[Event] = []
    size = 0
    for event in events:
        if event.kind in _OFTEN:
            found.append(event)
            size += len(event.body)
            if len(found) < AT_ONCE and size < BYTES_AT_ONCE:
                continue
        if found:
            yield found
            found, size = [], 0
        if event.kind not in _OFTEN:
            yield [event]
    if found:
        yield found


def apply_run(model: ServedModel, events: list[Event], differing: list[str] | None) -> None:
    """Events happen again, one after the other.

    Parameters
    ----------
    model : ServedModel
        Whose they are.
    events : list of Event
        The next ones.
    differing : list of str or None
        Where it is noted that something else is said now than was said; None: that is an error.

    Raises
    ------
    DiffersError
        If one of them is not taken now; or says something else, and that is not noted.
    """
    said = _said_again(model, events) if len(events) > 1 else None
    if said is None:
        for event in events:
            _apply(model, event, differing)
        return
    for event, now in zip(events, said, strict=True):
        if now == event.said:
            continue
        error = model.differs(event, now)
        if differing is None:
            raise error
        differing.append(error.message)


def _apply(model: ServedModel, event: Event, differing: list[str] | None) -> None:
    try:
        model.apply(event)
    except DiffersError as error:
        if differing is None or model.seq != event.seq:  # it was not even taken
            raise
        differing.append(error.message)


def _said_again(model: ServedModel, events: Sequence[Event]) -> list[bytes] | None:
    """What is said of each, all of which were applied; None, and nothing done, where one of them needs a look."""
    if any(event.model != model.number or event.seq != seq for seq, event in enumerate(events, model.seq + 1)):
        return None
    asked: list[Event] = []
    labels = ToldLabels([], [], [], [])
    try:
        for event in events:
            if event.kind == ASK:
                asked.append(event)
            else:
                told = read_told(event.body)
                labels.tickets.append(event.id)
                labels.labels.append(told.label)
                labels.weights.append(told.weight)
                labels.after.append(len(asked))
    except msgspec.MsgspecError:
        return None
    answers = model.follow(asked, labels)
    if answers is None:
        return None
    told_of, said = iter(answers), []
    for event in events:
        model.note(event)
        is_question = event.kind == ASK
        said.append(next(told_of) if is_question else encode(Fate(event.id, "waiting", event.seq)))
    return said

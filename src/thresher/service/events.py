"""What happened to a model, in order: the events of its log.

A model is what its events make of it, applied one after the other; nothing else changes it. What is refused, asked
again or only predicted is no event. `body` is what was applied, as JSON; `said` what was told, so that whoever asks
again gets the same bytes and a replay is compared with it. `at` is for people and for time-outs: no learner reads it.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import repeat
from typing import Any, NamedTuple

import msgspec

from .._core import checksums


class Kind(IntEnum):
    """What an event is."""

    MADE = 0  # the model: body is its configuration
    ASK = 1  # a question: body is x, said the answer
    LABEL = 2  # the label of a question: body has label and weight
    EXPIRE = 3  # questions are no longer waited for: body has their tickets, and perhaps a label in place of theirs
    RETRACT = 4  # a label is taken back
    CHALLENGE = 5  # another learner learns beside, from here on: body has its name and configuration
    PROMOTE = 6  # a challenger answers from here on
    WITHDRAW = 7  # a challenger leaves
    GONE = 8  # the model is no longer served

    @property
    def word(self) -> str:
        """As it is shown."""
        return self.name.lower()


_new = tuple.__new__  # a named tuple made without a call of Python's
ASK = int(Kind.ASK)  # what most of them are: looking it up costs more than comparing it


class Event(NamedTuple):
    """One line of a log.

    Attributes
    ----------
    model : int
        The number of the model.
    seq : int
        Its place among the model's events, from 1 on without a gap.
    kind : int
        One of `Kind`.
    at : int
        Microseconds since 1970, never less than the one before.
    id : str
        The ticket it is about; "" of none.
    body : bytes
        What was applied, as JSON.
    said : bytes
        What was told, as JSON.
    """

    model: int
    seq: int
    kind: int
    at: int
    id: str
    body: bytes
    said: bytes

    def check_after(self, before: int) -> int:
        """A checksum of this event and of all before it.

        Parameters
        ----------
        before : int
            That of the event before; 0 of none.
        """
        return checksums([self], before)[0]

    def to_plain(self) -> dict[str, Any]:
        """For people and for archives."""
        return {
            "seq": self.seq,
            "kind": Kind(self.kind).word,
            "at": self.at,
            "id": self.id,
            "body": msgspec.Raw(self.body or b"null"),
            "said": msgspec.Raw(self.said or b"null"),
        }


def events_of(
    model: int, first: int, kind: int, at: int, ids: Sequence[str], bodies: Iterable[bytes], said: Iterable[bytes]
) -> list[Event]:
    """Events of one kind and moment, with places from `first` on."""
    places = range(first, first + len(ids))
    rows = zip(repeat(model), places, repeat(kind), repeat(at), ids, bodies, said, strict=False)
    return list(map(_new, repeat(Event), rows))


class Written(msgspec.Struct):
    """An event as an archive has it."""

    seq: int
    kind: str
    at: int
    id: str
    body: msgspec.Raw
    said: msgspec.Raw
    check: int

    def event(self, model: int) -> Event:
        """The same as a value."""
        body, said = (b"" if part == b"null" else part for part in (bytes(self.body), bytes(self.said)))
        return Event(model, self.seq, Kind[self.kind.upper()], self.at, self.id, body, said)


encode = msgspec.json.Encoder().encode

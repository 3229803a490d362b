"""What requests say, checked as they are read: kinds, sizes, no field that is unknown."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .config import Label

X = dict[str, Any] | list[str]
"""A row, column -> cell; or the names of attributes that are there."""

Ticket = Annotated[str, Meta(min_length=1, max_length=512)]
Weight = Annotated[float, Meta(ge=0, le=1e100)]


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """A question: what it is about, and your own id for it."""

    x: X
    id: Ticket | None = None


class LabelOf(msgspec.Struct, forbid_unknown_fields=True):
    """The label of a question."""

    ticket: Ticket
    label: Label
    weight: Weight = 1.0


class About(msgspec.Struct, forbid_unknown_fields=True):
    """What would be said of this, which is not kept."""

    x: X


class Expire(msgspec.Struct, forbid_unknown_fields=True):
    """Questions that are no longer waited for; label: what is learned in place of theirs."""

    tickets: Annotated[list[Ticket], Meta(max_length=10_000)]
    label: Label | None = None

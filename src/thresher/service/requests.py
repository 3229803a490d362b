"""What requests say, checked as they are read: kinds, sizes, no field that is unknown."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .config import Number

Ticket = Annotated[str, Meta(min_length=1, max_length=512, pattern=r"^[^\x00]*$")]  # no text of PostgreSQL has NUL
PlainTicket = Annotated[str, Meta(min_length=1, max_length=512)]  # where somebody looks for NUL: patterns are slow
Label = Annotated[str, Meta(max_length=1000)] | Number  # it is in every answer from then on
Weight = Annotated[float, Meta(ge=0, le=1e100)]

# The row rule in the words of JSON Schema; the rule itself has the last word.
CELL = {
    "description": "A cell of a row: a number, a text, true or false, nothing, a list of texts, or a row inside.",
    "anyOf": [
        {"type": "null"},
        {"type": "boolean"},
        {"type": "string"},
        {"type": "number", "minimum": -1e150, "maximum": 1e150},
        {"type": "array", "items": {"type": ["string", "null"]}},
        {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Cell"}},
    ],
}
Row = Annotated[dict[str, Any], Meta(extra_json_schema={"additionalProperties": {"$ref": "#/components/schemas/Cell"}})]
X = Row | list[str]
"""A row, column -> cell; or the names of attributes that are there."""


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """A question: what it is about, and your own id for it."""

    x: X
    id: Ticket | None = None


class LabelOf(msgspec.Struct, forbid_unknown_fields=True):
    """The label of a question."""

    ticket: Ticket
    label: Label
    weight: Weight = 1.0


class PlainLabelOf(msgspec.Struct, forbid_unknown_fields=True):
    """The same of a ticket in which somebody looks for NUL."""

    ticket: PlainTicket
    label: Label
    weight: Weight = 1.0


class About(msgspec.Struct, forbid_unknown_fields=True):
    """What would be said of this, which is not kept."""

    x: X


class Expire(msgspec.Struct, forbid_unknown_fields=True):
    """Questions that are no longer waited for; label: what is learned in place of theirs."""

    tickets: Annotated[list[Ticket], Meta(max_length=10_000)]
    label: Label | None = None

"""What is told: the answer to a question, and what became of a label."""

from typing import Any

import msgspec

from .._core import AnswerForms
from ..data import Labels
from ..protocols import Label


class Answer(msgspec.Struct):
    """To a question."""

    ticket: str
    label: Label
    probabilities: dict[str, float] | None
    seq: int
    wants_label: bool | msgspec.UnsetType = msgspec.UNSET  # told by models that ask; of others every label is wanted


class Fate(msgspec.Struct, omit_defaults=True):
    """Of a label; `seq` is the event's, and 0 where it made none."""

    ticket: str
    fate: str
    seq: int = 0
    detail: str | None = None


_encode = msgspec.json.Encoder().encode


def label_text(label: Label) -> str:
    """A label as the name of a JSON field.

    >>> label_text(True), label_text("spam"), label_text(3)
    ('true', 'spam', '3')
    """
    return ("true" if label else "false") if isinstance(label, bool) else str(label)


def named(probabilities: dict[Label, float] | None) -> dict[str, float] | None:
    """Probabilities by the text of their labels."""
    if probabilities is None:
        return None
    return {name if type(name) is str else label_text(name): p for name, p in probabilities.items()}


def answer_bytes(
    ticket: str,
    label: Label,
    probabilities: dict[Label, float] | None,
    seq: int,
    *,
    wants_label: bool | msgspec.UnsetType = msgspec.UNSET,
) -> bytes:
    """What is told to whoever asked; the same bytes go into the log.

    wants_label: of a model that asks for labels.
    """
    return _encode(Answer(ticket, label, named(probabilities), seq, wants_label))


SILENT = AnswerForms([], [], [])
"""How answers are written while no label is known."""


def forms_of(labels: Labels) -> AnswerForms | None:
    """How the core writes what `answer_bytes` writes; None where two labels go by one name.

    >>> forms_of(Labels(("ham", "spam"))).text("mail 17", 1, [0.25, 0.75], 9)
    b'{"ticket":"mail 17","label":"spam","probabilities":{"ham":0.25,"spam":0.75},"seq":9}'
    """
    texts = [label_text(name) for name in labels.shown]
    if len(set(texts)) < len(texts):
        return None
    return AnswerForms([_encode(name) for name in labels.names], [_encode(text) + b":" for text in texts], labels.order)


def waiting_bytes(ticket: str, seq: int) -> bytes:
    """What is told of a label that was taken and waits for the next question; of a ticket that is written as it is.

    >>> waiting_bytes("mail 17", 9) == _encode(Fate("mail 17", "waiting", 9))
    True
    """
    return b'{"ticket":"%b","fate":"waiting","seq":%d}' % (ticket.encode(), seq)


def prediction_plain(label: Label, probabilities: dict[Label, float] | None, seq: int) -> dict[str, Any]:
    """What is told where nothing is kept."""
    return {"label": label, "probabilities": named(probabilities), "seq": seq}

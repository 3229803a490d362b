"""What is told: the answer to a question, and what became of a label."""

from typing import Any, NamedTuple

import msgspec

from .._core import answer_texts
from ..protocols import Label

MOST_LABELS = 64  # whose texts are kept
MOST_KNOWN = 256  # sets of labels, those of models


class Answer(msgspec.Struct):
    """To a question."""

    ticket: str
    label: Label
    probabilities: dict[str, float] | None
    seq: int


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
    ticket: str, label: Label, probabilities: dict[Label, float] | None, seq: int, *, known: bool
) -> bytes:
    """What is told to whoever asked; the same bytes go into the log.

    known: whether any label is known. Until then a learner says yes or no, which would be taken for labels.
    """
    return answers_bytes([ticket], [label], [probabilities], seq, known=known)[0]


def answers_bytes(
    tickets: list[str],
    labels: list[Label],
    stated: list[dict[Label, float] | None],
    first: int,
    *,
    known: bool,
) -> list[bytes]:
    """The same of several, with places from `first` on, that were answered at one moment: by the same labels."""
    if not known:
        return [_encode(Answer(ticket, None, None, seq)) for seq, ticket in enumerate(tickets, first)]
    texts = None if stated[0] is None else _texts_of(tuple(stated[0]))
    if texts is not None:
        written = [texts.labels.get(label, b"") for label in labels]
        said = None if b"" in written else answer_texts(tickets, written, texts.keys, stated, first)
        if said is not None:
            return said
    given = enumerate(zip(tickets, labels, stated, strict=True), first)
    return [_encode(Answer(ticket, label, named(shares), seq)) for seq, (ticket, label, shares) in given]


class _Texts(NamedTuple):
    """Labels, all of them texts, as JSON."""

    labels: dict[Label, bytes]
    keys: tuple[bytes, ...]  # with what stands between a name and its value


_known_texts: dict[tuple[Label, ...], _Texts] = {}


def _texts_of(labels: tuple[Label, ...]) -> _Texts | None:
    """Of labels that are texts, and few; None of others: 1 and true would be one name here."""
    found = _known_texts.get(labels)
    if found is None and len(labels) <= MOST_LABELS and all(type(label) is str for label in labels):
        if len(_known_texts) >= MOST_KNOWN:
            _known_texts.clear()
        written = {label: _encode(label) for label in labels}
        keys = tuple(text + b":" for text in written.values())
        found = _known_texts[labels] = _Texts({**written, None: b"null"}, keys)
    return found


def prediction_plain(label: Label, probabilities: dict[Label, float] | None, seq: int) -> dict[str, Any]:
    """What is told where nothing is kept."""
    return {"label": label, "probabilities": named(probabilities), "seq": seq}

"""What the core reads and writes for the service is what Python reads and writes: answers, questions, checksums."""

import struct
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher._core import AnswerForms, checksums, flat_events, label_lines, question_lines
from thresher.data import Labels
from thresher.service.answers import Answer, answer_bytes, forms_of
from thresher.service.events import Event
from thresher.service.requests import LabelOf
from thresher.service.written_labels import WrittenLabels

from .rows_of_any_kind import ROWS


def from_bits(bits: int) -> float:
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


PROBABILITIES = st.one_of(
    st.floats(0, 1), st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 2**63 - 1).map(from_bits)
)


def plain_ticket(ticket: str) -> bool:
    return not any(letter < " " or letter in '"\\' or "\ud800" <= letter <= "\udfff" for letter in ticket)


@given(
    st.text(min_size=1, max_size=20).filter(plain_ticket),
    st.lists(PROBABILITIES, min_size=2, max_size=2),
    st.integers(-1, 1),
    st.integers(1, 2**53),
)
def test_answers_are_those_of_the_encoder(ticket: str, shares: list[float], answer: int, seq: int) -> None:
    labels = Labels(("ham", "spam\n"))
    stated, label = dict(zip(labels.names, shares, strict=True)), (*labels.names, None)[answer]
    forms = forms_of(labels)
    assert forms is not None
    expected = msgspec.json.encode(Answer(ticket, label, stated, seq))  # type: ignore[arg-type]
    assert forms.text(ticket, answer, shares, seq) == expected
    assert answer_bytes(ticket, label, stated, seq) == expected


def test_every_size_of_number_is_written_as_the_encoder_writes_it() -> None:
    forms = AnswerForms([b"null"], [b'"a":'], [0])
    for power in range(-330, 309):
        for digits in ("1", "1.5", "9.999999999999999", "1.2345678901234567"):
            number = float(f"{digits}e{power}")
            for one in (number, -number) if number < float("inf") else ():
                written = msgspec.json.encode(one)
                expected = b'{"ticket":"t","label":null,"probabilities":{"a":%b},"seq":1}' % written
                assert forms.text("t", 0, [one], 1) == expected


@pytest.mark.parametrize("names", [(False, True), (0, 1), (-1, 1), (None, "spam"), ("1", 2.5), (1, "1")])
def test_labels_of_any_kind_are_told_as_by_the_encoder(names: tuple[Any, Any]) -> None:
    labels = Labels(names)
    forms = forms_of(labels)
    assert (forms is None) == (names == (1, "1"))  # two labels of one name are left to others
    for shares in ([0.25, 0.75], [float("nan"), 1.0]) if forms is not None else ():
        for answer, label in enumerate((*labels.names, None)):
            stated = {labels.names[number]: shares[number] for number in labels.order}
            expected = answer_bytes("t", label, stated, 3)
            assert forms.text("t", answer if answer < 2 else -1, shares, 3) == expected


# What is read of a question as it is written is what the decoder reads.


@given(ROWS, st.one_of(st.none(), st.text(max_size=20), st.text(min_size=500, max_size=520)), st.booleans())
def test_a_question_that_is_read_as_it_is_written_is_that_of_the_decoder(x: Any, ticket: Any, first: bool) -> None:
    if ticket is not None and any("\ud800" <= letter <= "\udfff" for letter in ticket):
        return
    parts = [("x", x)] + ([] if ticket is None else [("id", ticket)])
    body = msgspec.json.encode(dict(parts if first else reversed(parts)))
    found = question_lines(body, 1)
    if found is not None:
        (named,), (text,) = found
        assert (named, msgspec.json.decode(text)) == (ticket, x)
        assert 1 <= len(named or "-") <= 512
    assert found is not None or ticket == "" or b"\\" in body or len((ticket or "").encode()) > 512


@pytest.mark.parametrize(
    "line",
    [
        b'{"x":{"a":1},"id":"b","more":1}',
        b'{"x":{"a":1},"id":"b","id":"c"}',
        b'{"x":{"a":1},"x":{"a":2}}',
        b'{"x":{"a":1}} ',
        b' {"x":{"a":1}}',
        b'{"x":{"a":1},"id":7}',
        b'{"x":{"a":1},"id":null}',
        b'{"x":{"a":1},"id":"b"',
        b'{"x":{"a":{"b":1}}}',
        b'{"x":["a"]}',
        b'{"x":{"a":1},"id":"\xff"}',
        b'{"id":"b"}',
        b'{"x":{"a":1},}',
        b'{"x":{"a}',
        b"[]",
        b"\r",
    ],
)
def test_any_other_question_is_left_to_others(line: bytes) -> None:
    assert question_lines(line, 9) is None
    assert question_lines(b'{"x":{"a":1}}\n' + line, 9) is None


LABELS = st.one_of(st.text(max_size=70), st.booleans(), st.integers(), st.floats(allow_nan=False), st.none())


@given(st.text(max_size=20), LABELS)
def test_a_label_that_is_read_as_it_is_written_is_that_of_the_decoder(ticket: str, label: Any) -> None:
    if any("\ud800" <= letter <= "\udfff" for letter in ticket + str(label)):
        return
    body = msgspec.json.encode({"ticket": ticket, "label": label})
    found = label_lines(body, 1)
    if found is not None:
        (named,), (text,) = found
        told = msgspec.json.decode(body, type=LabelOf)
        assert (named, msgspec.json.decode(text), type(msgspec.json.decode(text))) == (ticket, label, type(told.label))
        assert WrittenLabels().label(text) == told.label
    is_long = len(str(label).encode()) > 62 or (type(label) is int and len(str(abs(label))) > 15)
    is_plain = isinstance(label, (str, int)) and label != "" and ticket != "" and b"\\" not in body and not is_long
    assert (found is not None) == is_plain


@given(st.binary(max_size=40), st.integers(0, 60), st.integers(0, 60))
def test_whatever_is_read_as_a_label_is_one(other: bytes, begin: int, length: int) -> None:
    line = b'{"ticket":"mail 17","label":"spam"}'
    changed = line[:begin] + other + line[begin + length :]
    found = label_lines(changed, 3)
    if found is not None:
        told = [msgspec.json.decode(one, type=LabelOf) for one in changed.split(b"\n") if one]
        assert found[0] == [one.ticket for one in told]
        assert [msgspec.json.decode(text) for text in found[1]] == [one.label for one in told]


@pytest.mark.parametrize(
    "line",
    [
        b'{"ticket":"a","label":"b","weight":2}',
        b'{"ticket":"a","label":"b","label":"c"}',
        b'{"label":"b","ticket":"a"}',
        b'{"ticket":"a","label":1.0}',
        b'{"ticket":"a","label":01}',
        b'{"ticket":"a","label":-0}',
        b'{"ticket":"a","label":-}',
        b'{"ticket":"a","label":}',
        b'{"ticket":"a","label":null}',
        b'{"ticket":"a","label":"b"} ',
        b'{"ticket":"a","label":"b',
        b'{"ticket":"a","label":""}',
        b'{"ticket":"","label":"b"}',
        b'{"ticket":"a\0","label":"b"}',
        b'{"ticket":"a","label":"\xff"}',
        b'{"ticket":"a"}',
        b"}",
    ],
)
def test_any_other_label_is_left_to_others(line: bytes) -> None:
    assert label_lines(line, 9) is None
    assert label_lines(b'{"ticket":"a","label":"b"}\n' + line, 9) is None


def test_empty_lines_are_passed_over_and_lines_are_counted() -> None:
    body = b'\n{"x":{"a":1}}\n\n{"x":{},"id":"b"}\n'
    assert question_lines(body, 2) == ([None, "b"], [b'{"a":1}', b"{}"])
    assert question_lines(body, 1) is None
    assert question_lines(b"", 1) == ([], [])
    told = b'\n{"ticket":"a","label":"b"}\n\n{"ticket":"c","label":7}\n'
    assert label_lines(told, 2) == (["a", "c"], [b'"b"', b"7"])
    assert label_lines(told, 1) is None
    assert label_lines(b"", 1) == ([], [])


EVENTS = st.builds(
    Event,
    st.integers(1, 9),
    st.integers(1, 2**62),
    st.integers(0, 8),
    st.integers(0, 2**62),
    st.text(max_size=30).filter(lambda text: text.isprintable()),
    st.binary(max_size=300),
    st.binary(max_size=40),
)


@given(st.lists(EVENTS, max_size=5), st.integers(0, 2**32 - 1))
def test_checksums_are_those_of_zlib(events: list[Event], before: int) -> None:
    expected = []
    last = before
    for model, seq, kind, at, ticket, body, said in events:
        last = zlib.crc32(b"%d %d %d %d %d %b%b%b" % (last, model, seq, kind, at, ticket.encode(), body, said))
        expected.append(last)
    assert checksums(events, before) == expected


@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("value", [None, 1.5, "1", b"1", 2**70])
def test_values_of_another_kind_have_another_checksum(place: int, value: Any) -> None:
    event = Event(1, 1, 1, 1, "1", b"1", b"1")
    parts = list(event)
    if parts[place] == value or (isinstance(parts[place], (str, bytes)) and value in ("1", b"1")):
        return
    parts[place] = value
    assert checksums([tuple(parts)], 0) != checksums([event], 0)


@given(st.lists(EVENTS, max_size=5))
def test_values_of_events_are_laid_out_one_after_the_other(events: list[Event]) -> None:
    sums = list(range(len(events)))
    found = flat_events(events, sums)
    assert found == [value for event, one in zip(events, sums, strict=True) for value in (*event, one)]
    assert not any(type(value) is bytes for value in found)

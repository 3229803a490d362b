"""A row that goes to the core as it is written: the same answers, events and state as one that is read first."""

import json
import struct
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import Auto
from thresher._core import AnswerForms, checksums, question_lines
from thresher.data import Labels
from thresher.late import Delayed
from thresher.service.answers import Answer, answer_bytes, forms_of
from thresher.service.config import ModelConfig
from thresher.service.events import Event
from thresher.service.model import DiffersError, ServedModel
from thresher.service.refusals import Refused

NAMES = ["a", "b", "ab", "city", "grün", "名前", "a b", "0", "x" * 40, 'quo"te', "back\\slash", "new\nline", "é" * 9]
NUMBERS = st.one_of(
    st.sampled_from([0, 1, -1, 0.0, 1.0, 0.5, -0.0, 1e-3, 1e-4, 1e-7, 5e-324, 1e15, 1e16, 1e17, 1e149, 1e151, 10**20]),
    st.sampled_from([0.1, 123456.789, -0.25, 2**53, 2**53 + 1, -(2**63), 999999999999999, 1e22]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(10**17), 10**17),
)
CELLS = st.one_of(NUMBERS, st.booleans(), st.none(), st.sampled_from(["Paris", "", "7"]))
ROWS = st.dictionaries(st.sampled_from(NAMES), CELLS, max_size=6)


def warm(model: ServedModel) -> None:
    """The first rows of a model are looked at, one by one."""
    for number in range(20):
        model.ask({"a": 1.0, "b": 1 + number % 3}, f"warm{number}", 0)
    assert model.late.row_reader.is_idle
    assert not model.late.row_reader.looks


def texts_of(x: dict[str, Any]) -> list[bytes]:
    """As the log writes it, and as others might."""
    return [msgspec.json.encode(x), json.dumps(x).encode(), json.dumps(x, ensure_ascii=False).encode()]


@settings(deadline=None)
@given(ROWS)
def test_a_text_that_is_taken_is_what_the_log_would_write(x: dict[str, Any]) -> None:
    late = Delayed(Auto())
    for number in range(20):
        late.ask({"a": 1.0, "b": 1 + number % 3}, f"warm{number}")
    for place, text in enumerate(texts_of(x)):
        plain = late.copy()
        plain.row_reader.looks = late.row_reader.looks
        told = late.ask_told([text], [f"t{place}"], forms_of(late.learner.known_labels), 7)
        if told is None:
            continue
        read = msgspec.json.decode(text)
        assert msgspec.json.encode(read) == text
        question = plain.ask(read, f"t{place}")
        expected = answer_bytes(question.ticket, question.label, question.probabilities, 7, known=True)
        assert told == ([question.probabilities], [expected])
        assert plain.digest() == late.digest()


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"a":1}',
        b'{"a":1,"a":0}',
        b'{"a": 1}',
        b'{"a":1 }',
        b'{"a":01}',
        b'{"a":-0}',
        b'{"a":-0.0}',
        b'{"a":1.50}',
        b'{"a":1.}',
        b'{"a":.5}',
        b'{"a":1e3}',
        b'{"a":0.00001}',
        b'{"a":1234567890123456}',
        b'{"a":0.1234567890123456}',
        b'{"":1}',
        b'{"a\\u0062":1}',
        b'{"a\x01":1}',
        b'{"\xff":1}',
        b'{"\xed\xa0\x80":1}',
        b'{"a":"b"}',
        b'{"a":true}',
        b'{"a":null}',
        b'{"a":1,}',
        b'{"a":1}}',
        b'{"a":1',
        b'{"a"}',
        b'{"a":}',
        b"{a:1}",
        b'["a"]',
        b"{",
        b"}",
        b"",
        b"1",
        b'{"a":1}\n',
        b'{"a":1,"b"',
        b'{"a":-}',
        b'{"a":+1}',
        b'{"a":1.5.5}',
    ],
)
def test_whatever_else_json_has_is_left_to_others(text: bytes) -> None:
    late = Delayed(Auto())
    for _ in range(20):
        late.ask({"a": 1.0})
    before, forms = late.digest(), forms_of(late.learner.known_labels)
    assert late.ask_told([text], ["one"], forms, 1) is None
    assert late.ask_told([b'{"a":1}', text], ["one", "two"], forms, 1) is None
    assert late.digest() == before
    assert not late.knows("one")


@pytest.mark.parametrize("text", [b"{}", b'{"a":0}', b'{"a":1,"b":2.5,"c":-3}', b'{"a":0.001}', b'{"a":0.0,"b":1}'])
def test_rows_of_numbers_are_taken_as_they_are(text: bytes) -> None:
    late = Delayed(Auto())
    for _ in range(20):
        late.ask({"a": 1.0})
    forms = forms_of(late.learner.known_labels)
    assert late.ask_told([text], ["one"], forms, 1) is not None
    assert late.ask_told([text, text], ["two", "three"], forms, 2) is not None


@pytest.mark.parametrize("ticket", ['quo"te', "back\\slash", "new\nline", "nul\0"])
def test_tickets_that_have_to_be_escaped_are_left_to_others(ticket: str) -> None:
    late = Delayed(Auto())
    for _ in range(20):
        late.ask({"a": 1.0})
    before, forms = late.digest(), forms_of(late.learner.known_labels)
    assert late.ask_told([b'{"a":1}', b'{"a":1}'], ["one", ticket], forms, 1) is None
    assert late.digest() == before


def test_many_texts_are_asked_as_one_by_one() -> None:
    """So many that the core lets the interpreter go meanwhile."""
    together, one_by_one = (ServedModel(1, "m", ModelConfig(labels=["ham", "spam"])) for _ in range(2))
    texts = [b'{"a":%d,"b":%d}' % (n % 7, n % 5) for n in range(100)]
    for model in (together, one_by_one):
        warm(model)
        model.label("warm3", "spam", 1.0, 1)
        model.label("warm4", "ham", 1.0, 1)
    events = together.ask_texts(texts, [None] * 100, 2)
    assert events == [event for text in texts for event in one_by_one.ask_texts([text], [None], 2) or []]
    assert together.digest() == one_by_one.digest()
    assert together.learners.champion.tally.to_saved() == one_by_one.learners.champion.tally.to_saved()


LABELS = st.sampled_from(["ham", "spam", "eggs", 3, True])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.integers(0, 12), ROWS),
        st.tuples(st.just("lines"), st.integers(0, 12), st.lists(ROWS, max_size=4)),
        st.tuples(st.just("label"), st.integers(0, 12), LABELS),
        st.tuples(st.just("expire"), st.integers(0, 12), st.sampled_from([None, "ham"])),
        st.tuples(st.just("retract"), st.integers(0, 12), st.none()),
    ),
    max_size=25,
)
CONFIGS = st.sampled_from(
    [
        ModelConfig(),
        ModelConfig(labels=["ham", "spam"]),
        ModelConfig(labels="any"),
        ModelConfig(learner="perceptron"),
        ModelConfig(labels=["ham", "spam"], order="od1"),
        ModelConfig(labels="any", order="replay:5", contradictions="correct"),
        ModelConfig(learner="naive-bayes", max_pending=1000, contradictions="correct"),
        ModelConfig(labels=["ham", "spam"], columns={"ignore": ["b"]}),
    ]
)


def step(model: ServedModel, kind: str, ticket: str, what: Any, at: int, *, direct: bool) -> Any:
    """What came of one step: events, or the refusal."""
    try:
        if kind == "ask":
            if model.knows(ticket):
                return None
            events = model.ask_texts([msgspec.json.encode(what)], [ticket], at) if direct else None
            return events[0] if events else model.ask(what, ticket, at)
        if kind == "lines":
            tickets = [f"{ticket}.{at}.{place}" for place in range(len(what))]
            events = model.ask_texts([msgspec.json.encode(x) for x in what], tickets, at) if direct and what else None
            return model.ask_each(list(zip(what, tickets, strict=True)), at) if events is None else events
        if kind == "label":
            return model.label(ticket, what, 1.0, at)
        if kind == "expire":
            return model.expire([ticket], what, at)
        return model.retract(ticket, at)
    except Refused as refused:
        return refused.status, refused.detail


def _flat(found: Any) -> list[Any]:
    return [found] if isinstance(found, Event) or not isinstance(found, (list, tuple)) else list(found)


@pytest.mark.filterwarnings("ignore::thresher.errors.ColumnWarning")
@settings(deadline=None)
@given(CONFIGS, STEPS)
def test_texts_and_rows_come_to_the_same_events_and_the_same_state(config: ModelConfig, steps: list[Any]) -> None:
    direct, plain = ServedModel(1, "m", config), ServedModel(1, "m", config)
    for model in (direct, plain):
        for number in range(20):
            model.ask({"a": 1.0, "b": 1 + number % 3}, f"warm{number}", 0)
    log = []
    for at, (kind, number, what) in enumerate(steps):
        found = step(direct, kind, f"t{number}", what, at, direct=True)
        assert found == step(plain, kind, f"t{number}", what, at, direct=False)
        log += [one for one in _flat(found) if isinstance(one, Event)]
    assert direct.digest() == plain.digest()
    assert direct.learners.champion.tally.to_saved() == plain.learners.champion.tally.to_saved()
    assert list(direct.waiting.items()) == list(plain.waiting.items())
    again = ServedModel(1, "m", config)
    for number in range(20):
        again.ask({"a": 1.0, "b": 1 + number % 3}, f"warm{number}", 0)
    for event in log:
        again.apply(event)
    assert again.digest() == direct.digest()


def test_an_answer_that_was_another_one_is_found_on_replay() -> None:
    model, again = (ServedModel(1, "m", ModelConfig(labels=["ham", "spam"])) for _ in range(2))
    warm(model), warm(again)
    (event,) = model.ask_texts([b'{"a":1}'], ["one"], 5) or ()
    with pytest.raises(DiffersError, match="was said, and"):
        again.apply(event._replace(said=event.said.replace(b'"seq":21', b'"seq":22')))


# What the core writes is what Python writes.


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
    assert answer_bytes(ticket, label, stated, seq, known=True) == expected


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
            expected = answer_bytes("t", label, stated, 3, known=True)
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


def test_empty_lines_are_passed_over_and_lines_are_counted() -> None:
    body = b'\n{"x":{"a":1}}\n\n{"x":{},"id":"b"}\n'
    assert question_lines(body, 2) == ([None, "b"], [b'{"a":1}', b"{}"])
    assert question_lines(body, 1) is None
    assert question_lines(b"", 1) == ([], [])


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

"""A row that goes to the core as it is written: the same answers, events and state as one that is read first."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import Auto
from thresher.late import Delayed
from thresher.service.answers import answer_bytes, forms_of
from thresher.service.config import ModelConfig
from thresher.service.events import Event
from thresher.service.model import DiffersError, ServedModel
from thresher.service.refusals import Refused
from thresher.service.replaying import apply_run, runs

from .rows_of_any_kind import ROWS


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
        expected = answer_bytes(question.ticket, question.label, question.probabilities, 7)
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
        st.tuples(st.just("labels"), st.integers(0, 9), st.lists(LABELS, max_size=4)),
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
        ModelConfig(labels=["ham", "spam"], columns={"text": ["city"], "categories": ["a"]}),
        ModelConfig(labels=["ham", "spam"], columns={"text": ["city"], "strict": True}),
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
        if kind == "labels":
            tickets = [f"t{int(ticket[1:]) + place}" for place in range(len(what))]
            events = model.label_texts(tickets, [msgspec.json.encode(label) for label in what], at) if direct else None
            each = zip(tickets, what, strict=True)
            return [model.label(*one, 1.0, at)[0] for one in each] if events is None else events
        if kind == "expire":
            return model.expire([ticket], what, at)
        return model.retract(ticket, at)
    except Refused as refused:
        return refused.status, refused.detail


def _flat(found: Any) -> list[Any]:
    return [found] if isinstance(found, Event) or not isinstance(found, (list, tuple)) else list(found)


def state_of(model: ServedModel) -> Any:
    tally, delays = model.learners.champion.tally, model.delays
    # What can't change any more is forgotten now and then, which is no part of the state.
    tally.forget(model.late.changeable, all_of_them=True)
    counted = delays.counts, delays.sum, model.late.statuses, model.late.settled
    reader = model.late.row_reader
    columns = reader.to_plain(), reader.notes
    return model.digest(), tally.to_saved(), list(model.waiting.items()), model.seq, model.last_at, counted, columns


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
    in_runs = ServedModel(1, "m", config)
    for number in range(20):
        in_runs.ask({"a": 1.0, "b": 1 + number % 3}, f"warm{number}", 0)
    for run in runs(log):
        apply_run(in_runs, run, None)
    assert state_of(in_runs) == state_of(again)


def test_an_answer_that_was_another_one_is_found_on_replay() -> None:
    model, again = (ServedModel(1, "m", ModelConfig(labels=["ham", "spam"])) for _ in range(2))
    warm(model), warm(again)
    (event,) = model.ask_texts([b'{"a":1}'], ["one"], 5) or ()
    with pytest.raises(DiffersError, match="was said, and"):
        again.apply(event._replace(said=event.said.replace(b'"seq":21', b'"seq":22')))


def test_an_answer_that_was_another_one_is_found_in_a_run() -> None:
    """With the same words as one by one; and noted, where that is wanted, with all that follows applied."""
    model = ServedModel(1, "m", ModelConfig(labels=["ham", "spam"]))
    warm(model)
    events = model.ask_texts([b'{"a":%d}' % n for n in range(1, 6)], [f"t{n}" for n in range(5)], 5) or []
    events += model.label_texts(["t0", "t3"], [b'"ham"', b'"spam"'], 6) or []
    changed = [event._replace(said=event.said.replace(b'"seq":2', b'"seq":9')) for event in events]
    for event in (2, 6):
        run = [*events[:event], changed[event], *events[event + 1 :]]
        found = []
        for way in ("run", "one by one"):
            again = ServedModel(1, "m", ModelConfig(labels=["ham", "spam"]))
            warm(again)
            with pytest.raises(DiffersError) as error:
                apply_run(again, run, None) if way == "run" else list(map(again.apply, run))
            found.append(error.value.message)
        assert found[0] == found[1]
        noted: list[str] = []
        again = ServedModel(1, "m", ModelConfig(labels=["ham", "spam"]))
        warm(again)
        apply_run(again, run, noted)
        assert (noted, again.digest(), again.seq) == (found[:1], model.digest(), model.seq)

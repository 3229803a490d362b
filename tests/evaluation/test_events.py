"""What an event log says can be replayed exactly; what it can't say is refused with its line."""

import io
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import CASES
from tests.strategies import BIG_COLUMNS, NAMES, UNIT_REALS, streams, streams_for
from thresher.evaluation import events as room
from thresher.evaluation.event_log import EventLog
from thresher.evaluation.events import Asked, Began, Ended, Labelled, read_events
from thresher.evaluation.replaying import replay

LEARNERS = st.sampled_from(
    [
        lambda: th.Perceptron(bias=True),
        lambda: th.Perceptron(labels=("ham", "spam"), max_attributes=3, when_full="forget"),
        lambda: th.TrackingWinnow(2.0, 0.05),
        lambda: th.AdaptiveWinnow(),
        lambda: th.BalancedWinnow(1.5, floor=0.25, ceiling=16.0),
    ]
)
STREAMS = streams(st.one_of(NAMES, BIG_COLUMNS), UNIT_REALS, most=20)
TIMES = st.one_of(st.none(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text())


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("logs") / "events.jsonl"


def change_line(path, number, **changes):
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines[number] = json.dumps(json.loads(lines[number]) | changes) + "\n"
    path.write_text("".join(lines), "utf-8")


def logged(path, learner=None):
    """A log of two examples, the first a mistake."""
    learner = th.Perceptron() if learner is None else learner
    with EventLog(path, learner) as log:
        log.learn({"a": 1}, False)
        log.learn({"a": 1, 2: 0.5}, True, weight=2.0)
    return learner


def replays_or_says_where_not(path):
    try:
        replay(path)
    except th.InputError as error:
        where = str(error)
    else:
        return
    assert where.startswith(f"{path}:")


@given(make=LEARNERS, stream=STREAMS, weight=st.sampled_from([1.0, 0.0, 0.3, 1e-9]), time=TIMES)
def test_what_was_learned_is_replayed_exactly(path, make, stream, weight, time):
    learner = make()
    with EventLog(path, learner) as log:
        outcomes = [log.learn(x, learner.labels[y], weight, time) for x, y in stream]
    again = replay(path)
    assert (again.complete, again.same_digest, again.differing_predictions) == (True, True, 0)
    assert again.learner == learner
    assert (again.events, again.examples) == (2 + 2 * len(stream), len(stream))
    assert again.mistakes == sum(outcome.mistake for outcome in outcomes)
    *_, ended = read_events(path)
    assert ended == Ended(len(stream), again.mistakes, learner.digest())


@pytest.mark.parametrize("name", [name for name in CASES if name != "QuasiAdditive own link"])
@settings(max_examples=20)
@given(data=st.data())
def test_every_learner_is_replayed_exactly(path, name, data):
    learner = CASES[name].make()
    stream = data.draw(streams_for(CASES[name]))
    with EventLog(path, learner) as log:
        for x, y in stream:
            log.learn(x, y)
    again = replay(path)
    assert (again.same_digest, again.differing_predictions) == (True, 0)


@given(make=LEARNERS, stream=STREAMS, data=st.data())
def test_labels_that_come_late_and_out_of_order_are_replayed_exactly(path, make, stream, data):
    learner, pending, mistakes = make(), {}, 0
    with EventLog(path, learner) as log:
        for x, y in stream:
            prediction = learner.predict_one(x)
            pending[log.asked(x, prediction)] = x, learner.labels[y], prediction
            while pending and data.draw(st.booleans()):
                number = data.draw(st.sampled_from(sorted(pending)))
                x, label, prediction = pending.pop(number)
                log.labelled(number, label, weight=0.5)
                learner.learn_one(x, label, 0.5)
                mistakes += prediction != label
    again = replay(path)
    assert (again.complete, again.same_digest, again.differing_predictions) == (True, True, 0)
    assert (again.learner, again.mistakes, again.examples) == (learner, mistakes, len(stream) - len(pending))


def test_the_lines_are_those_of_the_format(path):
    learner = th.Perceptron(labels=("ham", "spam"))
    start = learner.digest()
    with EventLog(path, learner) as log:
        number = log.asked({"ü": 0.1, 7: 2, "b": 1, 3: True, "gone": 0}, "spam", time=1.5)
        log.labelled(number, "ham", weight=2, time="noon")
    lines = path.read_bytes().decode("utf-8").splitlines()
    assert json.loads(lines[0])["parameters"]["labels"] == {"~": "tuple", "items": ["ham", "spam"]}
    assert lines[1:3] == [
        '{"event":"asked","id":0,"x":[[3,1.0],[7,2.0],["b",1.0],["ü",0.1]],"prediction":"spam","time":1.5}',
        '{"event":"labelled","id":0,"label":"ham","weight":2.0,"time":"noon"}',
    ]
    began, asked, labelled, ended = read_events(path)
    assert isinstance(began, Began)
    assert (began.learner, began.digest) == ("Perceptron", start)
    assert asked == Asked(0, {3: 1.0, 7: 2.0, "b": 1.0, "ü": 0.1}, "spam", 1.5)
    assert labelled == Labelled(0, "ham", 2.0, "noon")
    assert ended == Ended(1, 1, learner.digest())


@given(value=st.floats(-1e150, 1e150), time=st.floats(allow_nan=False, allow_infinity=False))
def test_floats_come_back_as_they_were(path, value, time):
    with EventLog(path, th.Perceptron()) as log:
        log.asked({"a": value}, True, time=time)
    asked = list(read_events(path))[1]
    assert asked.x == ({"a": value} if value else {})
    assert asked.time == time


@pytest.mark.parametrize("x", [["b", "a"], ([1, 0], [0.5, 2.0]), np.array([2.0, 0.5]), th.Example({0: 2.0, 1: 0.5})])
def test_any_form_of_example_is_taken(path, x):
    with EventLog(path, th.Perceptron()) as log:
        log.learn(x, True)
    asked = list(read_events(path))[1]
    assert list(asked.x.items()) == ([("a", 1), ("b", 1)] if isinstance(x, list) else [(0, 2.0), (1, 0.5)])


@pytest.mark.parametrize(("label", "meant"), [(1, True), (-1, False), (0.0, False), (np.bool_(True), True)])
def test_labels_are_written_in_the_learners_own_words(path, label, meant):
    with EventLog(path, th.Perceptron()) as log:
        log.labelled(log.asked({"a": 1}, label), label)
    _, asked, labelled, ended = read_events(path)
    assert (asked.prediction, labelled.label, ended.mistakes) == (meant, meant, 0)


def test_a_label_that_utf_8_can_not_hold_is_escaped(path):
    learner = th.Perceptron(labels=("\ud800", "b"))
    with EventLog(path, learner) as log:
        log.learn({"a": 1}, "\ud800")
    assert replay(path).learner == learner


@pytest.mark.parametrize("file", [io.StringIO(), io.BytesIO()], ids=["text", "bytes"])
def test_a_file_that_is_open_stays_open(path, file):
    logged(file)
    text = file.getvalue()
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert replay(path).same_digest is True


def test_a_changed_label_gives_another_digest(path):
    logged(path)
    change_line(path, 2, label=True)
    again = replay(path)
    assert (again.complete, again.same_digest) == (True, False)


def test_a_changed_prediction_is_counted(path):
    logged(path)
    change_line(path, 1, prediction=False)
    again = replay(path)
    assert (again.same_digest, again.differing_predictions) == (True, 1)


def test_a_log_of_a_process_that_died_is_replayed_as_far_as_it_goes(path):
    learner = th.Perceptron()
    log = EventLog(path, learner)
    log.learn({"a": 1}, False)
    again = replay(path)  # not closed: every event is already there
    assert (again.complete, again.same_digest, again.learner) == (False, None, learner)
    log.close()


@given(data=st.data())
def test_a_log_torn_at_any_byte_is_legal_after_its_first_line(path, data):
    logged(path)
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content) - 2))
    path.write_bytes(content[:cut])
    if cut >= content.index(b"\n"):
        again = replay(path)
        assert (again.complete, again.same_digest, again.differing_predictions) == (False, None, 0)
        assert again.events == len(list(read_events(path)))
    else:
        with pytest.raises(th.InputError, match=r"events.jsonl:1: "):
            replay(path)


def test_a_learner_that_had_learned_must_be_handed_in(path):
    learner = th.Perceptron()
    learner.learn_one({"a": 1}, False)
    before = learner.copy()
    logged(path, learner)
    with pytest.raises(th.InputError, match=r"events.jsonl:1: .*replay\(path, learner="):
        replay(path)
    with pytest.raises(th.InputError, match="not in the state"):
        replay(path, th.Perceptron())
    kept = before.digest()
    again = replay(path, before)
    assert (again.same_digest, again.learner) == (True, learner)
    assert before.digest() == kept


def test_a_learner_with_a_link_of_ones_own_must_be_handed_in(path):
    make = CASES["QuasiAdditive own link"].make
    logged(path, make())
    with pytest.raises(th.InputError, match="learner="):
        replay(path)
    assert replay(path, make()).same_digest is True


def test_bad_input_is_neither_noted_nor_learned(path):
    learner = th.TrackingWinnow(2.0, 0.05)
    log = EventLog(path, learner)
    before = learner.digest(), path.read_bytes()
    for x, y, options in [
        ({"a": 2.0}, True, {}),
        ({"a": 1}, "spam", {}),
        ({"a": 1}, True, {"weight": -1}),
        ({"a": 1}, True, {"weight": "1"}),
        ({"a": 1}, True, {"time": float("nan")}),
        ({"a": 1}, True, {"time": [1]}),
        ("text", True, {}),
    ]:
        with pytest.raises(th.InputError):
            log.learn(x, y, **options)
    for label in ("spam", 2, None, np.array([1, 0])):
        with pytest.raises(th.InputError):
            log.asked({"a": 1}, label)
    assert (learner.digest(), path.read_bytes()) == before
    log.close()


def test_a_label_needs_an_example_that_waits_for_it(path):
    with EventLog(path, th.Perceptron()) as log:
        number = log.asked({"a": 1}, True)
        log.labelled(number, True)
        for unknown in (number, number + 1):
            with pytest.raises(th.InputError):
                log.labelled(unknown, True)


def test_a_closed_log_takes_and_teaches_nothing(path):
    learner = th.Perceptron()
    with EventLog(path, learner) as log:
        number = log.asked({"a": 1}, True)
    log.close()
    written = path.read_bytes()
    for late in (
        lambda: log.asked({"a": 1}, True),
        lambda: log.labelled(number, True),
        lambda: log.learn({"a": 1}, False),
    ):
        with pytest.raises(th.InputError, match="closed"):
            late()
    assert (learner, path.read_bytes()) == (th.Perceptron(), written)


ASKED = '{"event":"asked","id":5,"x":[["a",1.0]],"prediction":true}'
LABELLED = '{"event":"labelled","id":5,"label":true}'
MALFORMED = {
    "not JSON": ["{"],
    "an empty line": [""],
    "not an object": ["[1]"],
    "too deep": ["[" * 100_000],
    "a number too long": [ASKED.replace("5", "5" * 5000)],
    "not UTF-8": [b"\xff"],
    "no event": ["{}"],
    "an event of no kind": ['{"event":["asked"]}'],
    "an unknown event": ['{"event":"sold"}'],
    "an unknown key": ['{"event":"labelled","id":5,"label":true,"colour":1}'],
    "a missing key": ['{"event":"asked","id":5,"x":[]}'],
    "a key twice": ['{"event":"asked","id":5,"id":6,"x":[],"prediction":true}'],
    "an id that is no number": [ASKED.replace("5", '"5"')],
    "an id that is true": [ASKED.replace("5", "true")],
    "x is an object": [ASKED.replace('[["a",1.0]]', '{"a":1}')],
    "a pair of three": [ASKED.replace('"a",1.0', '"a",1.0,2')],
    "an attribute twice": [ASKED.replace('["a",1.0]', '["a",1.0],["a",1.0]')],
    "an attribute of no kind": [ASKED.replace('"a"', "[1]")],
    "a column below 0": [ASKED.replace('"a"', "-1")],
    "a name that is no Unicode": [ASKED.replace('"a"', '"\\ud800"')],
    "a value that is a text": [ASKED.replace("1.0", '"1"')],
    "a value that is true": [ASKED.replace("1.0", "true")],
    "a value NaN": [ASKED.replace("1.0", "NaN")],
    "a value too large": [ASKED.replace("1.0", "1e999")],
    "a whole value too large": [ASKED.replace("1.0", "1" + "0" * 400)],
    "a prediction of no kind": [ASKED.replace("true", "null")],
    "an infinite label": [ASKED, LABELLED.replace("true", "1e999")],
    "a time of no kind": [ASKED.replace("true", 'true,"time":[]')],
    "a weight below 0": [ASKED, LABELLED.replace("true", 'true,"weight":-1')],
    "a label for nothing": [LABELLED],
    "a label twice": [ASKED, LABELLED, LABELLED],
    "an id twice": [ASKED, ASKED],
    "an id used before": [ASKED, LABELLED, ASKED],
    "a second beginning": ['{"event":"began","format":1,"learner":"Perceptron","parameters":{},"digest":""}'],
    "an event after the end": ['{"event":"ended","examples":0,"mistakes":0,"digest":""}', ASKED],
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_line_is_refused_with_its_number(path, name):
    lines = [line if isinstance(line, bytes) else line.encode() for line in MALFORMED[name]]
    EventLog(path, th.Perceptron())._file.close()  # the first line only
    path.write_bytes(path.read_bytes() + b"\n".join(lines) + b"\n")
    where = f"events.jsonl:{1 + len(lines)}: "
    with pytest.raises(th.InputError, match=where):
        list(read_events(path))
    with pytest.raises(th.InputError, match=where):
        replay(path)


BEGINNINGS = {
    "an empty file": {},
    "no beginning": {"event": "ended", "examples": 0, "mistakes": 0, "digest": ""},
    "another format": {"format": 2},
    "an unknown learner": {"learner": "Oracle"},
    "parameters that are a list": {"parameters": []},
    "an unknown parameter": {"parameters": {"colour": 1}},
    "a parameter out of range": {"parameters": {"rate": -1}},
    "a parameter of no kind": {"parameters": {"rate": {"~": ["rates.Constant"]}}},
    "a parameter without its items": {"parameters": {"labels": {"~": "tuple"}}},
    "another digest": {"digest": "0"},
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_malformed_beginning_is_refused(path, name):
    logged(path)
    began = json.loads(path.read_text("utf-8").splitlines()[0])
    changed = BEGINNINGS[name] if name == "no beginning" else began | BEGINNINGS[name]
    path.write_text("" if name == "an empty file" else json.dumps(changed) + "\n", "utf-8")
    with pytest.raises(th.InputError, match=r"events.jsonl:1: "):
        replay(path)


def test_an_example_that_the_learner_refuses_is_refused_with_its_line(path):
    logged(path, th.TrackingWinnow(2.0, 0.05))
    change_line(path, 3, x=[["a", 3.0]])
    with pytest.raises(th.InputError, match=r"events.jsonl:4: "):
        replay(path)
    logged(path)
    change_line(path, 2, label="spam")
    with pytest.raises(th.InputError, match=r"events.jsonl:3: "):
        replay(path)


def test_a_line_without_end_is_not_read_to_its_end(path, monkeypatch):
    logged(path)
    monkeypatch.setattr(room, "LONGEST_LINE", 2000)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0] + b" " * 5000)
    with pytest.raises(th.InputError, match=r"events.jsonl:2: "):
        list(read_events(path))


TOKENS = [
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"1",
    b"-1",
    b"null",
    b"true",
    b"1e999",
    b"\xff",
    b"\n",
    b"NaN",
    b'"~"',
]
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["~", "items", "a"]), inner)),
    max_leaves=6,
)


@given(data=st.data())
def test_a_corrupted_log_raises_nothing_but_input_errors(path, data):
    logged(path, th.QuasiAdditive(bias=True) if data.draw(st.booleans()) else None)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        size = data.draw(st.integers(0, 12))
        content[place : place + size] = data.draw(st.one_of(st.sampled_from(TOKENS), st.binary(max_size=3)))
    path.write_bytes(content)
    replays_or_says_where_not(path)


@given(number=st.integers(0, 5), key=st.integers(0, 20), value=JSON, deep=st.booleans())
def test_any_value_in_any_place_raises_nothing_but_input_errors(path, number, key, value, deep):
    logged(path, th.QuasiAdditive(bias=True))
    record = json.loads(path.read_text("utf-8").splitlines()[number])
    target = record["parameters"] if deep and number == 0 else record
    target[sorted(target)[key % len(target)]] = value
    change_line(path, number, **record)
    replays_or_says_where_not(path)


def test_memory_holds_only_what_is_pending(path):
    with EventLog(path, th.Perceptron()) as log:
        late = log.asked({"a": 1}, True)
        for _ in range(100):
            log.learn({"a": 1}, True)
        assert list(log._pending) == [late]

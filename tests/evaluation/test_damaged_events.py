"""An event log that was changed, torn or forged: replayed as far as it goes, or refused with its line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from thresher.evaluation.events import events as room
from thresher.evaluation.events.events import read_events
from thresher.evaluation.events.log import EventLog
from thresher.evaluation.events.replay import replay

from .logs import logged


def change_line(path, number, **changes):
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines[number] = json.dumps(json.loads(lines[number]) | changes) + "\n"
    path.write_text("".join(lines), "utf-8")


def replays_or_says_where_not(path):
    try:
        replay(path)
    except th.InputError as error:
        where = str(error)
    else:
        return
    assert where.startswith(f"{path}:")


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
    "a prediction of no kind": [ASKED.replace("true", "[]")],
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
    "another format": {"format": 3},
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
    change_line(path, 2, label=0.5)
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

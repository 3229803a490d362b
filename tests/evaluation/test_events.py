"""What an event log says can be replayed exactly."""

import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import CASES
from tests.depth import tries
from tests.strategies import BIG_COLUMNS, NAMES, UNIT_REALS, streams, streams_for
from thresher.evaluation.events.events import Asked, Began, Ended, Labelled, read_events
from thresher.evaluation.events.log import EventLog
from thresher.evaluation.events.replay import replay

from .logs import logged

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
@tries(20)
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
        ({"a": 1}, "eggs", {}),
        ({"a": 1}, True, {"weight": -1}),
        ({"a": 1}, True, {"weight": "1"}),
        ({"a": 1}, True, {"time": float("nan")}),
        ({"a": 1}, True, {"time": [1]}),
        ("text", True, {}),
    ]:
        with pytest.raises(th.InputError):
            log.learn(x, y, **options)
    for label in ("eggs", 2, 0.5, np.array([1, 0])):
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


def test_memory_holds_only_what_is_pending(path):
    with EventLog(path, th.Perceptron()) as log:
        late = log.asked({"a": 1}, True)
        for _ in range(100):
            log.learn({"a": 1}, True)
        assert list(log._pending) == [late]


@pytest.mark.parametrize(
    ("make", "labels"), [(th.Perceptron, (0, 1)), (th.Auto, ("no", "yes")), (th.Auto, ("a", "b", "c"))]
)
def test_a_learner_that_went_back_to_its_best_pass_is_replayed_exactly(path, make, labels):
    generator = np.random.default_rng(3)
    rows = [({f"w{w}": 1.0 for w in generator.integers(0, 9, 3)}, labels[i % len(labels)]) for i in range(60)]
    learner, last = make(), make()
    with EventLog(path, learner) as log:
        run = th.evaluate(rows, learner, passes=6, holdout=0.2, patience=1, log=log)
    assert run.stopped == "early"
    th.evaluate(rows, last, passes=run.passes, holdout=0.2)
    assert last != learner  # so that going back matters
    again = replay(path)
    assert (again.same_digest, again.differing_predictions) == (True, 0)
    assert again.learner == learner


def test_a_learner_returns_only_to_a_mark(path):
    with EventLog(path, th.Perceptron()) as log, pytest.raises(th.errors.InputError, match="there is none"):
        log.returned()
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], '{"event":"returned"}', lines[1]]) + "\n")
    with pytest.raises(th.errors.InputError, match=r":2: .*there is none"):
        replay(path)

"""The log of a delayed learner: what had an effect stands in it, and it can be replayed exactly."""

import json

import pytest

import thresher as th
from thresher.evaluation import EventLog, LateLog, replay
from thresher.evaluation.events.events import read_events
from thresher.late import OD1, Delayed, Fate, Replay


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_kind_of_event_is_replayed(path):
    late = Delayed(th.Auto(), Replay(every=2), horizon=50)
    with LateLog(path, late, replace=True) as log:
        for n in range(9):
            log.ask({"city": "Paris" if n % 2 else "Rome", "age": n}, ticket=f"t{n}" if n % 3 else None, at=float(n))
        log.label("t1", "spam")
        log.label(1, "ham", 0.5)
        log.apply()
        log.correct("t1", "ham", 2.0)
        log.retract(1)
        log.expire("t2")
        log.expire(["t4", 4], "eggs")
        assert log.expire_before(7.0, "ham") == 3
        log.ask({"city": "Oslo"})
    kinds = [line["event"] for line in lines(path)]
    assert set(kinds) == {"began", "asked", "labelled", "applied", "corrected", "retracted", "expired", "ended"}
    again = replay(path)
    assert (again.complete, again.same_digest, again.differing_predictions) == (True, True, 0)
    assert (again.learner, again.events, again.examples) == (late, len(kinds), late.answered)
    assert [again.learner.status(n) for n in range(1, 11)] == [late.status(n) for n in range(1, 11)]


def test_what_is_refused_or_has_no_effect_is_not_written(path):
    with LateLog(path, Delayed(th.Perceptron()), replace=True) as log:
        log.ask({"a": 1}, ticket="t")
        log.label("t", True)
        before = path.read_text("utf-8")
        assert log.label("t", True) == log.retract("t2") - 4 == Fate.DUPLICATE
        assert log.expire(["t", "nobody"]) == 0
        for refused in (lambda: log.ask({"a": float("inf")}), lambda: log.label("t", False), lambda: log.ask("text")):
            with pytest.raises(th.InputError):
                refused()
        assert path.read_text("utf-8") == before


def test_the_first_line_says_order_options_and_columns(path):
    rows = th.Rows(label="y", ignore=("id",))
    with LateLog(path, Delayed(th.Perceptron(rows=rows), OD1(), max_pending=7), replace=True) as log:
        log.ask({"id": 7, "city": "Paris"})
    began = next(read_events(path))
    assert began.order == {"name": "OD1"}
    assert began.options["max_pending"] == 7
    again = replay(path)
    assert again.same_digest
    assert (again.learner.order, again.learner.max_pending, again.learner.rows.ignore) == (OD1(), 7, ("id",))


def test_the_log_of_a_learner_with_columns_says_what_they_mean(path):
    learner = th.Perceptron(rows=th.Rows(label="y", ignore=("id",)))
    with EventLog(path, learner) as log:
        log.learn({"a": 1}, True)
    assert lines(path)[0]["format"] == 2
    again = replay(path)
    assert again.same_digest
    assert again.learner.rows.ignore == ("id",)


def test_a_log_can_begin_in_the_middle(path):
    late = Delayed(th.Perceptron())
    late.ask({"a": 1}, ticket="before")
    start = late.copy()
    with LateLog(path, late, replace=True) as log:
        log.label("before", False)
        log.ask({"a": 1})
    assert replay(path, start).same_digest
    with pytest.raises(th.InputError, match=r":1: .*learned before"):
        replay(path)


FORGED = {
    "a label for nothing": '{"event":"labelled","id":5,"label":true}',
    "a label twice": '{"event":"labelled","id":1,"label":true}',
    "a correction of what can't be corrected": '{"event":"corrected","id":1,"label":false,"weight":-1}',
    "nothing to retract": '{"event":"retracted","id":2}',
    "an expiry of what has its label": '{"event":"expired","id":1}',
    "a number left out": '{"event":"asked","id":9,"x":[],"prediction":true}',
    "a ticket twice": '{"event":"asked","id":3,"x":[],"prediction":true,"ticket":"t"}',
    "labels that are no list": '{"event":"expected","labels":3}',
    "a mark": '{"event":"marked"}',
}


@pytest.mark.parametrize("name", FORGED)
def test_what_can_not_have_happened_is_refused_with_its_line(path, name):
    log = LateLog(path, Delayed(th.Perceptron()), replace=True)
    log.ask({"a": 1}, ticket="t")
    log.ask({"a": 1})
    log.label("t", True)
    log._file.close()  # without its last line
    with path.open("a", encoding="utf-8") as file:
        file.write(FORGED[name] + "\n")
    with pytest.raises(th.InputError, match=r"events.jsonl:5: "):
        replay(path)


def test_a_log_of_a_learner_without_late_labels_has_no_such_events(path):
    with EventLog(path, th.Perceptron()) as log:
        log.learn({"a": 1}, True)
    text = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*text[:-1], '{"event":"expired","id":0}', text[-1]]) + "\n", "utf-8")
    with pytest.raises(th.InputError, match=r"events.jsonl:4: .*delayed"):
        replay(path)


@pytest.mark.parametrize("order", [OD1(), Replay()])
def test_the_order_of_attributes_does_not_show(order):
    one, other = Delayed(th.Auto(), order), Delayed(th.Auto(), order)
    one.ask({"b": 1, "a": 2, 3: 1})
    other.ask({3: 1, "a": 2, "b": 1})
    assert one.digest() == other.digest()


def test_a_log_that_is_there_is_not_written_over(tmp_path):
    path = tmp_path / "late.log"
    with LateLog(path, Delayed(th.Perceptron())) as log:
        log.ask({"a": 1}, ticket="1")
        log.label("1", True)
    before = path.read_bytes()
    with pytest.raises(th.InputError, match=r"is there already.*replay\(path\)"):
        LateLog(path, Delayed(th.Perceptron()))
    assert path.read_bytes() == before
    with LateLog(tmp_path / "next.log", replay(path).learner) as log:  # as the message says
        log.ask({"a": 1}, ticket="2")
    with LateLog(path, Delayed(th.Perceptron()), replace=True):
        pass
    assert path.read_bytes() != before

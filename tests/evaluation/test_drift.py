"""Changes of the concept as data: when, what rang, what changed; callbacks; and a log that prints nothing."""

import json
import logging
import random
import subprocess
import sys

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.evaluation import DriftWatch
from thresher.evaluation.drift.mistake_alarm import MistakeAlarm

WORDS = [f"w{i}" for i in range(200)]
OLD, NEW = {f"w{i}" for i in range(1, 6)}, {f"w{i}" for i in range(11, 16)}


def shifting(count, shift, seed=2, yes="spam", no="ham"):
    """Mails of which other words make spam from `shift` on."""
    draw = random.Random(seed)
    for n in range(count):
        x = draw.sample(WORDS, 8)
        yield dict.fromkeys(x, 1.0), yes if set(x) & (OLD if n < shift else NEW) else no


def test_a_restart_is_an_event_with_what_changed():
    restarts, drifts = [], []
    run = th.evaluate(shifting(9000, 6000), th.Auto(), on_restart=restarts.append, on_drift=drifts.append)
    (event,) = run.events
    assert run.trust.restarts == 1
    assert event.kind == "restart"
    assert 6000 < event.examples < 6500
    assert event.error_lately > event.error_before
    assert event.compared_after >= 1000
    most = {change.attribute for change in event.changed} - {"(bias)"}
    assert most <= OLD | NEW
    assert all(change.before > change.after for change in event.changed if change.attribute in OLD)
    assert sum(abs(after - before) for before, after in event.trust.values()) > 0
    assert drifts == [event]
    assert [early.examples for early in restarts] == [event.examples]
    assert restarts[0].changed == ()
    assert str(event).startswith(f"after {event.examples:,}: restarted; error ")
    assert "what changed: w" in str(event)


def test_events_do_not_depend_on_how_the_stream_is_cut(tmp_path):
    path = tmp_path / "mail.vw"
    path.write_text("".join(f"{1 if y == 'spam' else -1} | {' '.join(x)}\n" for x, y in shifting(8000, 6000)))
    result = CliRunner().invoke(main, ["learn", str(path), "--json", "--quiet"])
    (told,) = json.loads(result.stdout)["events"]
    watch = DriftWatch(model := th.Auto())
    restarted = None
    for n, (x, y) in enumerate(shifting(8000, 6000), 1):
        model.learn_one(x, y)
        watch.look()
        if n > 6000 and restarted is None and model.explain().restarts:
            restarted = n
    (event,) = watch.finish()
    assert told["examples"] == event.examples == restarted
    assert told["kind"] == "restart"
    assert {one["attribute"] for one in told["changed"]} & (OLD | NEW)


def test_a_summary_and_a_page_tell_of_the_change(tmp_path):
    path, page = tmp_path / "mail.vw", tmp_path / "page.html"
    path.write_text("".join(f"{1 if y == 'spam' else -1} | {' '.join(x)}\n" for x, y in shifting(8000, 6000)))
    result = CliRunner().invoke(main, ["learn", str(path), "--report", str(page)])
    assert result.exit_code == 0, result.output
    assert ": restarted; error " in result.stderr
    assert "Changes that were noticed" in page.read_text()
    assert "What mattered" in page.read_text()


def test_each_of_many_classes_has_its_own_events():
    draw = random.Random(5)
    stream = [(x, "c" if draw.random() < 0.2 else y) for x, y in shifting(7000, 4500)]
    run = th.evaluate(stream, th.Auto())
    assert {event.label for event in run.events} <= {"ham", "spam", "c"}
    assert all(event.label is not None for event in run.events if event.examples > 200)


def test_mistakes_that_become_many_are_an_event_of_a_learner_without_an_alarm():
    draw = random.Random(1)
    stream = [
        (x, y if n < 20000 else draw.choice(["ham", "spam"])) for n, (x, y) in enumerate(shifting(30000, 1 << 30))
    ]
    told = []
    run = th.evaluate(stream, th.Perceptron(), on_drift=told.append)
    assert run.events
    assert run.events[0].kind == "alarm"
    assert 20000 <= run.events[0].examples <= 24000
    assert run.events[0].changed
    assert told[0] == run.events[0]


def test_nothing_is_told_where_nothing_changes():
    assert th.evaluate(shifting(6000, 1 << 30), th.Auto()).events == []
    assert th.evaluate(shifting(6000, 1 << 30), th.Perceptron()).events == []


def test_an_alarm_does_not_ring_by_chance():
    rings = 0
    for seed in range(20):
        draw, alarm = random.Random(seed), MistakeAlarm()
        rings += sum(alarm(256, sum(draw.random() < 0.1 for _ in range(256))) for _ in range(40))
    assert rings <= 1


def test_somebody_is_called_every_so_many_examples():
    told = []
    model = th.Auto()
    th.evaluate(shifting(2500, 1 << 30), model, every=700, on_progress=told.append)
    assert [one.examples for one in told] == [700, 1400, 2100]
    assert all(one.learner is model and 0 <= one.error <= 1 for one in told)
    with pytest.raises(th.ParameterError, match="whom to call"):
        th.evaluate([], every=10)
    with pytest.raises(th.ParameterError, match="every"):
        th.evaluate([], every=0, on_progress=print)


@pytest.mark.parametrize(("examples", "called"), [(300, [300]), (1000, [1000]), (2500, [1000, 2000, 2500])])
def test_who_does_not_say_how_often_is_told_every_thousand_and_at_the_end(examples, called):
    told = []
    run = th.evaluate(shifting(examples, 1 << 30), th.Perceptron(), on_progress=told.append)
    assert [so_far.examples for so_far in told] == called
    assert (told[-1].labelled, told[-1].mistakes, told[-1].error) == (examples, run.mistakes, run.error)


def test_restarts_joins_and_saves_are_logged(tmp_path, caplog, capsys):
    with caplog.at_level(logging.INFO, logger="thresher"):
        model = th.Auto()
        th.evaluate(shifting(7500, 6000), model)
        model.save(tmp_path / "model.thresher")
    told = [record.getMessage() for record in caplog.records]
    assert {record.name for record in caplog.records} == {"thresher"}
    assert any("'spam' joined" in one for one in told)
    assert any("restarted" in one for one in told)
    assert any(f"to {tmp_path / 'model.thresher'}" in one for one in told)
    assert capsys.readouterr() == ("", "")


def test_whoever_does_not_listen_hears_nothing():
    script = (
        "import logging, thresher as th\n"
        "m = th.Auto(); m.learn_one({'a': 1}, 'ham'); m.save('/dev/null')\n"
        "assert any(isinstance(h, logging.NullHandler) for h in logging.getLogger('thresher').handlers)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_looking_changes_nothing():
    watched, alone = th.Auto(), th.Auto()
    watch = DriftWatch(watched)
    for x, y in shifting(1500, 700):
        watched.learn_one(x, y)
        watch.look()
        alone.learn_one(x, y)
    watch.finish()
    assert watched.digest() == alone.digest()


@pytest.mark.parametrize("at_once", [64, 500, 2048, 10_000])
def test_a_share_of_mistakes_that_stays_is_no_change_however_many_come_at_once(at_once):
    alarm = MistakeAlarm()
    assert not any(alarm(at_once, at_once // 2) for _ in range(30))


def test_what_the_error_was_before_is_told_after_several_events():
    examples = mistakes = 0
    watch = DriftWatch(th.Perceptron(), counts=lambda: (examples, mistakes))
    for error in (0.1, 0.1, 0.5, 0.5, 0.5, 0.9, 0.9):
        examples += 2048
        mistakes += int(2048 * error)
        watch.look()
    assert [round(event.error_before, 1) for event in watch.events] == [0.1, 0.5]

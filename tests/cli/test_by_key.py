"""`thresher learn --by`, `predict --by`, `learn --shards`: the jobs of th.scale, by command."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.cli.output.keyed_progress import KeyedProgress, words_of
from thresher.scale.logs import Lag
from thresher.scale.team import Progress

from ..scale.events import rows_with_keys, write_csv, write_json

ROWS = rows_with_keys(500)


def run(*arguments, code=0):
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def file(tmp_path):
    return write_csv(tmp_path / "rows.csv", ROWS)


def test_a_model_for_each_key(file, tmp_path):
    models = str(tmp_path / "models")
    command = ["learn", file, "--by", "user", "--models", models, "--learner", "perceptron"]
    told = json.loads(run(*command, "--json").stdout)
    keyed = th.scale.Keyed(th.Perceptron(), by="user")
    counts = keyed.learn(ROWS)
    assert told["digest"] == keyed.digest()
    assert (told["mistakes"], told["events"]) == (counts.mistakes, 500)
    answers = run("predict", file, "--by", "user", "--models", models).stdout.split()
    assert answers == [str(int(answer)) for answer in keyed.predict(ROWS).tolist()]  # 0 and 1, as in the file
    scores = run("predict", file, "--by", "user", "--models", models, "--output", "scores").stdout.split()
    assert [float(score) for score in scores] == keyed.scores(ROWS).tolist()


def test_any_number_of_labels_and_a_model_that_all_share(tmp_path):
    rows = [{**row, "label": ("cat", "dog", "eel")[number % 3]} for number, row in enumerate(ROWS)]
    file, models = write_csv(tmp_path / "rows.csv", rows), str(tmp_path / "models")
    command = ["learn", file, "--by", "user", "--models", models, "--learner", "perceptron", "--labels", "any"]
    told = json.loads(run(*command, "--shared", "--json").stdout)
    keyed = th.scale.Keyed(th.Multiclass(th.Perceptron()), by="user", shared=True)
    keyed.learn(rows)
    assert told["digest"] == keyed.digest()
    answers = run("predict", file, "--by", "user", "--models", models).stdout.split()
    assert answers == keyed.predict(rows).tolist()
    assert "--labels any" in run(*command[:-2], "--models", tmp_path / "two", code=2).stderr


def test_to_go_on_is_said_by_one_word(file, tmp_path):
    models = str(tmp_path / "models")
    command = ["learn", file, "--by", "user", "--models", models, "--learner", "perceptron"]
    run(*command)
    assert "resume" in run(*command, code=2).stderr
    more = write_csv(tmp_path / "more.csv", ROWS)
    told = run("learn", file, more, "--resume", "--json", *command[2:]).stdout
    assert json.loads(told)["events"] == 1_000


def test_files_that_grow_are_followed_until_somebody_interrupts(tmp_path):
    """Rows come while the command runs; every one is learned once, by it or by whoever goes on."""
    file, models = tmp_path / "log.jsonl", str(tmp_path / "models")
    write_json(file, ROWS[:200])
    command = [sys.executable, "-m", "thresher", "learn", str(file), "--by", "user", "--models", models]
    command += ["--learner", "perceptron", "--follow", "--json"]
    for part, more in ((ROWS[200:350], []), (ROWS[350:], ["--resume"])):
        shown, terminal = pty.openpty()
        with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=terminal, text=True) as one:
            read_until(shown, b" kB behind")
            with file.open("a") as log:
                log.writelines(json.dumps(row) + "\n" for row in part)
            read_until(shown, b"events")
            one.send_signal(signal.SIGINT)
            told = json.loads(one.communicate()[0])
        os.close(shown)
        os.close(terminal)
    keyed = th.scale.Keyed(th.Perceptron(), by="user", models=models, resume=True)
    assert told["digest"] == keyed.digest()
    counts = keyed.follow(th.scale.GrowingFiles(file))
    assert counts.examples == len(ROWS)
    one = th.scale.Keyed(th.Perceptron(), by="user")
    one.learn(ROWS)
    assert keyed.digest() == one.digest()


def test_a_log_is_gone_on_with_by_following_it(tmp_path):
    log, models = write_json(tmp_path / "log.jsonl", ROWS), str(tmp_path / "models")
    with th.scale.Keyed(th.Perceptron(), by="user", models=models) as keyed:
        keyed.follow(th.scale.GrowingFiles(log))
    told = run("learn", log, "--by", "user", "--models", models, "--learner", "perceptron", "--resume", code=2).stderr
    assert "was followed as a log that grows" in told
    assert "hint: go on with --follow" in told


def read_until(shown, words):
    """What a terminal shows, until it has shown some words."""
    text = b""
    while words not in text:
        text += os.read(shown, 1_000)


def test_a_terminal_is_told_how_far_a_log_is_behind(monkeypatch, capsys):
    seconds = iter([0.0, 2.0, 2.1])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    told = KeyedProgress(quiet=False, clock=lambda: next(seconds))
    told(1_000, Progress(2, 0, 0, 1_000, 10))
    told(3_000, Progress(2, 5, 1, 3_000, 20, Lag(12_345, "messages")))
    told(9_000, Progress(2, 5, 1, 9_000, 20))  # too soon
    told.end()
    lines = capsys.readouterr().err.split("\r\x1b[K")
    assert lines[1] == "1,000 events, 0/s, 2 workers, 0 batches under way, 0 replayed"
    assert lines[2] == "3,000 events, 1,000/s, 2 workers, 5 batches under way, 1 replayed, 12,345 messages behind\n"
    assert words_of(1, 1, Progress(1, 0, 0, 1, 0, Lag(2_001, "bytes"))).endswith(", 3 kB behind")


def test_one_model_by_shards(file, tmp_path):
    model = str(tmp_path / "mixed.thresher")
    command = ["learn", file, "--shards", "3", "--mix-every", "200", "--learner", "perceptron", "--ignore", "user"]
    told = json.loads(run(*command, "--model", model, "--passes", "2", "--json").stdout)
    expected = th.scale.mix(th.Perceptron(), file, shards=3, every=200, passes=2, rows=th.Rows(ignore="user"))
    assert told["mistakes"] == expected.mistakes
    assert th.load(model).weights() == expected.weights()


def test_what_does_not_go_together_is_told(file, tmp_path):
    assert "--models FOLDER" in run("learn", file, "--by", "user", code=2).stderr
    assert "--by and --shards" in run("learn", file, "--on", "ray", code=2).stderr
    assert "--model" in run("predict", file, code=2).stderr
    models = str(tmp_path / "models")
    run("learn", file, "--by", "user", "--models", models, "--learner", "perceptron")
    assert "by 'user', not by 'city'" in run("predict", file, "--by", "city", "--models", models, code=2).stderr


def test_labels_of_vw_are_written_as_there(tmp_path):
    file, models = tmp_path / "rows.vw", str(tmp_path / "models")
    file.write_text("1 1 ann| x\n-1 1 bob| y\n" * 9)
    told = run("learn", file, "--by", "tag", "--models", models, "--learner", "perceptron").stdout
    assert told.startswith("2 keys, 18 examples, ")
    answers = run("predict", file, "--by", "tag", "--models", models).stdout.split()
    assert answers == ["1", "-1"] * 9


def test_a_separator_may_be_said_by_its_name(tmp_path):
    file, models = tmp_path / "rows.table", str(tmp_path / "models")
    file.write_text("user\tword\tlabel\nann\tx\t1\nbob\ty\t0\n")
    told = ["--format", "csv", "--separator", "tab", "--by", "user", "--models", models]
    assert run("learn", file, *told).stdout.startswith("2 keys, 2 examples, ")
    assert len(run("predict", file, *told).stdout.split()) == 2


@pytest.mark.parametrize(
    "option",
    [
        ["--report", "run.html"],
        ["--model", "one.thresher"],
        ["--predictions", "-"],
        ["--passes", "2"],
        ["--on-error", "skip"],
        ["--measures"],
        ["--delay", "9"],
        ["--shards", "2"],
    ],
)
def test_what_would_not_be_done_is_refused(file, tmp_path, option):
    """Nothing that was asked for is left out in silence."""
    models = ["--by", "user", "--models", tmp_path / "models"]
    assert option[0] in run("learn", file, *models, *option, code=2).stderr
    assert not (tmp_path / "models").exists()
    if option[0] not in ("--model", "--passes", "--shards"):
        assert option[0] in run("learn", file, "--shards", "2", "--learner", "perceptron", *option, code=2).stderr
    run("learn", file, *models, "--passes", "1", "--quiet", "--category", "city")  # as without


@pytest.mark.parametrize("option", [["--threshold", ".9"], ["--cost", "fp=1,fn=9"], ["--as", "csv"], ["--top-k", "1"]])
def test_answers_by_key_are_given_as_asked_for_or_not_at_all(file, tmp_path, option):
    models = ["--by", "user", "--models", tmp_path / "models"]
    run("learn", file, *models, "--learner", "perceptron")
    assert option[0] in run("predict", file, *models, *option, code=2).stderr
    assert "models know" in run("predict", file, *models, "--text", "city", code=2).stderr

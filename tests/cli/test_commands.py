"""`predict`, `inspect`, `compare`, `replay`, `completion`: what they print."""

import csv
import io
import json
import subprocess
import sys

import pytest

import thresher as th
from tests.cli.test_learn import MAIL, planted, put, run
from thresher.cli.main import COMMANDS
from thresher.learners import load


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "m.thresher"
    assert run("learn", put(tmp_path, "mail.vw", MAIL), "--model", path, "--log", tmp_path / "log").exit_code == 0
    return path


def test_predictions_are_one_line_each(tmp_path, model):
    path = put(tmp_path, "new.vw", "| free\n'second | noon\n\n| unheard of\n")
    learner = load(model)
    examples = [["free"], ["noon"], ["unheard", "of"]]
    labels = run("predict", path, "--model", model)
    assert labels.stdout.split() == ["1" if learner.predict_one(x) else "-1" for x in examples]
    scores = run("predict", path, "--model", model, "--output", "scores")
    assert [float(line) for line in scores.stdout.split()] == [learner.score_one(x) for x in examples]
    rows = list(csv.DictReader(io.StringIO(run("predict", path, "--model", model, "--as", "csv").stdout)))
    assert [(row["line"], row["tag"]) for row in rows] == [("1", ""), ("2", "second"), ("4", "")]
    lines = run("predict", path, "--model", model, "--as", "json", "--output", "probabilities").stdout.splitlines()
    stated = [json.loads(line)["probabilities"] for line in lines]
    assert [said["1"] for said in stated] == [learner.predict_proba_one(x)[True] for x in examples]
    assert [list(said) for said in stated] == [["-1", "1"]] * 3


def test_predicting_stops_at_a_bad_line_after_answering_what_stands_before(tmp_path, model):
    path = put(tmp_path, "new.vw", "| free\nnonsense\n| noon\n")
    result = run("predict", path, "--model", model)
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 1
    assert f"{path}:2:9: the line has no '|'" in result.stderr
    skipped = run("predict", path, "--model", model, "--on-error", "skip")
    assert skipped.stdout.count("\n") == 2
    assert "1 bad line skipped" in skipped.stderr


def test_predicting_into_a_closed_pipe_is_quiet(tmp_path, model):
    path = put(tmp_path, "many.vw", "| free\n" * 300_000)
    command = f"{sys.executable} -c 'from thresher.cli import main; main()' predict {path} --model {model} | head -2"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 2


def test_a_model_without_probabilities_says_so(tmp_path):
    path, model = put(tmp_path, "mail.vw", MAIL), tmp_path / "p.thresher"
    assert run("learn", path, "--learner", "perceptron", "--model", model).exit_code == 0
    result = run("predict", path, "--model", model, "--output", "probabilities")
    assert result.exit_code == 2
    assert "no probabilities" in result.stderr


@pytest.mark.parametrize("command", ["predict", "learn"])
def test_a_model_that_is_none(tmp_path, command):
    path = put(tmp_path, "mail.vw", MAIL)
    option = "--model" if command == "predict" else "--resume"
    assert "is no Thresher model" in run(command, path, option, path).stderr
    assert "can't be opened" in run(command, path, option, tmp_path / "nothing").stderr


def test_inspecting_a_model(model):
    shown = run("inspect", model)
    assert "Auto" in shown.stdout
    assert "free" in shown.stdout
    record = json.loads(run("inspect", model, "--json", "--weights", 2).stdout)
    assert record["counts"]["examples"] == 3
    assert list(record["largest_weights"]) == list(load(model).weights())[:2]


def test_inspecting_what_changed(tmp_path, model):
    later = tmp_path / "later.thresher"
    assert run("learn", tmp_path / "mail.vw", "--resume", model, "--passes", 3, "--model", later).exit_code == 0
    record = json.loads(run("inspect", model, later, "--json").stdout)
    assert (record["same"], record["more_examples"]) == (False, 6)
    old, new = load(model), load(later)
    assert record["largest_changes"]["free"] == [old.weight("free"), new.weight("free")]
    assert json.loads(run("inspect", model, model, "--json").stdout)["same"] is True


def test_inspecting_data(tmp_path):
    record = json.loads(run("inspect", put(tmp_path, "mail.vw", MAIL + "bad\n"), "--json").stdout)
    assert (record["format"], record["examples"], record["features"], record["weighted_label_sum"]) == ("vw", 3, 7, 1.0)
    assert record["first_bad_line"].endswith("mail.vw:4:4: the line has no '|'")


def test_comparing(tmp_path):
    path = planted(tmp_path, 500)
    command = ["compare", path, "--learner", "perceptron", "--learner", "tracking-winnow,floor=1/1000", "--json"]
    records = [json.loads(line) for line in run(*command).stdout.splitlines()]
    assert [record["learner"] for record in records] == ["perceptron", "tracking-winnow,floor=1/1000"]
    alone = th.TrackingWinnow(floor=1 / 1000)
    from thresher.evaluation import evaluate

    assert records[1]["mistakes"] == evaluate(path, alone).mistakes
    table = run("compare", path)
    assert "adaptive-winnow" in table.stdout
    assert run("compare", path, "--report", tmp_path / "r.html", "--plot", tmp_path / "r.png").exit_code == 0


@pytest.mark.parametrize(
    "spec", ["perceptron,floor=1", "perceptron,rate", "nothing", "perceptron,rate=x", "perceptron,voted=maybe"]
)
def test_a_spec_that_is_none(tmp_path, spec):
    result = run("compare", planted(tmp_path, 5), "--learner", spec)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


def test_everything_that_was_saved_is_asked_inspected_and_gone_on_with(tmp_path):
    path = put(tmp_path, "mail.vw", MAIL)
    master = th.experts.Mixture([th.Auto(), th.AdaptiveWinnow()])
    for words, label in [(["free"], True), (["noon"], False)] * 5:
        master.learn_one(words, label)
    master.save(tmp_path / "master.thresher")
    said = run("predict", path, "--model", tmp_path / "master.thresher", "--as", "json", "--output", "probabilities")
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout.splitlines()[0])["label"] == master.predict_one(["free", "money"])
    assert run("predict", path, "--model", tmp_path / "master.thresher", "--top-k", 1).stdout.split()[0] == "1"
    shown = json.loads(run("inspect", tmp_path / "master.thresher", "--json").stdout)
    assert (shown["learner"], len(shown["experts"]), shown["positive"]) == ("Mixture", 2, True)
    assert run("inspect", tmp_path / "master.thresher").exit_code == 0
    more = run("learn", path, "--resume", tmp_path / "master.thresher", "--model", tmp_path / "more.thresher")
    assert more.exit_code == 0, more.output
    assert th.load(tmp_path / "more.thresher").examples == 13


def test_replaying(tmp_path, model):
    again = tmp_path / "again.thresher"
    result = run("replay", tmp_path / "log", "--model", again, "--json")
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert (record["same_digest"], record["differing_predictions"]) == (True, 0)
    assert load(again) == load(model)
    text = (
        (tmp_path / "log")
        .read_text()
        .replace('"label":true', '"label":false', 1)
        .replace('"label": true', '"label": false', 1)
    )
    assert run("replay", put(tmp_path, "other", text)).exit_code == 1
    assert run("replay", put(tmp_path, "bad", "nonsense\n")).exit_code == 2
    assert run("replay", tmp_path / "nothing").exit_code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    assert "_THRESHER_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_an_example(command):
    text = run(command, "--help").stdout
    assert f"thresher {command}" in text.partition("Example:")[2]


def test_an_unknown_command_names_the_known_ones():
    result = run("lern")
    assert result.exit_code == 2
    assert "There are learn, predict" in result.stderr


def test_rows_behind_a_refused_one_are_answered_rightly(tmp_path):
    good = put(tmp_path, "good.svm", "1 1:1\n-1 2:1\n" * 50)
    model = tmp_path / "w.thresher"
    assert run("learn", good, "--learner", "tracking-winnow", "--model", model).exit_code == 0
    mixed = put(tmp_path, "mixed.svm", "1 1:1\n1 1:7\n" * 2000)
    said = run("predict", mixed, "--model", model, "--on-error", "skip")
    assert said.stdout.split() == ["1"] * 2000
    assert "2,000 bad lines skipped" in said.stderr


def test_the_table_of_a_comparison_shows_the_first_learner(tmp_path):
    path = put(tmp_path, "mail.vw", MAIL)
    result = run("compare", path, "--learner", "perceptron", "--learner", "tracking-winnow")
    first = result.stderr.splitlines()[1].split()
    assert (first[3] == "0") == (first[4] == first[5])

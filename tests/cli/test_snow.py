"""SNoW's files and options on the command line."""

import json

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.learners import load_with_progress

SEVERAL = "7, 1, 8:\n2, 9:\n1, 2, 7, 9:\n8:\n"


def run(*arguments, input=None):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)


def put(folder, name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


def test_a_second_label_leads_to_targets(tmp_path):
    result = run("learn", put(tmp_path, "a.snow", "1, 7:\n2, 8:\n1, 2, 9:\n"))
    assert result.exit_code == 2
    assert "line 3: the id 2 is an attribute here" in result.stderr
    assert "--targets 1,2" in result.stderr
    assert "--targets first" in result.stderr


def test_targets_are_remembered_by_the_model(tmp_path):
    model = tmp_path / "m.thresher"
    data = put(tmp_path, "a.snow", "7, 1:\n8, 2:\n9, 3:\n" * 5)
    assert run("learn", data, "--targets", "1,2,3", "--model", model, "--quiet").exit_code == 0
    learner, beside = load_with_progress(model)
    assert beside["reading"]["targets"] == [1, 2, 3]
    assert sorted(learner.labels) == [1, 2, 3]
    assert run("predict", put(tmp_path, "b.snow", "7:\n8, 1:\n9:\n"), "--model", model).stdout.split() == [
        "1",
        "2",
        "3",
    ]
    assert run("learn", data, "--resume", model, "--model", model, "--passes", "2", "--quiet").exit_code == 0
    assert load_with_progress(model)[1]["reading"]["targets"] == [1, 2, 3]


def test_several_targets_on_a_line_are_learned_one_by_one(tmp_path):
    data = put(tmp_path, "a.snow", SEVERAL * 10)
    refused = run("learn", data, "--targets", "1,2")
    assert refused.exit_code == 2
    assert "--target" in refused.stderr
    said = {}
    for target in ("1", "2"):
        model = tmp_path / f"{target}.thresher"
        result = run("learn", data, "--targets", "1,2", "--target", target, "--learner", "perceptron", "--model", model)
        assert result.exit_code == 0, result.output
        said[target] = run("predict", data, "--model", model).stdout.split()[:4]
    assert said == {"1": ["1", "0", "1", "0"], "2": ["0", "1", "1", "0"]}  # both are true of the third
    learned = th.load(tmp_path / "1.thresher")
    assert learned.examples == 40
    assert set(learned.weights()) <= {7, 8, 9}  # no target is an attribute


def test_candidates_restrict_the_answer(tmp_path):
    model = tmp_path / "m.thresher"
    data = put(tmp_path, "a.snow", "1, 7:\n2, 8:\n3, 9:\n" * 5)
    assert run("learn", data, "--model", model, "--quiet").exit_code == 0
    new = put(tmp_path, "b.snow", "99(1), 7:\n99(1), 7; 2, 3:\n99(1), 8; 1:\n99(1), 7; 55:\n")
    assert run("predict", new, "--model", model).stdout.split("\n")[0] == "1"
    answers = [json.loads(line) for line in run("predict", new, "--model", model, "--as", "json").stdout.splitlines()]
    assert next(answer["label"] for answer in answers) == 1
    assert answers[1]["label"] in (2, 3)
    assert answers[2]["label"] == 1
    assert answers[3]["label"] is None
    scores = run("predict", new, "--model", model, "--as", "json", "--output", "scores").stdout.splitlines()
    assert set(json.loads(scores[1])["scores"]) == {"2", "3"}
    shares = run("predict", new, "--model", model, "--as", "json", "--output", "probabilities").stdout.splitlines()
    assert sum(json.loads(shares[1])["probabilities"].values()) == pytest.approx(1.0)  # given that it is one of them
    refused = run("learn", new)
    assert refused.exit_code == 2
    assert "candidate targets behind ';'" in refused.stderr


def test_shards_do_not_pass_over_targets_in_silence(tmp_path):
    data = put(tmp_path, "a.snow", "7, 1:\n8, 2:\n" * 5)
    result = run("learn", data, "--targets", "1,2", "--shards", "2", "--learner", "perceptron", "--labels", "1,2")
    assert result.exit_code == 2
    assert "--shards" in result.stderr


@pytest.mark.parametrize("targets", ["a", "1,x", ""])
def test_targets_that_are_none(tmp_path, targets):
    result = run("learn", put(tmp_path, "a.snow", "1, 7:\n"), "--targets", targets)
    assert result.exit_code == 2
    assert "--targets" in result.stderr


def test_winnow_s_options(tmp_path):
    model = tmp_path / "m.thresher"
    data = put(tmp_path, "a.snow", "1, 7:\n0, 8:\n" * 5)
    options = [
        "--learner",
        "winnow",
        "--promotion",
        "1.5",
        "--demotion",
        "0.8",
        "--threshold",
        "4",
        "--margin",
        "0.5,0.25",
        "--discard",
        "0.1",
        "--discard-relative",
        "0.01",
        "--discard-every",
        "50",
    ]
    assert run("learn", data, *options, "--join-share", "0.9", "--model", model, "--quiet").exit_code == 0
    learned = th.load(model)
    assert (learned.demotion, learned.margin, learned.discard) == (0.8, (0.5, 0.25), 0.1)
    assert (learned.discard_relative, learned.discard_every) == (0.01, 50)
    assert learned.get_params()["join_share"] == 0.9
    options = ["--learner", "tracking-winnow", "--aggressive", "--margin", ".1", "--transform", "conjunctions"]
    assert run("learn", data, *options, "--model", model, "--quiet").exit_code == 0
    assert th.load(model).aggressive is True


def test_the_curve_of_a_test_file(tmp_path):
    data = put(tmp_path, "a.snow", "1, 7:\n0, 8:\n" * 50)
    test = put(tmp_path, "b.snow", "1, 7:\n0, 8:\n")
    result = run("learn", data, "--learner", "perceptron", "--test", test, "--test-every", "40", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["test_curve"] == [
        {"examples": 40, "mistakes": 0, "error": 0.0},
        {"examples": 80, "mistakes": 0, "error": 0.0},
    ]
    assert "test after 40 examples: 0 mistakes in 2 labelled examples" in result.stderr
    alone = run("learn", data, "--test-every", "40")
    assert alone.exit_code == 2
    assert "--test" in alone.stderr


def test_softmax_gives_the_constraint_scheme_probabilities(tmp_path):
    model = tmp_path / "m.thresher"
    data = put(tmp_path, "a.snow", "1, 7:\n2, 8:\n3, 9:\n" * 5)
    options = ["--learner", "balanced-winnow", "--scheme", "constraint", "--softmax"]
    assert run("learn", data, *options, "--model", model, "--quiet").exit_code == 0
    result = run("predict", data, "--model", model, "--output", "probabilities", "--as", "json")
    assert result.exit_code == 0, result.output
    assert sum(json.loads(result.stdout.splitlines()[0])["probabilities"].values()) == pytest.approx(1.0)


def test_a_learner_that_has_not_such_steps_says_why(tmp_path):
    data = put(tmp_path, "a.snow", "1, 7:\n0, 8:\n")
    swin = run("learn", data, "--learner", "swin", "--n", "9", "--margin", ".1")
    assert swin.exit_code == 2
    assert "hint: Swin's threshold follows from" in swin.stderr
    tracking = run("learn", data, "--learner", "tracking-winnow", "--discard-relative", ".1")
    assert tracking.exit_code == 2
    assert "so that an attribute can come back" in tracking.stderr

"""`thresher tune`: the parameters are the tuner's, the promise is the theorem's, and what can be pasted works."""

import json
import math
import shlex

import pytest
from click.shell_completion import ShellComplete

import thresher
from tests.cli.test_learn import MAIL, put, run
from thresher.cli import main
from thresher.cli.commands.tune import asked
from thresher.cli.theory.function_parameters import parameters_of
from thresher.learners import load
from thresher.theory.bounds.tuning import TUNERS

WINNOW = ["tune", "tracking-winnow", "--separation", "0.25", "--norm", "100", "--total-rise", "5"]
SWIN = ["tune", "swin", "--n", "100"]


def tuned(*arguments):
    return json.loads(run(*arguments, "--json").stdout)


def example(learner):
    return shlex.split(tuned("tune", learner)["example"])[1:]


def test_parameters_and_promise_are_the_tuners():
    tuning = TUNERS["tracking-winnow"](separation=0.25, norm=100, total_rise=5)
    record = tuned(*WINNOW)
    assert record["parameters"] == dict(tuning.parameters)
    assert (record["promise"], record["compared"]) == (tuning.promise, tuning.compared)
    page = run(*WINNOW).stdout
    assert f"At most {math.floor(tuning.promise):,} mistakes." in page
    assert f"With A5's parameters: at most {math.floor(tuning.compared):,} mistakes." in page
    assert "Tracking Winnow at any parameters" in page
    assert record["command"] in page
    assert record["python"] in page


@pytest.mark.parametrize("learner", TUNERS)
def test_what_is_printed_can_be_pasted(learner, tmp_path):
    record = tuned(*example(learner))
    path, model = put(tmp_path, "mail.vw", MAIL), tmp_path / "m.thresher"
    program, *command = shlex.split(record["command"].replace("FILE", path))
    assert program == "thresher"
    result = run(*command, "--model", model)
    assert result.exit_code == 0, result.stderr
    made = eval(record["python"], {"thresher": thresher})
    assert type(load(model)) is type(made)
    for name, value in record["parameters"].items():
        assert load(model).get_params()[name] == made.get_params()[name] == value


@pytest.mark.parametrize("learner", TUNERS)
def test_the_theorem_gives_the_same_number(learner):
    record = tuned(*example(learner))
    assert record["promise"] <= (math.inf if record["compared"] is None else record["compared"])
    if record["check"] is not None:
        answer = json.loads(run(*shlex.split(record["check"])[1:], "--json").stdout)
        assert answer["entry"] == record["entry"]
        assert answer["value"] == pytest.approx(record["promise"], rel=1e-9)


def test_some_promises_can_be_checked_and_other_parameters_promise_more():
    check = shlex.split(tuned(*WINNOW)["check"])[1:]
    best = json.loads(run(*check, "--json").stdout)["value"]
    other = json.loads(run(*check, "--json", "--promotion", "1.1").stdout)["value"]
    assert other > best


@pytest.mark.parametrize("learner", TUNERS)
def test_without_numbers_it_says_what_it_needs(learner):
    record = tuned("tune", learner)
    page = " ".join(run("tune", learner).stdout.split())
    for parameter in record["parameters"]:
        assert parameter["meaning"]
        assert f"{parameter['option']} " in page
    assert record["example"] in page
    assert record["does"] in page


def test_without_a_learner_it_lists_them_and_what_they_need():
    record = tuned("tune")
    assert [tuner["learner"] for tuner in record["learners"]] == list(TUNERS)
    page = run("tune").stdout
    for name, tuner in TUNERS.items():
        assert f"\n{name} " in page
        for parameter in parameters_of(tuner):
            assert parameter.option[2:] in page


def test_a_promise_no_better_than_guessing_is_vacuous():
    bad, good = [*SWIN, "--shift-rate", "0.2"], [*SWIN, "--shift-rate", "0.001"]
    assert tuned(*bad)["vacuous"]
    assert "vacuous, no better than guessing" in run(*bad).stdout
    assert not tuned(*good)["vacuous"]
    assert "vacuous" not in run(*good).stdout
    assert "mistakes per trial" in run(*good).stdout


def test_no_finite_promise_is_said():
    hopeless = ["tune", "winnow", "--target", "1,1", "--n", "9", "--separation", "0.25", "--noise", "1e308"]
    assert tuned(*hopeless)["promise"] is None
    assert "No finite bound on mistakes." in run(*hopeless).stdout


def test_a_randomized_learner_has_expected_mistakes():
    record = tuned(*SWIN, "--literals-on", "4", "--randomized")
    assert record["counts"] == "expected mistakes"
    assert record["whole"] is None
    assert record["command"].endswith("--randomized")


def test_no_promise_to_compare_with_is_said():
    arguments = ["tune", "weighted-majority", "--target", "1,1", "--n", "10", "--largest-value", "1"]
    record = tuned(*arguments, "--separation", "0.1")
    assert record["compared"] is None
    assert "With the default, 0.5: no promise." in run(*arguments, "--separation", "0.1").stdout


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        (["perceptron"], ["'perceptron' can't be tuned", "tracking-winnow"]),
        (["swin", "--norm", "3"], ["swin takes no --norm; it takes", "--n [--literals-on]"]),
        (["swin", "--literals-on", "3"], ["swin also needs", "--n  how many attributes"]),
        (["swin", "--n", "100"], ["give one of literals_on, shift_rate", "`thresher tune swin`"]),
        (["swin", "--n", "x", "--literals-on", "3"], ["--n x: is no whole number"]),
        (["tracking-winnow", "--norm", "9", "--total-rise", "1", "--separation", "2"], ["separation must be"]),
        (["--norm", "2"], ["say which learner"]),
    ],
)
def test_what_can_not_work_is_said_with_exit_2(arguments, messages):
    result = run("tune", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for message in messages:
        assert message in result.stderr


def test_learners_may_be_spelled_like_classes_and_are_completed():
    assert tuned("tune", "TrackingWinnow", *WINNOW[2:]) == tuned(*WINNOW)
    found = ShellComplete(main, {}, "thresher", "_THRESHER_COMPLETE").get_completions(["tune"], "tracking")
    assert [item.value for item in found] == ["tracking-p-norm", "tracking-winnow"]


def test_the_help_of_a_learner_lists_its_numbers_alone():
    assert "--rise-rate" not in run("tune", "swin", "--help").stdout
    assert all(parameter.option in run("tune", "swin", "--help").stdout for parameter in asked(TUNERS["swin"]))
    assert "--rise-rate" in run("tune", "--help").stdout

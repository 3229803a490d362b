"""Several passes: the error is over all of them, and what was said before any label was seen stands apart."""

import json

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.reports import page

ROWS = [({"a": i % 2, "b": i % 3}, i % 5 < 2) for i in range(60)]


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,label\n" + "".join(f"{x['a']},{x['b']},{int(y)}\n" for x, y in ROWS))
    return path


def test_the_first_pass_is_a_run_of_one_pass(table):
    once = json.loads(run("learn", table, "--learner", "perceptron", "--quiet", "--json").stdout)
    record = json.loads(run("learn", table, "--learner", "perceptron", "--quiet", "--json", "--passes", 3).stdout)
    assert "first_pass" not in once
    assert record["labelled"] == 180
    assert {name: record["first_pass"][name] for name in ("examples", "mistakes", "error")} == {
        "examples": 60,
        "mistakes": once["mistakes"],
        "error": once["error"],
    }


def test_the_summary_says_over_how_many_passes_and_tells_the_first_apart(table):
    told = run("learn", table, "--learner", "perceptron", "--passes", 3).stderr
    once = json.loads(run("learn", table, "--learner", "perceptron", "--quiet", "--json").stdout)
    assert "in 180 labelled examples over 3 passes, error" in told
    assert f"\nfirst pass, before any label was seen: {once['mistakes']} mistakes in 60 labelled examples" in told
    title = run("compare", table, "--learner", "perceptron", "--passes", 2).stdout
    assert "120 labelled examples over 2 passes" in " ".join(title.split())


def test_what_a_resumed_run_reads_a_second_time_is_no_first_pass(table, tmp_path):
    model = tmp_path / "m.thresher"
    run("learn", table, "--learner", "perceptron", "--model", model)
    again = run("learn", table, "--resume", model, "--passes", 2, "--json")
    assert "first_pass" not in json.loads(again.stdout)
    assert "first pass" not in again.stderr


def test_the_report_tells_both():
    one, several = (th.evaluate(ROWS, th.Perceptron(), passes=passes) for passes in (1, 3))
    assert several.first_pass.mistakes == one.mistakes
    assert one.first_pass is None
    assert "before seeing the label" in page([one])
    told = page([several])
    assert "before seeing the label" not in told
    assert f"over 3 passes; {one.mistakes} in the first, before seeing any label" in told
    assert "First pass" in told
    assert "first-pass error" in repr(several)
    assert "pass" not in repr(one)

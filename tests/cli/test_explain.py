"""`thresher explain`: each prediction with its reasons, which add up."""

import csv
import json
import math

import pytest
from click.testing import CliRunner

import thresher as th
from tests.learners.test_reasons import bank
from thresher.cli import main


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("explain") / "bank.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["label", "age", "income", "job", "a", "b"])
        for x, y in bank(1500):
            job = next(name.partition("=")[2] for name in x if str(name).startswith("job="))
            rows.writerow(["yes" if y else "no", x["age"], x["income"], job, int("a" in x), int("b" in x)])
    return path


@pytest.fixture(scope="module")
def model(table):
    path = table.parent / "bank.thresher"
    assert run("learn", table, "--model", path, "--quiet").exit_code == 0
    return path


def test_parts_add_up_to_the_score_of_what_is_predicted(table, model):
    said = [json.loads(line) for line in run("explain", table, "--model", model, "--json").stdout.splitlines()]
    assert len(said) == 1500
    answers = run("predict", table, "--model", model).stdout.splitlines()
    scores = run("predict", table, "--model", model, "--output", "scores").stdout.splitlines()
    for one, answer, score in zip(said, answers, map(float, scores), strict=True):
        assert (one["label"], one["about"]) == (answer, answer)
        assert one["score"] == (score if answer == "yes" else -score)
        for parts in (
            [reason["share"] for reason in one["reasons"]],
            [share for _, share in one["shares"]],
            list(one["experts"].values()),
        ):
            assert math.fsum(parts) == pytest.approx(one["score"], abs=1e-9)
    assert [one["line"] for one in said] == list(range(2, 1502))


def test_a_line_for_people_adds_up_too(table, model):
    for line in run("explain", table, "--model", model).stdout.splitlines()[:50]:
        head, _, reasons = line.partition(": ")
        shares = [float(reason.split()[-1]) for reason in reasons.split(", ")]
        assert sum(shares) == pytest.approx(float(head.split()[-1]), abs=0.004)


def test_why_names_ranges_and_pairs_and_experts(table, model):
    said = run("explain", table, "--model", model, "--why").stdout
    assert " & " in said
    assert "age from " in said
    assert "by expert: " in said
    first = said.partition("\n\n")[0].splitlines()
    score = float(first[0].split()[-1])
    assert sum(float(line.split()[0]) for line in first[1:-1]) == pytest.approx(score, abs=0.05)


def test_the_other_label_can_be_asked_about(table, model):
    one, other = (
        [
            json.loads(line)
            for line in run("explain", table, "--model", model, "--json", "--about", name).stdout.split("\n")
            if line
        ]
        for name in ("yes", "no")
    )
    assert all(a["score"] == -b["score"] for a, b in zip(one, other, strict=True))
    assert "there are no, yes" in run("explain", table, "--model", model, "--about", "maybe").stderr


def test_bad_lines_are_told(tmp_path):
    path, model = tmp_path / "mail.vw", tmp_path / "mail.thresher"
    path.write_text("1 | a\n-1 | b\n")
    assert run("learn", path, "--model", model, "--quiet").exit_code == 0
    path.write_text("| a\noops\n| b\n")
    result = run("explain", path, "--model", model, "--on-error", "answer", "--json")
    assert ["error" in json.loads(line) for line in result.stdout.splitlines()] == [False, True, False]
    assert run("explain", path, "--model", model).exit_code == 2
    assert "1 bad line skipped" in run("explain", path, "--model", model, "--on-error", "skip").stderr


@pytest.mark.parametrize("learner", ["perceptron", "tracking-winnow", "naive-bayes", "arow"])
def test_every_learner_explains(tmp_path, learner):
    path, model = tmp_path / "mail.vw", tmp_path / "mail.thresher"
    path.write_text("1 | a b\n-1 | b c\n1 | a c\n-1 | c\n" * 5)
    assert run("learn", path, "--model", model, "--quiet", "--learner", learner).exit_code == 0
    for line in run("explain", path, "--model", model, "--json").stdout.splitlines():
        one = json.loads(line)
        assert math.fsum(share for _, share in one["shares"]) == pytest.approx(one["score"], abs=1e-9)


def test_inspect_shows_what_mattered(model):
    record = json.loads(run("inspect", model, "--json").stdout)
    found = th.load(model).importances()
    assert next(iter(record["importance"].items())) == next(iter(found.attributes.items()))
    assert record["importance_by_column"].keys() == found.columns.keys()
    assert "importance by column" in run("inspect", model).stdout


def test_json_has_what_mattered(table):
    record = json.loads(run("learn", table, "--json", "--quiet").stdout)
    assert {name for name, _ in record["importances"]["columns"]} == {"age", "income", "job", "a", "b"}

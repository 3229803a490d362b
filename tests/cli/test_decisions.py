"""`--threshold`, `--cost`, `--measures` and the base rate, on the command line."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn import metrics

import thresher as th
from thresher.cli import main


def run(*arguments, input=None):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)


def payments(folder, rows=1200, name="payments.csv", words=("0", "1")):
    """One in twenty is positive, and larger; with an importance weight."""
    rng = np.random.default_rng(5)
    path = folder / name
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["amount", "country", "weight", "fraud"])
        for _ in range(rows):
            positive = rng.random() < 0.05
            amount = rng.normal(3 * positive, 1)
            out.writerow([f"{amount:.3f}", "xx" if rng.random() < 0.5 else "de", 1 + rng.integers(3), words[positive]])
    return path


def learned(path, folder, *more):
    model = folder / "model.thresher"
    result = run("learn", path, "--label", "fraud", "--ignore", "weight", "--model", model, "--json", *more)
    assert result.exit_code == 0, result.output
    return model, json.loads(result.stdout.splitlines()[-1]), result.stderr


def test_a_threshold_answers_positive_from_that_probability_on(tmp_path):
    path = payments(tmp_path, words=("fine", "fraud"))
    model, _, _ = learned(path, tmp_path)
    stated = run("predict", path, "--model", model, "--output", "probabilities").stdout.split()
    for more, threshold in (
        (("--threshold", ".1"), 0.1),
        (("--threshold", "1/50"), 0.02),
        (("--cost", "fp=1,fn=3"), 0.25),
    ):
        said = run("predict", path, "--model", model, *more).stdout.split()
        assert said == ["fraud" if float(p) >= threshold else "fine" for p in stated]
    assert "fraud" in run("predict", path, "--model", model, "--threshold", "0").stdout
    assert {"fine"} == set(run("predict", path, "--model", model, "--threshold", "1").stdout.split())


def test_a_threshold_goes_with_every_form_of_output(tmp_path):
    path = payments(tmp_path, rows=200)
    model, _, _ = learned(path, tmp_path)
    plain = run("predict", path, "--model", model, "--threshold", ".05").stdout.split()
    for what in ("labels", "scores", "probabilities"):
        lines = run("predict", path, "--model", model, "--threshold", ".05", "--as", "json", "--output", what)
        records = [json.loads(line) for line in lines.stdout.splitlines()]
        assert [str(record["label"]) for record in records] == plain
        rows = run("predict", path, "--model", model, "--threshold", ".05", "--as", "csv", "--output", what)
        assert [row["label"] for row in csv.DictReader(rows.stdout.splitlines())] == plain


def test_a_master_over_experts_takes_a_threshold_too(tmp_path):
    path = payments(tmp_path, rows=200)
    master = th.experts.Mixture([th.Auto(), th.Arow(probabilities=True)])
    for x, y in [({"a": 1.0}, True), ({"b": 1.0}, False)] * 5:
        master.learn_one(x, y)
    master.save(tmp_path / "master.thresher")
    for threshold, said in (("0", "1"), ("1", "0")):
        result = run(
            "predict", path, "--label", "fraud", "--model", tmp_path / "master.thresher", "--threshold", threshold
        )
        assert set(result.stdout.split()) == {said}, result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--threshold", "1.5"], "'1.5' is no probability: give a number from 0 to 1"),
        (["--threshold", "high"], "'high' is not a number"),
        (["--cost", "fp=1"], "is not fp=NUMBER,fn=NUMBER"),
        (["--cost", "fp=1,fn=x"], "is not fp=NUMBER,fn=NUMBER"),
        (["--cost", "a=1,b=2,c=3"], "A table of costs for more than two labels is not offered"),
        (["--cost", "fp=0,fn=0"], "one kind of mistake at least must cost something"),
        (["--cost", "fp=-1,fn=2"], "cost of fp must be"),
        (["--cost", "fp=1,fn=50", "--threshold", ".1"], "--threshold and --cost exclude each other"),
        (["--threshold", ".1", "--top-k", "2"], "--threshold and --top-k exclude each other"),
    ],
)
def test_what_can_not_be_meant_is_refused(tmp_path, arguments, message):
    path = payments(tmp_path, rows=60)
    model, _, _ = learned(path, tmp_path)
    result = run("predict", path, "--model", model, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_model_without_probabilities_or_with_many_labels_takes_no_threshold(tmp_path):
    path = payments(tmp_path, rows=60)
    model, _, _ = learned(path, tmp_path, "--learner", "perceptron")
    result = run("predict", path, "--model", model, "--threshold", ".1")
    assert result.exit_code == 2
    assert "the model has no probabilities; learn it with --probabilities" in result.stderr
    model, _, _ = learned(path, tmp_path, "--labels", "0,1,2")
    result = run("predict", path, "--model", model, "--cost", "fp=1,fn=2")
    assert result.exit_code == 2
    assert "are about two labels, and the model has 3" in result.stderr
    result = run("learn", path, "--label", "fraud", "--labels", "0,1,2", "--cost", "fp=1,fn=2")
    assert result.exit_code == 2
    assert "--cost is about two labels" in result.stderr


def test_the_base_rate_stands_beside_the_error(tmp_path):
    path = payments(tmp_path)
    _, record, said = learned(path, tmp_path)
    rate = record["positives"] / 1200
    assert record["base_rate"] == rate
    assert record["constant_error"] == pytest.approx(rate)
    assert f"(base rate {rate:.4f}: always saying 0 has {rate:.4f})" in said
    assert f"base rate {rate:.4f}" in run("compare", path, "--label", "fraud", "--learner", "auto").stdout


def test_of_many_labels_only_the_most_frequent_is_named(tmp_path):
    path = tmp_path / "many.vw"
    path.write_text("1 | a\n2 | b\n2 | b\n3 | c\n")
    result = run("learn", path, "--json")
    record = json.loads(result.stdout)
    assert (record["base_rate"], record["constant_error"]) == (None, 0.5)
    assert "(always saying 2 has 0.5000)" in result.stderr


def test_measures_are_those_of_scikit_learn_on_what_the_log_says(tmp_path):
    path = payments(tmp_path)
    _, record, said = learned(path, tmp_path, "--cost", "fp=1,fn=9")
    rows = list(csv.DictReader(path.read_text().splitlines()))
    run_ = th.evaluate(
        [({"amount": float(r["amount"]), f"country={r['country']}": 1}, r["fraud"] == "1") for r in rows]
    )
    assert record["measures"]["average_precision"] == run_.average_precision
    at = record["decisions"]["cost"]["at_stated_costs"]
    assert at["threshold"] == 0.1
    assert at["cost"] == run_.decisions.at(0.1).alerts - run_.decisions.at(0.1).hits + 9 * (
        run_.decisions.positives - run_.decisions.at(0.1).hits
    )
    assert record["measures"]["cost"] == at["cost"] / 1200
    assert record["decisions"]["base_rate"] == record["base_rate"]
    assert {row["share"] for row in record["decisions"]["top"]} == {0.001, 0.01, 0.05, 0.1}
    assert "alerts per 1,000  precision  recall  cost per 1,000" in said
    assert "cost (a false positive 1, a false negative 9)" in said


def test_without_measures_there_is_no_table(tmp_path):
    path = payments(tmp_path)
    _, record, said = learned(path, tmp_path)
    assert "decisions" not in record
    assert "alerts per 1,000" not in said


def test_a_learner_without_probabilities_is_measured_by_its_answers(tmp_path):
    path = payments(tmp_path)
    _, record, said = learned(path, tmp_path, "--learner", "perceptron", "--cost", "fp=1,fn=9")
    assert record["measures"]["cost"] == (record["false_positives"] + 9 * record["false_negatives"]) / 1200
    assert record["decisions"]["by"] == "score"
    assert "without probabilities there is no threshold to choose" in said


def test_importance_weights_are_counted_beside_single_examples(tmp_path):
    path = payments(tmp_path)
    result = run("learn", path, "--label", "fraud", "--importance", "weight", "--measures", "--json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    rows = list(csv.DictReader(path.read_text().splitlines()))
    weights = np.array([float(row["weight"]) for row in rows])
    labels = np.array([row["fraud"] == "1" for row in rows])
    assert record["base_rate"] == labels.mean()
    assert record["measures"]["weighted_base_rate"] == pytest.approx(np.average(labels, weights=weights))
    model, stated = th.Auto(), []
    for row, label, weight in zip(rows, labels.tolist(), weights.tolist(), strict=True):
        x = {"amount": float(row["amount"]), f"country={row['country']}": 1}
        stated.append(model.predict_proba_one(x).get(True, 0.5))
        model.learn_one(x, label, weight)
    for name, given in (("average_precision", None), ("weighted_average_precision", weights)):
        expected = metrics.average_precision_score(labels, stated, sample_weight=given)
        assert record["measures"][name] == pytest.approx(expected)


def test_compare_shows_average_precision_and_cost(tmp_path):
    path = payments(tmp_path)
    result = run("compare", path, "--label", "fraud", "--learner", "auto", "--learner", "arow", "--cost", "fp=1,fn=9")
    assert "average precision" in result.stdout
    assert "cost" in result.stdout
    records = run("compare", path, "--label", "fraud", "--learner", "auto", "--learner", "arow", "--json").stdout
    assert all("average_precision" in json.loads(line)["measures"] for line in records.splitlines())


def test_a_resumed_run_measures_its_own_part(tmp_path):
    path = payments(tmp_path, rows=600)
    whole = path.read_text().splitlines(keepends=True)
    model = tmp_path / "model.thresher"
    path.write_text("".join(whole[:301]))
    command = ["learn", path, "--label", "fraud", "--ignore", "weight", "--measures", "--json", "--model", model]
    assert run(*command).exit_code == 0
    path.write_text("".join(whole))
    result = run("learn", path, "--measures", "--json", "--model", model, "--resume", model)
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    python, stated, labels = th.Auto(), [], []
    for row in csv.DictReader(whole):
        x = {"amount": float(row["amount"]), f"country={row['country']}": 1}
        stated.append(python.predict_proba_one(x).get(True, 0.5))
        labels.append(row["fraud"] == "1")
        python.learn_one(x, labels[-1])
    assert (record["labelled"], record["model"]["examples"]) == (300, 600)
    expected = metrics.average_precision_score(labels[300:], stated[300:])
    assert record["measures"]["average_precision"] == pytest.approx(expected)
    assert record["base_rate"] == np.mean(labels[300:])


def test_learn_says_where_a_threshold_of_decisions_is_given(tmp_path):
    result = run("learn", payments(tmp_path, rows=20), "--label", "fraud", "--threshold", ".1")
    assert result.exit_code == 2
    assert "thresher predict --threshold" in result.stderr


def test_class_weights_are_inspected_logged_and_replayed(tmp_path):
    path, log = payments(tmp_path, rows=100), tmp_path / "log.jsonl"
    model, _, _ = learned(path, tmp_path, "--class-weight", "1=10", "--log", log)
    shown = json.loads(run("inspect", model, "--json").stdout)
    assert shown["parameters"]["class_weights"]
    replayed = run("replay", log, "--json")
    assert replayed.exit_code == 0, replayed.output
    assert json.loads(replayed.stdout)["differing_predictions"] == 0


def test_the_table_of_a_learner_without_probabilities_is_not_headed_threshold(tmp_path):
    path = payments(tmp_path)
    report = tmp_path / "r.html"
    options = ["learn", path, "--label", "fraud", "--ignore", "weight", "--measures", "--report", report]
    for learner, threshold in (("perceptron", False), ("auto", True)):
        lines = run(*options, "--learner", learner).stderr.splitlines()
        head = next(line for line in lines if "alerts per 1,000" in line)
        assert head.startswith("threshold") == threshold
        assert ('<th scope="col">threshold<' in report.read_text()) == threshold
        assert any(line.lstrip().startswith("top 1%") for line in lines)

"""Several labels true at once, from a file to a model to answers, in every format."""

import json

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main

SNOW = "7, 1, 8:\n2, 9:\n1, 2, 7, 9:\n8:\n"  # 1 where 7 is, 2 where 9 is
VW = "1 | 7 8\n2 | 9\n1,2 | 7 9\n| 8\n"
SVMLIGHT = "1 7:1 8:1\n2 9:1\n1,2 7:1 9:1\n8:1\n"
CSV = 'label,a,b\n1,7,8\n2,9,\n"1,2",7,9\n,,8\n'
JSON_LINES = (
    '{"label": "1", "a": "7", "b": "8"}\n{"label": "2", "a": "9"}\n{"label": "1,2", "a": "7", "b": "9"}\n{"b": "8"}\n'
)
RIGHT = ["1", "2", "1,2", ""]
FORMATS = {"a.snow": SNOW, "a.vw": VW, "a.svm": SVMLIGHT}


def run(*arguments, input=None):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)


def put(folder, name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


def targets(name):
    return ["--targets", "1,2"] if name.endswith("snow") else ["--labels", "1,2"]


@pytest.mark.parametrize("name", FORMATS)
def test_from_a_file_to_a_model_to_answers(tmp_path, name):
    data, model = put(tmp_path, name, FORMATS[name] * 10), tmp_path / "m.thresher"
    options = ["--multilabel", *targets(name), "--learner", "perceptron", "--model", model]
    result = run("learn", data, *options, "--json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    plain = th.Multilabel(th.Perceptron(), [1, 2])
    for x, true in [([7, 8], [1]), ([9], [2]), ([7, 9], [1, 2]), ([8], [])] * 10:
        plain.learn_one(dict.fromkeys(x, 1), true)
    assert record["digest"] == plain.digest() == th.load(model).digest()
    assert (record["examples"], record["mistakes"]) == (40, plain.mistakes)
    assert record["exact_match"] == plain.exact_match
    assert (record["wrong_labels"], record["hamming_loss"]) == (plain.wrong, plain.hamming_loss)
    assert record["labels"] == {
        str(label): {"true": 20, "mistakes": plain.label_mistakes[label]} for label in plain.labels
    }
    assert run("predict", data, "--model", model).stdout.split("\n")[:4] == RIGHT
    answers = run("predict", data, "--model", model, "--as", "json").stdout.splitlines()[:4]
    assert [json.loads(line)["labels"] for line in answers] == [[1], [2], [1, 2], []]
    scores = json.loads(
        run("predict", data, "--model", model, "--as", "json", "--output", "scores").stdout.split("\n")[0]
    )
    assert scores["scores"] == {str(label): s for label, s in plain.scores_one({7: 1, 8: 1}).items()}
    assert run("predict", data, "--model", model, "--as", "csv").stdout.splitlines()[3].endswith('"1,2"')


@pytest.mark.parametrize(("name", "text"), {"a.csv": CSV, "a.jsonl": JSON_LINES}.items())
def test_a_table_has_several_labels_in_one_column(tmp_path, name, text):
    head, rows = ("label,a,b\n", text.partition("\n")[2]) if name == "a.csv" else ("", text)
    data, model = put(tmp_path, name, head + rows * 10), tmp_path / "m.thresher"
    options = ["--category", "a", "--category", "b", "--learner", "perceptron", "--model", model]
    result = run("learn", data, "--multilabel", "--labels", "1,2", *options, "--json")
    assert result.exit_code == 0, result.output
    assert {label: one["true"] for label, one in json.loads(result.stdout)["labels"].items()} == {"1": 20, "2": 20}
    assert run("predict", data, "--model", model).stdout.split("\n")[:4] == RIGHT


def test_what_it_came_to_in_words(tmp_path):
    data, test = put(tmp_path, "a.snow", SNOW * 10), put(tmp_path, "b.snow", "7, 9, 1:\n")
    result = run("learn", data, "--multilabel", "--targets", "1,2", "--learner", "perceptron", "--test", test)
    assert result.exit_code == 0, result.output
    assert "learned: 40 examples" in result.stderr
    assert "not exactly right" in result.stderr
    assert "true of 20" in result.stderr
    assert f"{test}: 1 example, 1 not exactly right (1.0000); 1 of 2 labels wrong (0.5000)" in result.stderr


def test_stopped_and_resumed_is_one_run(tmp_path):
    data, model = put(tmp_path, "a.snow", SNOW * 5), tmp_path / "m.thresher"
    options = ["--multilabel", "--targets", "1,2", "--learner", "perceptron"]
    assert run("learn", data, *options, "--model", model, "--quiet").exit_code == 0
    with open(data, "a") as more:
        more.write(SNOW * 3)
    result = run("learn", data, "--multilabel", "--resume", model, "--model", model, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["examples"] == 12  # what is new at the end of the file
    whole = tmp_path / "whole.thresher"
    assert run("learn", data, *options, "--model", whole, "--quiet").exit_code == 0
    assert th.load(model).digest() == th.load(whole).digest()
    two = tmp_path / "two.thresher"
    assert run("learn", data, *options, "--passes", "2", "--model", two, "--quiet").exit_code == 0
    assert th.load(two).examples == 64


def test_a_bad_line_is_told_with_its_place_and_what_was_learned_is_kept(tmp_path):
    model = tmp_path / "m.thresher"
    data = put(tmp_path, "a.snow", SNOW + "1, x:\n" + SNOW)
    options = ["--multilabel", "--targets", "1,2", "--learner", "perceptron", "--model", model]
    result = run("learn", data, *options)
    assert result.exit_code == 2
    assert "a.snow:5:4" in result.stderr
    assert th.load(model).examples == 4
    result = run("learn", data, *options, "--on-error", "skip", "--json")
    assert result.exit_code == 0
    assert th.load(model).examples == 8


def test_a_value_that_the_learners_refuse_is_told_with_its_place(tmp_path):
    data = put(tmp_path, "a.vw", VW + "1,2 | 7:3\n" + VW)
    options = ["--multilabel", "--learner", "tracking-winnow", "--labels", "1,2"]
    result = run("learn", data, *options)
    assert result.exit_code == 2
    assert "a.vw:5:" in result.stderr
    result = run("learn", data, *options, "--on-error", "skip", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["examples"] == 8


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--target", "1"], "leave one of the two out"),
        (["--scheme", "constraint"], "--scheme"),
        (["--ask", ".2"], "--ask"),
        (["--labels", "any"], "--labels any"),
        (["--holdout", ".1"], "--holdout"),
        (["--report", "x.html"], "--report"),
        (["--shards", "2"], "--shards"),
        (["--delay", "3"], "late labels"),
    ],
)
def test_what_is_about_one_label_is_refused(tmp_path, options, words):
    result = run("learn", put(tmp_path, "a.snow", SNOW), "--multilabel", "--targets", "1,2", *options)
    assert result.exit_code == 2, result.output
    assert words in result.stderr


def test_several_labels_lead_to_multilabel(tmp_path):
    for name, text in FORMATS.items():
        more = ["--targets", "1,2"] if name == "a.snow" else []
        result = run("learn", put(tmp_path, name, text), *more)
        assert result.exit_code == 2
        assert "--multilabel" in result.stderr or name == "a.vw"


def test_predicting_refuses_what_is_about_two_labels(tmp_path):
    data, model = put(tmp_path, "a.snow", SNOW), tmp_path / "m.thresher"
    assert run("learn", data, "--multilabel", "--targets", "1,2", "--model", model, "--quiet").exit_code == 0
    for options in (["--threshold", ".3"], ["--abstain-below", "1"], ["--top-k", "1"], ["--output", "sets"]):
        result = run("predict", data, "--model", model, *options)
        assert result.exit_code == 2
        assert result.stderr.startswith(("thresher: ", "Error", "error"))
    best = run("predict", data, "--model", model, "--output", "probabilities", "--top-k", "1").stdout.splitlines()
    assert all(line.partition("=")[0] in ("1", "2") for line in best)
    shown = run("inspect", model, "--json")
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["labels"] == [1, 2]
    one = run("learn", data, "--resume", model)
    assert one.exit_code == 2
    assert "say --multilabel" in one.stderr

"""Many classes through files: found out, learned, saved, gone on with, answered for; and what is refused."""

import csv
import io
import json
import random

import pytest

import thresher as th
from tests.cli.test_learn import put, run
from thresher.learners import load

WORDS = {"de": "ja nein und oder", "en": "yes no and or", "fr": "oui non et ou"}


def examples(count=240, names=tuple(WORDS), seed=0):
    coins = random.Random(seed)
    for _ in range(count):
        place = coins.randrange(len(names))
        words = list(WORDS.values())[place % 3].split()
        yield names[place], [coins.choice(words), coins.choice(words), f"any{coins.randrange(40)}"]


def as_text(rows):
    return "".join(f"{label}\t{' '.join(words)}\n" for label, words in rows)


def as_vw(rows):
    return "".join(f"{label} | {' '.join(words)}\n" for label, words in rows)


def as_svm(rows):
    names = {}
    numbers = [(label, sorted({names.setdefault(word, len(names)) for word in words})) for label, words in rows]
    return "".join(f"{label} {' '.join(f'{i}:1' for i in places)}\n" for label, places in numbers)


def as_csv(rows):
    return "label,words\n" + "".join(f"{label},{' '.join(words)}\n" for label, words in rows)


def as_json(rows):
    return "".join(json.dumps({"label": label, "words": words}) + "\n" for label, words in rows)


FILES = {
    "text": (as_text, "f.txt", tuple(WORDS), ["--format", "text"]),
    "csv": (as_csv, "f.csv", tuple(WORDS), ["--text", "words"]),
    "json": (as_json, "f.jsonl", tuple(WORDS), []),
    "vw": (as_vw, "f.vw", (1, 2, 3), []),
    "svmlight": (as_svm, "f.svm", (3, 1, 2), []),
}


def written(folder, kind, **wanted):
    make, name, names, options = FILES[kind]
    rows = list(examples(names=names, **wanted))
    return put(folder, name, make(rows)), options, rows


@pytest.mark.parametrize(
    ("name", "text", "hint"),
    [
        ("f.jsonl", '{"a": 1}\n', "nothing was learned: --label names the column that has it\n"),
        ("f.vw", "| a\n", "nothing was learned (in VW's format a number that touches the | is a tag)\n"),
    ],
)
def test_a_file_without_labels_is_told_what_its_own_format_has(tmp_path, name, text, hint):
    assert hint in run("learn", put(tmp_path, name, text), "--label", "").stderr


@pytest.mark.parametrize("kind", FILES)
def test_classes_are_found_in_every_format(tmp_path, kind):
    path, options, rows = written(tmp_path, kind)
    model = tmp_path / "m.thresher"
    result = run("learn", path, *options, "--json", "--model", model)
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert {entry["class"] for entry in record["classes"]} == {label for label, _ in rows}
    assert sum(entry["examples"] for entry in record["classes"]) == record["labelled"] == len(rows)
    assert sum(n for label, said, n in record["confusion"] if label != said) == record["mistakes"]
    assert record["error"] < 0.3
    made = load(model)
    assert type(made) is th.Auto
    assert (made.examples, made.mistakes) == (len(rows), record["mistakes"])
    assert "3 labels; " in result.stderr


def test_the_file_and_python_agree(tmp_path):
    path, options, rows = written(tmp_path, "text")
    model = tmp_path / "m.thresher"
    assert run("learn", path, *options, "--model", model).exit_code == 0
    python = th.Auto()
    for label, words in rows:
        python.learn_one(th.words(" ".join(words)), label)
    assert load(model) == python


def test_two_texts_are_two_labels_without_naming_them(tmp_path):
    rows = list(examples(names=("ham", "spam")))
    path = put(tmp_path, "two.csv", as_csv(rows))
    found = json.loads(run("learn", path, "--text", "words", "--json").stdout)
    named = json.loads(run("learn", path, "--text", "words", "--json", "--labels", "ham,spam").stdout)
    assert found["positives"] == named["positives"]
    assert found["mistakes"] == named["mistakes"]
    assert (found["labels"], found["positive"]) == (named["labels"], named["positive"]) == (["ham", "spam"], "spam")


@pytest.mark.parametrize("names", [("ham", "spam"), (3, 7)], ids=["texts", "numbers"])
def test_the_second_label_may_come_after_going_on(tmp_path, names):
    rows = sorted(examples(60, names=names), key=lambda row: row[0])
    make, options = (as_text, ["--format", "text"]) if names[0] == "ham" else (as_vw, ["--format", "vw"])
    first, second = (put(tmp_path, str(i), make([r for r in rows if r[0] == name])) for i, name in enumerate(names))
    model, expected = tmp_path / "m.thresher", tmp_path / "e.thresher"
    assert run("learn", first, *options, "--model", model).exit_code == 0
    said = run("predict", first, *options, "--model", model)
    assert set(said.stdout.split()) == {str(names[0])}
    result = run("learn", second, *options, "--resume", model, "--model", model)
    assert result.exit_code == 0, result.output
    assert run("learn", first, second, *options, "--model", expected).exit_code == 0
    assert load(model) == load(expected)
    assert load(model).classes == names


def test_a_third_label_in_the_middle_is_one_more_class(tmp_path):
    binary = list(examples(100, names=(-1, 1)))
    rows = [*binary, *examples(140, names=(-1, 1, 2), seed=1)]
    model = tmp_path / "m.thresher"
    result = run("learn", put(tmp_path, "f.vw", as_vw(rows)), "--json", "--model", model)
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert {entry["class"] for entry in record["classes"]} == {-1, 1, 2}
    assert record["labelled"] == 240
    python = th.Auto()
    wrong = sum(python.learn_one(words, label).mistake for label, words in rows)
    assert record["mistakes"] == wrong
    assert load(model).classes == (-1, 1, 2)
    alone = json.loads(run("learn", put(tmp_path, "b.vw", as_vw(binary)), "--json").stdout)
    assert (alone["labels"], alone["positive"]) == ([-1, 1], 1)


def test_predictions_are_the_names(tmp_path):
    path, options, rows = written(tmp_path, "text")
    model = tmp_path / "m.thresher"
    assert run("learn", path, *options, "--model", model).exit_code == 0
    made = load(model)
    xs = [th.words(" ".join(words)) for _, words in rows]
    said = run("predict", path, *options, "--model", model)
    assert said.stdout.splitlines() == [made.predict_one(x) for x in xs]
    lines = run("predict", path, *options, "--model", model, "--as", "json", "--output", "probabilities").stdout
    for x, line in zip(xs, lines.splitlines(), strict=True):
        record = json.loads(line)
        assert record["probabilities"] == made.predict_proba_one(x)
        assert record["label"] == made.predict_one(x)
    table = run("predict", path, *options, "--model", model, "--as", "csv", "--output", "scores").stdout
    row = next(csv.DictReader(io.StringIO(table)))
    assert {name: float(row[f"score_{name}"]) for name in WORDS} == made.scores_one(xs[0])


@pytest.mark.parametrize("form", ["lines", "csv", "json"])
def test_the_best_k(tmp_path, form):
    path, options, rows = written(tmp_path, "text")
    model = tmp_path / "m.thresher"
    assert run("learn", path, *options, "--model", model).exit_code == 0
    ask = ["predict", path, *options, "--model", model, "--as", form, "--top-k", 2]
    best = [name for name, _ in load(model).top_k(th.words(" ".join(rows[0][1])), 2)]
    lines = run(*ask).stdout.splitlines()
    if form == "lines":
        assert lines[0].split("\t") == best
        assert run(*ask, "--output", "probabilities").stdout.split("\t")[0].startswith(f"{best[0]}=")
    elif form == "csv":
        assert lines[0] == "file,line,tag,label_1,label_2"
        assert lines[1].split(",")[3:] == best
    else:
        assert json.loads(lines[0])["labels"] == best


@pytest.mark.parametrize("learner", ["auto", "perceptron", "adaptive-winnow"])
def test_going_on_is_the_same_as_never_having_stopped(tmp_path, learner):
    rows = list(examples(120))
    wanted = ["--format", "text", "--learner", learner, *([] if learner == "auto" else ["--classes", "any"])]
    path, whole = tmp_path / "part.txt", put(tmp_path, "whole.txt", as_text(rows))
    model, expected = tmp_path / "m.thresher", tmp_path / "e.thresher"
    path.write_text(as_text(rows[:50]))
    assert run("learn", path, *wanted, "--model", model).exit_code == 0
    path.write_text(as_text(rows))
    result = run("learn", path, "--format", "text", "--resume", model, "--model", model, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["examples"] == 70
    assert run("learn", whole, *wanted, "--model", expected).exit_code == 0
    assert load(model) == load(expected)


def test_any_learner_and_its_options(tmp_path):
    path, options, rows = written(tmp_path, "text")
    model = tmp_path / "m.thresher"
    wanted = ["--learner", "perceptron", "--margin", "0.5", "--classes", "en,de", "--scheme", "constraint"]
    wanted += ["--class-weights", "de=2,en=1", "--abstain-below", "1/10"]
    result = run("learn", path, *options, *wanted, "--model", model, "--json")
    assert result.exit_code == 0, result.output
    python = th.Multiclass(
        th.Perceptron(margin=0.5),
        "constraint",
        classes=["en", "de"],
        class_weights={"de": 2, "en": 1},
        abstain_below=0.1,
    )
    for label, words in rows:
        python.learn_one(th.words(" ".join(words)), label)
    assert load(model) == python
    record = json.loads(result.stdout)
    assert (record["mistakes"], record["abstained"]) == (python.mistakes, python.abstained)
    usual = run("learn", path, *options, "--scheme", "constraint", "--model", model)
    assert usual.exit_code == 0, usual.output
    assert type(load(model).learner) is th.AdaptiveWinnow
    balanced = run("learn", path, *options, "--learner", "arow", "--class-weights", "balanced", "--json")
    assert len(json.loads(balanced.stdout)["classes"]) == 3


def test_comparing_over_many_classes(tmp_path):
    path, options, rows = written(tmp_path, "text")
    learners = ["--learner", "perceptron", "--learner", "auto"]
    records = run("compare", path, *options, *learners, "--classes", "any", "--json").stdout.splitlines()
    python = th.Multiclass(th.Perceptron())
    for label, words in rows:
        python.learn_one(th.words(" ".join(words)), label)
    assert json.loads(records[0])["mistakes"] == python.mistakes
    refused = run("compare", path, *options, *learners)
    assert refused.exit_code == 2
    assert "--labels" in refused.stderr


def test_held_out_tested_and_reported(tmp_path):
    path, options, rows = written(tmp_path, "text")
    test = put(tmp_path, "test.txt", as_text(examples(60, seed=5)))
    page, plot = tmp_path / "r.html", tmp_path / "r.png"
    wanted = ["--holdout", "0.25", "--test", test, "--report", page, "--plot", plot, "--passes", "2"]
    result = run("learn", path, *options, *wanted, "--json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert record["held_out"]["examples"] == len(rows) // 4
    assert record["test"]["examples"] == 60
    assert record["test"]["error"] < 0.2
    assert "said de" in page.read_text()
    assert plot.stat().st_size > 1000


def test_of_very_many_classes_the_largest_confusions_are_shown(tmp_path):
    rows = [(i % 20 + 1, [f"word{(i * 7) % 19}"]) for i in range(200)]
    page = tmp_path / "r.html"
    result = run("learn", put(tmp_path, "f.vw", as_vw(rows)), "--report", page)
    assert "20 labels; most often wrong: " in result.stderr
    assert "was taken for" in page.read_text()


def test_inspecting_many_classes(tmp_path):
    path, options, _ = written(tmp_path, "text")
    model = tmp_path / "m.thresher"
    assert run("learn", path, *options, "--model", model).exit_code == 0
    record = json.loads(run("inspect", model, "--json").stdout)
    assert set(record["classes"]) == set(WORDS)
    assert sum(record["classes"].values()) == record["counts"]["examples"]
    assert run("inspect", model).exit_code == 0
    assert json.loads(run("inspect", model, model, "--json").stdout)["same"] is True


AMOUNTS = "0.52 | a\n0.53 | b\n"


@pytest.mark.parametrize("options", [[], ["--classes", "any"], ["--learner", "perceptron"]], ids=["auto", "any", "two"])
def test_amounts_are_refused(tmp_path, options):
    result = run("learn", put(tmp_path, "amounts.vw", AMOUNTS), *options)
    assert result.exit_code == 2
    assert "amounts.vw:1:1: the label 0.52 is" in result.stderr
    assert "regression" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_amount_among_classes_is_a_bad_line(tmp_path):
    path = put(tmp_path, "f.vw", "1 | a\n2 | b\n3 | c\n2.5 | d\n1 | a\n")
    record = json.loads(run("learn", path, "--on-error", "skip", "--json").stdout)
    assert (record["skipped"], record["labelled"]) == (1, 4)
    assert "2.5 is no class" in run("learn", path).stderr


def test_a_thousand_classes_and_no_more_unless_said(tmp_path):
    rows = "".join(f"c{i},a{i % 7}\nc{i // 2},b\n" for i in range(1005))
    path = put(tmp_path, "f.csv", f"label,a\n{rows}")
    stopped = run("learn", path, "--quiet")
    assert stopped.exit_code == 2
    assert "f.csv:2002:1: the label 'c1000' would be class 1,001" in stopped.stderr
    many = run(
        "learn", path, "--learner", "perceptron", "--classes", "any", "--scheme", "constraint", "--json", "--quiet"
    )
    assert len(json.loads(many.stdout)["classes"]) == 1005


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--classes", "any", "--labels", "de,en"], "an old spelling of --labels"),
        (["--classes", "de,,en"], "a name is empty"),
        (["--class-weights", "de"], "is no LABEL=NUMBER"),
        (["--classes", "any", "--certify"], "--certify is for two labels"),
        (["--certify"], "--certify is for two labels"),
        (["--positive", "de", "--labels", "any"], "--positive is about two labels"),
        (["--learner", "perceptron"], "Perceptron knows two labels: --labels any"),
    ],
)
def test_what_can_not_be_is_a_sentence(tmp_path, options, message):
    path, wanted, _ = written(tmp_path, "text")
    options = [str(tmp_path / "log") if option == "LOG" else option for option in options]
    result = run("learn", path, *wanted, *options)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_third_label_for_a_learner_of_two_says_what_to_do(tmp_path):
    path = put(tmp_path, "f.vw", "0 | a\n1 | b\n2 | c\n")
    result = run("learn", path, "--learner", "perceptron")
    assert result.exit_code == 2
    assert "f.vw:3:1: the label 2 is none of" in result.stderr
    assert "--labels any takes any number" in result.stderr
    assert run("learn", path, "--learner", "perceptron", "--labels", "any").exit_code == 0


def test_the_best_k_of_two_labels_are_both(tmp_path):
    path, model = put(tmp_path, "f.vw", "1 | a\n-1 | b\n"), tmp_path / "m.thresher"
    assert run("learn", path, "--model", model).exit_code == 0
    assert sorted(run("predict", path, "--model", model, "--top-k", 2).stdout.splitlines()[0].split("\t")) == [
        "-1",
        "1",
    ]
    assert run("predict", path, "--model", model, "--top-k", 0).exit_code == 2


def test_a_log_patience_and_late_labels_take_any_labels(tmp_path):
    path, options, rows = written(tmp_path, "text")
    log, model = tmp_path / "log", tmp_path / "m.thresher"
    assert run("learn", path, *options, "--log", log, "--model", model).exit_code == 0
    assert run("replay", log).exit_code == 0
    patient = run("learn", path, *options, "--holdout", "0.2", "--patience", "1", "--passes", "9", "--json")
    assert json.loads(patient.stdout)["held_out"]["examples"] == len(rows) // 5
    late = run("learn", path, *options, "--delay", "5", "--json")
    assert late.exit_code == 0, late.output
    assert set(json.loads(late.stdout)["labels"]) == set(WORDS)


def test_labels_named_beforehand_keep_their_order(tmp_path):
    path, options, _ = written(tmp_path, "text")
    record = json.loads(run("learn", path, *options, "--labels", "fr,en,de", "--json").stdout)
    assert record["labels"] == ["fr", "en", "de"]
    perceptrons = run("learn", path, *options, "--labels", "fr,en,de", "--learner", "perceptron", "--json")
    assert json.loads(perceptrons.stdout)["labels"] == ["fr", "en", "de"]


@pytest.mark.parametrize("kind", ["two", "many"])
def test_the_order_of_the_rows_changes_no_meaning(tmp_path, kind):
    rows = list(examples(names=("ham", "spam") if kind == "two" else tuple(WORDS)))
    models = []
    for place, some_rows in enumerate([rows, rows[::-1]]):
        model = tmp_path / f"{place}.thresher"
        result = run(
            "learn", put(tmp_path, f"{place}.txt", as_text(some_rows)), "--format", "text", "--json", "--model", model
        )
        record = json.loads(result.stdout)
        models.append(
            (record["labels"], record["positive"], json.loads(run("inspect", model, "--json").stdout)["positive"])
        )
    assert models[0] == models[1]
    assert models[0][1:] == (("spam", "spam") if kind == "two" else (None, None))


def test_a_label_with_a_comma_is_quoted_as_in_csv(tmp_path):
    path = put(tmp_path, "comma.csv", 'label,x\n"a,b",1\nc,2\n"a,b",1\n')
    for options in (["--labels", 'c,"a,b"'], ["--positive", "a,b", "--class-weight", '"a,b"=3']):
        told = json.loads(run("learn", path, "--quiet", "--json", *options).stdout)
        assert (told["labels"], told["positive"]) == (["c", "a,b"], "a,b")


def test_true_and_false_are_named_as_a_table_writes_them(tmp_path):
    path = put(tmp_path, "truths.csv", "label,x\ntrue,1\nfalse,2\n")
    told = json.loads(run("learn", path, "--quiet", "--json", "--labels", "false,true").stdout)
    assert (told["labels"], told["examples"]) == ([0, 1], 2)

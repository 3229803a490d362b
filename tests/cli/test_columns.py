"""Columns on the command line: roles are said once, remembered by the model, and watched."""

import csv
import hashlib
import json
import random
import subprocess
import sys

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main

ROLES = ["--label", "bought", "--ignore", "id", "--text", "note", "--category", "zip", "--dates", "when"]
KINDS = ["csv", "jsonl", "parquet"]


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def table(rows=300, seed=1):
    draw = random.Random(seed)
    for i in range(rows):
        city = draw.choice(["Paris", "Rome"])
        row = {"id": f"u{i}", "when": f"2026-11-{1 + i % 28:02}T{i % 24:02}:30:00", "age": draw.randrange(18, 80)}
        row |= {"city": city, "zip": draw.choice([10115, 20095]), "note": draw.choice(["free now", "at noon"])}
        yield row | {"bought": "yes" if (city == "Rome") != (i % 50 == 49) else "no"}  # or the city tells it


def written(folder, name, rows):
    path = folder / name
    rows = list(rows)
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return path


def learned(folder, kind="csv", *options, rows=None):
    path = written(folder, f"train.{kind}", table() if rows is None else rows)
    result = run("learn", path, *ROLES, *options, "--model", folder / "m.thresher", "--quiet")
    assert result.exit_code == 0, result.stderr
    return folder / "m.thresher"


def changed(rows, change):
    return [change(dict(row)) for row in rows]


def drop(name):
    return lambda row: {key: cell for key, cell in row.items() if key != name}


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_of_the_command_is_asked_from_python_with_rows_of_any_kind(tmp_path, kind):
    model = learned(tmp_path, kind)
    asked = written(tmp_path, f"asked.{kind}", changed(table(60, seed=2), drop("bought")))
    told = run("predict", asked, "--model", model)
    assert told.exit_code == 0, told.stderr
    assert told.stderr == ""
    answers = told.stdout.split()
    loaded = th.load(model)
    rows = changed(table(60, seed=2), drop("bought"))
    with written(tmp_path, "again.csv", rows).open(newline="") as file:
        assert [loaded.predict_one(row) for row in csv.DictReader(file)] == answers
    assert [loaded.predict_one(json.loads(json.dumps(row))) for row in rows] == answers
    assert loaded.predict_many(pd.DataFrame(rows)).tolist() == answers
    assert loaded.predict_many(rows).tolist() == answers
    assert not loaded.row_reader.notes


def test_the_same_rows_are_one_model_whatever_the_file(tmp_path):
    digests = {th.load(learned(tmp_path, kind)).digest() for kind in KINDS}
    assert len(digests) == 1
    plain = th.Auto(rows=th.Rows("bought", ignore="id", text="note", categories="zip", dates="when"))
    for row in table():
        plain.learn_one(row, row["bought"])
    assert plain.digest() in digests


def test_roles_need_not_be_said_again(tmp_path):
    model = learned(tmp_path)
    more = written(tmp_path, "more.csv", table(100, seed=3))
    whole = written(tmp_path, "whole.csv", [*table(), *table(100, seed=3)])
    resumed = run("learn", more, "--resume", model, "--model", model, "--quiet")
    assert resumed.exit_code == 0, resumed.stderr
    at_once = run("learn", whole, *ROLES, "--model", tmp_path / "whole.thresher", "--quiet")
    assert at_once.exit_code == 0, at_once.stderr
    assert th.load(model) == th.load(tmp_path / "whole.thresher")
    assert run("learn", more, "--resume", model, "--test", whole, "--model", model, "--quiet").exit_code == 0


def test_labels_of_text_are_shown_while_it_learns(tmp_path):
    told = run("learn", written(tmp_path, "t.csv", table(40)), *ROLES, "--learner", "auto")
    assert told.exit_code == 0, told.stderr
    assert " yes " in told.stderr


def test_inspect_shows_columns_with_kind_and_role(tmp_path):
    model = learned(tmp_path)
    record = json.loads(run("inspect", model, "--json").stdout)
    assert record["columns"] == {
        "id": "left out (ignore)",
        "when": "date (dates)",
        "age": "number",
        "city": "category",
        "zip": "category (categories)",
        "note": "text (text)",
        "bought": "label (label)",
    }
    assert "columns" in run("inspect", model).stdout


def test_inspect_shows_the_members_of_an_object_and_not_the_object(tmp_path):
    rows = [{"meta": {"len": i, "by": {"who": "ab"[i % 2]}}, "label": "xy"[i % 2]} for i in range(8)]
    model = tmp_path / "m.thresher"
    assert run("learn", written(tmp_path, "t.jsonl", rows), "--model", model, "--quiet").exit_code == 0
    known = json.loads(run("inspect", model, "--json").stdout)["columns"]
    assert known == {"meta.len": "number", "meta.by.who": "category", "label": "label (label)"}
    by_dicts = th.Auto(rows=th.Rows())
    for row in rows:
        by_dicts.learn_one(row, row["label"])
    assert th.load(model).rows.kinds == by_dicts.rows.kinds


@pytest.mark.parametrize("at", ["questions", "answers"])
def test_an_id_that_is_no_column_is_told_which_there_are(tmp_path, at):
    asked, answers, _ = questions(tmp_path)
    if at == "answers":
        answers = written(tmp_path, "named.csv", [{"nr": "m1", "label": "ham", "after": "m2"}])
    told = run("learn", asked, "--answers", answers, "--id", "nope" if at == "questions" else "id")
    assert told.exit_code == 2
    columns = "'id', 'body', 'size'" if at == "questions" else "'nr', 'label', 'after'"
    assert f"(for id); the columns are {columns}" in told.stderr


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv"])
def test_an_id_that_is_empty_in_one_row_is_a_column_all_the_same(tmp_path, name):
    asked = written(tmp_path, name, [{"id": "m1", "a": 1}, {"id": "", "a": 2}])
    answers = written(tmp_path, "answers.csv", [{"id": "m1", "label": "ham", "after": "m1"}])
    told = run("learn", asked, "--answers", answers, "--id", "id")
    assert told.exit_code == 2
    assert "there is no 'id' to join with its label by" in told.stderr


def test_inspect_shows_what_a_weight_and_a_tag_are(tmp_path):
    path = written(tmp_path, "t.csv", ({"w": 2, "t": f"t{i}", "a": i % 3, "label": i % 2} for i in range(40)))
    run("learn", path, "--weight", "w", "--tag", "t", "--model", tmp_path / "m.thresher", "--quiet")
    record = json.loads(run("inspect", tmp_path / "m.thresher", "--json").stdout)
    assert record["columns"] == {"w": "weight (weight)", "t": "tag (tag)", "a": "number", "label": "label (label)"}


CHANGES = {
    "gone": (drop("age"), "the column 'age' is gone", "age gone in 50 rows"),
    "new": (lambda row: row | {"hat": "red"}, "the column 'hat' is new", "hat new in 50 rows"),
    "renamed": (
        lambda row: drop("age")(row) | {"years": row["age"]},
        "'years' is new: renamed?",
        "age gone in 50 rows",
    ),
    "turned": (lambda row: row | {"age": "old"}, "'age' held numbers, and now holds text ('old')", "age text"),
    "numbered": (lambda row: row | {"city": 75}, "'city' held text, and now holds numbers", "city numbers, not text"),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_change_of_columns_is_said_once_and_counted(tmp_path, what, kind):
    change, message, counted = CHANGES[what]
    model = learned(tmp_path, kind)
    asked = written(tmp_path, f"asked.{kind}", changed(table(50, seed=2), change))
    told = run("predict", asked, "--model", model)
    assert told.exit_code == 0
    assert told.stderr.count("thresher: warning:") == 1
    assert message in told.stderr
    assert counted in told.stderr
    strict = run("predict", asked, "--model", model, "--strict-columns")
    assert strict.exit_code == 2
    assert message in strict.stderr
    assert f"asked.{kind}:" in strict.stderr
    resumed = run("learn", asked, "--resume", model, "--model", tmp_path / "n.thresher", "--quiet", "--json")
    assert resumed.exit_code == 0
    (note,) = json.loads(resumed.stdout)["columns"]
    assert (note["what"], note["rows"]) == ("turned" if what == "numbered" else what, 50)
    assert resumed.stderr.count("thresher: warning:") == 1


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_numbers_that_turn_into_text_within_a_file_are_refused_with_the_row(tmp_path, kind):
    rows = [row | ({"age": "unknown"} if i >= 150 else {}) for i, row in enumerate(table())]
    path = written(tmp_path, f"train.{kind}", rows)
    told = run("learn", path, *ROLES, "--quiet", "--json")
    assert told.stderr.count("thresher: warning:") == 1
    assert "--missing unknown" in told.stderr
    assert json.loads(told.stdout)["columns"][0]["rows"] == 150
    strict = run("learn", path, *ROLES, "--quiet", "--strict-columns")
    assert strict.exit_code == 2
    assert f"train.{kind}:{152 if kind == 'csv' else 151}" in strict.stderr
    assert run("learn", path, *ROLES, "--quiet", "--missing", "unknown").stderr == ""


DIFFERENT = {
    "id": (lambda i: f"u{i * 7919 % 10007}", "--ignore id"),
    "sent": (lambda i: f"2026-11-16 13:{i // 60:02}:{i % 60:02}", "--dates sent"),
    "body": (lambda i: f"dear number {i} here is a text of its own", "--text body"),
    "row": (lambda i: 1000 + 3 * i, "--ignore row"),
    "n": (lambda i: i, "--ignore n"),  # the first one is 0, which is absent from its example
    "sha": (lambda i: hashlib.md5(str(i).encode()).hexdigest()[:10], "--ignore sha"),  # some of them look like numbers
}


@pytest.mark.parametrize("name", DIFFERENT)
@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_column_that_cannot_help_is_named_with_its_remedy(tmp_path, name, kind):
    make, remedy = DIFFERENT[name]
    rows = [drop("id")(row) | {name: make(i)} for i, row in enumerate(table(1500))]
    path = written(tmp_path, f"train.{kind}", rows)
    roles = ["--label", "bought", "--text", "note", "--category", "zip", "--dates", "when"]
    if name == "body":
        roles[2:4] = ["--category", "note"]
    told = run("learn", path, *roles, "--learner", "perceptron", "--quiet")
    assert told.exit_code == 0
    assert told.stderr.count("thresher: warning:") == 1
    assert f"'{name}'" in told.stderr
    assert remedy in told.stderr
    assert run("learn", path, *roles, *remedy.split(), "--learner", "perceptron", "--quiet").stderr == ""


@pytest.mark.parametrize("at", [0, 3, 19, 60])
@pytest.mark.parametrize("rows", [15, 300])
@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_word_among_the_first_numbers_of_a_column_is_shown_with_its_remedy(tmp_path, at, rows, kind):
    """Wherever it stands: before the first number, among the first twenty, behind them; in a short file, too."""
    unknown = [row | {"age": "?"} if i == at else row for i, row in enumerate(table(rows))]
    result = run("learn", written(tmp_path, f"a.{kind}", unknown), *ROLES)
    assert result.exit_code == 0, result.output
    assert ("'age'" in result.stderr) == (at < rows), result.stderr
    if at < rows:
        assert "text ('?'): each text is a category" in result.stderr
        assert "if the text says that nothing is known: --missing '?';" in result.stderr
        assert "if the column is a category: --categories age" in result.stderr
        assert result.stderr.count("'age'") == 1
        cured = run("learn", tmp_path / f"a.{kind}", *ROLES, "--missing", "?")
        assert "'age'" not in cured.stderr


def test_a_category_that_often_looks_like_a_number_is_a_category(tmp_path):
    rows = [row | {"code": str(i % 7) if i % 3 else "abc"[i % 2 :]} for i, row in enumerate(table())]
    mostly_text = [row | {"code": "x" if i % 3 else i % 7} for i, row in enumerate(table())]
    assert (
        "most cells of the column 'code' are numbers" in run("learn", written(tmp_path, "a.csv", rows), *ROLES).stderr
    )
    assert "'code'" not in run("learn", written(tmp_path, "b.csv", mostly_text), *ROLES).stderr


def test_strict_columns_warn_of_a_word_among_the_first_numbers_and_go_on(tmp_path):
    unknown = [row | {"age": "?"} if i == 3 else row for i, row in enumerate(table())]
    result = run("learn", written(tmp_path, "a.csv", unknown), *ROLES, "--strict-columns")
    assert result.exit_code == 0
    assert "most cells of the column 'age' are numbers" in result.stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("role", "name", "near"),
    [("--text", "nte", "note"), ("--label", "Bougt", "bought"), ("--ignore", "ids", "id"), ("--dates", "wen", "when")],
)
def test_a_role_of_no_column_is_refused_with_the_nearest_names(tmp_path, kind, role, name, near):
    path = written(tmp_path, f"train.{kind}", table(40))
    said = dict(zip(ROLES[::2], ROLES[1::2], strict=True)) | {role: name}
    told = run("learn", path, *[part for pair in said.items() for part in pair], "--quiet")
    assert told.exit_code == 2
    assert f"there is no column '{name}'" in told.stderr
    assert f"Did you mean '{near}'" in told.stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", ["predict", "explain"])
def test_a_role_of_no_column_is_refused_by_whoever_asks_a_model_too(tmp_path, kind, command):
    model, path = learned(tmp_path), written(tmp_path, f"new.{kind}", map(drop("id"), table(40)))
    told = run(command, path, "--model", model, "--ignore", "agee")
    assert told.exit_code == 2
    assert "there is no column 'agee' (for ignore)" in told.stderr
    assert "Did you mean 'age'" in told.stderr
    assert run(command, path, "--model", model, "--ignore", "age").exit_code == 0
    assert run(command, path, "--model", model, "--ignore", "id").exit_code == 0  # gone, but the model knows it


def test_a_model_remembers_what_stands_between_cells(tmp_path):
    cells = written(tmp_path, "cells.csv", table(40)).read_text()
    path, model = tmp_path / "t.csv", tmp_path / "m.thresher"
    path.write_text(cells.replace(",", "^"))
    assert run("learn", path, *ROLES, "--separator", "^", "--model", model, "--quiet").exit_code == 0
    answers = run("predict", path, "--model", model)
    assert answers.exit_code == 0, answers.stderr
    command = [sys.executable, "-m", "thresher", "predict", "-", "--model", str(model)]
    piped = subprocess.run(command, input=path.read_text(), text=True, capture_output=True)
    others = run("predict", tmp_path / "cells.csv", "--model", model)  # has none of them
    assert answers.stdout == piped.stdout == others.stdout
    again = tmp_path / "again.thresher"
    assert run("learn", path, "--resume", model, "--model", again, "--quiet").exit_code == 0
    assert run("predict", path, "--model", again).stdout == answers.stdout


@pytest.mark.parametrize("label", [lambda i: f"u{i}", lambda i: i * 37 + 5, lambda i: i + 0.25])
def test_a_label_that_is_an_id_or_an_amount_is_refused_soon(tmp_path, label):
    path = written(tmp_path, "t.csv", ({"a": i % 3, "label": label(i)} for i in range(1000)))
    told = run("learn", path, "--quiet")
    assert told.exit_code == 2
    place = told.stderr.partition("t.csv:")[2].partition(":")[0]
    assert int(place) <= 300
    assert "id" in told.stderr or "fraction" in told.stderr
    assert told.stderr.count("hint:") <= 2  # of whole numbers it is warned first
    assert "class" in told.stderr


def test_many_classes_that_come_again_are_classes(tmp_path):
    draw = random.Random(3)
    path = written(tmp_path, "t.csv", ({"a": i % 3, "label": f"c{draw.randrange(300)}"} for i in range(400)))
    assert run("learn", path, "--quiet", "--learner", "auto").exit_code == 0


def questions(folder, rows=200):
    draw = random.Random(7)
    mails = []
    for i in range(rows):
        spam = draw.random() < 0.4
        words = ["free", "money", "win"] if spam else ["lunch", "noon", "report"]
        mails.append({"id": f"m{i}", "body": " ".join(draw.choices(words, k=3)), "size": draw.randrange(99)})
        mails[-1]["label"] = "spam" if spam else "ham"
    asked = written(folder, "questions.jsonl", changed(mails, drop("label")))
    told = [
        {"id": mail["id"], "label": mail["label"], "after": f"m{min(i + 5, rows - 1)}"} for i, mail in enumerate(mails)
    ]
    return asked, written(folder, "answers.csv", told[:-5]), written(folder, "labelled.jsonl", mails)


@pytest.mark.parametrize("order", ["immediate", "od1", "od3:100", "copies:3", "replay:1000"])
def test_late_labels_ham_and_spam_then_predict_inspect_and_resume(tmp_path, order):
    asked, answers, labelled = questions(tmp_path)
    model = tmp_path / "m.thresher"
    late = ["--answers", answers, "--id", "id", "--text", "body", "--no-shape", "--order", order]
    told = run("learn", asked, *late, "--model", model, "--quiet", "--json")
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["labels"] == ["ham", "spam"]
    predicted = run("predict", asked, "--model", model)
    assert predicted.exit_code == 0
    assert predicted.stderr == ""
    assert set(predicted.stdout.split()) == {"ham", "spam"}
    rows = [json.loads(line) for line in asked.read_text().splitlines()]
    assert [th.load(model).predict_one(row) for row in rows] == predicted.stdout.split()
    record = json.loads(run("inspect", model, "--json").stdout)
    assert record["labels"] == ["ham", "spam"]
    assert record["columns"]["body"] == "text (text)"
    assert record["columns"]["id"] == "(ignore)"
    resumed = run("learn", labelled, "--resume", model, "--model", tmp_path / "n.thresher", "--quiet", "--json")
    assert resumed.exit_code == 0, resumed.stderr
    assert json.loads(resumed.stdout)["labelled"] == 200
    assert json.loads(resumed.stdout)["error"] < 0.05
    assert json.loads(run("inspect", tmp_path / "n.thresher", "--json").stdout)["labels"] == ["ham", "spam"]


def exclusive_or(rows=3000, seed=5, **more):
    draw = random.Random(seed)
    for i in range(rows):
        row = {name: draw.choice("pq") for name in ("a", "b", "c", "d", "e")}
        yield row | {name: make(i) for name, make in more.items()} | {"label": int(row["a"] != row["b"])}


IDS = {
    "none": {},
    "text": {"id": lambda i: f"u{i * 7919 % 100003}"},
    "number": {"id": lambda i: 100000 + i},
    "text and time": {
        "id": lambda i: f"u{i}",
        "when": lambda i: f"2026-11-16 {i // 3600:02}:{i // 60 % 60:02}:{i % 60:02}",
    },
}


@pytest.mark.parametrize("ids", IDS)
@pytest.mark.parametrize("permuted", [False, True])
def test_ids_do_not_hide_an_exclusive_or_in_whatever_order_rows_and_columns_come(tmp_path, ids, permuted):
    rows = list(exclusive_or(**IDS[ids]))
    if permuted:
        draw = random.Random(9)
        draw.shuffle(rows)
        order = draw.sample(list(rows[0]), len(rows[0]))
        rows = [{name: row[name] for name in order} for row in rows]
    told = run("learn", written(tmp_path, "t.csv", rows), "--json", "--quiet")
    record = json.loads(told.stdout)
    assert record["error"] <= 0.02
    expected = set(IDS[ids]) - ({"id"} if permuted and ids == "number" else set())  # they do not rise any more
    assert {note["column"] for note in record.get("columns", [])} == expected


def test_a_file_is_read_by_the_rows_of_the_learner(tmp_path):
    path = written(tmp_path, "t.csv", table())
    read = th.Rows("bought", ignore="id", text="note", categories="zip", dates="when")
    model, late = th.Auto(rows=read), th.Delayed(th.Auto(rows=read))
    assert th.evaluate(path, model, test=path).test.mistakes < 20
    th.evaluate_late(path, late, delay=1)
    assert late.learner == model
    assert late.rows == model.rows == read
    assert late.rows.kinds == model.rows.kinds


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
@pytest.mark.parametrize("renamed", [3, 9])
def test_columns_that_are_all_renamed_are_one_warning_where_they_are_many(tmp_path, kind, renamed):
    names = [f"column {letter}" for letter in "abcdefghi"]
    rows = [dict.fromkeys(names, i % 7) | {"label": i % 2} for i in range(60)]
    upper = [{name.upper() if name in names[:renamed] else name: cell for name, cell in row.items()} for row in rows]
    model = tmp_path / "m.thresher"
    roles = ["--learner", "perceptron", "--quiet"]
    run("learn", written(tmp_path, f"train.{kind}", rows), *roles, "--model", model)
    told = run("learn", written(tmp_path, f"new.{kind}", upper), "--resume", model).stderr
    assert told.count("thresher: warning:") == (3 if renamed == 3 else 1)
    assert "'column a'" in told
    assert "'COLUMN A' is new" in told
    assert "renamed?" in told
    assert ("many columns gone in 60 rows" in told) == (renamed == 9)

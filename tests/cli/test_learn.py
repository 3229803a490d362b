"""`thresher learn`: what it prints and where, what it keeps, and how it goes on."""

import inspect
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.cli.options.learner_parameters import LEARNER_PARAMETERS
from thresher.learners import LEARNERS, load, load_with_progress, parameters_of, spell
from thresher.streams import PlantedDisjunction

MAIL = "1 | free money\n-1 | lunch at noon\n1 | free lunch\n"
THRESHER = [sys.executable, "-c", "from thresher.cli import main; main()"]


def run(*arguments, input=None):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)


def put(folder, name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


def planted(folder, trials, seed=0):
    lines = (f"{1 if y else -1} | {' '.join(map(str, x))}\n" for x, y in PlantedDisjunction(trials=trials, seed=seed))
    return put(folder, f"planted{seed}.vw", "".join(lines))


def test_json_has_the_counts_on_stdout_and_the_table_on_stderr(tmp_path):
    result = run("learn", put(tmp_path, "mail.vw", MAIL), "--json")
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert {"examples", "mistakes", "error", "updates", "seconds", "features"} <= record.keys()
    assert (record["examples"], record["features"]) == (3, 7)
    assert result.stderr.splitlines()[0].split() == [
        "error",
        "since",
        "last",
        "examples",
        "mistakes",
        "label",
        "predicted",
        "features",
    ]
    assert [line.split()[2] for line in result.stderr.splitlines()[1:3]] == ["1", "2"]
    assert run("learn", put(tmp_path, "mail.vw", MAIL), "--quiet").output == ""


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_by_name(tmp_path, name):
    needed = {"Swin": ["--n", 200], "Winnow": ["--n", 200], "WinnowR": ["--n", 200], "Alma": ["--p", 3]}
    model = tmp_path / "model.thresher"
    path = planted(tmp_path, 300)
    result = run("learn", path, "--learner", spell(LEARNERS[name]), "--model", model, *needed.get(name, []))
    assert result.exit_code == 0, result.output
    made = load(model)
    assert type(made) is LEARNERS[name]
    assert made.examples == 300


def test_every_parameter_of_every_learner_is_an_option():
    options = {parameter.name for parameter in LEARNER_PARAMETERS} | {"labels", "positive", "class_weights", "rows"}
    for kind in LEARNERS.values():
        assert set(parameters_of(kind)) <= options
        assert set(inspect.signature(kind.__init__).parameters) - {"self", "options"} <= options


def test_parameters_reach_the_learner(tmp_path):
    model = tmp_path / "m.thresher"
    path = planted(tmp_path, 50)
    command = [
        "learn",
        path,
        "--learner",
        "tracking-winnow",
        "--floor",
        "1/500",
        "--promotion",
        "1.5",
        "--model",
        model,
    ]
    assert run(*command).exit_code == 0
    assert load(model).get_params()["floor"] == 1 / 500
    quasi = ["--learner", "quasi-additive", "--link", "two-sinh", "--loss", "logistic", "--rate", "adaptive:0.3"]
    assert run("learn", path, *quasi, "--model", model).exit_code == 0
    assert load(model).get_params()["link"] == th.links.TwoSinh()
    margins = ["--learner", "perceptron", "--margin", "1,0.5", "--bias", "--transform", "unit-length"]
    assert run("learn", path, *margins, "--model", model).exit_code == 0
    assert load(model) == load(model)
    assert load(model).get_params()["margin"] == (1.0, 0.5)
    assert load(model).get_params()["bias"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--learner", "perceptron", "--floor", "0.1"], "perceptron takes no --floor; it takes --rate, --margin"),
        (["--learner", "swin"], "swin needs --n."),
        (["--learner", "nonsense"], "there is no learner 'nonsense'"),
        (["--learner", "swin"], "n"),
        (["--passes", "0"], "passes must be"),
        (["--labels", "ham"], "give two labels"),
        (["--on-error", "ignore"], "on_error is 'stop', 'skip', 'answer' or 'quarantine=FILE'"),
        (["--rate", "x"], "is none of"),
        (["--promotion", "1/0", "--learner", "tracking-winnow"], "is not a number"),
        (["--patience", "2"], "give a held-out share too"),
    ],
)
def test_what_can_not_work_is_said_with_exit_2(tmp_path, arguments, message):
    result = run("learn", planted(tmp_path, 5), *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bad_line_stops_with_its_place_and_keeps_what_was_learned(tmp_path):
    path = put(tmp_path, "bad.vw", "1 | a\n-1 | b\n1 | c:2x\n1 | d\n")
    good = put(tmp_path, "good.vw", "1 | a\n-1 | b\n")
    model, expected = tmp_path / "m.thresher", tmp_path / "e.thresher"
    result = run("learn", path, "--model", model)
    assert result.exit_code == 2
    assert f"thresher: {path}:3:8: a space was expected behind the number, not 'x'" in result.stderr
    assert run("learn", good, "--model", expected).exit_code == 0
    assert load(model) == load(expected)
    # The line is mended, and learning goes on there.
    put(tmp_path, "bad.vw", "1 | a\n-1 | b\n1 | c:2\n1 | d\n")
    assert run("learn", path, "--resume", model, "--model", model).exit_code == 0
    assert run("learn", path, "--model", expected).exit_code == 0
    assert model.read_bytes() == expected.read_bytes()


def test_bad_lines_skipped_and_quarantined(tmp_path):
    path = put(tmp_path, "bad.vw", "1 | a\nnonsense\n-1 | b\n0.7 | c\n")
    result = run("learn", path, "--on-error", "skip", "--json")
    assert json.loads(result.stdout)["skipped"] == 2
    assert "2 bad lines skipped; the first:" in result.stderr
    assert run("learn", path, "--on-error", f"quarantine={tmp_path / 'kept'}").exit_code == 0
    assert (tmp_path / "kept").read_text() == "nonsense\n0.7 | c\n"


def test_standard_input(tmp_path):
    done = subprocess.run(
        [*THRESHER, "learn", "-", "--format", "vw", "--json"], input=MAIL, capture_output=True, text=True
    )
    assert json.loads(done.stdout)["examples"] == 3
    assert "hint: say it: --format" in run("learn", "-", input=MAIL).stderr


def test_resuming_goes_on_in_new_lines_only(tmp_path):
    path = put(tmp_path, "log.vw", MAIL)
    model, whole = tmp_path / "m.thresher", tmp_path / "w.thresher"
    assert run("learn", path, "--model", model).exit_code == 0
    with open(path, "a") as file:
        file.write(MAIL)
    result = run("learn", path, "--resume", model, "--model", model, "--json")
    assert json.loads(result.stdout)["examples"] == 3
    assert run("learn", path, "--model", whole).exit_code == 0
    assert model.read_bytes() == whole.read_bytes()


def test_resuming_where_all_was_read_says_so(tmp_path):
    path, model = put(tmp_path, "mail.vw", MAIL), tmp_path / "m.thresher"
    run("learn", path, "--model", model, "--quiet")
    again = run("learn", path, "--resume", model, "--model", model, "--quiet")
    assert again.exit_code == 0
    assert f"{path}: read to the end before, nothing is new; to go over it once more: --passes" in again.stderr
    with open(path, "a") as file:
        file.write(MAIL)
    assert "nothing is new" not in run("learn", path, "--resume", model, "--model", model, "--quiet").stderr


def test_inspecting_shows_the_labels_that_came_and_none_that_were_not_said(tmp_path):
    model = tmp_path / "m.thresher"
    run("learn", put(tmp_path, "t.csv", "label,a\nno,1\nyes,2\n"), "--model", model, "--quiet")
    record = json.loads(run("inspect", model, "--json").stdout)
    assert record["labels"] == ["no", "yes"]
    assert record["positive"] == "yes"
    assert not {"labels", "positive"} & set(record["parameters"])
    run("learn", put(tmp_path, "t.csv", "label,a\nno,1\nyes,2\n"), "--model", model, "--quiet", "--labels", "yes,no")
    assert json.loads(run("inspect", model, "--json").stdout)["parameters"]["labels"] == "('yes', 'no')"


def test_labels_of_a_table_may_be_texts_and_numbers(tmp_path):
    path = put(tmp_path, "t.csv", "label,a\n" + "cat,1\n1,2\n" * 3)
    said = run("learn", path, "--labels", "cat,1", "--json")
    assert said.exit_code == 0
    assert json.loads(said.stdout)["labels"] == ["cat", 1]


def test_resuming_makes_the_passes_that_are_left(tmp_path):
    path = planted(tmp_path, 100)
    one, three = tmp_path / "one.thresher", tmp_path / "three.thresher"
    assert run("learn", path, "--model", one).exit_code == 0
    assert run("learn", path, "--resume", one, "--passes", 3, "--model", one).exit_code == 0
    assert run("learn", path, "--passes", 3, "--model", three).exit_code == 0
    assert one.read_bytes() == three.read_bytes()


def test_a_file_that_changed_is_not_gone_on_with(tmp_path):
    path = put(tmp_path, "log.vw", MAIL)
    model = tmp_path / "m.thresher"
    assert run("learn", path, "--model", model).exit_code == 0
    put(tmp_path, "log.vw", MAIL.replace("noon", "moon"))
    result = run("learn", path, "--resume", model)
    assert result.exit_code == 2
    assert "has changed before byte" in result.stderr


def test_resume_and_parameters_exclude_each_other(tmp_path):
    path = put(tmp_path, "log.vw", MAIL)
    model = tmp_path / "m.thresher"
    assert run("learn", path, "--model", model).exit_code == 0
    result = run("learn", path, "--resume", model, "--rate", "0.1")
    assert result.exit_code == 2
    assert "leave --rate out" in result.stderr


@pytest.mark.parametrize("passes", [1, 2])
def test_interrupted_and_resumed_is_one_run(tmp_path, passes):
    path = planted(tmp_path, 60_000)
    stopped, whole = tmp_path / "stopped.thresher", tmp_path / "whole.thresher"
    common = ["--learner", "averaged-perceptron", "--passes", str(passes), "--log", str(tmp_path / "log"), "--quiet"]
    process = subprocess.Popen([*THRESHER, "learn", path, *common, "--model", str(stopped)])
    while not (tmp_path / "log").exists() or (tmp_path / "log").stat().st_size < 200_000:
        assert process.poll() is None, "it ended before it could be interrupted"
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    (read,) = load_with_progress(stopped)[1]["files"].values()
    assert 0 < read["lines"] < 60_000
    resume = [arg for arg in common if arg not in ("--learner", "averaged-perceptron")]
    subprocess.run([*THRESHER, "learn", path, *resume, "--resume", str(stopped), "--model", str(stopped)], check=True)
    plain = [arg for arg in common if arg not in ("--log", str(tmp_path / "log"))]
    subprocess.run([*THRESHER, "learn", path, *plain, "--model", str(whole)], check=True)
    assert stopped.read_bytes() == whole.read_bytes()


def test_an_interrupt_while_waiting_for_a_pipe_keeps_the_model(tmp_path):
    model = tmp_path / "m.thresher"
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*THRESHER, "learn", pipe, "--format", "vw", "--model", str(model)], stderr=subprocess.PIPE, text=True
    )
    with open(pipe, "w") as feeder:
        feeder.write(MAIL)
        feeder.flush()
        for line in process.stderr:
            if line.split()[2:3] == ["2"]:
                break
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert "what was learned is kept" in process.stderr.read()
    process.stderr.close()
    assert load(model).examples == 3


def test_report_and_plot(tmp_path):
    pytest.importorskip("matplotlib")
    page, picture = tmp_path / "r.html", tmp_path / "r.png"
    assert run("learn", planted(tmp_path, 500), "--report", page, "--plot", picture).exit_code == 0
    assert page.read_text().startswith("<!doctype html>") or page.read_text().startswith("<!DOCTYPE html>")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_holdout_test_and_measures(tmp_path):
    command = [
        "learn",
        planted(tmp_path, 500),
        "--holdout",
        0.1,
        "--test",
        planted(tmp_path, 200, seed=1),
        "--measures",
        "--json",
    ]
    result = run(*command)
    record = json.loads(result.stdout)
    assert record["held_out"]["examples"] == 50
    assert record["test"]["examples"] == 200
    assert "auc" in record["measures"]


def test_tables(tmp_path):
    path = put(tmp_path, "mail.csv", "label,words,zip\nspam,Free money,10115\nham,lunch at noon,10117\n")
    model = tmp_path / "m.thresher"
    command = ["learn", path, "--labels", "ham,spam", "--text", "words", "--category", "zip", "--model", model]
    assert run(*command, "--no-shape").exit_code == 0
    assert set(load(model).weights()) == {"free", "money", "zip=10115", "lunch", "at", "noon", "zip=10117"}
    new = put(tmp_path, "new.jsonl", '{"words": "free lunch", "zip": 10115}\n')
    assert run("predict", new, "--model", model).stdout == "spam\n"


@pytest.mark.parametrize("option", ["--model", "--log", "--report", "--plot", "--on-error"])
def test_what_is_read_is_never_written_over(tmp_path, option):
    path = put(tmp_path, "mail.vw", MAIL)
    result = run("learn", path, option, f"quarantine={path}" if option == "--on-error" else path)
    assert result.exit_code == 2
    assert "is read, and can't be written to" in result.stderr
    assert (tmp_path / "mail.vw").read_text() == MAIL


def test_rows_of_tables_are_quarantined_as_they_were(tmp_path):
    path = put(tmp_path, "rows.csv", "a,label\n2,1\n3,maybe\n0.5,0\n")
    kept = tmp_path / "kept"
    assert run("learn", path, "--learner", "perceptron", "--on-error", f"quarantine={kept}").exit_code == 0
    assert kept.read_text() == "3,maybe\n"


def test_the_same_examples_are_held_out_in_every_pass_and_after_resuming(tmp_path):
    lines = Path(planted(tmp_path, 43)).read_text().splitlines(keepends=True)
    path = put(tmp_path, "grows.vw", "".join(lines[:25]))
    part, whole = tmp_path / "part.thresher", tmp_path / "whole.thresher"
    assert run("learn", path, "--holdout", 0.1, "--model", part).exit_code == 0
    put(tmp_path, "grows.vw", "".join(lines))
    assert run("learn", path, "--holdout", 0.1, "--resume", part, "--model", part).exit_code == 0
    assert run("learn", path, "--holdout", 0.1, "--model", whole).exit_code == 0
    assert load(part) == load(whole)
    twice = json.loads(run("learn", path, "--holdout", 0.1, "--passes", 2, "--json").stdout)
    assert twice["held_out"]["examples"] == 4


def test_a_line_that_was_not_finished_is_not_gone_on_with(tmp_path):
    path = put(tmp_path, "g.svm", "-1 2:1\n1 3:1")
    model = tmp_path / "m.thresher"
    assert run("learn", path, "--model", model).exit_code == 0
    put(tmp_path, "g.svm", "-1 2:1\n1 3:10 4:2\n")
    result = run("learn", path, "--resume", model)
    assert result.exit_code == 2
    assert "its last line had no end" in result.stderr


def test_a_file_that_can_not_be_read_replaces_no_model(tmp_path):
    model = tmp_path / "m.thresher"
    table = tmp_path / "t.csv"
    table.write_text("label,a\n1,2\n")
    assert run("learn", str(table), "--model", str(model)).exit_code == 0
    before = model.read_bytes()
    failed = run("learn", str(table), "--label", "lable", "--model", str(model))
    assert failed.exit_code != 0
    assert "kept" not in failed.stderr
    assert model.read_bytes() == before


@pytest.mark.parametrize(("label", "positive"), [("spam", "spam"), ("ham", None), ("cat", None)])
def test_one_label_alone_is_told_the_same_everywhere(tmp_path, label, positive):
    path, model = put(tmp_path, "one.csv", f"label,a\n{label},x\n{label},y\n"), tmp_path / "m.thresher"
    told = run("learn", path, "--model", model).stderr
    assert f"one label alone: {label}{', which is positive' if positive else ''}\n" in told
    assert "taken for" not in told
    assert json.loads(run("learn", path, "--quiet", "--json").stdout)["positive"] == positive
    assert json.loads(run("inspect", model, "--json").stdout)["positive"] == positive
    title = run("compare", path, "--learner", "auto").stdout
    assert (f"positive: {positive};" if positive else "; 1 label;") in title


@pytest.mark.parametrize(
    ("rows", "words"),
    [("a,label\n", "there was no example"), ("a,label\n1,\n2,\n", "no example had a label")],
    ids=["header alone", "no labels"],
)
def test_a_model_that_learned_nothing_says_so_although_quiet(tmp_path, rows, words):
    result = run("learn", put(tmp_path, "t.csv", rows), "--quiet", "--model", tmp_path / "m.thresher")
    assert result.exit_code == 0
    assert f"{words}, so nothing was learned" in result.stderr


def test_a_quiet_run_with_labels_says_nothing(tmp_path):
    assert run("learn", put(tmp_path, "mail.vw", MAIL), "--quiet").stderr == ""

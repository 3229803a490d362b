"""`thresher learn` with late labels."""

import json
import os
import pty
import random
import subprocess
import sys

import pytest
from click.testing import CliRunner

from thresher import Auto, TrackingWinnow
from thresher.cli import main
from thresher.cli.options.late import arrival_of
from thresher.errors import ParameterError
from thresher.evaluation.late.evaluate import evaluate_late
from thresher.late import OD1, Copies, Delayed, Immediate, order_of
from thresher.late.orders.naming import HOMES
from thresher.late.simulate.arrivals import Constant, HeavyTailed, Uniform
from thresher.learners import load
from thresher.streams import PlantedDisjunction

LEARNER = ["--learner", "tracking-winnow", "--floor", "0.01"]


def run(*arguments, input=None):
    return CliRunner().invoke(main, ["learn", *map(str, arguments)], input=input)


def record(*arguments):
    result = run(*arguments, "--quiet", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def put(folder, name, lines):
    path = folder / name
    path.write_text("".join(lines))
    return str(path)


def examples(trials, seed=0):
    return [(list(map(str, x)), bool(y)) for x, y in PlantedDisjunction(trials=trials, seed=seed)]


@pytest.fixture
def planted(tmp_path):
    lines = [f"{1 if y else -1} 'm{i} | {' '.join(x)}\n" for i, (x, y) in enumerate(examples(400))]
    return put(tmp_path, "planted.vw", lines)


@pytest.mark.parametrize(
    ("delay", "rule"),
    [("30", Constant(30)), ("uniform:60", Uniform(1, 60, 5)), ("heavy:10", HeavyTailed(10, seed=5))],
    ids=["constant", "uniform", "heavy"],
)
@pytest.mark.parametrize(("order", "made"), [("immediate", Immediate()), ("od1", OD1())], ids=["immediate", "od1"])
def test_the_command_is_evaluate_late(planted, delay, rule, order, made):
    told = record(planted, *LEARNER, "--delay", delay, "--delay-seed", 5, "--order", order)
    here = evaluate_late(examples(400), Delayed(TrackingWinnow(floor=0.01), made), rule)
    assert told["mistakes"] == here.mistakes
    assert told["late"] == here.to_plain()


@pytest.mark.parametrize("order", ["immediate", "od1", "od3:40", "copies:40", "replay"])
def test_a_log_of_late_labels_is_replayed_to_the_same_model(planted, tmp_path, order):
    log, model = tmp_path / "log", tmp_path / "model"
    record(planted, *LEARNER, "--delay", "uniform:40", "--order", order, "--log", log, "--model", model)
    told = json.loads(CliRunner().invoke(main, ["replay", str(log), "--json"]).stdout)
    assert (told["complete"], told["same_digest"], told["differing_predictions"]) == (True, True, 0)


@pytest.mark.parametrize("order", ["immediate", "od1", "od3:40", "copies:40", "replay"])
def test_every_order_by_name(planted, order):
    told = record(planted, *LEARNER, "--delay", "uniform:40", "--order", order)
    assert told["late"]["order"] == order.partition(":")[0]
    assert sum(told["late"]["statuses"].values()) == 400
    assert {name.lower() for name in HOMES} == {"immediate", "od1", "od3", "copies", "replay"}


def test_the_summary_tells_fates_interval_cost_and_warning(tmp_path):
    rows = [f"{i % 2},{'ab'[i % 2]},{3 if i % 2 else 40}\n" for i in range(200)]
    table = put(tmp_path, "table.csv", ["label,word,late\n", *rows])
    said = run(table, "--delay-column", "late", "--until", "end").stderr
    assert "late labels, order immediate: 178 learned; " in said
    assert "22 pending, 0 given up, at most 21 outstanding at once" in said
    assert "the error of all questions is between 0." in said
    assert "without delay; D6a allows" in said
    assert "warning: the delay depends on the label: positive labels take 3 questions, negative ones 40" in said
    assert "warning" not in run(table, "--delay", "5", "--ignore", "late").stderr


def test_a_cell_that_is_empty_is_a_label_that_never_comes(tmp_path):
    rows = [
        f'{{"label": {i % 2}, "word": "{"ab"[i % 2]}", "late": {"null" if i % 4 == 0 else 2}}}\n' for i in range(80)
    ]
    told = record(put(tmp_path, "table.jsonl", rows), "--delay-column", "late")
    assert (told["late"]["pending"], told["labelled"]) == (20, 60)


@pytest.mark.parametrize("dates", [False, True], ids=["numbers", "dates"])
def test_times_may_be_numbers_or_dates_and_a_delay_column_may_hold_either(tmp_path, dates):
    random.seed(1)
    rows, other = [], []
    for i in range(120):
        late = random.randrange(0, 50)
        asked, came = i * 2, i * 2 + late
        if dates:
            asked, came = (f"2026-01-01T00:{m // 60:02}:{m % 60:02}" for m in (asked, came))
            rows.append(f"{i % 2},{'abc'[i % 3]},{asked},{came}\n")
        else:
            rows.append(f"{i % 2},{'abc'[i % 3]},{asked},{late}\n")
        other.append(({f"word={'abc'[i % 3]}": 1, "asked": i * 2, "late": late}, bool(i % 2)))
    path = put(tmp_path, "times.csv", ["label,word,asked,late\n", *rows])
    told = record(path, *LEARNER, "--time-column", "asked", "--delay-column", "late")
    here = evaluate_late(other, Delayed(TrackingWinnow(floor=0.01)), "late", moment="asked")
    assert (told["mistakes"], told["late"]) == (here.mistakes, here.to_plain())


def two_files(folder, ext, times):
    """Instances, and labels in the order in which they came: with what tells when, and the run it should be."""
    random.seed(2)
    known = examples(150)
    due = [i + random.randrange(1, 30) for i in range(150)]
    came = sorted(range(150), key=lambda i: (due[i], i))
    instances = [{"id": f"m{i}", "words": x} | ({"t": i} if times else {}) for i, (x, _) in enumerate(known)]
    answers = [
        {"id": f"m{i}", "label": int(known[i][1])} | ({"t": due[i]} if times else {"after": f"m{due[i] - 1}"})
        for i in came
    ]
    if ext == "csv":
        lines = [",".join(answers[0]) + "\n", *(",".join(map(str, row.values())) + "\n" for row in answers)]
    else:
        lines = [json.dumps(row) + "\n" for row in answers]
    stream = [({f"words={word}": 1 for word in x}, y) for x, y in known]
    expected = evaluate_late(
        stream, Delayed(TrackingWinnow(floor=0.01)), lambda number, x, y: due[number - 1] - number + 1
    )
    return (
        put(folder, "instances.jsonl", (json.dumps(row) + "\n" for row in instances)),
        put(folder, f"labels.{ext}", lines),
        expected,
    )


@pytest.mark.parametrize("ext", ["jsonl", "csv"])
@pytest.mark.parametrize("times", [False, True], ids=["after", "time"])
def test_labels_of_another_file_are_joined_by_id_when_it_says_they_came(tmp_path, ext, times):
    instances, answers, expected = two_files(tmp_path, ext, times)
    when = ["--time-column", "t"] if times else []
    told = record(instances, *LEARNER, "--answers", answers, "--id", "id", *when)
    assert (told["mistakes"], told["labelled"], told["unlabelled"]) == (expected.mistakes, 150, 0)
    assert told["late"]["statuses"] == {"learned": 150}
    assert told["late"]["outstanding"] == expected.outstanding
    assert told["late"]["cost"]["in_arrival_order"] == expected.cost.in_arrival_order
    assert told["late"]["cost"]["without_delay"] == expected.cost.without_delay


def test_instances_of_a_pipe_are_not_read_again(tmp_path):
    answers = put(tmp_path, "labels.csv", ["id,label,after\n", "m1,1,m1\n", "m2,0,m2\n"])
    command = [sys.executable, "-c", "from thresher.cli import main; main()", "learn", "-", "--format", "vw"]
    command += ["--answers", answers, "--id", "id", "--json", "--quiet"]
    told = subprocess.run(command, input="'m1 | a\n'm2 | b\n", capture_output=True, text=True, timeout=120, check=True)
    cost = json.loads(told.stdout)["late"]["cost"]
    assert (cost["without_delay"], cost["in_arrival_order"]) == (None, 1)
    refused = run("-", "--format", "vw", "--answers", answers, "--id", "id", "--model", answers)
    assert "can't be written to in the same run" in refused.stderr


def test_labels_that_do_not_say_when_come_after_the_last_question(tmp_path, planted):
    answers = put(tmp_path, "labels.csv", ["id,label\n", "m3,1\n", "m1,-1\n", "m1,-1\n", "nobody,1\n"])
    told = record(planted, *LEARNER, "--answers", answers, "--id", "id")
    assert told["late"]["statuses"] == {"learned": 2, "duplicate": 1, "unknown": 1}
    assert (told["late"]["pending"], told["late"]["outstanding"]) == (398, 399)


def test_the_file_of_answers_may_be_named_by_labels_too(tmp_path):
    instances, answers, _ = two_files(tmp_path, "jsonl", False)
    said = [record(instances, *LEARNER, option, answers, "--id", "id") for option in ("--answers", "--labels")]
    for one in said:
        one.pop("seconds")
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["id,label\n", "m1,1\n", "m1,-1\n"], "labels.csv:3:1: the instance 'm1' has another label already"),
        (["id,label\n", "m1,perhaps\n"], "labels.csv:2:1: "),
        (["id,label\n", ",1\n"], "labels.csv:2:1: there is no 'id'"),
        (["id,label\n", "m1,\n"], "labels.csv:2:1: there is no label"),
        (["id,label\n", "m1,1,5\n"], "labels.csv:2:"),
    ],
    ids=["contradiction", "label", "id", "empty", "cells"],
)
def test_a_bad_line_among_the_answers_is_told_with_its_place_or_skipped(tmp_path, planted, lines, place):
    answers = put(tmp_path, "labels.csv", lines)
    result = run(planted, *LEARNER, "--answers", answers, "--id", "id", "--quiet")
    assert (result.exit_code, place in result.stderr) == (2, True), result.stderr
    assert record(planted, *LEARNER, "--answers", answers, "--id", "id", "--on-error", "skip")["skipped"] == 1


def test_instances_without_an_id_or_with_one_twice_are_told_with_their_place(tmp_path):
    answers = put(tmp_path, "labels.csv", ["id,label\n"])
    twice = put(tmp_path, "twice.jsonl", ['{"id": "a", "x": 1}\n', '{"id": "a", "x": 1}\n'])
    none = put(tmp_path, "none.jsonl", ['{"x": 1}\n'])
    assert "twice.jsonl:2:1: the ticket 'a' was used before" in run(twice, "--answers", answers, "--id", "id").stderr
    assert "none.jsonl:1:1: there is no column 'id'" in run(none, "--answers", answers, "--id", "id").stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--delay", "0"], "delay must be a whole number from 1"),
        (["--delay", "soon"], "is no delay"),
        (["--delay", "uniform"], "is no delay"),
        (["--delay", "heavy:1:2:3"], "is no delay"),
        (["--order", "alphabetical"], "there is no order 'alphabetical'"),
        (["--order", "od3"], "takes horizon"),
        (["--order", "od3:soon"], "whole number"),
        (["--order", "od1:5"], "is no order"),
        (["--delay", "5", "--passes", "2"], "--passes does not go with late labels"),
        (["--delay", "5", "--certify"], "--certify does not go with late labels"),
        (["--delay", "5", "--resume", "m.thresher"], "give all questions and answers again"),
        (["--delay", "5", "--delay-column", "d"], "give one of them"),
        (["--delay-column", "d"], "there is no column 'd' in vw"),
        (["--time-column", "t"], "how late labels are"),
        (["--time-column", "t", "--delay", "uniform:5"], "a number in its unit"),
        (["--answers", "nowhere.csv"], "--answers needs --id"),
        (["--answers", "nowhere.csv", "--id", "id"], "there is no such file"),
        (["--answers", "nowhere.csv", "--id", "id", "--delay", "5"], "leave --delay"),
        (["--id", "id"], "--id is about late labels"),
        (["--horizon", "5"], "--horizon is about late labels"),
    ],
    ids=lambda value: "-".join(value).replace("--", "") if isinstance(value, list) else "",
)
def test_what_does_not_go_together_is_refused_before_anything_is_read(planted, arguments, sentence):
    result = run(planted, *arguments)
    assert (result.exit_code, sentence in result.stderr) == (2, True), result.stderr


def test_a_model_without_anything_pending_is_the_learner_itself(tmp_path, planted):
    path = tmp_path / "model.thresher"
    record(planted, *LEARNER, "--delay", 30, "--model", path)
    late = Delayed(TrackingWinnow(floor=0.01))
    evaluate_late(planted, late, 30)
    assert load(path) == late.learner
    assert CliRunner().invoke(main, ["predict", planted, "--model", str(path)]).exit_code == 0


@pytest.mark.parametrize("order", ["immediate", "copies:3"])
def test_a_model_with_something_pending_goes_on_with_it(tmp_path, planted, order):
    path = tmp_path / "model.thresher"
    result = run(planted, *LEARNER, "--delay", 30, "--until", "end", "--order", order, "--model", path)
    assert "holds the learner and the instances that wait" in result.stderr
    late = load(path)
    assert type(late) is Delayed
    assert (late.pending, late.asked) == (30, 400)
    assert str(late.label(400, True)) == "waiting"
    said = CliRunner().invoke(main, ["predict", planted, "--model", str(path), "--as", "json"])
    assert said.exit_code == 0, said.output
    first = json.loads(said.stdout.splitlines()[0])["label"]
    assert first == (1 if late.predict_one(examples(400)[0][0]) else -1)
    shown = json.loads(CliRunner().invoke(main, ["inspect", str(path), "--json"]).stdout)
    assert (shown["late_labels"]["pending"], shown["positive"]) == (30, 1)
    more = run(planted, "--resume", path, "--model", path, "--json")
    assert more.exit_code == 0, more.output
    assert load(path).asked == 800


def test_bad_lines_and_pictures_are_those_of_a_plain_run(tmp_path):
    path = put(tmp_path, "bad.vw", ["1 | a\n", "7 | b\n", "-1 | c\n"])
    named = [*LEARNER, "--labels", "-1,1", "--delay", 2]
    result = run(path, *named)
    assert (result.exit_code, "bad.vw:2:" in result.stderr, "the label 7" in result.stderr) == (2, True, True)
    told = record(path, *named, "--on-error", "skip", "--report", tmp_path / "page.html")
    assert (told["skipped"], told["labelled"]) == (1, 2)
    assert (tmp_path / "page.html").stat().st_size > 1000


def test_rules_and_orders_as_they_are_written():
    assert arrival_of("uniform:10:1000", 3) == Uniform(10, 1000, 3)
    assert arrival_of("heavy:100:2.5", 3) == HeavyTailed(100, 2.5, 3)
    assert order_of("OD3:20").horizon == 20
    with pytest.raises(ParameterError, match="there are immediate"):
        order_of("")


def test_a_terminal_shows_a_line_and_then_the_summary(planted):
    leader, follower = pty.openpty()
    code = "from thresher.cli import main; main()"
    command = [sys.executable, "-c", code, "learn", planted, "--delay", "uniform:50", "--order", "od1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=follower, stdin=subprocess.DEVNULL) as process:
        os.close(follower)
        shown = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        assert process.stdout.read() == b""
    os.close(leader)
    assert process.returncode == 0
    assert b"\x1b[" in shown  # a line that is drawn and taken away again
    assert b"late labels, order od1:" in shown


@pytest.mark.parametrize("third", [1, 5])
def test_minus_one_and_zero_are_two_labels(tmp_path, third):
    rows = [f"{label},{word}\n" for label, word in ((-1, "x"), (0, "y"), (third, "z")) * 6]
    path = put(tmp_path, "three.csv", ["label,a\n", *rows])
    known = record(path, "--delay", 2, "--model", tmp_path / "model")
    assert known["labels"] == [-1, 0, third]
    assert {label for pair in known["confusion"] for label in pair[:2]} <= {-1, 0, third}
    assert run(path, "--delay", 1).exit_code == 0
    said = CliRunner().invoke(main, ["predict", path, "--model", str(tmp_path / "model")])
    assert said.stdout.split() == ["-1", "0", str(third)] * 6


@pytest.mark.parametrize("labels", [["cat", "dog"], ["cat", "dog", "bird"]])
def test_a_new_label_may_be_the_last_of_a_resumed_run(tmp_path, labels):
    late = Delayed(Auto())
    for label in labels * 3:
        late.learn_one({label: 1}, label)
    late.save(tmp_path / "model")
    result = run(put(tmp_path, "sheep.csv", ["label,w\n", "sheep,moo\n"]), "--resume", tmp_path / "model")
    assert result.exit_code == 0, result.output
    assert f"{len(labels) + 1} labels" in result.output


def test_the_table_of_progress_shows_what_was_said(tmp_path):
    rows = [f"{label},{word}\n" for label, word in (("ham", "x"), ("spam", "y")) * 8]
    shown = run(put(tmp_path, "rows.csv", ["label,a\n", *rows]), "--delay", 3).stderr.splitlines()[1:6]
    assert [line.split()[-2] for line in shown] == ["-", "-", "ham", "spam", "spam"]


def test_the_copy_that_predicts_is_the_one_that_would_be_asked(tmp_path):
    late = Delayed(Auto(), Copies(k=2))
    for label in ("cat", "dog", "bird") * 3:
        late.learn_one([f"w={label}"], label)
    late.ask(["w=cow"])  # the first copy waits
    late.label(late.ask(["w=cow"]).ticket, "cow")
    late.apply()
    late.save(tmp_path / "model")
    path = put(tmp_path, "rows.csv", ["w\n", "cow\n", "cat\n"])
    said = CliRunner().invoke(main, ["predict", path, "--model", str(tmp_path / "model")])
    loaded = load(tmp_path / "model")
    assert said.stdout.split() == [loaded.predict_one([f"w={word}"]) for word in ("cow", "cat")] == ["cow", "cow"]


def questions_and_answers(tmp_path, after):
    """Mails to ask about, and their labels in a file of its own, each with what `after` says of when it came."""
    asked = [{"id": i, "body": "free money" if i % 3 == 0 else "lunch at noon"} for i in range(60)]
    questions = put(tmp_path, "questions.jsonl", [json.dumps(x) + "\n" for x in asked])
    lines = [f"{i},{'spam' if i % 3 == 0 else 'ham'},{after(i)}\n" for i in range(60)]
    return [questions, "--answers", put(tmp_path, "answers.csv", ["id,label,after\n", *lines]), "--id", "id"]


def test_questions_asked_before_any_label_came_are_no_error_of_zero(tmp_path):
    asked = [*questions_and_answers(tmp_path, lambda i: ""), "--text", "body"]
    told = record(*asked)
    assert (told["mistakes"], told["abstained"], told["late"]["asked_before_labels"]) == (40, 0, 60)  # a yes to each
    said = run(*asked).stderr
    assert "auto: 40 mistakes in 60 labelled examples" in said
    assert "60 questions were asked before any label came: the answer was a guess" in said
    assert [line.split()[-2] for line in said.splitlines()[1:7]] == ["-"] * 6  # no label has a name yet
    assert "0.0000" not in said


def test_many_classes_without_a_label_have_no_answer_and_no_error(tmp_path):
    many = ["--learner", "perceptron", "--labels", "any"]
    asked = [*questions_and_answers(tmp_path, lambda i: ""), "--text", "body", *many]
    told = record(*asked)
    assert (told["error"], told["abstained"], told["late"]["asked_before_labels"]) == (None, 60, 60)
    report = tmp_path / "report.html"
    said = run(*asked, "--report", report).stderr
    assert "perceptron: no answer to any of 60 labelled examples, so no error" in said
    assert "cost of delay: 0 mistakes and 60 without an answer" in said
    assert "0.0000" not in said
    assert "There was no answer to any labelled example, so there is no error to draw." in report.read_text()


def test_questions_asked_before_the_first_burst_of_labels_are_told_beside_the_error(tmp_path):
    asked = [*questions_and_answers(tmp_path, lambda i: i // 20 * 20 + 19), "--text", "body"]
    told = record(*asked)
    assert (told["abstained"], told["late"]["asked_before_labels"]) == (0, 20)
    said = run(*asked).stderr
    assert f"error {told['error']:.4f}" in said
    assert "20 questions were asked before any label came" in said

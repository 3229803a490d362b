"""`thresher learn --predictions`: an answer to each line, before its label is learned; nobody waits in vain."""

import contextlib
import csv
import io
import json
import os
import select
import subprocess
import sys

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.streams import PlantedDisjunction, Source

THRESHER = [sys.executable, "-c", "from thresher.cli import main; main()"]
PATIENCE = 60  # seconds until a program that waits for its answer is said to hang


def run(*arguments, input=None):
    if input is None:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])
    result = subprocess.run([*THRESHER, *map(str, arguments)], input=input, capture_output=True, text=True)
    result.exit_code = result.returncode
    return result


def mails(count):
    """(label, words) of a planted concept."""
    return [(int(y), [f"w{i}" for i in x]) for x, y in PlantedDisjunction(trials=count, seed=3)]


WRITERS = {
    "vw": lambda y, x: f"{'' if y is None else y} | {' '.join(x)}\n",
    "svmlight": lambda y, x: f"{y} {' '.join(f'{i}:1' for i in sorted({int(w[1:]) for w in x}))}\n",
    "snow": lambda y, x: f"{y}, {', '.join(str(10 + int(w[1:])) for w in x)}:\n",
    "json": lambda y, x: json.dumps({**({} if y is None else {"label": y}), "features": dict.fromkeys(x, 1)}) + "\n",
    "text": lambda y, x: ("" if y is None else f"{y}\t") + " ".join(x) + "\n",
    "csv": lambda y, x: f"{'' if y is None else y},{x[0] if x else ''},{x[-1] if x else ''}\n",
}
BAD = {
    "vw": "no bar at all\n",
    "svmlight": "1 3:abc\n",
    "snow": "1, 2\n",
    "json": '{"label": 1,\n',
    "text": "1\t\udcff\n",
    "csv": "1,2,3,4,5\n",
}


@contextlib.contextmanager
def talking_to(*arguments, command="learn"):
    """A process that is spoken to line by line."""
    called = [*THRESHER, command, "-", *map(str, arguments)]
    with subprocess.Popen(called, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        try:
            yield process
        finally:
            process.kill()


def answer_to(process, line):
    """Writes one line and waits for one line."""
    process.stdin.write(line.encode("utf-8", "surrogateescape"))
    return read_line(process)


def read_line(process):
    got = b""
    while not got.endswith(b"\n"):
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        assert ready, "no answer came"
        part = os.read(process.stdout.fileno(), 1)
        assert part, "the answers ended"
        got += part
    return got.decode().rstrip("\n")


@pytest.mark.parametrize("format", WRITERS)
def test_a_program_that_waits_for_each_answer_never_hangs(tmp_path, format):
    write, model = WRITERS[format], tmp_path / "model.thresher"
    examples = mails(40)
    said = []
    options = ["--format", format, "--predictions", "-", "--quiet", "--on-error", "answer", "--model", model]
    with talking_to(*options) as process:
        if format == "csv":
            process.stdin.write(b"label,first,last\n")
        for i, (y, x) in enumerate(examples):
            said.append(answer_to(process, write(y, x)))
            if i % 10 == 3:
                assert answer_to(process, BAD[format]) == ""
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert set(said[10:]) == {"0", "1"} or format == "csv"
    twin = th.Auto()
    clean = tmp_path / "clean"
    head = "label,first,last\n" if format == "csv" else ""
    clean.write_text(head + "".join(write(y, x) for y, x in examples))
    expected = []
    for block in Source(str(clean), format).blocks():
        for row in range(len(block)):
            expected.append(twin.predict_one(block.example(row)))
            twin.learn_one(block.example(row), block.label(row))
    assert said[1:] == [str(int(answer)) for answer in expected[1:]]
    assert th.load(model).digest() == twin.digest()  # bad lines left no trace


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("command", ["learn", "predict"])
def test_a_line_that_holds_nothing_is_answered_too(tmp_path, format, command):
    write, model = WRITERS[format], tmp_path / "model.thresher"
    lines = [write(y, x) for y, x in mails(20)]
    data = tmp_path / "data"
    head = "label,first,last\n" if format == "csv" else ""
    data.write_text(head + "".join(lines))
    assert run("learn", data, "--format", format, "--model", model, "--quiet").exit_code == 0
    options = ["--predictions", "-", "--quiet", "--format", format] if command == "learn" else ["--model", model]
    with talking_to(*options, "--on-error", "answer", command=command) as process:
        process.stdin.write(head.encode())
        assert answer_to(process, "\n") == ""
        assert answer_to(process, lines[0]) != "" or command == "learn"
        assert answer_to(process, "   \n") == ""
        assert answer_to(process, lines[1]) != ""
        process.stdin.write((lines[2] + "\n" + BAD[format] + lines[3]).encode("utf-8", "surrogateescape"))
        said = [read_line(process) for _ in range(4)]
        assert [answer == "" for answer in said] == [False, True, True, False]


def test_empty_lines_of_csv_are_told_from_those_within_a_cell(tmp_path):
    model = tmp_path / "model.thresher"
    learned = run("learn", "-", "--format", "csv", "--model", model, "--quiet", input="label,a\n1,x\n0,y\n")
    assert learned.exit_code == 0
    text = 'label,a\n\n1,x\n0,"y\n\nz"\n \n,,,\n\n1,x\n\n'
    asked = run("predict", "-", "--model", model, "--on-error", "answer", "--as", "json", input=text)
    answers = [json.loads(line) for line in asked.stdout.splitlines()]
    assert [(one["line"], "error" in one) for one in answers] == [
        *((2, True), (3, False), (4, False), (7, True), (8, True), (9, True), (10, False), (11, True))
    ]


def test_answers_are_those_of_before_each_label(tmp_path):
    examples = mails(300)
    text = "".join(WRITERS["vw"](y, x) for y, x in examples)
    result = run("learn", "-", "--format", "vw", "--predictions", "-", "--output", "scores", "--quiet", input=text)
    twin = th.Auto()
    scores = []
    for y, x in examples:
        scores.append(twin.score_one(x))
        twin.learn_one(x, y)
    assert list(map(float, result.stdout.split())) == scores


@pytest.mark.parametrize("options", [[], ["--log"], ["--learner", "perceptron"], ["--labels", "any"], ["--measures"]])
def test_answers_to_a_file_are_the_same_however_it_learns(tmp_path, options):
    examples = mails(200)
    path = tmp_path / "mail.vw"
    path.write_text("".join(WRITERS["vw"](y, x) for y, x in examples) + WRITERS["vw"](None, ["w1"]))
    options = [*options, tmp_path / "log"] if options == ["--log"] else options
    out = tmp_path / "answers"
    assert run("learn", path, "--predictions", out, "--quiet", *options).exit_code == 0
    said = out.read_text().splitlines()
    record = json.loads(run("learn", path, "--json", "--quiet", *[o for o in options if o != "--log"][:2]).stdout)
    assert len(said) == 201
    wrong = sum(answer != str(y) for answer, (y, _) in zip(said, examples, strict=False))
    assert wrong - record["mistakes"] in (0, 1)  # the first, which had no name yet


def test_labels_of_any_name_are_answered_as_they_are_written():
    text = "".join(f"{'spam' if y else 'ham'}\t{' '.join(x)}\n" for y, x in mails(60))
    result = run("learn", "-", "--format", "text", "--predictions", "-", "--quiet", input=text)
    assert result.stdout.splitlines()[0] == ""
    assert set(result.stdout.splitlines()[20:]) == {"ham", "spam"}


def test_a_line_that_is_no_example_is_answered_by_why(tmp_path):
    lines = ["1 | a\n", "oops\n", "-1 | b\n"]
    options = ["learn", "-", "--format", "vw", "--predictions", "-", "--quiet", "--on-error", "answer"]
    said = run(*options, "--as", "json", input="".join(lines)).stdout.splitlines()
    records = [json.loads(line) for line in said]
    assert [record["line"] for record in records] == [1, 2, 3]
    assert [("error" in record, record["label"] is None) for record in records] == [
        (False, True),
        (True, True),
        (False, False),
    ]
    table = run(*options, "--as", "csv", "--output", "scores", "--labels", "-1,1", input="".join(lines)).stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [bool(row["error"]) for row in rows] == [False, True, False]
    assert all(None not in row and None not in row.values() for row in rows)


def test_predict_answers_bad_lines_too(tmp_path):
    model = tmp_path / "model.thresher"
    assert run("learn", "-", "--format", "vw", "--model", model, "--quiet", input="1 | a\n-1 | b\n").exit_code == 0
    result = run("predict", "-", "--model", model, "--on-error", "answer", input="| a\noops\n| b\n")
    assert result.stdout.splitlines() == ["1", "", "-1"]


def test_the_model_remembers_the_format_of_a_pipe(tmp_path):
    model = tmp_path / "model.thresher"
    text = "".join(WRITERS["json"](y, x) for y, x in mails(30))
    assert run("learn", "-", "--format", "json", "--model", model, "--quiet", input=text).exit_code == 0
    assert run("learn", "-", "--resume", model, "--model", model, "--quiet", input=text).exit_code == 0
    assert th.load(model).examples == 60
    assert len(run("predict", "-", "--model", model, input=text).stdout.splitlines()) == 30
    assert run("predict", "-", "--model", model, "--format", "vw", input="| w1\n").exit_code == 0
    other = tmp_path / "other.vw"
    other.write_text("| w1\n")
    assert run("predict", other, "--model", model).exit_code == 0  # its name says what it is


def test_plain_text_needs_to_be_named_once(tmp_path):
    model, mail = tmp_path / "model.thresher", tmp_path / "mail.txt"
    mail.write_text("".join(WRITERS["text"](y, x) for y, x in mails(30)))
    assert run("learn", mail, "--format", "text", "--model", model, "--quiet").exit_code == 0
    assert len(run("predict", mail, "--model", model).stdout.splitlines()) == 30


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--on-error", "answer"], "--predictions"),
        (["--as", "json"], "--predictions"),
        (["--predictions", "-", "--json"], "stdout"),
        (["--predictions", "-", "--passes", "2"], "one pass"),
        (["--predictions", "-", "--delay", "3"], "late labels"),
        (["--predictions", "-", "--as", "csv", "--output", "scores"], "--labels"),
        (["--predictions", "-", "--output", "probabilities", "--learner", "perceptron"], "--probabilities"),
    ],
)
def test_what_can_not_be_answered_is_said_before_anything_is_read(tmp_path, options, word):
    path = tmp_path / "mail.vw"
    path.write_text("1 | a\n")
    result = run("learn", path, *options)
    assert result.exit_code == 2
    assert word in result.stderr
    assert result.stdout == ""


def test_what_was_learned_is_kept_when_nobody_reads_the_answers_any_more(tmp_path):
    model = tmp_path / "model.thresher"
    with talking_to("--format", "vw", "--predictions", "-", "--model", model, "--quiet") as process:
        for y, x in mails(20):
            answer_to(process, WRITERS["vw"](y, x))
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            for y, x in mails(20):
                process.stdin.write(WRITERS["vw"](y, x).encode())
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        assert process.wait(PATIENCE) == 1
    assert th.load(model).examples >= 20

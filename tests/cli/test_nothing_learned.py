"""A run that learns nothing: it says so, and replaces no model."""

import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from thresher.cli import main

ROWS = "a,label\n1,yes\n2,no\n"
THRESHER = [sys.executable, "-c", "from thresher.cli import main; main()"]


def run(*arguments, input=None):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)


@pytest.fixture
def model(tmp_path):
    """A model that has learned something."""
    (tmp_path / "good.csv").write_text(ROWS)
    path = tmp_path / "keep.thresher"
    assert run("learn", tmp_path / "good.csv", "--learner", "perceptron", "--quiet", "--model", path).exit_code == 0
    return path


@pytest.mark.parametrize("more", [(), ("--delay", "3"), ("--save-every", "1"), ("--shards", "2")], ids=" ".join)
@pytest.mark.parametrize("rows", ["a,label\n", "a,label\n1,\n2,\n"], ids=["header alone", "no labels"])
def test_it_replaces_no_model_and_says_so(tmp_path, model, rows, more):
    before = model.read_bytes()
    (tmp_path / "t.csv").write_text(rows)
    result = run("learn", tmp_path / "t.csv", "--learner", "perceptron", "--quiet", "--model", model, *more)
    assert result.exit_code == 0
    assert f"{model} is left as it was" in result.stderr
    assert model.read_bytes() == before


def test_an_error_after_rows_without_a_label_replaces_no_model(tmp_path, model):
    before = model.read_bytes()
    (tmp_path / "bad.jsonl").write_text('{"a": 1, "spam": "x"}\n')
    result = run("learn", tmp_path / "bad.jsonl", "--model", model)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"nothing was learned, and {model} is left as it was\n")
    assert "kept" not in result.stderr
    assert model.read_bytes() == before
    fresh = tmp_path / "fresh.thresher"
    assert run("learn", tmp_path / "bad.jsonl", "--model", fresh).exit_code == 2
    assert not fresh.exists()


def test_an_interrupt_before_the_first_label_replaces_no_model(tmp_path, model):
    before = model.read_bytes()
    command = [*THRESHER, "learn", "-", "--format", "vw", "--model", str(model), "--predictions", "-"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        process.stdin.write("| free\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        told = process.stderr.read()
    assert "interrupted; nothing was learned" in told
    assert f"{model} is left as it was" in told
    assert model.read_bytes() == before


def test_a_model_that_nothing_was_learned_with_may_be_written_where_none_is(tmp_path):
    (tmp_path / "t.csv").write_text("a,label\n")
    assert run("learn", tmp_path / "t.csv", "--quiet", "--model", tmp_path / "m.thresher").exit_code == 0
    assert (tmp_path / "m.thresher").is_file()


def test_going_on_without_anything_new_still_writes_the_model(tmp_path, model):
    other = tmp_path / "other.thresher"
    other.write_bytes(b"anything")
    assert run("learn", tmp_path / "good.csv", "--resume", model, "--model", other, "--quiet").exit_code == 0
    assert other.read_bytes() == model.read_bytes()

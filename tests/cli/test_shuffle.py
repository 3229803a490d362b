"""`--shuffle`: random order for every format, reproducible, in bounded memory; going on with it; what it refuses."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main


def run(*words, code=0, **more):
    result = CliRunner().invoke(main, [str(word) for word in words], **more)
    assert result.exit_code == code, result.output
    return result


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.fixture
def rows(tmp_path):
    """300 rows sorted by label."""
    return write(
        tmp_path / "rows.vw",
        (f"{1 if n < 150 else -1} |f a{n % 7} b{n % 11} {'c' if n < 150 else 'd'}" for n in range(300)),
    )


def digest(tmp_path, *words, learner="arow"):
    model = tmp_path / "model.thresher"
    chosen = [] if "--resume" in words else ["--learner", learner]
    run("learn", *words, *chosen, "--quiet", "--model", model)
    return th.load(model).digest()


def test_sorted_rows_are_warned_of_and_shuffled_ones_are_not(rows):
    result = run("learn", rows)
    assert "sorted by label? Each of 2 labels comes in one stretch, over 300 rows" in result.stderr
    assert "random order: --shuffle" in result.stderr
    assert "sorted" not in run("learn", rows, "--shuffle").stderr
    record = json.loads(run("learn", rows, "--json", "--quiet").stdout)
    assert record["warnings"][0].startswith(f"{rows}: sorted by label?")
    assert "warnings" not in json.loads(run("learn", rows, "--json", "--quiet", "--shuffle").stdout)
    assert "sorted by label?" in run("compare", rows, "--learner", "perceptron", "--learner", "arow").stderr


def test_a_seed_gives_one_order_with_any_memory(rows, tmp_path):
    first = digest(tmp_path, rows, "--shuffle")
    assert digest(tmp_path, rows, "--shuffle=0") == digest(tmp_path, "--shuffle", rows) == first
    assert digest(tmp_path, rows, "--shuffle", "--shuffle-memory", "64KB") == first
    assert digest(tmp_path, rows, "--shuffle=1") != first
    assert digest(tmp_path, rows) != first


def test_a_pipe_is_shuffled_too(rows, tmp_path):
    model = tmp_path / "piped.thresher"
    words = ["learn", "-", "--format", "vw", "--shuffle", "--passes", "2", "--learner", "arow", "--quiet", "--model"]
    with rows.open() as file:
        subprocess.run([sys.executable, "-m", "thresher", *words, str(model)], stdin=file, check=True)
    assert th.load(model).digest() == digest(tmp_path, rows, "--shuffle", "--passes", "2")


def test_the_value_needs_an_equals_sign_so_that_a_file_is_not_taken_for_it(rows, tmp_path):
    told = run("learn", rows, "--shuffle", "7", code=2).stderr
    assert "7: can't be opened: there is no such file" in told
    assert "hint: a seed has an equals sign before it: --shuffle=7" in told
    assert "hint" not in run("learn", rows, "7", code=2).stderr
    for seed in ("7x", "x", "-1", "1.5", str(2**64)):
        told = " ".join(run("learn", rows, f"--shuffle={seed}", code=2).stderr.split())
        assert f"'{seed}' is no seed; a seed is a whole number, 0 or more, as in --shuffle=7" in told
    assert "is no size" in run("learn", rows, "--shuffle", "--shuffle-memory", "much", code=2).stderr
    assert "65,536" in run("learn", rows, "--shuffle", "--shuffle-memory", "10", code=2).stderr.replace(
        "65536", "65,536"
    )


def test_passes_made_one_by_one_are_those_of_one_run(rows, tmp_path):
    model = tmp_path / "model.thresher"
    expected = digest(tmp_path, rows, "--shuffle=3", "--passes", "2")
    digest(tmp_path, rows, "--shuffle=3")
    assert digest(tmp_path, rows, "--shuffle=3", "--passes", "2", "--resume", model) == expected


# A run that was stopped. Winnow refuses a value above 1; the row is met somewhere in the order.


@pytest.fixture
def stopping(tmp_path):
    lines = [f"{1 if n < 150 else -1} |f a{n % 7} {'c' if n < 150 else 'd'}" for n in range(300)]
    lines[40] = "1 |f a:3"
    return write(tmp_path / "stopping.vw", lines)


WINNOW = ("--learner", "tracking-winnow", "--quiet")


def stop(stopping, tmp_path, *words):
    """A model that was stopped inside the shuffled rows."""
    model = tmp_path / "stopped.thresher"
    result = run("learn", stopping, "--shuffle=5", *WINNOW, "--model", model, *words, code=2)
    assert f"{stopping}:41:" in result.stderr
    assert 0 < th.load(model).examples < 299
    return model


@pytest.mark.parametrize("memory", ["64KB", "1MB"])
def test_stopped_and_resumed_is_one_run(stopping, tmp_path, memory):
    whole, model = tmp_path / "whole.thresher", stop(stopping, tmp_path, "--shuffle-memory", memory)
    run("learn", stopping, "--shuffle=5", *WINNOW, "--model", whole, "--on-error", "skip")
    run("learn", stopping, "--shuffle=5", "--quiet", "--resume", model, "--model", model, "--on-error", "skip")
    assert th.load(model) == th.load(whole)
    assert th.load(model).examples == 299


def test_a_stopped_run_goes_on_in_its_own_order_only(stopping, tmp_path):
    model = stop(stopping, tmp_path)
    resume = ["--quiet", "--resume", model, "--on-error", "skip"]
    assert "say --shuffle=5 to go on there" in run("learn", stopping, *resume, code=2).stderr
    assert "say --shuffle=5 to go on there" in run("learn", stopping, "--shuffle", *resume, code=2).stderr
    other = write(tmp_path / "other.vw", ["1 |f a"])
    assert "the same files" in run("learn", other, "--shuffle=5", *resume, code=2).stderr
    stopping.write_text(stopping.read_text() + "1 |f a\n")
    assert "has changed" in run("learn", stopping, "--shuffle=5", *resume, code=2).stderr


def test_a_run_stopped_in_the_rows_own_order_is_not_shuffled_on(stopping, tmp_path):
    model = tmp_path / "stopped.thresher"
    run("learn", stopping, *WINNOW, "--model", model, code=2)
    result = run("learn", stopping, "--shuffle", "--quiet", "--resume", model, "--on-error", "skip", code=2)
    assert "leave --shuffle out" in result.stderr


def test_what_was_appended_is_learned_and_the_rest_is_not_learned_twice(rows, tmp_path):
    model = tmp_path / "model.thresher"
    for words in (["--shuffle"], []):
        digest(tmp_path, rows, "--shuffle")
        before = rows.read_text()
        rows.write_text(before + "1 |f new\n-1 |f newer\n")
        run("learn", rows, *words, "--quiet", "--resume", model, "--model", model)
        assert th.load(model).examples == 302
        rows.write_text(before)


# What does not go together.


def test_late_labels_and_answers_are_about_the_order_of_rows(rows):
    assert "does not go with late labels" in run("learn", rows, "--shuffle", "--delay", "5", code=2).stderr
    assert "leave --shuffle out" in run("learn", rows, "--shuffle", "--predictions", "-", code=2).stderr


def test_held_out_rows_are_the_same_in_every_pass(rows):
    record = json.loads(run("learn", rows, "--shuffle", "--holdout", ".2", "--passes", "3", "--json", "--quiet").stdout)
    assert record["held_out"]["examples"] == 60
    assert record["labelled"] == 3 * 240


def test_a_test_that_surprises_is_said(rows, tmp_path):
    turned = write(tmp_path / "turned.vw", (f"{1 if n < 150 else -1} |f {'d' if n < 150 else 'c'}" for n in range(300)))
    result = run("learn", rows, "--shuffle", "--test", turned)
    assert "warning: the error on the test file is" in result.stderr
    assert "warning" not in run("learn", rows, "--shuffle", "--test", rows).stderr

"""`thresher learn --save-every`: a process that is killed goes on from what it saved, as if nothing had happened."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.cli.options.intervals import Interval
from thresher.learners import load_with_progress
from thresher.streams import PlantedDisjunction

THRESHER = [sys.executable, "-c", "from thresher.cli import main; main()"]
PATIENCE = 60  # seconds


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def lines(count):
    return [f"{1 if y else -1} | {' '.join(map(str, x))}\n" for x, y in PlantedDisjunction(trials=count, seed=5)]


def wait_for(condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def talking_to(model, *options):
    command = [*THRESHER, "learn", "-", "--format", "vw", "--model", str(model), "--predictions", "-", *options]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    )


def test_a_killed_process_goes_on_from_what_it_saved(tmp_path):
    stream, model, whole = lines(1250), tmp_path / "model.thresher", tmp_path / "whole.thresher"
    with talking_to(model, "--save-every", "500") as process:
        for line in stream[:1130]:
            process.stdin.write(line.encode())
            assert process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert th.load(model).examples == 1000
    rest = "".join(stream[1000:])
    resumed = [*THRESHER, "learn", "-", "--resume", str(model), "--model", str(model), "--quiet"]
    subprocess.run(resumed, input=rest, text=True, check=True)
    all_at_once = tmp_path / "all.vw"
    all_at_once.write_text("".join(stream))
    assert run("learn", all_at_once, "--model", whole, "--quiet").exit_code == 0
    assert th.load(model).digest() == th.load(whole).digest()


def test_a_file_goes_on_where_it_was_saved_after_a_kill(tmp_path):
    stream, model, whole = lines(60000), tmp_path / "model.thresher", tmp_path / "whole.thresher"
    path = tmp_path / "mail.vw"
    path.write_text("".join(stream))
    command = [*THRESHER, "learn", str(path), "--model", str(model), "--save-every", "100", "--quiet"]
    with subprocess.Popen(command) as process:
        wait_for(model.exists)
        process.send_signal(signal.SIGKILL)
    saved, beside = load_with_progress(model)
    assert saved.examples % 100 == 0
    assert 0 < saved.examples < len(stream)
    assert beside["stopped"]
    assert run("learn", path, "--resume", model, "--model", model, "--quiet").exit_code == 0
    assert run("learn", path, "--model", whole, "--quiet").exit_code == 0
    assert th.load(model).digest() == th.load(whole).digest()


def test_time_goes_by_while_a_pipe_is_silent(tmp_path):
    model = tmp_path / "model.thresher"
    with talking_to(model, "--save-every", "0.2s") as process:
        for line in lines(30):
            process.stdin.write(line.encode())
            assert process.stdout.readline()
        wait_for(lambda: model.exists() and th.load(model).examples == 30)
        process.send_signal(signal.SIGKILL)


def test_a_save_that_fails_is_told_and_learning_goes_on(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    command = [*THRESHER, "learn", "-", "--format", "vw", "--model", str(folder / "m"), "--save-every", "10"]
    process = subprocess.Popen(
        [*command, "--predictions", "-", "--quiet"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    with process:
        process.stdin.write(b"1 | a\n")
        assert process.stdout.readline()
        os.rmdir(folder)
        for line in lines(15):
            process.stdin.write(line.encode())
            assert process.stdout.readline()
        folder.mkdir()
        process.stdin.close()
        told = process.stderr.read().decode()
    assert "not saved after 10 examples, learning goes on" in told
    assert th.load(folder / "m").examples == 16


def test_saving_on_the_way_changes_nothing(tmp_path):
    path, often, once = tmp_path / "mail.vw", tmp_path / "often", tmp_path / "once"
    path.write_text("".join(lines(700)))
    first = run("learn", path, "--model", often, "--save-every", "7", "--json", "--quiet")
    second = run("learn", path, "--model", once, "--json", "--quiet")
    assert often.read_bytes() == once.read_bytes()
    assert json.loads(first.stdout)["mistakes"] == json.loads(second.stdout)["mistakes"]


@pytest.mark.parametrize(("written", "seconds"), [("30s", 30), ("5min", 300), ("5m", 300), ("2h", 7200), ("0.5m", 30)])
def test_times(written, seconds):
    assert Interval.read("save_every", written) == Interval(seconds=seconds)


@pytest.mark.parametrize("written", ["", "0", "-3", "often", "5 weeks", "1.5", "inf", "1e99", "0s"])
def test_what_is_no_interval_is_refused(tmp_path, written):
    path = tmp_path / "mail.vw"
    path.write_text("1 | a\n")
    result = run("learn", path, "--model", tmp_path / "m", "--save-every", written)
    assert result.exit_code == 2
    assert "--save-every is a number of examples (10000) or a time" in result.stderr


def test_it_needs_a_model_to_save(tmp_path):
    path = tmp_path / "mail.vw"
    path.write_text("1 | a\n")
    assert "--model OUT" in run("learn", path, "--save-every", "10").stderr

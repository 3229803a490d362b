"""The parsers under mutated input, with sanitizers: a short run of what `make fuzz` does at length."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent.parent / "fuzz"

pytestmark = pytest.mark.skipif(not (FUZZ / "Makefile").is_file(), reason="the fuzz targets are not beside the tests")
compiles = pytest.mark.skipif(not shutil.which("g++") or not shutil.which("make"), reason="g++ and make are needed")


# Without what the caller's environment preloads: the sanitizers of these programs are their own.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin"}


def make(*arguments):
    return subprocess.run(["make", "-C", str(FUZZ), *arguments], capture_output=True, text=True, env=ENVIRONMENT)


@compiles
@pytest.mark.parametrize(("which", "targets"), [("short", 6), pytest.param("mutate", 14, marks=pytest.mark.slow)])
def test_no_mutated_input_breaks_a_parser(which, targets):
    done = make(which, "RUNS=3000", "OPTIMISE=-O0", "BUILD=build/short")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert done.stdout.count(" executions,") == targets


@pytest.fixture(scope="module")
def canary(tmp_path_factory):
    """A target that fails on purpose, built apart: another process may be building the rest."""
    build = tmp_path_factory.mktemp("canary")
    done = make("canary", f"BUILD={build}")
    assert done.returncode == 0, done.stderr
    return build / "canary"


def run(canary, folder, kept, token, runs):
    (folder / "corpus").mkdir()
    (folder / "corpus" / "kept").write_text(kept)
    (folder / "tokens.dict").write_text(f'"{token}"\n')
    command = [canary, "--runs", runs, "--seed", "1", "--dict", folder / "tokens.dict", "--failed", folder / "failed-"]
    command = [*map(str, command), str(folder / "corpus")]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)


# What the canary does wrong, and what is said of it.
FAILURES = {
    "assertion": "not so: the word is never there",
    "address": "heap-buffer-overflow",
    "undefined": "signed integer overflow",
    "exit": "",
}


@compiles
@pytest.mark.parametrize("word", FAILURES)
def test_the_driver_keeps_the_input_that_fails(canary, tmp_path, word):
    done = run(canary, tmp_path, "nothing special", word, "2000")
    assert done.returncode != 0
    assert FAILURES[word] in done.stderr
    (failed,) = tmp_path.glob("failed-*")
    assert word.encode() in failed.read_bytes()
    assert str(failed) in done.stdout


@compiles
def test_the_driver_is_content_with_a_target_that_holds(canary, tmp_path):
    done = run(canary, tmp_path, "nothing special", "harmless", "2000")
    assert done.returncode == 0, done.stderr
    assert "2001 executions" in done.stdout
    assert not list(tmp_path.glob("failed-*"))


def forged(*arguments, what="model_files", **more):
    command = [sys.executable, "-W", "ignore", "-m", f"fuzz.{what}", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command, capture_output=True, text=True, cwd=FUZZ.parent, env=environment, **more)


@pytest.mark.parametrize("runs", [400, pytest.param(4000, marks=pytest.mark.slow)])
def test_no_forged_model_file_does_more_than_be_refused_or_work(runs):
    done = forged("--runs", str(runs), "--seed", "11")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert f"{runs} executions" in done.stdout
    assert "refused: " in done.stdout
    assert "used: " in done.stdout


@pytest.mark.parametrize("runs", [300, pytest.param(3000, marks=pytest.mark.slow)])
def test_no_forged_log_does_more_than_be_refused_or_come_to_a_learner(runs):
    done = forged("--runs", str(runs), "--seed", "11", what="event_logs")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert f"{runs} executions" in done.stdout
    assert "refused: " in done.stdout
    assert "replayed: " in done.stdout


@pytest.mark.parametrize("runs", [600, pytest.param(6000, marks=pytest.mark.slow)])
def test_no_forged_archive_is_read_as_what_it_is_not(runs):
    pytest.importorskip("zstandard")
    done = forged("--runs", str(runs), "--seed", "11", what="archives")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert f"{runs} executions" in done.stdout
    assert "refused: " in done.stdout
    assert "read: " in done.stdout


def test_an_archive_that_is_read_wrongly_is_told():
    """The check above can fail: here damage is not told."""
    broken = "import sys, fuzz.archives as a; a.OpenBytes.check = lambda opened: None; sys.exit(a.run(9, seed=1))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", broken]
    done = subprocess.run(command, capture_output=True, text=True, cwd=FUZZ.parent, env=environment)
    assert done.returncode == 1
    assert "the damage is told" in done.stdout


def test_a_log_that_fails_is_told_by_its_number():
    """The check above can fail: here a replay that stumbles over every log."""
    broken = "import sys, fuzz.event_logs as logs; logs.replay = lambda path: 1 // 0; sys.exit(logs.run(3, seed=1))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "ignore", "-c", broken]
    done = subprocess.run(command, capture_output=True, text=True, cwd=FUZZ.parent, env=environment)
    assert done.returncode == 1
    assert "FAILED: run 2 of seed 1" in done.stdout


def test_a_forged_file_can_be_made_again_by_its_number():
    first, again = (forged("--only", "17").stdout.splitlines()[0] for _ in range(2))
    assert first == again
    assert first.startswith("run 17 of seed 1: ")


@pytest.mark.parametrize(
    ("there", "taken"),
    [(["clang++-19"], "clang++-19 -std"), (["clang++-19", "clang++"], "clang++ -std"), ([], "--runs")],
)
def test_the_long_form_takes_the_clang_that_is_there_whatever_its_version(there, taken, tmp_path):
    for program in ("find", "nproc", "make", "g++"):
        (tmp_path / program).symlink_to(shutil.which(program) or "/bin/false")
    for compiler in there:
        (tmp_path / compiler).touch(0o755)
    command = ["make", "-n", "-C", str(FUZZ), "long-csv", f"BUILD={tmp_path}/build"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": str(tmp_path)})
    assert f"\n{taken}" in f"\n{done.stdout}" or f" {taken}" in done.stdout, done.stdout + done.stderr

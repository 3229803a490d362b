"""The short form of benchmarks/faults: each script in a few rounds. `make faults` runs them at length."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77


def run(script: str, *options: str) -> str:
    """What a script prints; skipped where it says that it can't run here."""
    command = [sys.executable, "-W", "ignore", "-m", f"benchmarks.faults.{script}", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode == SKIPPED:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_acknowledged_is_lost_by_kill_9_under_load() -> None:
    assert "3 kills: nothing acknowledged was lost" in run("kills", "--rounds", "3", "--folders", "1")


def test_nothing_acknowledged_is_lost_when_the_power_fails_and_without_syncing_it_is() -> None:
    said = run("power", "--rounds", "2", "--control", "3")
    assert "2 power cuts: nothing acknowledged was lost" in said


@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace")
def test_nothing_acknowledged_is_lost_by_kill_or_eio_at_a_call_that_writes() -> None:
    said = run("calls", "--rounds", "1")
    assert said.count("nothing acknowledged was lost") == 4


def test_a_full_disk_refuses_questions_first_and_then_ends_the_process_and_loses_nothing() -> None:
    assert "the process ended by itself" in run("full_disk", "--rounds", "1")


def test_no_damage_is_silently_wrong() -> None:
    assert "18 damages" in run("damage", "--rounds", "18")


def test_no_request_is_answered_by_500_and_no_refusal_changes_anything() -> None:
    assert "no 500" in run("nonsense", "--rounds", "2000", "--every", "50")

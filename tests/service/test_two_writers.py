"""One writer for a folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from thresher.errors import InputError
from thresher.service.locking import FolderLock
from thresher.service.running import Address, opened
from thresher.service.settings import Settings

from .inside import Inside


def test_a_second_writer_is_refused_and_changes_nothing_and_may_come_when_the_first_has_gone(tmp_path: Path) -> None:
    first = Inside(tmp_path / "served")
    first.ask({"a": 1}, "1")
    before = first.digests()
    with pytest.raises(InputError, match="served already, by process"):
        opened(tmp_path / "served", Settings(), Address())
    assert first.ask({"a": 1}, "2").status == 200
    assert first.label("1", "yes").status == 200
    after = first.digests()
    assert after != before
    first.close()
    second = Inside(tmp_path / "served")
    assert second.digests() == after
    second.close()


HOLDS = """
import os, sys, time
from pathlib import Path
from thresher.service.locking import FolderLock

lock = FolderLock(Path(sys.argv[1]))
ready, began = os.pipe()
if os.fork() == 0:  # as who makes a snapshot, before it has closed what it inherited
    os.write(began, b"!")
    time.sleep(float(sys.argv[2]))
    os._exit(0)
os.read(ready, 1)
print("held", flush=True)
time.sleep(60)
"""


def held_by_another(folder: Path, seconds: float) -> "subprocess.Popen[str]":
    """A process that holds the folder, and a child of it that would for so long."""
    command = [sys.executable, "-c", HOLDS, str(folder), str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_child_of_one_that_was_killed_is_waited_for(tmp_path: Path) -> None:
    held = held_by_another(tmp_path, 0.3)
    with held:
        with pytest.raises(InputError, match=f"by process {held.pid}"):  # it lives: refused at once
            FolderLock(tmp_path)
        held.send_signal(signal.SIGKILL)
        held.wait()
    lock = FolderLock(tmp_path)
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    lock.close()


def test_but_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.service.locking.LET_GO", 0.1)
    held = held_by_another(tmp_path, 3.0)
    with held:
        held.send_signal(signal.SIGKILL)
        held.wait()
    with pytest.raises(InputError, match="served already"):
        FolderLock(tmp_path)


def test_what_names_no_process_is_refused_at_once(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    for text in ("", "0", "-1", "9" * 40, "mine"):
        (tmp_path / "lock").write_text(text)
        with pytest.raises(InputError, match="served already"):
            FolderLock(tmp_path)
    lock.close()

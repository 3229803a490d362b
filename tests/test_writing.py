"""Files are there whole or not at all; devices, pipes and links stay; what a killed save left behind is tidied."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import thresher as th
from thresher.files import writing
from thresher.files.writing import obstacle, opened_for_writing, write, write_text

# A process that says when its bytes are written but not yet in place, and waits for a line before it goes on.
SLOW = """
import os, sys
from thresher.files import writing
def wait(handle, sync=os.fsync):
    os.fsync = sync
    print("written", flush=True)
    sys.stdin.readline()
os.fsync = wait
writing.write(sys.argv[1], sys.argv[2].encode())
"""


@pytest.fixture
def slow():
    """Starts a save that stops in the middle."""
    started = []

    def start(path, text):
        process = subprocess.Popen(
            [sys.executable, "-c", SLOW, str(path), text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout.readline() == "written\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def target(tmp_path):
    path = tmp_path / "m.thresher"
    path.write_bytes(b"old")
    return path


def read_from(fifo):
    """A thread that reads a pipe to its end, and what it read."""
    read = []
    thread = threading.Thread(target=lambda: read.append(fifo.read_bytes()), daemon=True)
    thread.start()
    return thread, read


def left_behind(path):
    return [name for name in os.listdir(path.parent) if name.startswith(f".{path.name}.")]


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(target):
    write(target, b"new")
    assert target.read_bytes() == b"new"
    assert os.listdir(target.parent) == [target.name]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o027])
def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path, mask):
    before = os.umask(mask)
    try:
        write(tmp_path / "new", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o444])
def test_a_file_that_was_there_keeps_its_permissions(target, mode):
    target.chmod(mode)
    write(target, b"new")
    assert (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) == (b"new", mode)


def test_the_umask_is_never_changed_not_even_for_a_moment(target, monkeypatch):
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("another thread may be creating a file"))
    write(target, b"new")
    write(target.with_name("another"), b"new")


@pytest.mark.parametrize("name", ["n" * 255, "ü" * 127])
def test_the_longest_names_can_be_saved_to(tmp_path, name):
    write(tmp_path / name, b"new")
    write(tmp_path / name, b"newer")
    assert os.listdir(tmp_path) == [name]


# Devices, pipes, folders.


def test_a_device_is_written_into_and_stays_a_device():
    write("/dev/null", b"new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_device_that_is_full_says_so_and_stays():
    for size in (1, 10**6):
        with pytest.raises(OSError, match="No space left on device"):
            write("/dev/full", b"x" * size)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    with pytest.raises(OSError, match="No space left on device"):
        th.Perceptron().save("/dev/full")


def test_a_pipe_is_written_through_and_stays_a_pipe(tmp_path):
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader, read = read_from(fifo)
    write(fifo, b"x" * 10**6)
    reader.join(30)
    assert read == [b"x" * 10**6]
    assert fifo.is_fifo()
    assert os.listdir(tmp_path) == ["pipe"]


def test_standard_output_can_be_saved_to():
    code = "import thresher as th; th.Perceptron().save('/dev/stdout')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == th.Perceptron().to_bytes()


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        write(tmp_path, b"new")
    assert os.listdir(tmp_path) == []


# Symbolic links.


def test_a_link_stays_and_its_file_is_written(target, tmp_path):
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "latest"
    link.symlink_to("../m.thresher")
    write(link, b"new")
    assert target.read_bytes() == b"new"
    assert os.readlink(link) == "../m.thresher"
    assert os.listdir(link.parent) == ["latest"]


def test_a_link_to_nothing_creates_what_it_points_to(tmp_path):
    link = tmp_path / "latest"
    link.symlink_to("not yet")
    write(link, b"new")
    assert (tmp_path / "not yet").read_bytes() == b"new"
    assert link.is_symlink()


def test_a_link_to_a_device_is_written_through(tmp_path):
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device"):
        write(link, b"new")
    assert link.is_symlink()


def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "loop"
    link.symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links"):
        write(link, b"new")
    assert link.is_symlink()


# What goes wrong in the middle.


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_error_leaves_the_old_file_and_nothing_else(target, monkeypatch, step):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, step, full)
    with pytest.raises(OSError, match="No space left on device"):
        write(target, b"new")
    assert target.read_bytes() == b"old"
    assert os.listdir(target.parent) == [target.name]


@pytest.mark.parametrize(("piece", "synced"), [(None, []), (10, []), (4, [4, 8, 10]), (9, [9, 10])])
def test_only_who_wants_pieces_has_each_synced_before_the_next_is_written(target, monkeypatch, piece, synced):
    sizes = []
    monkeypatch.setattr(writing.os, "fdatasync", lambda handle: sizes.append(os.fstat(handle).st_size))
    write(target, b"0123456789", piece=piece)
    assert sizes == synced
    assert target.read_bytes() == b"0123456789"


def test_a_disk_that_is_full_leaves_the_old_file(target):
    """The limit of the size of files stands for the end of the disk."""
    code = (
        "import resource, signal, sys; from thresher.files.writing import write\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write(sys.argv[1], b'x' * 100_000)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(target)], capture_output=True, text=True)
    assert "File too large" in done.stderr
    assert target.read_bytes() == b"old"
    assert left_behind(target) == []


def test_a_killed_save_leaves_the_old_file_and_the_next_one_tidies(target, slow):
    process = slow(target, "killed")
    process.kill()
    process.wait()
    assert target.read_bytes() == b"old"
    assert len(left_behind(target)) == 1
    write(target.with_name("m"), b"of another target")
    assert len(left_behind(target)) == 1
    write(target, b"new")
    assert target.read_bytes() == b"new"
    assert left_behind(target) == []


def test_a_save_that_another_process_is_making_is_left_alone(target, slow):
    process = slow(target, "slower")
    write(target, b"quicker")
    assert target.read_bytes() == b"quicker"
    assert len(left_behind(target)) == 1
    process.communicate("go on\n")
    assert process.returncode == 0
    assert target.read_bytes() == b"slower"
    assert left_behind(target) == []


def test_a_temporary_file_that_is_tidied_before_it_is_locked_is_made_again(target, monkeypatch):
    made = []

    def tidied(handle, lock=writing._lock):
        if not made:
            made.append(os.unlink(target.with_name(*left_behind(target))))
        return lock(handle)

    monkeypatch.setattr(writing, "_lock", tidied)
    write(target, b"new")
    assert made
    assert target.read_bytes() == b"new"
    assert left_behind(target) == []


def test_without_locks_files_are_written_and_none_is_taken_for_left_behind(target, monkeypatch):
    stranger = target.with_name(f".{target.name}.0123456789abcdef{writing.UNFINISHED}")
    stranger.write_bytes(b"another process may be writing this")

    def refuse(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(writing.fcntl, "flock", refuse)
    write(target, b"new")
    assert target.read_bytes() == b"new"
    assert left_behind(target) == [stranger.name]


def test_many_threads_and_processes_save_at_once_and_one_of_them_wins(target):
    code = "import sys; from thresher.files.writing import write\nfor _ in range(40): write(sys.argv[1], b'p' * 9999)"
    process = subprocess.Popen([sys.executable, "-c", code, str(target)])
    failed = []

    def save(letter):
        try:
            for _ in range(20):
                write(target, letter * 9999)
                assert target.read_bytes() in (b"p" * 9999, b"a" * 9999, b"b" * 9999)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=save, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert process.wait() == 0
    assert failed == []
    assert left_behind(target) == []


# Text, and files that are written bit by bit.


def test_text_is_written_in_utf_8(target):
    write_text(target, "ü\n")
    assert target.read_bytes() == "ü\n".encode()


def test_bit_by_bit_a_file_is_written_anew_through_links(target, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(target)
    with opened_for_writing(link) as file:
        file.write(b"bits")
    assert target.read_bytes() == b"bits"
    assert link.is_symlink()


def test_bit_by_bit_into_a_pipe(tmp_path):
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader, read = read_from(fifo)
    with opened_for_writing(fifo) as file:
        file.write(b"one ")
        file.flush()
        file.write(b"two")
    reader.join(30)
    assert read == [b"one two"]


def test_what_is_in_the_way_is_known_beforehand(target, tmp_path, monkeypatch):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "astray").symlink_to("nowhere/file")
    assert [obstacle(path) for path in (target, tmp_path / "new", "/dev/null")] == ["", "", ""]
    monkeypatch.chdir(tmp_path)
    assert obstacle("new") == ""
    assert obstacle(tmp_path) == "it is a folder"
    assert obstacle(tmp_path / "no" / "file") == f"there is no folder {tmp_path / 'no'}"
    assert obstacle(tmp_path / "astray") == f"there is no folder {tmp_path / 'nowhere'}"
    assert "symbolic links" in obstacle(tmp_path / "loop")
    assert obstacle(target / "below a file") == "Not a directory"
    monkeypatch.setattr(writing.os, "access", lambda *_: False)
    assert obstacle("/dev/null") == "there is no permission to write to it"
    assert obstacle(target) == f"there is no permission to write to {Path(tmp_path)}"


def test_a_file_that_is_written_on_must_be_writable_itself(target, tmp_path, monkeypatch):
    monkeypatch.setattr(writing.os, "access", lambda path, mode: os.path.isdir(path))
    assert obstacle(target) == ""  # another takes its place
    assert obstacle(target, appending=True) == "there is no permission to write to it"
    assert obstacle(tmp_path / "new", appending=True) == ""

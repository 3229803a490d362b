"""What comes through a pipe: packed or not, its first bytes say."""

import gzip
import os
import subprocess
import sys
import threading

import pytest
import zstandard

import thresher as th

COMMAND = [sys.executable, "-c", "from thresher.cli import main; main()"]
VW = b"1 |mail free money\n-1 |mail lunch at noon\n1 |mail free lunch\n" * 200
CSV = b"label,city,age\n" + b"yes,Rome,31\nno,Paris,40\n" * 300
PACK = {
    "plain": bytes,
    "gzip": gzip.compress,
    "zstd": zstandard.compress,
    "two gzips": lambda text: gzip.compress(text[:90]) + gzip.compress(text[90:]),
}


def learned(data, format, tmp_path, *more, name="-"):
    model = tmp_path / "m.thresher"
    command = [*COMMAND, "learn", name, "--format", format, "--quiet", "--model", str(model), *more]
    done = subprocess.run(command, input=data if name == "-" else None, capture_output=True, timeout=120)
    return done, th.load(model) if done.returncode == 0 else None


@pytest.mark.parametrize("packed", PACK)
@pytest.mark.parametrize(("format", "text"), [("vw", VW), ("csv", CSV)])
def test_a_packed_pipe_is_as_good_as_a_plain_one(packed, format, text, tmp_path):
    (tmp_path / "file").write_bytes(text)
    done, model = learned(PACK[packed](text), format, tmp_path)
    assert done.returncode == 0, done.stderr
    assert model == learned(None, format, tmp_path, name=str(tmp_path / "file"))[1]


def test_a_named_pipe_too(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(gzip.compress(VW)), daemon=True)
    writer.start()
    done, model = learned(None, "vw", tmp_path, name=str(fifo))
    writer.join(60)
    assert done.returncode == 0
    assert model == learned(VW, "vw", tmp_path)[1]


def test_a_pipe_that_breaks_off_is_said_to(tmp_path):
    done, _ = learned(gzip.compress(os.urandom(50_000).hex().encode() + VW)[:-2000], "vw", tmp_path)
    assert done.returncode == 2
    assert b"the archive is damaged" in done.stderr


@pytest.mark.parametrize("text", [b"", b"\x1f", b"(", b"(\xb5", b"( |f a\n", b"1 |f a"])
def test_few_bytes_and_texts_that_begin_like_an_archive_are_read_as_they_are(text, tmp_path):
    (tmp_path / "file").write_bytes(text)
    done, piped = learned(text, "vw", tmp_path, "--on-error", "skip")
    of_file, read = learned(None, "vw", tmp_path, "--on-error", "skip", name=str(tmp_path / "file"))
    assert done.returncode == of_file.returncode
    assert piped == read


def test_a_line_is_answered_before_the_next_one_comes(tmp_path):
    learned(VW, "vw", tmp_path)
    command = [*COMMAND, "predict", "-", "--format", "vw", "--model", str(tmp_path / "m.thresher")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for line, answer in [(b"|mail free\n", b"1\n"), (b"|mail noon\n", b"-1\n")] * 3:
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.stdin.close()
        assert process.wait(60) == 0


def test_rows_without_the_label_column_are_told_while_the_pipe_is_open():
    command = [*COMMAND, "learn", "-", "--format", "json", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b'{"a": 1, "spam": "x"}\n' * 300)
        process.stdin.flush()
        late = threading.Timer(60, process.kill)
        late.start()
        told = process.stderr.readline() + process.stderr.readline()
        late.cancel()
        assert b"there is no column 'label' (for label); the columns are 'a', 'spam'. 300 rows were looked at" in told
        assert b"hint: --label names the column that has it" in told
        process.stdin.write(b'{"a": 1, "spam": "x"}\n' * 300 + b'{"a": 1, "label": "x"}\n')
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_one_row_without_the_label_column_is_one_row():
    done = subprocess.run([*COMMAND, "learn", "-", "--format", "json"], input=b'{"a": 1}\n', capture_output=True)
    assert done.returncode == 2
    assert b" 1 row was looked at" in done.stderr

"""`thresher serve demo`: messages are asked about, labels come late, and Ctrl-C ends it without a trace."""

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="the service is an extra")

from thresher.service.demo import endless_messages


def test_the_demo_asks_labels_late_says_where_to_look_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    start = "from thresher.cli import start; start()"
    command = [sys.executable, "-c", start, "serve", "demo", "--port", "0", "--rate", "200"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_environment(tmp_path))
    assert process.stderr is not None
    try:
        said = process.stderr.readline() + process.stderr.readline()
        address = re.findall(r"open (http://\S+)/ in a browser; Ctrl-C ends it", said)[0]
        assert list(tmp_path.iterdir())
        about = _wait_for_labels(address)
        assert about["pending"] > 0, "labels are late"
        assert {one["learner"] for one in about["learners"]} == {"auto", "passive-aggressive"}
    finally:
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=60)
        rest = process.stderr.read()
        process.stderr.close()
    assert (code, rest) == (0, "")
    assert not list(tmp_path.iterdir()), "a temporary folder is gone"


def _environment(folder: Path) -> dict[str, str]:
    import os

    return os.environ | {"TMPDIR": str(folder)}


def _wait_for_labels(address: str) -> "dict[str, list[dict[str, str]] | int]":
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/v1/models/rare", timeout=10) as answer:
                about = json.loads(answer.read())
            if about["learners"][0]["asked"] > 1600:
                return about
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError("the demo asked nothing")


def test_messages_come_without_an_end_and_spam_is_as_rare_as_was_said() -> None:
    found = list(islice(endless_messages(4, 7), 8000))
    assert len(found) == 8000
    assert 0.02 < sum(label == "spam" for _, label in found) / 8000 < 0.06
    assert set(found[0][0]) == {"message"}

"""Every worked example runs, draws its picture, and prints what docs/examples.md shows."""

import re
import subprocess
import sys

import pytest

from .pages import ROOT

PAGE = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
_EXAMPLE = re.compile(r"^\[(\w+\.py)\]\(\S+\):.*?\]\((\S+\.png)\)\n\n```text\n(.*?)```$", re.MULTILINE | re.DOTALL)
SHOWN = {match[1]: (match[2], match[3]) for match in _EXAMPLE.finditer(PAGE)}
PNG = b"\x89PNG"


def test_every_example_is_on_the_page():
    scripts = {path.name for path in (ROOT / "examples").glob("*.py")}
    assert scripts == {*SHOWN, "late_labels.py"}
    assert len(SHOWN) == 5


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_prints_what_the_page_shows(name, tmp_path):
    picture, narrow = tmp_path / "picture.png", tmp_path / "narrow.png"
    done = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "examples" / name, picture, narrow],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == SHOWN[name][1]
    shown = ROOT / "docs" / SHOWN[name][0]
    for drawn, committed in ((picture, shown), (narrow, shown.with_stem(f"{shown.stem}-narrow"))):
        drawn, committed = drawn.read_bytes(), committed.read_bytes()
        assert drawn[:4] == committed[:4] == PNG
        assert drawn[16:24] == committed[16:24], "of the same size in pixels"

"""A figure is a file of the kind its name says, whatever the runs; without matplotlib it is a sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from thresher.errors import InputError, ThresherError
from thresher.reports import figure

from .runs import empty, huge, one_bin, ordinary, perfect

STARTS = {".png": b"\x89PNG\r\n\x1a\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}


@pytest.fixture
def matplotlib() -> None:
    pytest.importorskip("matplotlib", reason="figures are drawn by matplotlib, which is not installed")


@pytest.mark.usefixtures("matplotlib")
@pytest.mark.parametrize("suffix", STARTS)
def test_suffix_decides_the_kind_of_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"run{suffix}"
    figure([empty()], str(path))
    assert path.read_bytes().startswith(STARTS[suffix])


@pytest.mark.usefixtures("matplotlib")
def test_same_runs_give_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    figure([perfect()], first)
    figure([perfect()], second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.usefixtures("matplotlib")
def test_hard_runs_are_drawn_alone_and_together(tmp_path: Path) -> None:
    for name, runs in {"huge": [huge()], "all": [empty(), one_bin(), perfect(), ordinary("_x$")]}.items():
        path = tmp_path / f"{name}.png"
        figure(runs, path)
        assert path.read_bytes().startswith(STARTS[".png"])


def test_unknown_suffix_is_an_error_that_names_the_known(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        figure([ordinary()], tmp_path / "run.gif")


def test_no_run_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least one run"):
        figure([], tmp_path / "run.png")


def test_missing_matplotlib_is_an_error_that_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ThresherError, match=r"pip install 'thresher\[plots\]'"):
        figure([ordinary()], tmp_path / "run.png")


def test_importing_the_room_does_not_import_matplotlib() -> None:
    code = "import sys, thresher.reports; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

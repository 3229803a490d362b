"""The figure of a measure of progress is drawn for every kind of run, or refused with a sentence."""

import math

import pytest

from thresher.errors import InputError
from thresher.reports.progress import progress_figure
from thresher.theory.potentials.progress import Progress

pytest.importorskip("matplotlib", reason="figures are drawn by matplotlib, which is not installed")


def ran(updates, limits=None):
    heights = [float(i) for i in range(updates + 1)]
    return Progress(
        rate=1.0,
        examples=2 * updates,
        separation=0.1,
        trials=list(range(updates + 1)),
        alignments=[height / 2 for height in heights],
        totals=heights,
        highest=heights,
        measures=[height / 2 for height in heights],
        limits=[math.inf] + [2.0] * (updates - 1) if limits is None else limits,
    )


RUNS = {
    "ordinary": ran(30),
    "one mistake without limit": ran(1),
    "no limits at all": ran(3, [math.inf] * 3),
    "huge limits": ran(3, [1e300, 1e-300, 5.0]),
    "many": ran(300),
}


@pytest.mark.parametrize("progress", [pytest.param(run, id=name) for name, run in RUNS.items()])
def test_every_run_is_drawn(progress, tmp_path):
    progress_figure(progress, tmp_path / "run.png")
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_same_run_gives_same_bytes(tmp_path):
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    progress_figure(ran(30), first)
    progress_figure(ran(30), second)
    assert first.read_bytes() == second.read_bytes()


def test_a_run_without_mistakes_has_nothing_to_draw(tmp_path):
    with pytest.raises(InputError, match="made no mistake"):
        progress_figure(Progress(1.0, 5, 0.1, [0], [0.0], [0.0], [0.0], [0.0]), tmp_path / "run.png")


def test_unknown_suffix_is_an_error_that_names_the_known(tmp_path):
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        progress_figure(ran(3), tmp_path / "run.gif")

"""What names the lines of a figure hides none of them: beside the panel, or over it where there is no room beside."""

import pytest

from thresher.reports.canvas import NARROW, WIDTH, canvas, legend, title

pytest.importorskip("matplotlib")
TITLE = "A title that is longer than a line of a figure for phones can be"


def drawn(path, width):
    """Where, as shares of the figure, the panel is, and the legend; the words of the title, wherever it stands."""
    with canvas(path) as figure:
        figure.set_size_inches(width, 3)
        panel = figure.subplots()
        panel.plot([0, 1], [0, 1], label="a name that has some words, too")
        title(panel, TITLE)
        legend(panel)
        figure.draw_without_rendering()
        words = panel.get_legend().get_title().get_text() or panel.get_title(loc="left")
        whole = figure.transFigure.inverted()
        named = panel.get_legend().get_window_extent().transformed(whole)
        return panel.get_position(), named, words


def test_beside_the_panel_where_there_is_room(tmp_path):
    panel, named, words = drawn(tmp_path / "wide.png", WIDTH)
    assert panel.x1 <= named.x0
    assert named.x1 <= 1
    assert words == TITLE


def test_over_it_on_a_figure_for_phones_and_nothing_is_cut_off(tmp_path):
    panel, named, words = drawn(tmp_path / "narrow.png", NARROW)
    assert panel.y1 <= named.y0 + 0.02
    assert named.x0 >= 0
    assert max(named.x1, named.y1) <= 1
    assert panel.width > 0.7
    assert words.split() == TITLE.split()
    assert "\n" in words

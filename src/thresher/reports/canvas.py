"""A sheet to draw on: the same fonts, sizes and bytes for every figure. matplotlib is imported when one is opened."""

import io
import os
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, ThresherError
from ..files import write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg", ".pdf")
COLOURS = ("#0072b2", "#d55e00", "#008f68", "#b5568c", "#3ea3dc", "#c98a00", "#55595f")
DASHES = ("-", (0, (6, 2.5)), (0, (2, 2)))
WIDTH = 9.0  # inches
NARROW = 4.2  # inches, for phones
SAME_BYTES = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "thresher",
    "text.usetex": False,
    "font.size": 9,
    "font.family": "sans-serif",
}


def check_figure(path: str | os.PathLike[str]) -> None:
    """That a figure can be drawn and written there: to be asked before the work whose result it shows."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError(f"a figure is written as {', '.join(SUFFIXES)}; {target.name!r} ends in none of them.")
    if find_spec("matplotlib") is None:
        raise ThresherError("drawing needs matplotlib: pip install 'thresher[plots]'")


@contextmanager
def canvas(path: str | os.PathLike[str]) -> Iterator["Figure"]:
    """An empty figure, written to `path` when it is left; the suffix says how: .png, .svg or .pdf.

    The same drawing gives the same bytes. What pyplot holds is left alone.
    """
    target = Path(path)
    check_figure(target)
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a font need not know every name's letters
        drawn = Figure(layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.08))
        yield drawn
        suffix, picture = target.suffix.lower(), io.BytesIO()  # a pipe can't be written back and forth, as PNG is
        drawn.savefig(picture, format=suffix[1:], dpi=160, metadata=SAME_BYTES[suffix])
        write(target, picture.getvalue())


def title(panel: "Axes", words: str) -> None:
    """At the left, without a frame around the panel; in lines where the figure is narrow."""
    words = textwrap.fill(words, 40) if is_narrow(panel) else words
    panel.set_title(words, loc="left", fontweight="bold")
    panel.spines[["top", "right"]].set_visible(False)


def legend(panel: "Axes") -> None:
    """Beside the panel, where it hides nothing; between its title and the panel where the figure is narrow."""
    if not is_narrow(panel):
        panel.legend(frameon=False, fontsize=8, handlelength=2.8, loc="upper left", bbox_to_anchor=(1.0, 1.03))
        return
    words = panel.get_title(loc="left")
    panel.set_title("", loc="left")
    names = panel.get_legend_handles_labels()[1]
    columns = 1 if max(map(len, names)) > 24 else 2  # characters: what fits twice
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.2, "borderpad": 0.0}
    over = {"title": words, "title_fontproperties": {"weight": "bold", "size": 9}, "alignment": "left"}
    panel.legend(frameon=False, fontsize=8, handlelength=2.2, ncols=columns, **place, **over)


def is_narrow(panel: "Axes") -> bool:
    """Whether there is no room beside the panel."""
    figure = panel.get_figure()
    return figure is not None and bool(figure.bbox.width < 1.2 * NARROW * figure.dpi)

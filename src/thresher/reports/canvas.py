"""A sheet to draw on: the same fonts, sizes and bytes for every figure. matplotlib is imported when one is opened."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, ThresherError
from .figure import SAME_BYTES, SUFFIXES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "thresher",
    "text.usetex": False,
    "font.size": 9,
    "font.family": "sans-serif",
}


@contextmanager
def canvas(path: str | os.PathLike[str]) -> Iterator["Figure"]:
    """An empty figure, written to `path` when it is left; the suffix says how: .png, .svg or .pdf.

    The same drawing gives the same bytes. What pyplot holds is left alone.
    """
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError(f"a figure is written as {', '.join(SUFFIXES)}; {target.name!r} ends in none of them.")
    try:
        import matplotlib
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError as missing:
        raise ThresherError("drawing needs matplotlib: pip install 'thresher[plots]'") from missing
    with matplotlib.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a font need not know every name's letters
        drawn = Figure(layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.08))
        yield drawn
        drawn.savefig(target, dpi=160, metadata=SAME_BYTES[target.suffix.lower()])

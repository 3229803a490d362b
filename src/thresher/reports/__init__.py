"""Runs -> something to look at: a page for a browser, a figure for a paper.

What enters is what `evaluation` leaves behind: plain numbers in `Run`. What leaves is one HTML document that needs
nothing else (no network, no fonts, no scripts from elsewhere), or one picture file. Nothing is learned or measured
here, and the same runs always give the same bytes. Names of learners and attributes come from files and strangers:
they are escaped wherever they are written, and shortened where they are drawn.

Drawing a figure needs matplotlib, which is imported when a figure is first drawn; the page needs nothing.
"""

from .canvas import check_figure
from .figure import figure
from .page import page
from .progress import progress_figure
from .reliability_figure import reliability_figure

__all__ = ["check_figure", "figure", "page", "progress_figure", "reliability_figure"]
